"""``fluency-text``: how a text reads, by what a proof-reader marks in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from pytest_rubric.evaluators.presets.findings.texts import FLUENCY as TEXTS
from pytest_rubric.evaluators.presets.findings.wording import wording
from pytest_rubric.evaluators.presets.protocol import (
    Card,
    CardPoint,
    Category,
    Need,
    PointStatus,
    Unscored,
    r1,
)
from pytest_rubric.evaluators.presets.questions import Question, Questions
from pytest_rubric.evaluators.presets.reading import Answer, Entry
from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.evaluators.presets.wording import wording as engine_wording
from pytest_rubric.judging.prompting import SECTIONS, text_block
from pytest_rubric.model import Case
from pytest_rubric.model.lines import shortened
from pytest_rubric.scoring.deductions import FLUENCY, Deduction, Issue, fluency_deductions
from pytest_rubric.scoring.figures import figure

if TYPE_CHECKING:
    from pydantic import BaseModel

_SEVERITIES = ("light", "moderate", "severe")
_VERSION = "2"
_WINDOW = 8000
_TIERS = (90, 70, 40)


@dataclass(frozen=True, slots=True)
class Found:
    """An issue with what people are shown of it; ``start`` is its place in the whole text."""

    issue: Issue
    start: int
    passage: str
    reason: str
    suggestion: str


class FluencyText:
    """Judges how a text reads."""

    id = "fluency-text"
    category: Category = "res"
    needs: Sequence[Need] = ()
    dimensions: Sequence[str] = tuple(FLUENCY)

    async def assess(self, view: View, ask: Questions) -> Card | Unscored:
        """One question for each part of the text; issues of all parts in the order of the text."""
        answers = await ask.together(self._questions(view))
        issues = sorted((each for found in answers for each in found), key=lambda each: each.start)
        return _card(issues, view, parts=len(answers))

    def on_empty(self, view: View) -> Card | Unscored | None:
        """There is nothing that could read well or badly."""
        return Unscored(engine_wording(view.lang).empty_output)

    def first(self, view: View) -> Sequence[Question[object]]:
        """All questions are asked at once."""
        return self._questions(view)

    def most_calls(self, case: Case) -> int:
        """One for each part of the text; one where the text is not known yet."""
        return len(windows(case.actual_output)) if case.actual_output else 1

    def _questions(self, view: View) -> list[Question[list[Found]]]:
        texts, sections = TEXTS[view.prompt_lang], SECTIONS[view.prompt_lang]
        return [
            Question(
                self.id,
                _VERSION,
                texts.system,
                (text_block(sections.output, view.answer[start:end], sections), texts.reply),
                _model,
                "issues",
                partial(_read, view=view, text=view.answer[start:end], offset=start),
            )
            for start, end in windows(view.answer)
        ]


def windows(text: str) -> list[tuple[int, int]]:
    """Parts of a long text, cut between paragraphs, or between lines where a paragraph is too long."""
    parts = []
    start = 0
    while len(text) - start > _WINDOW:
        cut = max(text.rfind("\n\n", start, start + _WINDOW), start)
        if cut == start:
            cut = max(text.rfind("\n", start, start + _WINDOW), start)
        end = cut if cut > start else start + _WINDOW
        parts.append((start, end))
        start = end
    parts.append((start, len(text)))
    return [(start, end) for start, end in parts if text[start:end].strip()]


def _model() -> type[BaseModel]:
    from pytest_rubric.evaluators.presets.findings.models import FluencyReply

    return FluencyReply


def _read(parsed: Mapping[str, Any], *, view: View, text: str, offset: int) -> list[Found]:
    answer = Answer(parsed, view)
    answer.all_named("checked", tuple(FLUENCY))
    listed = enumerate(answer.entries("issues"), 1)
    return answer.finish([_issue(answer, entry, number, text, offset) for number, entry in listed])


def _issue(answer: Answer, entry: Entry, number: int, text: str, offset: int) -> Found:
    about = f"issues[{number}]"
    dimension = answer.choice(entry, "dimension", tuple(FLUENCY), about)
    severity = answer.choice(entry, "severity", _SEVERITIES, about)
    count = answer.whole(entry, "count", 1, 20, about)
    quote = answer.quote_in(text, entry, about)
    start = quote.start if quote is not None and quote.start is not None else 0
    return Found(
        Issue(dimension, severity, count),
        offset + start,
        shortened((quote.passage or quote.text) if quote is not None else "", 120),
        answer.text(entry, "reason", about),
        answer.text(entry, "suggestion", about),
    )


def _card(issues: Sequence[Found], view: View, *, parts: int) -> Card:
    words, labels = wording(view.lang), TEXTS[view.lang].labels
    costs = fluency_deductions([each.issue for each in issues])
    total = sum(cost.points for cost in costs)
    score = r1(Fraction(100 - total))
    points, lines = [], []
    for dimension in FLUENCY:
        own = [
            (each, cost)
            for each, cost in zip(issues, costs, strict=True)
            if each.issue.dimension == dimension
        ]
        spent = sum(cost.points for _, cost in own)
        points.append(_point(labels[dimension], own, spent, view.lang))
        if own:
            terms = " + ".join(_term(cost) for _, cost in own)
            lines.append(words.deducted.format(label=labels[dimension], terms=terms, sum=spent))
    lines.append(words.total.format(sum=total, score=figure(score)))
    notes = [words.tier.format(_tier(score, words.tiers))]
    if parts > 1:
        notes.append(words.windows.format(parts))
    return Card(score, tuple(points), _summary(issues, costs, view.lang), tuple(lines), notes=tuple(notes))


def _point(label: str, own: Sequence[tuple[Found, Deduction]], spent: int, lang: str) -> CardPoint:
    words = wording(lang)
    score = Fraction(max(0, 100 - spent))
    status: PointStatus = "covered" if score == 100 else "missing" if score == 0 else "partial"
    evidence = "; ".join(
        words.issue.format(
            severity=cost.severity + (words.times.format(each.issue.count) if each.issue.count > 1 else ""),
            points=cost.points,
            quote=each.passage,
            reason=each.reason,
        )
        for each, cost in own
    )
    suggestion = "; ".join(each.suggestion for each, _ in own)
    return CardPoint(label, score, status, evidence or words.clean, suggestion)


def _term(cost: Deduction) -> str:
    """``7 × 4``, with those that cost twice counted twice."""
    each = FLUENCY[cost.issue.dimension][cost.severity]
    times = cost.issue.count + cost.doubled
    return str(each) if times == 1 else f"{each} × {times}"


def _summary(issues: Sequence[Found], costs: Sequence[Deduction], lang: str) -> str:
    if not issues:
        return wording(lang).fluent
    worst = max(range(len(issues)), key=lambda number: costs[number].points)
    return f"“{issues[worst].passage}”: {issues[worst].reason}"


def _tier(score: Fraction, names: Sequence[str]) -> str:
    return next((name for name, floor in zip(names, _TIERS, strict=False) if score >= floor), names[-1])
