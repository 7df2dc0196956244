"""Patterns across cases that point at the rubrics, the test cases or the prompt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from pytest_rubric.gating.calibration.decisions import Decision
from pytest_rubric.gating.calibration.findings import CAUSES, LEAST_CASES, Cause, Finding, Measured, Remark
from pytest_rubric.gating.calibration.outcomes import Outcome
from pytest_rubric.gating.calibration.scores import ScoredItem
from pytest_rubric.reporting.numbers import short
from pytest_rubric.reporting.record import Record
from pytest_rubric.scoring.discrimination import SAFE_ZONE
from pytest_rubric.scoring.figures import exact

LOW = 60
"""Percent of what a dimension can reach; below this it is low."""

_AXIS = "axis:"


def safe_zone(records: Sequence[Record]) -> Iterator[Finding]:
    """All scores between 75 and 85: they tell no output from another."""
    scored = [each for each in records if each["state"] == "judged" and each["score"] is not None]
    low, high = SAFE_ZONE
    if len(scored) < LEAST_CASES or not all(low <= (each["score"] or 0) <= high for each in scored):
        return
    examples = tuple(Measured(each["nodeid"], each["id"], short(each["score"])) for each in scored)
    yield Finding(
        "safe_zone", "rubric", True, "spread_scores", facts={"items": len(scored)}, examples=examples
    )


def always_low(records: Sequence[Record], decisions: Sequence[Decision]) -> Iterator[Finding]:
    """A dimension, or an axis of criteria, that is low in every case, beside others that aren't."""
    for dimensions in (_axes(records), *_dimensions(records)):
        low = {
            name
            for name, measured in dimensions.items()
            if len(measured) >= LEAST_CASES and all(value < LOW for value, _ in measured)
        }
        if len(low) == len(dimensions):
            continue
        for name in sorted(low):
            cause, certain, labelled = _cause_of_low(name, decisions)
            facts = {"cases": len(dimensions[name]), "labelled": labelled}
            examples = tuple(shown for _, shown in dimensions[name])
            advice = "reread_dimension" if cause == "rubric" else "teach_dimension"
            yield Finding("always_low", cause, certain, advice, name, facts, examples)


def penalty_fires(decisions: Sequence[Decision]) -> Iterator[Finding]:
    """A penalty that fires in three cases or more: people's labels tell whether on normal behaviour."""
    fired: dict[str, list[Decision]] = defaultdict(list)
    for each in decisions:
        if each.machine == "violated":
            fired[each.subject].append(each)
    for members in fired.values():
        cases = len({each.nodeid for each in members})
        if cases < LEAST_CASES:
            continue
        normal = sum(each.human == "clean" for each in members)
        bad = sum(each.human == "violated" for each in members)
        cause: Cause = "prompt" if bad > normal else "rubric"
        advice = "label_penalty" if not normal + bad else "narrow_penalty" if normal >= bad else "mend_prompt"
        facts = {"cases": cases, "normal": normal, "bad": bad}
        yield Finding(
            "penalty_fires", cause, bool(normal + bad), advice, members[0].text, facts, tuple(members)
        )


def rubric_sizes(records: Sequence[Record]) -> Iterator[Finding]:
    """Rubrics of which one has more than twice as many criteria as another."""
    sizes = {each["nodeid"]: (len(each["criteria"]), each["id"]) for each in records if each["criteria"]}
    if not sizes:
        return
    ordered = sorted((size, case, nodeid) for nodeid, (size, case) in sizes.items())
    smallest, largest = ordered[0][0], ordered[-1][0]
    if largest <= 2 * smallest:
        return
    ends = [each for each in ordered if each[0] in (smallest, largest)]
    yield Finding(
        "rubric_sizes",
        "rubric",
        True,
        "level_sizes",
        facts={"smallest": smallest, "largest": largest, "cases": len(sizes)},
        examples=tuple(Measured(nodeid, case, str(size)) for size, case, nodeid in ends),
    )


def other_side(items: Sequence[ScoredItem], decisions: Sequence[Decision]) -> Iterator[Finding]:
    """Items that people put on the other side of the threshold."""
    found = [each for each in items if (each.human >= each.threshold) != (each.machine >= each.threshold)]
    if not found:
        return
    nodeids = {each.nodeid for each in found}
    own = [each for each in decisions if each.nodeid in nodeids and each.decided]
    # where people share every decision, what is left to blame are points and threshold
    shared = bool(own) and all(each.human is not None and not each.wrong for each in own)
    yield Finding(
        "other_side",
        "rubric",
        shared,
        "weigh_anew" if shared else "label_items",
        facts={"items": len(found), "of": len(items)},
        examples=tuple(found),
    )


def turned_outcomes(outcomes: Sequence[Outcome]) -> Iterator[Finding]:
    """Cases in which what the judge gets wrong decides the outcome."""
    turned = tuple(each for each in outcomes if each.turns)
    if turned:
        facts = {"turned": len(turned), "cases": len(outcomes)}
        yield Finding("turned_outcomes", "rubric", True, "begin_here", facts=facts, examples=turned)


def weaknesses(records: Sequence[Record]) -> Mapping[Cause, tuple[Remark, ...]]:
    """What the judge says was weak, by the cause that it names."""
    found: dict[Cause, list[Remark]] = {cause: [] for cause in CAUSES}
    for record in records:
        for each in record["weaknesses"] or ():
            for cause in CAUSES:
                if each["cause"] == cause:
                    found[cause].append(Remark(record["nodeid"], record["id"], each["text"], each["quote"]))
    return {cause: tuple(remarks) for cause, remarks in found.items()}


def judge_blames(found: Mapping[Cause, Sequence[Remark]]) -> Iterator[Finding]:
    """Weaknesses that the judge lays to the rubric or to the test case, rather than to the output."""
    for cause in CAUSES:
        remarks = found[cause]
        if cause == "prompt" or not remarks:
            continue
        facts = {"remarks": len(remarks), "cases": len({each.nodeid for each in remarks})}
        yield Finding("judge_blames", cause, False, f"check_{cause}", facts=facts, examples=tuple(remarks))


_Measures = dict[str, list[tuple[Fraction, Measured]]]


def _axes(records: Sequence[Record]) -> _Measures:
    found: _Measures = defaultdict(list)
    for record in records:
        for tag, score in (record["tags"] or {}).items():
            if tag.startswith(_AXIS) and score is not None:
                found[tag].append(
                    (Fraction(score), Measured(record["nodeid"], record["id"], str(score), tag))
                )
    return found


def _dimensions(records: Sequence[Record]) -> list[_Measures]:
    """For each evaluator its points, as percent of the highest score."""
    found: dict[str, _Measures] = defaultdict(lambda: defaultdict(list))
    for record in records:
        for point in record["points"] if record["state"] == "judged" else ():
            score, maximum = point["score"], point["maximum"]
            if score is None or not maximum:
                continue
            share = 100 * exact(score) / exact(maximum)
            shown = Measured(
                record["nodeid"], record["id"], f"{short(score)}/{short(maximum)}", point["label"]
            )
            found[record["evaluator"]][point["label"]].append((share, shown))
    return list(found.values())


def _cause_of_low(name: str, decisions: Sequence[Decision]) -> tuple[Cause, bool, int]:
    """The cause, whether labels bear it out, and how many there are."""
    labelled = [each for each in decisions if name in each.tags and each.compared]
    wrong = sum(each.wrong for each in labelled)
    if 2 * wrong > len(labelled):
        return "rubric", True, len(labelled)
    return "prompt", bool(labelled), len(labelled)
