"""``agent-tool-selection``: was each call the right one, with the right arguments, at the right time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

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
from pytest_rubric.evaluators.presets.reading import Answer, anchor_of
from pytest_rubric.evaluators.presets.trajectory import material
from pytest_rubric.evaluators.presets.trajectory.formulas import CAPS, capped
from pytest_rubric.evaluators.presets.trajectory.language import common, selection
from pytest_rubric.evaluators.presets.trajectory.material import Way, way
from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.evaluators.presets.wording import wording
from pytest_rubric.model import Case
from pytest_rubric.model.lines import shortened
from pytest_rubric.scoring.figures import figure

if TYPE_CHECKING:
    from pydantic import BaseModel

DIMENSIONS = ("tool_necessity", "tool_match", "parameter_validity", "result_utilization", "call_order")

DIMENSION_OF = {
    "missing_required_tool": "tool_necessity",
    "irrelevant_call": "tool_necessity",
    "redundant_call": "tool_necessity",
    "wrong_core_tool": "tool_match",
    "hallucinated_critical_argument": "parameter_validity",
    "invalid_argument": "parameter_validity",
    "ignored_key_result": "result_utilization",
    "dependency_order_violation": "call_order",
}
"""Where an issue belongs, whatever the judge says; ``other`` says it itself."""

_VERSION = "1"
_CODES = (*DIMENSION_OF, "other")
_SEVERITY = ("low", "medium", "high")
_VERDICTS: Mapping[str, tuple[Fraction, PointStatus]] = {
    "met": (Fraction(100), "covered"),
    "partial": (Fraction(50), "partial"),
    "missing": (Fraction(0), "missing"),
}


@dataclass(frozen=True, slots=True)
class Issue:
    """One thing that is wrong. ``step`` is an anchor as the judge wrote it, which need not exist."""

    code: str
    dimension: str
    severity: str
    tool: str
    step: str
    reason: str
    suggestion: str


@dataclass(frozen=True, slots=True)
class Decided:
    """The verdict on one dimension."""

    verdict: str
    reason: str
    suggestion: str


@dataclass(frozen=True, slots=True)
class Judged:
    """The judge's answer: dimensions by name."""

    issues: tuple[Issue, ...]
    dimensions: Mapping[str, Decided]


class ToolSelection:
    """Five dimensions of equal weight, and a cap where an issue with ground under it is grave."""

    id = "agent-tool-selection"
    category: Category = "traj"
    needs: Sequence[Need] = ("catalog", "log")
    dimensions: Sequence[str] = DIMENSIONS

    async def assess(self, view: View, ask: Questions) -> Card | Unscored:
        """One question; without a call only on the need for one."""
        found = way(view)
        judged = await ask(_question(view, found))
        return _card(view, found, judged)

    def on_empty(self, view: View) -> Card | Unscored | None:
        return Unscored(wording(view.lang).empty_output)

    def first(self, view: View) -> Sequence[Question[object]]:
        return (_question(view, way(view)),)

    def most_calls(self, case: Case) -> int:
        return 1


def _asked(found: Way) -> tuple[str, ...]:
    """Without a call nothing can be said of its fit, its arguments, its result and its place."""
    return DIMENSIONS if found.log.calls else DIMENSIONS[:1]


def _model() -> type[BaseModel]:
    from pytest_rubric.evaluators.presets.trajectory.models import SelectionReply

    return SelectionReply


def _question(view: View, found: Way) -> Question[Judged]:
    lang = view.prompt_lang
    words = selection(lang)
    catalog = material.catalog_text(found.entries, lang, with_parameters=True)
    return Question(
        name=ToolSelection.id,
        version=_VERSION,
        system=words.system + common(lang).rules,
        blocks=(
            *material.blocks(view, found.facts, (common(lang).catalog_block, catalog)),
            words.form if found.log.calls else words.no_calls_form,
        ),
        model=_model,
        key="dimensions",
        read=lambda parsed: _read(parsed, view, _asked(found)),
    )


def _read(parsed: Mapping[str, Any], view: View, asked: Sequence[str]) -> Judged:
    answer = Answer(parsed, view)
    words = selection(view.prompt_lang)
    issues = []
    for number, entry in enumerate(answer.entries("issues"), 1):
        about = words.issue.format(number)
        code = answer.choice(entry, "code", _CODES, about)
        dimension = DIMENSION_OF.get(code) or answer.choice(entry, "dimension", DIMENSIONS, about)
        issues.append(
            Issue(
                code,
                dimension,
                answer.choice(entry, "severity", _SEVERITY, about),
                answer.text(entry, "tool", about, needed=False),
                anchor_of(entry.get("step")) or answer.text(entry, "step", about, needed=False),
                answer.text(entry, "reason", about),
                answer.text(entry, "suggestion", about),
            )
        )
    entries = answer.each_once("dimensions", "dimension", asked)
    decided = {}
    for name in asked:
        if name in entries:
            verdict = answer.choice(entries[name], "verdict", tuple(_VERDICTS), name)
            decided[name] = Decided(
                verdict,
                answer.text(entries[name], "reason", name),
                answer.text(entries[name], "suggestion", name, needed=verdict != "met"),
            )
    return answer.finish(Judged(tuple(issues), decided))


