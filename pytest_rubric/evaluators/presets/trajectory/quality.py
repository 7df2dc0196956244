"""``agent-trace-quality``: were the key actions done, the tools well chosen, the path lean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pytest_rubric.evaluators.presets.protocol import Card, CardPoint, Category, Need, Unscored
from pytest_rubric.evaluators.presets.questions import Question, Questions
from pytest_rubric.evaluators.presets.reading import Answer, Entry
from pytest_rubric.evaluators.presets.trajectory import material
from pytest_rubric.evaluators.presets.trajectory.formulas import COVERAGE, completeness, status, weighted
from pytest_rubric.evaluators.presets.trajectory.language import common, quality
from pytest_rubric.evaluators.presets.trajectory.material import Way, way
from pytest_rubric.evaluators.presets.trajectory.texts import QualityTexts
from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.evaluators.presets.wording import wording
from pytest_rubric.judging.prompting import quoted
from pytest_rubric.model import Case, WeightedText
from pytest_rubric.model.lines import shortened
from pytest_rubric.scoring.figures import figure

if TYPE_CHECKING:
    from pydantic import BaseModel

WEIGHTS = {"completeness": 45, "tool_choice": 35, "redundancy": 20}

_VERSION = "1"
_PATH = ("tool_choice", "redundancy")
_COVERAGE = ("covered", "partial", "missing", "not_applicable")
_SEVERITY = ("none", "low", "medium", "high")
_LEVELS = {"1.0": Fraction(1), "0.5": Fraction(1, 2), "0.0": Fraction(0)}
_WIDEST_ACTION = 80


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen of one key action."""

    coverage: str
    severity: str
    reason: str
    steps: tuple[str, ...]
    suggestion: str


@dataclass(frozen=True, slots=True)
class Graded:
    """The level of one dimension of the path."""

    level: str
    reason: str
    steps: tuple[str, ...]
    suggestion: str

    @property
    def value(self) -> Fraction:
        return _LEVELS[self.level]


@dataclass(frozen=True, slots=True)
class Judged:
    """The judge's answer: key actions in the order of the case, dimensions of the path by name."""

    actions: tuple[Seen, ...]
    path: Mapping[str, Graded]


class TraceQuality:
    """Three dimensions; those that do not apply leave their weight to the others."""

    id = "agent-trace-quality"
    category: Category = "traj"
    needs: Sequence[Need] = ("log",)
    dimensions: Sequence[str] = tuple(WEIGHTS)

    async def assess(self, view: View, ask: Questions) -> Card | Unscored:
        """One question, on what applies."""
        if not _is_asked(view):
            return _nothing(view)
        found = way(view)
        return _card(view, found, await ask(_question(view, found)))

    def on_empty(self, view: View) -> Card | Unscored | None:
        return Unscored(wording(view.lang).empty_output)

    def first(self, view: View) -> Sequence[Question[object]]:
        """None where neither a tool was called nor a key action is named."""
        return (_question(view, way(view)),) if _is_asked(view) else ()

    def most_calls(self, case: Case) -> int:
        return 1


def _dimensions(view: View) -> tuple[str, ...]:
    """The dimensions of the path that apply: none where nothing was called."""
    return _PATH if view.log is not None and view.log.calls else ()


def _is_asked(view: View) -> bool:
    return bool(_dimensions(view) or view.key_actions)


def _model() -> type[BaseModel]:
    from pytest_rubric.evaluators.presets.trajectory.models import QualityReply

    return QualityReply


def _question(view: View, found: Way) -> Question[Judged]:
    lang = view.prompt_lang
    words = quality(lang)
    own = []
    form = [words.form]
    if view.key_actions:
        own.append((words.actions_block, _listed(view.key_actions)))
    else:
        form.append(words.no_actions_form)
    if not _dimensions(view):
        form.append(words.no_path_form)
    return Question(
        name=TraceQuality.id,
        version=_VERSION,
        system=words.system + common(lang).rules,
        blocks=(*material.blocks(view, found.facts, *own), "\n".join(form)),
        model=_model,
        key="path",
        read=lambda parsed: _read(parsed, view),
    )


