"""What cases would have come to, had the judge decided as people do."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pytest_rubric.gating.calibration.decisions import Evidence
from pytest_rubric.model import Criterion, CriterionResult
from pytest_rubric.reporting.record import CriterionRecord, Record
from pytest_rubric.scoring.figures import exact
from pytest_rubric.scoring.points import LOST, tally


@dataclass(frozen=True, slots=True)
class Outcome:
    """A case of which people label every criterion that the judge decides.

    ``machine`` is its score, 0 to 100, and ``by_labels`` what the same formula makes of the labels;
    ``passed`` and ``would_pass`` are the outcomes, required criteria included.
    """

    nodeid: str
    case: str
    machine: Fraction
    by_labels: int
    threshold: Fraction
    passed: bool
    would_pass: bool

    @property
    def turns(self) -> bool:
        """Whether the case would come out otherwise."""
        return self.passed != self.would_pass


def outcomes(evidence: Evidence) -> tuple[Outcome, ...]:
    """The outcomes of all cases that are labelled throughout. What code decides stands as it is."""
    doubted = {(each.decision.nodeid, each.decision.id) for each in evidence.contradictions}
    found = (_outcome(record, doubted) for record in evidence.records)
    return tuple(each for each in found if each is not None)


def _outcome(record: Record, doubted: set[tuple[str, int]]) -> Outcome | None:
    if record["state"] != "judged" or record["score"] is None or not record["criteria"]:
        return None
    results = []
    labelled = False
    for each in record["criteria"]:
        status = each.get("human")
        if "check" in each:
            status = each["status"]
        elif (record["nodeid"], each["id"]) in doubted:
            return None
        else:
            labelled = True
        if status is None or status == "undecided":
            return None
        results.append(CriterionResult(_criterion(each), status))
    if not labelled:
        return None
    threshold, score = exact(record["threshold"]), exact(record["score"])
    by_labels = tally(results).score
    kept = not any(each.criterion.required and each.status in LOST for each in results)
    passed = record["passed"]
    return Outcome(
        record["nodeid"],
        record["id"],
        score,
        by_labels,
        threshold,
        score >= threshold if passed is None else passed,
        by_labels >= threshold and kept,
    )


def _criterion(record: CriterionRecord) -> Criterion:
    points = exact(record["points"])
    return Criterion(record["id"], record["criterion"], points, required=record["required"])
