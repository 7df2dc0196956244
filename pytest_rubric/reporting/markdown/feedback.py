"""The last three blocks. Without feedback the first says why there is none, and the second what was lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pytest_rubric.model import Evaluation, FeedbackItem
from pytest_rubric.reporting.markdown.escape import at_start
from pytest_rubric.reporting.markdown.pen import QUOTE, REASON, REMARK, TEXT, Pen
from pytest_rubric.reporting.numbers import signed
from pytest_rubric.reporting.outcome import is_empty_output
from pytest_rubric.reporting.words import Words
from pytest_rubric.scoring.points import losses

_CAUSES = ("prompt", "rubric", "testcase")


def strengths(evaluation: Evaluation, pen: Pen) -> list[str]:
    """What is good about the output."""
    if (absent := _absent(evaluation, pen)) is not None:
        return [f"- {absent.cause}"]
    return _listed(
        (
            (pen.words.beyond_reference if item.label == "beyond_reference" else "", item)
            for item in evaluation.feedback.strengths
        ),
        pen,
    )


def weaknesses(evaluation: Evaluation, pen: Pen) -> list[str]:
    """What is wrong, each with its root cause; ``[prompt]`` when in doubt."""
    if is_empty_output(evaluation) or (pen.output is not None and not pen.output.text.strip()):
        return [f"- [prompt] {pen.words.empty_output}"]
    if (absent := _absent(evaluation, pen)) is not None:
        return _lost_instead(evaluation, pen) or [f"- {absent.in_brief}"]
    return _listed(
        (
            (f"[{item.label if item.label in _CAUSES else 'prompt'}]", item)
            for item in evaluation.feedback.weaknesses
        ),
        pen,
    )


def suggestions(evaluation: Evaluation, pen: Pen) -> list[str]:
    """What to change in the prompt, numbered; those of single points behind the judge's own."""
    words = pen.words
    texts = []
    for item in evaluation.feedback.suggestions:
        aim = words.aims.get(item.label) or pen.inline(item.label, REMARK)
        texts.append(pen.inline(item.text, TEXT) + (words.brackets(aim) if aim else ""))
    for point in evaluation.points:
        if point.suggestion:
            label, suggestion = pen.inline(point.label, REMARK), pen.inline(point.suggestion, TEXT)
            texts.append(f"{label}{words.marks.colon}{suggestion}")
    if not texts:
        absent = _absent(evaluation, pen)
        return [f"- {words.none_named if absent is None else absent.in_brief}"]
    return [f"{number}. {at_start(text)}" for number, text in enumerate(texts, 1)]


@dataclass(frozen=True, slots=True)
class _Absence:
    """Why there is no feedback, and that there is none, where the cause stands above already."""

    cause: str
    in_brief: str


def _absent(evaluation: Evaluation, pen: Pen) -> _Absence | None:
    """``None`` where there is feedback."""
    words = pen.words
    if evaluation.feedback.state == "given":
        return None
    if evaluation.state != "judged" and evaluation.interval is None:
        return _Absence(words.not_judged, words.not_judged)
    return _Absence(_cause(evaluation, words), words.no_feedback)


def _cause(evaluation: Evaluation, words: Words) -> str:
    if evaluation.feedback.state == "missing":
        return words.feedback_missing
    if evaluation.usage.calls == evaluation.usage.stored == 0:
        return words.feedback_without_judge
    if not evaluation.criteria:
        return words.feedback_without_criteria
    return words.feedback_not_asked


def _lost_instead(evaluation: Evaluation, pen: Pen) -> list[str]:
    """What cost points, the dearest first, and why, in the words of whoever decided."""
    colon = pen.words.marks.colon
    if not evaluation.criteria:
        return []
    lost = losses(evaluation.criteria)
    if not lost:
        return [f"- {pen.words.nothing_lost}"]
    lines = []
    for loss in lost:
        result = loss.result
        line = (
            f"- #{result.criterion.id} ({signed(-loss.points)}) {pen.inline(result.criterion.text, REASON)}"
        )
        quotes = pen.found(result.quotes, in_cell=False)
        why = pen.with_quotes(pen.inline(result.reason, REASON), quotes)
        lines.append(colon.join(filter(None, (line, why))))
    return lines


def _listed(items: Iterable[tuple[str, FeedbackItem]], pen: Pen) -> list[str]:
    lines = []
    for label, item in items:
        quote = f'> "{pen.inline(item.quote, QUOTE)}"' if item.quote else ""
        text = pen.with_quotes(pen.inline(item.text, TEXT), quote)
        lines.append(f"- {label} {text}" if label else f"- {at_start(text)}")
    return lines or [f"- {pen.words.none_named}"]
