"""``agent-task-completion``: whether the output says everything that the reference says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pytest_rubric.evaluators.presets.claims.extraction import key_points_question, numbered_block
from pytest_rubric.evaluators.presets.claims.formulas import COVERAGE, weighted
from pytest_rubric.evaluators.presets.claims.prompts import texts
from pytest_rubric.evaluators.presets.claims.wording import (
    Wording,
    passage_of,
    sentences,
    wording,
    worst,
)
from pytest_rubric.evaluators.presets.protocol import Card, CardPoint, Category, Need, PointStatus, Unscored
from pytest_rubric.evaluators.presets.questions import Question, Questions
from pytest_rubric.evaluators.presets.reading import Answer
from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.judging.prompting import SECTIONS, material_blocks
from pytest_rubric.model import Case, Quote, WeightedText
from pytest_rubric.runlog import digest
from pytest_rubric.scoring.figures import figure

if TYPE_CHECKING:
    from pydantic import BaseModel

_VERSION = "1"
_COVERAGES = tuple(COVERAGE)
_STAGES = (
    "evidence_collection",
    "tool_usage",
    "reasoning",
    "final_answer",
    "model_or_environment",
    "unknown",
)
_KINDS = ("incorrect_fact", "extra_content", "verbosity", "format", "other")
_SEVERITIES = ("low", "medium", "high")
_SHOWN_AS: Mapping[str, PointStatus] = {
    "covered": "covered",
    "partial": "partial",
    "missing": "missing",
    "wrong": "missing",
}
# In a summary the gravest comes first.
_GRAVEST = ("wrong", "missing", "partial")


@dataclass(frozen=True, slots=True)
class Expected:
    """A key point with its weight. ``quote`` stands in the reference; ``None`` where the case gives it."""

    text: str
    weight: Fraction = Fraction(1)
    quote: Quote | None = None


@dataclass(frozen=True, slots=True)
class Covered:
    """A key point against the output. ``quote`` stands in the output unless it is missing there.

    ``stage`` is where it was lost, ``unknown`` without a log; ``steps`` are anchors that exist.
    """

    expected: Expected
    coverage: str
    reason: str
    quote: Quote | None
    stage: str = "unknown"
    steps: tuple[str, ...] = ()
    suggestion: str = ""


@dataclass(frozen=True, slots=True)
class Issue:
    """A fault that no key point is about. It is never scored."""

    text: str
    kind: str
    severity: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """A whole answer. ``invented`` counts the issues whose quotes do not stand in the output."""

    points: tuple[Covered, ...]
    issues: tuple[Issue, ...] = ()
    invented: int = 0


class AgentTaskCompletion:
    """One point a key point; what is missing counts as zero."""

    id = "agent-task-completion"
    category: Category = "res"
    needs: Sequence[Need] = ("reference",)
    dimensions = ("key points of the reference covered",)

    async def assess(self, view: View, ask: Questions) -> Card | Unscored:
        expected = _given(view.key_points)
        if not expected:
            found = await ask(key_points_question(view))
            expected = tuple(Expected(point.text, quote=point.quote) for point in found)
        return card(await ask(_question(view, expected)), wording(view.lang))

    def on_empty(self, view: View) -> Card | Unscored | None:
        words = wording(view.lang)
        expected = _given(view.key_points) or (Expected(words.no_key_points),)
        return card(
            Coverage(tuple(Covered(each, "missing", words.empty_output, None) for each in expected)), words
        )

    def first(self, view: View) -> Sequence[Question[object]]:
        if view.key_points:
            return (_question(view, _given(view.key_points)),)
        return (key_points_question(view),)

    def most_calls(self, case: Case) -> int:
        return 1 if case.key_points else 2


def _given(points: Sequence[WeightedText]) -> tuple[Expected, ...]:
    return tuple(Expected(point.text, point.weight) for point in points)


def _question(view: View, expected: Sequence[Expected]) -> Question[Coverage]:
    said = texts(view.prompt_lang)
    numbers = range(1, len(expected) + 1)
    has_skill = view.log is not None and any(call.capability == "skill" for call in view.log.calls)

    def covered(answer: Answer) -> tuple[Covered, ...]:
        made = {}
        for number, entry in answer.numbered_once("key_points", numbers).items():
            about = said.key_point.format(number)
            coverage = answer.choice(entry, "coverage", _COVERAGES, about)
            lost = coverage != "covered"
            stage = answer.choice(entry, "stage", _STAGES, about)
            steps = answer.steps(entry, "steps", about)
            made[number] = Covered(
                expected[number - 1],
                coverage,
                answer.text(entry, "reason", about),
                answer.quote(entry, about) if coverage != "missing" else None,
                stage if lost and view.log is not None else "unknown",
                steps if lost else (),
                answer.text(entry, "suggestion", about) if lost and has_skill else "",
            )
        return tuple(made[number] for number in numbers if number in made)

    def read(parsed: Mapping[str, Any]) -> Coverage:
        answer = Answer(parsed, view)
        points = covered(answer)
        issues, invented = [], 0
        for number, entry in enumerate(answer.entries("result_issues"), 1):
            about = said.issue.format(number)
            issue = Issue(
                answer.text(entry, "text", about),
                answer.choice(entry, "kind", _KINDS, about),
                answer.choice(entry, "severity", _SEVERITIES, about),
            )
            words = entry.get("quote")
            # A remark that is never scored is left out, and does not break what is.
            if isinstance(words, str) and words.strip() and not view.sources.quote("output", words).found:
                invented += 1
            else:
                issues.append(issue)
        return answer.finish(Coverage(points, tuple(issues), invented))

    log = None if view.log is None else digest(view.log)
    material = replace(view.material, context=None, run_log=log)
    lines = [(number, expected[number - 1].text) for number in numbers]
    return Question(
        "agent-task-completion",
        _VERSION,
        said.completion.system,
        (
            *material_blocks(material, SECTIONS[view.prompt_lang]),
            numbered_block(said.key_points_block, lines, view),
            said.completion.reply,
        ),
        _model,
        "key_points",
        read,
    )


def card(coverage: Coverage, words: Wording) -> Card:
    """The score of what was covered, one key point at least."""
    points = coverage.points
    pairs = [(each.expected.weight, COVERAGE[each.coverage]) for each in points]
    score = weighted(pairs)
    reached = sum((weight * value for weight, value in pairs), Fraction(0))
    total = sum((weight for weight, _ in pairs), Fraction(0))
    terms = " + ".join(f"{figure(weight)} × {figure(value)}" for weight, value in pairs)
    notes = [
        words.issue.format(issue.kind, words.severity[issue.severity], issue.text)
        for issue in coverage.issues
    ]
    if coverage.invented:
        notes.append(words.invented_issues.format(coverage.invented))
    return Card(
        score,
        tuple(_point(each, words) for each in points),
        _summary(points, words),
        (
            words.values,
            words.weighted.format(terms, figure(total), figure(reached), figure(total)),
            words.score.format(figure(reached), figure(total), figure(score)),
        ),
        notes=tuple(notes),
    )


def _summary(points: Sequence[Covered], words: Wording) -> str:
    """The gravest point, of several the one that weighs most."""
    for coverage in _GRAVEST:
        lost = [each for each in points if each.coverage == coverage]
        if lost:
            first = max(lost, key=lambda each: each.expected.weight)
            return worst(words, coverage, first.expected.text, first.reason)
    return words.all_covered


def _point(each: Covered, words: Wording) -> CardPoint:
    stage = words.stage[each.stage]
    return CardPoint(
        each.expected.text,
        100 * COVERAGE[each.coverage],
        _SHOWN_AS[each.coverage],
        sentences(
            words,
            words.status[each.coverage],
            each.reason,
            "" if each.quote is None else words.output.format(passage_of(each.quote)),
            "" if each.expected.quote is None else words.reference.format(passage_of(each.expected.quote)),
            words.lost_at.format(stage) if stage else "",
        ),
        each.suggestion,
        each.steps,
    )


def _model() -> type[BaseModel]:
    from pytest_rubric.evaluators.presets.claims.reply_models import CompletionModel

    return CompletionModel
