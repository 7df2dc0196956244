"""The first line: the whole story."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_rubric.model import CriterionResult, Evaluation
from pytest_rubric.model.lines import cut, first_of, one_line
from pytest_rubric.reporting import runs
from pytest_rubric.reporting.failure.shape import MOST_NAMED
from pytest_rubric.reporting.numbers import grouped, plural, signed
from pytest_rubric.reporting.outcome import (
    against_threshold,
    error_lines,
    ids_of,
    is_empty_output,
    stayed_open,
)
from pytest_rubric.reporting.words import ENGLISH
from pytest_rubric.scoring import comparison_sentences, repeat_sentences
from pytest_rubric.scoring.points import losses, undecided
from pytest_rubric.scoring.verdict import required_lost

_FIRST_LINE = 400


def first_line(evaluation: Evaluation) -> str:
    """The whole story on one line, as in
    ``rubric: 63 < 80 (warn): 2 of 7 criteria lost, #3 -20, #6 -15``."""
    return cut(one_line(f"{evaluation.evaluator}: {_story(evaluation)}"), _FIRST_LINE)


def _story(evaluation: Evaluation) -> str:
    if evaluation.state == "unscored":
        return f"skipped: {evaluation.summary}"
    if evaluation.no_judge is not None:
        return f"no judge: {evaluation.no_judge}"
    if evaluation.repeat is not None and runs.tell_apart(evaluation):
        told = repeat_sentences.counted(evaluation.repeat, "en")
        if evaluation.passed is None:
            return f"no judgement: {told}"
        return f"{told}; worst: {_story(evaluation.of_one_run)}"
    if stayed_open(evaluation):
        waiting = undecided(evaluation.criteria)
        every = plural(len(evaluation.criteria), "criterion", "criteria")
        story = against_threshold(evaluation, ENGLISH.threshold)
        return f"no judgement: {story}: {grouped(len(waiting))} of {every} undecided, {_first_ids(waiting)}"
    if evaluation.state != "judged":
        kind = "not judged" if evaluation.state == "blocked" else "no judgement"
        errors = error_lines(evaluation)
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        told = errors[0].removeprefix(f"{evaluation.evaluator} ")  # it stands in front already
        return f"{kind}: {cut(one_line(told), _FIRST_LINE - 60)}{more}"
    if evaluation.comparison is not None:
        return comparison_sentences.summary(evaluation.comparison, "en")
    story = against_threshold(evaluation, ENGLISH.threshold)
    if evaluation.verdict is not None:
        story += f" ({evaluation.verdict})"
    if is_empty_output(evaluation):
        return f"{story}: empty output"
    story += _required(evaluation)
    if not evaluation.criteria:
        return f"{story}: {evaluation.summary}" if evaluation.summary else story
    return f"{story}: {_losses_in_short(evaluation)}"


def _required(evaluation: Evaluation) -> str:
    against = required_lost(evaluation.criteria)
    if not against:
        return ""
    if len(against) == 1:
        told = f"required {ids_of(against)} is {ENGLISH.statuses[against[0].status]}"
    else:
        told = f"required {ids_of(against)} are lost"
    return f", {told}"


def _losses_in_short(evaluation: Evaluation) -> str:
    lost, every = losses(evaluation.criteria), len(evaluation.criteria)
    told = (
        f"{grouped(len(lost))} of {plural(every, 'criterion', 'criteria')} lost" if lost else "nothing lost"
    )
    named = [f"#{loss.result.criterion.id} {signed(-loss.points)}" for loss in lost]
    story = ", ".join(filter(None, [told, first_of(named, MOST_NAMED)]))
    if waiting := undecided(evaluation.criteria):
        story += f"; {grouped(len(waiting))} undecided, {_first_ids(waiting)}"
    return story


def _first_ids(results: Sequence[CriterionResult]) -> str:
    """``#2, #5``, and how many more there are."""
    return first_of([ids_of([result]) for result in results], MOST_NAMED)
