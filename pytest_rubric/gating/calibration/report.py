"""A whole calibration: everything that its report, in whichever form, has to say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pytest_rubric.gating.calibration import criteria, measures, patterns
from pytest_rubric.gating.calibration.decisions import Evidence, gather
from pytest_rubric.gating.calibration.findings import Cause, Finding, Remark
from pytest_rubric.gating.calibration.measures import Group
from pytest_rubric.gating.calibration.outcomes import Outcome, outcomes
from pytest_rubric.gating.calibration.scores import Scores, scores
from pytest_rubric.reporting.record import Record


@dataclass(frozen=True, slots=True)
class Source:
    """Results of one run, and the name that they are known under."""

    name: str
    records: Sequence[Record]


@dataclass(frozen=True, slots=True)
class Calibration:
    """What results say of the judge, the rubrics and the cases.

    ``overall`` has all compared decisions, ``tags`` and ``criteria`` the same in parts. ``models`` are
    those that judged, sorted. ``outcomes`` are of cases that people label throughout. ``weaknesses`` are
    the judge's own words by the cause that it names; ``without_feedback`` counts judged items for which
    it was not asked for any, or gave none.
    """

    sources: tuple[Source, ...]
    evidence: Evidence
    overall: Group
    tags: tuple[Group, ...]
    criteria: tuple[Group, ...]
    scores: Scores
    outcomes: tuple[Outcome, ...] = ()
    findings: tuple[Finding, ...] = ()
    weaknesses: Mapping[Cause, Sequence[Remark]] = field(default_factory=dict)
    without_feedback: int = 0
    models: tuple[str, ...] = ()


def calibrate(sources: Sequence[Source]) -> Calibration:
    """Hold the judge against people. Of results about the same output the last judged one counts."""
    evidence = gather([source.records for source in sources])
    records, decisions = evidence.records, evidence.decisions
    compared = evidence.compared
    judged = [record for record in records if record["state"] == "judged"]
    by_people = scores(records)
    by_labels = outcomes(evidence)
    blamed = patterns.weaknesses(records)
    return Calibration(
        tuple(sources),
        evidence,
        measures.overall(compared),
        measures.by_tag(compared),
        measures.by_criterion(compared),
        by_people,
        by_labels,
        (
            *criteria.contradictory(evidence.contradictions),
            *criteria.wrong_criteria(decisions),
            *patterns.turned_outcomes(by_labels),
            *patterns.other_side(by_people.items, decisions),
            *patterns.penalty_fires(decisions),
            *patterns.always_low(records, decisions),
            *patterns.safe_zone(records),
            *criteria.indifferent_criteria(decisions),
            *patterns.rubric_sizes(records),
            *patterns.judge_blames(blamed),
            *criteria.confirmed_losses(decisions),
        ),
        blamed,
        sum(record["weaknesses"] is None for record in judged),
        tuple(sorted({record["model"] for record in judged if record["model"] is not None})),
    )