def _grounded(issues: Sequence[Issue], found: Way, lang: str) -> tuple[list[Issue], list[str]]:
    """The issues that have ground under them, each once; and a note for each that has none."""
    words = selection(lang)
    kept: dict[tuple[str, str, str], Issue] = {}
    notes = []
    for issue in issues:
        if (lack := _lack(issue, found, lang)) is not None:
            what = issue.tool if issue.code == "missing_required_tool" else issue.step
            about = words.discarded.format(words.codes[issue.code], shortened(what, 40), lack)
            notes.append(" ".join(about.split()))
        else:
            kept.setdefault((issue.code, issue.tool.casefold(), issue.step), issue)
    return list(kept.values()), notes


def _lack(issue: Issue, found: Way, lang: str) -> str | None:
    """What an issue rests on that is not there; ``None`` where it has ground under it."""
    words = selection(lang)
    if issue.code == "other":
        return None
    if issue.code != "missing_required_tool":
        return None if found.log.call_at(issue.step) is not None else words.no_such_call
    named = [entry for entry in found.entries if entry.name.casefold() == issue.tool.strip().casefold()]
    if not named:
        return words.no_such_entry
    if found.hides_names:
        return words.names_hidden
    return words.was_called if all(found.calls_of(entry) for entry in named) else None


def _anchor(issue: Issue, found: Way) -> str | None:
    """The step of an issue, where it has one that exists; a tool that was never called has none."""
    if issue.code == "missing_required_tool" or found.log.step_at(issue.step) is None:
        return None
    return issue.step


def _card(view: View, found: Way, judged: Judged) -> Card:
    words = selection(view.lang)
    issues, notes = _grounded(judged.issues, found, view.lang)
    points = {name: _VERDICTS[decided.verdict][0] for name, decided in judged.dimensions.items()}
    mean = sum(points.values(), Fraction(0)) / len(points)
    base = r1(mean)
    grave = min(
        (each for each in issues if each.code in CAPS), key=lambda each: CAPS[each.code], default=None
    )
    score = capped(mean, [] if grave is None else [CAPS[grave.code]])
    shown = [_point(view, found, name, judged.dimensions.get(name), issues) for name in DIMENSIONS]
    terms = " + ".join(figure(point) for point in points.values())
    lines = [words.sums.format(terms, len(points), figure(base))]
    binding = grave if grave is not None and CAPS[grave.code] < mean else None
    if binding is None:
        lines.append(words.score.format(figure(score)))
    else:
        cap = CAPS[binding.code]
        lines.append(words.score_capped.format(figure(base), figure(cap), figure(score)))
        about = _named(binding, found, view.lang)
        step = _anchor(binding, found)
        shown.append(
            CardPoint(
                words.cap_label,
                None,
                evidence=words.cap.format(figure(base), about, figure(cap), binding.reason),
                suggestion=binding.suggestion,
                anchors=() if step is None else (step,),
            )
        )
    if found.unlisted:
        notes.append(common(view.lang).unlisted_skills.format(len(found.unlisted)))
    return Card(
        score=score,
        points=tuple(shown),
        summary=_summary(view, found, judged, issues, binding),
        calculation=tuple(lines),
        notes=tuple(notes),
    )


def _point(view: View, found: Way, name: str, decided: Decided | None, issues: Sequence[Issue]) -> CardPoint:
    words = selection(view.lang)
    if decided is None:
        return CardPoint(words.labels[name], None, evidence=words.no_calls)
    point, state = _VERDICTS[decided.verdict]
    own = [issue for issue in issues if issue.dimension == name]
    listed = [
        words.found.format(_named(each, found, view.lang), words.severities[each.severity], each.reason)
        for each in own
    ]
    told = material.told(view, found.facts)
    known = {
        "tool_necessity": (told.calls, told.repeats),
        "tool_match": (told.outside,),
        "parameter_validity": (),
        "result_utilization": (told.failures, told.unused),
        "call_order": (),
    }[name]
    facts = " ".join(line for line in known if line)
    suggestions = [decided.suggestion, *(each.suggestion for each in own)]
    return CardPoint(
        words.labels[name],
        point,
        state,
        material.evidence(
            f"{words.verdicts[decided.verdict]}: {decided.reason}",
            *listed,
            common(view.lang).facts.format(facts) if facts else "",
        ),
        " ".join(dict.fromkeys(text for text in suggestions if text)),
        material.anchors([step for each in own if (step := _anchor(each, found)) is not None]),
    )


def _named(issue: Issue, found: Way, lang: str) -> str:
    """An issue in a few words: what it is, and at which step or for which tool."""
    words = selection(lang)
    step = _anchor(issue, found)
    call = None if step is None else found.log.call_at(step)
    if call is not None:
        return f"{words.codes[issue.code]}, {step} {shortened(call.tool or issue.tool, 60)}".rstrip()
    where = step or shortened(issue.tool, 60)
    return f"{words.codes[issue.code]}, {where}" if where else words.codes[issue.code]


def _summary(view: View, found: Way, judged: Judged, issues: Sequence[Issue], binding: Issue | None) -> str:
    """What held the score down, else what the worst dimension is worst for."""
    words = selection(view.lang)
    lost = [name for name, decided in judged.dimensions.items() if decided.verdict != "met"]
    if binding is None and not lost:
        return words.all_well if found.log.calls else words.none_needed
    issue, reason = binding, ""
    if issue is None:
        name = min(lost, key=lambda each: _VERDICTS[judged.dimensions[each].verdict][0])
        own = [each for each in issues if each.dimension == name]
        issue = max(own, key=lambda each: _SEVERITY.index(each.severity), default=None)
        reason = judged.dimensions[name].reason
    if issue is None:
        return shortened(reason, material.WIDEST_REASON)
    return f"{_named(issue, found, view.lang)}: {shortened(issue.reason, material.WIDEST_REASON)}"