def _listed(actions: Sequence[WeightedText]) -> str:
    return "\n".join(f"{number}. {quoted(action.text)}" for number, action in enumerate(actions, 1))


def _read(parsed: Mapping[str, Any], view: View) -> Judged:
    answer = Answer(parsed, view)
    words = quality(view.prompt_lang)
    numbers = range(1, len(view.key_actions) + 1)
    asked = _dimensions(view)
    actions: dict[int, Entry] = {}
    path: dict[str, Entry] = {}
    if numbers or parsed.get("actions"):
        actions = answer.numbered_once("actions", numbers)
    if asked or parsed.get("path"):
        path = answer.each_once("path", "dimension", asked)
    return answer.finish(
        Judged(
            tuple(_seen(answer, actions[number], words.action.format(number)) for number in sorted(actions)),
            {name: _graded(answer, path[name], name) for name in asked if name in path},
        )
    )


def _seen(answer: Answer, entry: Entry, about: str) -> Seen:
    coverage = answer.choice(entry, "coverage", _COVERAGE, about)
    lacks = coverage in ("partial", "missing")
    return Seen(
        coverage,
        answer.choice(entry, "severity", _SEVERITY, about),
        answer.text(entry, "reason", about),
        answer.steps(entry, "steps", about, least=int(coverage in ("covered", "partial"))),
        answer.text(entry, "suggestion", about, needed=lacks),
    )


def _graded(answer: Answer, entry: Entry, about: str) -> Graded:
    level = answer.choice({"level": _spelled(entry.get("level"))}, "level", tuple(_LEVELS), about)
    below = level != "1.0"
    return Graded(
        level,
        answer.text(entry, "reason", about),
        answer.steps(entry, "steps", about, least=int(below)),
        answer.text(entry, "suggestion", about, needed=below),
    )


def _spelled(level: object) -> object:
    """A level as it is written in the prompt: ``1`` and ``"1"`` are ``1.0``; nothing is rounded."""
    if isinstance(level, bool):
        return level
    if isinstance(level, (int, float)):
        return next((name for name in _LEVELS if float(name) == level), level)
    if isinstance(level, str) and level.strip() in ("0", "1"):
        return f"{level.strip()}.0"
    return level


def _nothing(view: View) -> Unscored:
    words = quality(view.lang)
    return Unscored(
        words.nothing_to_judge,
        (
            CardPoint(words.labels["completeness"], None, evidence=words.no_actions),
            *(CardPoint(words.labels[name], None, evidence=words.no_calls) for name in _PATH),
        ),
    )


def _card(view: View, found: Way, judged: Judged) -> Card | Unscored:
    words = quality(view.lang)
    weights = [action.weight for action in view.key_actions]
    counted = [(weight, seen.coverage) for weight, seen in zip(weights, judged.actions, strict=True)]
    points: dict[str, Fraction | None] = {"completeness": completeness(counted)}
    for name in _PATH:
        points[name] = 100 * judged.path[name].value if name in judged.path else None
    score = weighted(points, WEIGHTS)
    shown = (_completeness_point(view, judged, points["completeness"]), *_path_points(view, found, judged))
    if score is None:
        return Unscored(words.nothing_to_judge, shown)
    return Card(
        score=score,
        points=shown,
        summary=_summary(view, judged, counted),
        calculation=_calculation(words, points, counted, score),
    )


def _completeness_point(view: View, judged: Judged, point: Fraction | None) -> CardPoint:
    words = quality(view.lang)
    lines = [
        _action_line(words, action, seen)
        for action, seen in zip(view.key_actions, judged.actions, strict=True)
    ]
    if not lines:
        lines = [words.no_actions]
    elif point is None:
        lines.insert(0, words.none_applies)
    return CardPoint(
        words.labels["completeness"],
        point,
        status(point),
        material.evidence(*lines),
        " ".join(seen.suggestion for seen in judged.actions if seen.coverage in ("partial", "missing")),
        material.anchors([step for seen in judged.actions for step in seen.steps]),
    )


