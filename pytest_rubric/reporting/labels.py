"""What people say, and what the judge says of causes, as they stand in a record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from pytest_rubric.model import Case, Feedback, HumanLabels, Status
from pytest_rubric.model.text import visible
from pytest_rubric.reporting.numbers import Number, plain
from pytest_rubric.scoring.points import status_for


class _HumanScore(TypedDict):
    score: Number | None
    reason: str | None


class HumanRecord(_HumanScore, total=False):
    """What people say of one item: a score beside the machine's and why, ``None`` where they give none.

    ``criteria``, only where there are labels, has all of them in the words of ``status``, by the id of
    the criterion: also those of an item that was never judged.
    """

    criteria: dict[str, Status]


class WeaknessRecord(TypedDict):
    """A weakness that the judge saw. ``cause`` is ``prompt``, ``rubric`` or ``testcase``, ``None`` where
    it names none."""

    cause: str | None
    text: str
    quote: str | None


def labels_of(case: Case, human: HumanLabels | None) -> dict[int, Status]:
    """Labels of criteria in the words of decisions, by the id of the criterion."""
    if human is None or not human.criteria:
        return {}
    return {
        each.id: status_for(each.points, human.criteria[each.id])
        for each in case.criteria
        if each.id in human.criteria
    }


def human_record(human: HumanLabels | None, labels: Mapping[int, Status]) -> HumanRecord | None:
    """What people say, ``None`` where they say nothing."""
    if human is None:
        return None
    made: HumanRecord = {
        "score": plain(human.score),
        "reason": None if human.reason is None else visible(human.reason),
    }
    if labels:
        made["criteria"] = {str(id): status for id, status in labels.items()}
    return made


def weaknesses(feedback: Feedback) -> list[WeaknessRecord] | None:
    """The weaknesses in their order, ``None`` where the judge was not asked for any, or gave no answer."""
    if feedback.state != "given":
        return None
    return [
        {
            "cause": visible(each.label) or None,
            "text": visible(each.text),
            "quote": None if each.quote is None else visible(each.quote),
        }
        for each in feedback.weaknesses
    ]
