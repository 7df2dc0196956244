"""What the summary of a run says of its labels."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pytest_rubric.gating.calibration import measures
from pytest_rubric.gating.calibration.decisions import Decision, Evidence
from pytest_rubric.gating.calibration.figures import estimated, percents
from pytest_rubric.gating.calibration.measures import USEFUL_WIDTH, Group
from pytest_rubric.gating.calibration.outcomes import Outcome
from pytest_rubric.gating.calibration.scores import ScoreAgreement, Scores
from pytest_rubric.model.lines import first_of
from pytest_rubric.reporting.numbers import grouped, percent, plural
from pytest_rubric.reporting.words import ENGLISH
from pytest_rubric.scoring.figures import figure, rounded

_MOST_NAMED = 3


def lines(evidence: Evidence, overall: Group, scores: Scores, outcomes: Sequence[Outcome] = ()) -> list[str]:
    """The lines about decisions, then those about outcomes and scores; none where people say nothing."""
    found = []
    if evidence.labels:
        found += [_agreement(evidence, overall), *_wrong(overall), *_few(overall)]
    found += _turned(outcomes)
    if scores.comparison is not None:
        found.append(_scores(scores.comparison, scores.without_machine))
    elif scores.without_machine:
        found.append(
            f"scores of people: {grouped(scores.without_machine)}, none beside a score of the machine"
        )
    return found


def _agreement(evidence: Evidence, overall: Group) -> str:
    agreement, n = overall.agreement, overall.agreement.n
    if not n:
        told = f"judge and people can't be compared on any of {plural(evidence.labels, 'label')}"
        return f"{told}{_left_out(evidence)}"
    assert agreement.agreement.value is not None
    interval = agreement.agreement.interval
    within = f", {percents(interval)}" if interval is not None else ""
    parts = [
        f"judge and people agree on {grouped(overall.agreeing)} of {plural(n, 'decision')} "
        f"({percent(agreement.agreement.value)}{within}){_left_out(evidence)}"
    ]
    for name, estimate in (("kappa", agreement.kappa), ("macro F1", agreement.macro_f1)):
        told = f"undefined, {estimate.undefined}" if estimate.value is None else estimated(estimate)
        if not (parts[-1].startswith("kappa undefined") and estimate.value is None):
            parts.append(f"{name} {told}")
    return "; ".join(parts)


def _left_out(evidence: Evidence) -> str:
    parts = [
        f"{grouped(number)} {what}"
        for number, what in (
            (evidence.undecided, "undecided"),
            (evidence.not_judged, "not judged"),
            (evidence.decided_by_code, "decided by code"),
            (len(evidence.contradictions), "contradictory"),
        )
        if number
    ]
    return f" besides {', '.join(parts)}" if parts else ""


def _wrong(overall: Group) -> list[str]:
    found = measures.most_wrong(overall.decisions)
    if not found:
        return []
    named = [_named(*each) for each in found[:_MOST_NAMED]]
    left = len(found) - _MOST_NAMED
    more = f"; {plural(left, 'more criterion', 'more criteria')}" if left > 0 else ""
    return [f"people decide otherwise: {'; '.join(named)}{more}"]


def _named(first: Decision, wrong: int, decisions: int) -> str:
    if decisions == 1:
        statuses = ENGLISH.statuses
        assert first.human is not None
        return f"{first.name} ({statuses[first.machine]}, people say {statuses[first.human]})"
    return f"{first.name} and its like ({grouped(wrong)} of {grouped(decisions)})"


def _turned(outcomes: Sequence[Outcome]) -> list[str]:
    turned = [each for each in outcomes if each.turns]
    if not turned:
        return []
    named = [f"{each.case} ({'fails' if each.passed else 'passes'})" for each in turned]
    cases = plural(len(outcomes), "case")
    told = f"{grouped(len(turned))} of {cases} labelled throughout would come out otherwise"
    return [f"by people's labels {told}: {first_of(named, _MOST_NAMED)}"]


def _few(overall: Group) -> list[str]:
    share, interval = overall.agreement.agreement.value, overall.agreement.agreement.interval
    if share is None or interval is None or interval.high - interval.low <= USEFUL_WIDTH:
        return []
    needed = measures.labels_needed(share)
    return [
        f"{plural(overall.agreement.n, 'label is', 'labels are')} few: it takes about {grouped(needed)} to "
        "know the agreement to ten points"
    ]


def _scores(found: ScoreAgreement, without_machine: int) -> str:
    parts = [
        f"scores of people and machine: {_side(found.difference)} over {plural(len(found.items), 'item')}",
        f"{figure(rounded(found.distance, 1))} apart",
    ]
    if found.correlation is not None:
        parts.append(f"correlation {figure(rounded(Fraction(found.correlation), 2))}")
    parts.append(f"same side of the threshold in {grouped(found.same_side)}")
    if without_machine:
        parts.append(f"{grouped(without_machine)} more without a score of the machine")
    return ", ".join(parts)


def _side(difference: Fraction) -> str:
    shown = rounded(difference, 1)
    if not shown:
        return "the same on average"
    who = "machine" if shown > 0 else "people"
    return f"{who} {figure(abs(shown))} higher on average"
