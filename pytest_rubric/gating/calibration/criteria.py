"""Criteria that the judge gets wrong, and criteria that tell nothing apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from pytest_rubric.gating.calibration.decisions import Contradiction, Decision
from pytest_rubric.gating.calibration.findings import LEAST_CASES, Cause, Finding, Kind
from pytest_rubric.scoring.points import LOST

CERTAIN_FROM = 2
"""From how many wrong decisions on they are laid at the door of the wording: one may be a slip."""


def wrong_criteria(decisions: Sequence[Decision]) -> Iterator[Finding]:
    """Criteria that the judge, or a check, decides otherwise than people, the most wrong first."""
    found = []
    for members in _by_subject([each for each in decisions if each.human is not None and each.decided]):
        judged, checked = _split(members)
        if any(each.wrong for each in judged):
            found.append(_judge_wrong(judged))
        if any(each.wrong for each in checked):
            found.append(_check_wrong(checked))
    yield from sorted(found, key=lambda each: -int(each.facts["wrong"]))


def contradictory(contradictions: Sequence[Contradiction]) -> Iterator[Finding]:
    """What people say both of; the decisions count for nothing."""
    if contradictions:
        yield Finding(
            "contradictory_labels",
            "testcase",
            True,
            "agree_on_labels",
            facts={"decisions": len(contradictions)},
            examples=tuple(each.decision for each in contradictions),
        )


def indifferent_criteria(decisions: Sequence[Decision]) -> Iterator[Finding]:
    """Criteria that the judge decides the same in all of several cases; checks are often mere guards."""
    for members in _by_subject([each for each in decisions if each.decided and not each.by_code]):
        cases = len({each.nodeid for each in members})
        statuses = {each.machine for each in members}
        if cases < LEAST_CASES or len(statuses) > 1 or any(each.wrong for each in members):
            continue
        match statuses.pop():
            case "met":
                yield _same("always_met", "rubric", _all_labelled(members), "make_harder", members, cases)
            case "not_met":
                yield _same("never_met", "prompt", _all_labelled(members), "teach_or_drop", members, cases)
            case "clean":
                yield _same("never_violated", "rubric", False, "add_violation", members, cases)


def confirmed_losses(decisions: Sequence[Decision]) -> Iterator[Finding]:
    """Points that the output really lost: the judge says so, and people do."""
    lost = tuple(each for each in decisions if each.compared and not each.wrong and each.machine in LOST)
    if lost:
        facts = {"decisions": len(lost), "cases": len({each.nodeid for each in lost})}
        yield Finding("confirmed_losses", "prompt", True, "mend_prompt", facts=facts, examples=lost)


def _judge_wrong(members: Sequence[Decision]) -> Finding:
    wrong = tuple(each for each in members if each.wrong)
    false_yes = sum(each.yes for each in wrong)
    if len(wrong) < CERTAIN_FROM:
        advice = "look_at_one"
    elif false_yes == len(wrong):
        advice = "say_what_is_not_enough" if members[0].points > 0 else "narrow_penalty"
    elif not false_yes:
        advice = "say_what_is_enough" if members[0].points > 0 else "widen_penalty"
    else:
        advice = "say_both"
    return Finding(
        "judge_wrong",
        "rubric",
        len(wrong) >= CERTAIN_FROM,
        advice,
        members[0].text,
        {
            "wrong": len(wrong),
            "labelled": len(members),
            "false_yes": false_yes,
            "false_no": len(wrong) - false_yes,
        },
        wrong,
    )


def _check_wrong(members: Sequence[Decision]) -> Finding:
    wrong = tuple(each for each in members if each.wrong)
    facts = {"wrong": len(wrong), "labelled": len(members)}
    return Finding("check_wrong", "rubric", True, "mend_check", members[0].text, facts, wrong)


def _same(
    kind: Kind, cause: Cause, certain: bool, advice: str, members: Sequence[Decision], cases: int
) -> Finding:
    labelled = sum(each.human is not None for each in members)
    confirmed = sum(each.human is not None and not each.wrong for each in members)
    facts = {"cases": cases, "labelled": labelled, "confirmed": confirmed}
    return Finding(kind, cause, certain, advice, members[0].text, facts, tuple(members))


def _all_labelled(members: Sequence[Decision]) -> bool:
    """Whether people say the same of every one of them."""
    return all(each.human is not None and not each.wrong for each in members)


def _split(members: Sequence[Decision]) -> tuple[list[Decision], list[Decision]]:
    return [each for each in members if not each.by_code], [each for each in members if each.by_code]


def _by_subject(decisions: Sequence[Decision]) -> list[list[Decision]]:
    """By the text of the criterion and its sign, in the order of their first appearance."""
    found: dict[tuple[str, bool], list[Decision]] = defaultdict(list)
    for each in decisions:
        found[each.subject, each.points > 0].append(each)
    return list(found.values())
