"""``agent-tool-utilization``: was what was on offer used where the task needs it, and not beyond."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pytest_rubric.evaluators.presets.protocol import Card, CardPoint, Category, Need, Unscored
from pytest_rubric.evaluators.presets.questions import Question, Questions
from pytest_rubric.evaluators.presets.reading import Answer
from pytest_rubric.evaluators.presets.trajectory import material
from pytest_rubric.evaluators.presets.trajectory.formulas import rate, status, weighted
from pytest_rubric.evaluators.presets.trajectory.language import common, utilization
from pytest_rubric.evaluators.presets.trajectory.material import Way, anchor, way
from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.evaluators.presets.wording import wording
from pytest_rubric.model import Case, CatalogEntry
from pytest_rubric.model.lines import shortened
from pytest_rubric.runlog import Step
from pytest_rubric.scoring.figures import figure

if TYPE_CHECKING:
    from pydantic import BaseModel

WEIGHTS = {"coverage": 50, "match": 25, "restraint": 25}

_VERSION = "1"
_NEEDS = ("required", "optional", "irrelevant")
_KINDS = ("redundant", "ineffective")


@dataclass(frozen=True, slots=True)
class Needed:
    """How much the task needs an entry, and why it was right or wrong not to call it."""

    need: str
    reason: str
    idle_reason: str


@dataclass(frozen=True, slots=True)
class Waste:
    """A call that brought nothing."""

    step: str
    kind: str
    reason: str
    suggestion: str


@dataclass(frozen=True, slots=True)
class Judged:
    """The judge's answer: the entries in the order of the catalog."""

    needs: tuple[Needed, ...] = ()
    wastes: tuple[Waste, ...] = ()


class ToolUtilization:
    """Three rates. Code counts the calls; the judge says what the task needs and which calls were vain."""

    id = "agent-tool-utilization"
    category: Category = "traj"
    needs: Sequence[Need] = ("catalog", "log")
    dimensions: Sequence[str] = (*WEIGHTS, "idleness")

    async def assess(self, view: View, ask: Questions) -> Card | Unscored:
        """One question; none where nothing was on offer."""
        found = way(view)
        words = utilization(view.lang)
        if found.hides_names:
            return Unscored(common(view.lang).hidden_names)
        if not found.entries and not found.calls:
            return Unscored(words.nothing_offered)
        judged = await ask(_question(view, found)) if found.entries else Judged()
        return _Reckoning(view, found, judged).card()

    def on_empty(self, view: View) -> Card | Unscored | None:
        return Unscored(wording(view.lang).empty_output)

    def first(self, view: View) -> Sequence[Question[object]]:
        found = way(view)
        return (_question(view, found),) if found.entries and not found.hides_names else ()

    def most_calls(self, case: Case) -> int:
        return 1


def _model() -> type[BaseModel]:
    from pytest_rubric.evaluators.presets.trajectory.models import UtilizationReply

    return UtilizationReply


def _question(view: View, found: Way) -> Question[Judged]:
    lang = view.prompt_lang
    words = utilization(lang)
    catalog = material.catalog_text(found.entries, lang, with_parameters=False)
    return Question(
        name=ToolUtilization.id,
        version=_VERSION,
        system=words.system + common(lang).rules,
        blocks=(
            *material.blocks(view, found.facts, (common(lang).catalog_block, catalog)),
            words.form,
        ),
        model=_model,
        key="entries",
        read=lambda parsed: _read(parsed, view, found),
    )