def _action_line(words: QualityTexts, action: WeightedText, seen: Seen) -> str:
    about = [words.coverage_names[seen.coverage]]
    if action.weight != 1:
        about.append(words.weight.format(figure(action.weight)))
    if seen.coverage in ("partial", "missing") and seen.severity != "none":
        about.append(words.severity.format(words.severity_names[seen.severity]))
    steps = f" [{', '.join(seen.steps)}]" if seen.steps else ""
    return f"- {shortened(action.text, _WIDEST_ACTION)} ({', '.join(about)}){steps}: {seen.reason}"


def _path_points(view: View, found: Way, judged: Judged) -> tuple[CardPoint, ...]:
    """Tool choice with what was called, leanness with what was repeated and what failed."""
    words = quality(view.lang)
    told = material.told(view, found.facts)
    facts = {
        "tool_choice": (told.calls, told.outside),
        "redundancy": (told.repeats, told.failures, told.unused, told.totals),
    }
    points = []
    for name in _PATH:
        graded = judged.path.get(name)
        if graded is None:
            points.append(CardPoint(words.labels[name], None, evidence=words.no_calls))
            continue
        point = 100 * graded.value
        known = " ".join(line for line in facts[name] if line)
        points.append(
            CardPoint(
                words.labels[name],
                point,
                status(point),
                material.evidence(
                    f"{words.level_names[graded.level]}: {graded.reason}",
                    common(view.lang).facts.format(known) if known else "",
                ),
                graded.suggestion,
                graded.steps[: material.MOST_ANCHORS],
            )
        )
    return tuple(points)


def _calculation(
    words: QualityTexts,
    points: Mapping[str, Fraction | None],
    counted: Sequence[tuple[Fraction, str]],
    score: Fraction,
) -> tuple[str, ...]:
    lines = []
    applying = [(weight, seen) for weight, seen in counted if seen in COVERAGE]
    total = sum((weight for weight, _ in applying), Fraction(0))
    for name, point in points.items():
        if point is None:
            continue
        if name == "completeness":
            terms = " + ".join(f"{figure(weight)} × {figure(COVERAGE[seen])}" for weight, seen in applying)
            lines.append(words.sums[name].format(f"({terms})", figure(total), figure(point)))
        else:
            lines.append(words.sums[name].format(figure(point / 100), figure(point)))
    used = {name: point for name, point in points.items() if point is not None}
    terms = " + ".join(f"{WEIGHTS[name]} × {figure(point)}" for name, point in used.items())
    weights = str(sum(WEIGHTS[name] for name in used))
    lines.append(words.score.format(terms, weights, figure(score)))
    return tuple(lines)


def _summary(view: View, judged: Judged, counted: Sequence[tuple[Fraction, str]]) -> str:
    """What costs most, in plain words."""
    words = quality(view.lang)
    total = sum((weight for weight, seen in counted if seen in COVERAGE), Fraction(0))
    losses: list[tuple[Fraction, str]] = []
    for action, seen in zip(view.key_actions, judged.actions, strict=True):
        if seen.coverage in words.lost:
            lost = WEIGHTS["completeness"] * action.weight * (1 - COVERAGE[seen.coverage]) / total
            text = words.lost[seen.coverage].format(
                shortened(action.text, 60), shortened(seen.reason, material.WIDEST_REASON)
            )
            losses.append((lost, text))
    for name, graded in judged.path.items():
        if graded.value < 1:
            losses.append(
                (
                    WEIGHTS[name] * (1 - graded.value),
                    f"{graded.steps[0]}: {shortened(graded.reason, material.WIDEST_REASON)}",
                )
            )
    if losses:
        return max(losses, key=lambda loss: loss[0])[1]
    applying = sum(seen in COVERAGE for _, seen in counted)
    if applying and judged.path:
        return words.all_sound.format(applying)
    return words.all_actions.format(applying) if applying else words.sound_path
