"""What came out against the threshold, in the terms that every face shares."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pytest_rubric.model import Case, CriterionResult, Evaluation, Output, Point, Usage
from pytest_rubric.model.paths import shown_path
from pytest_rubric.reporting.numbers import grouped, out_of
from pytest_rubric.reporting.words import Words
from pytest_rubric.scoring.figures import figure
from pytest_rubric.scoring.points import undecided

NOT_COUNTED = "–"
"""In place of the score of a point that can't be decided or is not counted."""


def transcript(output: Output) -> str:
    """The output as people read it: its text, or who said what in a conversation."""
    if not output.turns:
        return output.text
    return "\n".join(f"user: {turn.user}\nassistant: {turn.reply}" for turn in output.turns)


def is_empty_output(evaluation: Evaluation) -> bool:
    """Whether the score is 0 by the rule for empty outputs: the only judged score without a raw one."""
    return (
        evaluation.state == "judged"
        and evaluation.score == 0
        and evaluation.raw_score is None
        and bool(evaluation.criteria)
    )


def score_text(evaluation: Evaluation) -> str | None:
    """``63``, or ``21-36`` where undecided criteria leave it open; ``None`` where nothing was decided."""
    if evaluation.interval is not None and evaluation.interval[0] != evaluation.interval[1]:
        return f"{figure(evaluation.interval[0])}-{figure(evaluation.interval[1])}"
    return None if evaluation.score is None else figure(evaluation.score)


def against_threshold(evaluation: Evaluation, threshold_word: str) -> str:
    """``63 < 80``, ``85 >= 80``; ``40-90, threshold 60`` where the threshold lies between.

    ``threshold_word`` is a template with ``{threshold}``.
    """
    score = score_text(evaluation)
    threshold = figure(evaluation.threshold)
    if score is None:
        return threshold_word.format(threshold=threshold)
    low, high = evaluation.interval or (evaluation.score or 0, evaluation.score or 0)
    if high < evaluation.threshold:
        return f"{score} < {threshold}"
    if low >= evaluation.threshold:
        return f"{score} >= {threshold}"
    return f"{score}, {threshold_word.format(threshold=threshold)}"


def ids_of(results: Iterable[CriterionResult], separator: str = ", ") -> str:
    """``#3, #5``."""
    return separator.join(f"#{result.criterion.id}" for result in results)


def error_lines(evaluation: Evaluation) -> list[str]:
    """What happened, a cause a line; ``?`` where an evaluator gave none."""
    return [line for line in (evaluation.error or "").split("\n") if line.strip()] or ["?"]


def has_no_judge(evaluation: Evaluation) -> bool:
    """Whether nothing could be asked: no judge, or no recording. The error itself says what to do."""
    return evaluation.unavailable or evaluation.unrecorded or evaluation.no_judge is not None


def stayed_open(evaluation: Evaluation) -> bool:
    """Whether decisions were made, and undecided criteria still leave the outcome open.

    Where the judge decided nothing at all, the cause of that is the story instead.
    """
    if evaluation.state != "broken" or evaluation.interval is None or has_no_judge(evaluation):
        return False
    if evaluation.repeat is not None:
        return False  # that is a story of its runs
    if not undecided(evaluation.criteria):
        return False
    judged = [result for result in evaluation.criteria if result.criterion.check is None]
    return not judged or any(result.status != "undecided" for result in judged)


def score_of_point(point: Point, words: Words) -> str:
    """``50/100``; a dash for what is set aside, whose evidence says why; ``undecided`` for what is open."""
    if point.score is not None:
        return out_of(point.score, point.maximum)
    return NOT_COUNTED if point.set_aside else words.statuses["undecided"]


def next_step(evaluation: Evaluation, words: Words) -> str:
    """What a person does about an evaluation without an outcome."""
    if evaluation.state == "blocked":
        return words.do_when_blocked
    if evaluation.repeat is not None and not has_no_judge(evaluation):
        return evaluation.remedy or words.do_when_runs_open
    if not stayed_open(evaluation):
        if evaluation.remedy:
            return evaluation.remedy
        return words.do_when_points_open if _points_stayed_open(evaluation) else words.do_when_broken
    waiting = undecided(evaluation.criteria)
    by_check = [result.criterion.check is not None for result in waiting]
    advice = [evaluation.remedy or words.do_when_open] if not all(by_check) or not waiting else []
    if any(by_check):
        advice.append(words.do_when_checks_open)
    return " ".join(advice)


def _points_stayed_open(evaluation: Evaluation) -> bool:
    """The same of an evaluator without criteria."""
    return (
        evaluation.state == "broken"
        and evaluation.interval is not None
        and not has_no_judge(evaluation)
        and any(point.score is not None for point in evaluation.points)
        and any(point.score is None for point in evaluation.points)
    )


def counters(usage: Usage, words: Words) -> str:
    """What the judging took: calls, stored replies, tokens, re-asks, repairs, model."""
    tokens = grouped(usage.input_tokens + usage.output_tokens)
    told = words.counters.format(calls=usage.calls, stored=usage.stored, tokens=tokens)
    if usage.reasks:
        told += words.reasks.format(n=usage.reasks)
    if usage.repaired:
        told += words.repaired.format(n=usage.repaired)
    return told + (words.marks.comma + usage.model if usage.model else "")


def where(case: Case, root: Path | None) -> str | None:
    """``cases/support.rubric.yaml:12``, relative to ``root`` where it lies below it."""
    location = case.location
    return None if location is None else f"{shown_path(location.path, root)}:{location.line}"