def _read(parsed: Mapping[str, Any], view: View, found: Way) -> Judged:
    answer = Answer(parsed, view)
    words = utilization(view.prompt_lang)
    entries = answer.numbered_once("entries", range(1, len(found.entries) + 1))
    needs = []
    for number in sorted(entries):
        entry, about = entries[number], words.entry.format(number)
        idle = not found.calls_of(found.entries[number - 1])
        needs.append(
            Needed(
                answer.choice(entry, "need", _NEEDS, about),
                answer.text(entry, "reason", about),
                answer.text(entry, "idle_reason", about, needed=idle),
            )
        )
    wastes: list[Waste] = []
    for number, entry in enumerate(answer.entries("findings"), 1):
        about = words.finding.format(number)
        steps = answer.calls(entry, "step", about, least=1)
        waste = Waste(
            steps[0] if steps else "",
            answer.choice(entry, "kind", _KINDS, about),
            answer.text(entry, "reason", about),
            answer.text(entry, "suggestion", about),
        )
        if any(each.step == waste.step for each in wastes):
            answer.wrong(words.repeated_step.format(waste.step))
        wastes.append(waste)
    return answer.finish(Judged(tuple(needs), tuple(wastes)))


class _Reckoning:
    """From the judge's answer and the calls to the card."""

    def __init__(self, view: View, found: Way, judged: Judged) -> None:
        self._words = utilization(view.lang)
        self._view = view
        self._way = found
        self._pairs = tuple(zip(found.entries, judged.needs, strict=True))
        self._needs = {(entry.kind, entry.name): needed for entry, needed in self._pairs}
        self._useful = [call for call in found.calls if self._need(call) in ("required", "optional")]
        useful = {anchor(call) for call in self._useful}
        self._vain = [call for call in found.calls if anchor(call) not in useful]
        self._wastes = [waste for waste in judged.wastes if waste.step in useful]
        self._discarded = [waste for waste in judged.wastes if waste.step not in useful]
        self._required = [(entry, needed) for entry, needed in self._pairs if needed.need == "required"]
        self._covered = [pair for pair in self._required if found.calls_of(pair[0])]

    def card(self) -> Card:
        points = {
            "coverage": rate(len(self._covered), len(self._required)),
            "match": rate(len(self._useful), len(self._way.calls)),
            "restraint": rate(len(self._useful) - len(self._wastes), len(self._useful)),
        }
        # nothing was needed and nothing called: idle for good reasons, which the judge gave
        score = weighted(points, WEIGHTS)
        notes = [self._words.discarded.format(waste.step) for waste in self._discarded]
        if self._way.unlisted:
            notes.append(common(self._view.lang).unlisted_skills.format(len(self._way.unlisted)))
        return Card(
            score=Fraction(100) if score is None else score,
            points=(
                self._coverage(points["coverage"]),
                self._match(points["match"]),
                self._restraint(points["restraint"]),
                self._idleness(),
            ),
            summary=self._summary(points),
            calculation=self._calculation(points, score),
            notes=tuple(notes),
        )

    def _need(self, call: Step) -> str | None:
        entry = self._way.entry_of(call)
        return None if entry is None else self._needs[entry.kind, entry.name].need

    def _coverage(self, point: Fraction | None) -> CardPoint:
        words = self._words
        lines, steps, idle = [], [], []
        for entry, needed in self._required:
            calls = [anchor(call) for call in self._way.calls_of(entry)]
            if calls:
                shown = ", ".join(material.anchors(calls)[:8])
                lines.append("- " + words.needed_called.format(_name(entry), shown, needed.reason))
                steps += calls
            else:
                why = needed.idle_reason or needed.reason
                lines.append("- " + words.needed_idle.format(_name(entry), why))
                idle.append(_name(entry))
        return CardPoint(
            words.labels["coverage"],
            point,
            status(point),
            material.evidence(*lines) or words.no_required,
            words.use_it.format(common(self._view.lang).separator.join(idle)) if idle else "",
            material.anchors(steps),
        )

    def _match(self, point: Fraction | None) -> CardPoint:
        words = self._words
        if point is None:
            return CardPoint(words.labels["match"], None, evidence=words.no_calls)
        vain = self._vain
        lines = [words.called.format(len(self._useful), len(self._way.calls))]
        lines += [f"- {self._why_vain(call)}" for call in vain[: material.MOST_ANCHORS]]
        if len(vain) > material.MOST_ANCHORS:
            lines.append(f"- {common(self._view.lang).and_more.format(len(vain) - material.MOST_ANCHORS)}")
        return CardPoint(
            words.labels["match"],
            point,
            status(point),
            material.evidence(*lines),
            words.leave_out if vain else "",
            material.anchors([anchor(call) for call in vain]),
        )

    def _why_vain(self, call: Step) -> str:
        entry = self._way.entry_of(call)
        if entry is None:
            return self._words.outside_call.format(anchor(call), shortened(str(call.tool)))
        reason = self._needs[entry.kind, entry.name].reason
        return self._words.irrelevant_call.format(anchor(call), _name(entry), reason)

    def _restraint(self, point: Fraction | None) -> CardPoint:
        words = self._words
        told = material.told(self._view, self._way.facts)
        known = " ".join(line for line in (told.repeats, told.failures, told.unused) if line)
        facts = common(self._view.lang).facts.format(known) if self._way.calls and known else ""
        if point is None:
            return CardPoint(
                words.labels["restraint"], None, evidence=material.evidence(words.no_useful_calls, facts)
            )
        useful = len(self._useful)
        lines = [words.counted.format(useful - len(self._wastes), useful)]
        lines += [
            "- " + words.waste.format(each.step, self._tool(each.step), words.kinds[each.kind], each.reason)
            for each in self._wastes
        ]
        return CardPoint(
            words.labels["restraint"],
            point,
            status(point),
            material.evidence(*lines, facts),
            " ".join(dict.fromkeys(each.suggestion for each in self._wastes)),
            material.anchors([each.step for each in self._wastes]),
        )

    def _idleness(self) -> CardPoint:
        words = self._words
        idle = [
            "- " + words.idle.format(_name(entry), words.needs[needed.need], needed.idle_reason)
            for entry, needed in self._pairs
            if not self._way.calls_of(entry)
        ]
        return CardPoint(
            words.labels["idleness"],
            None,
            evidence=material.evidence(words.idle_unscored, *(idle or [words.none_idle])),
        )

    def _tool(self, step: str) -> str:
        call = self._way.log.call_at(step)
        return shortened(str(call.tool)) if call is not None else ""

    def _calculation(self, points: Mapping[str, Fraction | None], score: Fraction | None) -> tuple[str, ...]:
        words = self._words
        if score is None:
            return (words.justified,)
        useful = len(self._useful)
        parts = {
            "coverage": (len(self._covered), len(self._required)),
            "match": (useful, len(self._way.calls)),
            "restraint": (useful - len(self._wastes), useful),
        }
        used = {name: point for name, point in points.items() if point is not None}
        lines = [words.sums[name].format(*parts[name], figure(point)) for name, point in used.items()]
        terms = " + ".join(f"{WEIGHTS[name]} × {figure(point)}" for name, point in used.items())
        lines.append(words.score.format(terms, sum(WEIGHTS[name] for name in used), figure(score)))
        return tuple(lines)

    def _summary(self, points: Mapping[str, Fraction | None]) -> str:
        """The worst thing of the rate that costs most."""
        words = self._words
        used = {name: point for name, point in points.items() if point is not None}
        if not used:
            return words.none_needed
        worst = max(used, key=lambda name: WEIGHTS[name] * (100 - used[name]))
        if used[worst] == 100:
            return words.all_well
        widest = material.WIDEST_REASON
        if worst == "coverage":
            entry, needed = next(pair for pair in self._required if pair not in self._covered)
            why = needed.idle_reason or needed.reason
            return words.lost_needed.format(_name(entry), shortened(why, widest))
        if worst == "match":
            call = self._vain[0]
            offered = self._way.entry_of(call)
            if offered is None:
                return words.lost_outside.format(anchor(call), shortened(str(call.tool)))
            reason = self._needs[offered.kind, offered.name].reason
            return words.lost_irrelevant.format(anchor(call), _name(offered), shortened(reason, widest))
        waste = self._wastes[0]
        return words.lost_waste.format(waste.step, self._tool(waste.step), shortened(waste.reason, widest))


def _name(entry: CatalogEntry) -> str:
    return shortened(entry.name, 60)
