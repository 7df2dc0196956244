"""``hallucination-text``: made-up content, by type, severity and share of the text.

Each type has its own list in the reply. With one list for all of them, small models wrote an entry for
every type, whether anything was made up or not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from pytest_rubric.evaluators.presets.findings.texts import HALLUCINATION as TEXTS
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
from pytest_rubric.scoring.deductions import HALLUCINATION, share_deduction, share_of
from pytest_rubric.scoring.figures import figure, rounded

if TYPE_CHECKING:
    from pydantic import BaseModel

# The severity is the last word of a finding, so that its reason can clear it.
_CLEARED = "none"
_SEVERITIES = (_CLEARED, "light", "severe")
_VERSION = "2"
_CONFIDENCE = ("high", "medium", "low")
_UNKNOWN = "unknown:"


@dataclass(frozen=True, slots=True)
class Finding:
    """One passage that is made up; ``span`` is its place in the answer."""

    type: str
    severity: str
    span: tuple[int, int]
    passage: str
    reason: str


@dataclass(frozen=True, slots=True)
class Findings:
    """One answer of the judge. ``cleared`` counts what its own reason shows to be true."""

    listed: tuple[Finding, ...]
    cleared: int
    catastrophic: bool
    confidence: str


class HallucinationText:
    """Judges whether what an answer says is made up."""

    id = "hallucination-text"
    category: Category = "res"
    needs: Sequence[Need] = ("query",)
    dimensions: Sequence[str] = (*HALLUCINATION, "share")

    async def assess(self, view: View, ask: Questions) -> Card | Unscored:
        """One question about the whole answer."""
        return _card(await ask(self._question(view)), view)

    def on_empty(self, view: View) -> Card | Unscored | None:
        """Nothing is said, so nothing is made up or true."""
        return Unscored(engine_wording(view.lang).empty_output)

    def first(self, view: View) -> Sequence[Question[object]]:
        """The only question."""
        return (self._question(view),)

    def most_calls(self, case: Case) -> int:
        """One."""
        return 1

    def _question(self, view: View) -> Question[Findings]:
        texts, sections = TEXTS[view.prompt_lang], SECTIONS[view.prompt_lang]
        blocks = [text_block(sections.input, view.query or "", sections)]
        if view.context is not None:
            blocks.append(text_block(sections.context, view.context, sections))
        blocks += [text_block(sections.output, view.answer, sections), texts.reply]
        return Question(
            self.id, _VERSION, texts.system, tuple(blocks), _model, "types", partial(_read, view=view)
        )


def _model() -> type[BaseModel]:
    from pytest_rubric.evaluators.presets.findings.models import HallucinationReply

    return HallucinationReply


def _read(parsed: Mapping[str, Any], *, view: View) -> Findings:
    answer = Answer(parsed, view)
    listed: list[Finding] = []
    cleared = 0
    for kind, entry in answer.each_once("types", "type", tuple(HALLUCINATION)).items():
        for number, each in enumerate(answer.listed(entry, "findings", kind), 1):
            found = _finding(answer, each, kind, f"{kind} #{number}", view)
            if found is None:
                cleared += 1
            else:
                listed.append(found)
    catastrophic = answer.flag(parsed, "catastrophic", "the reply")
    if catastrophic and not listed:
        answer.wrong(wording(view.prompt_lang).catastrophic_needs_finding)
    confidence = answer.choice(parsed, "confidence", _CONFIDENCE, "the reply")
    return answer.finish(Findings(tuple(listed), cleared, catastrophic, confidence))


def _finding(answer: Answer, entry: Entry, kind: str, about: str, view: View) -> Finding | None:
    """A finding, or ``None`` where its own reason clears it; what that quotes never matters."""
    words = wording(view.prompt_lang)
    severity = answer.choice(entry, "severity", _SEVERITIES, about)
    reason = answer.text(entry, "reason", about)
    if severity == _CLEARED:
        return None
    if severity == "severe" and reason.casefold().startswith(_UNKNOWN):
        answer.wrong(words.unknown_is_light.format(about))
    quote = answer.quote(entry, about, remedy=words.or_no_finding)
    start = end = 0
    if quote is not None and quote.start is not None and quote.end is not None:
        start, end = quote.start, quote.end
    passage = "" if quote is None else shortened(quote.passage or quote.text, 120)
    return Finding(kind, severity, (start, end), passage, reason)


def _card(found: Findings, view: View) -> Card:
    words, labels = wording(view.lang), TEXTS[view.lang].labels
    listed, twice = _each_once(found.listed)
    points: list[CardPoint] = []
    lines: list[str] = []
    total = 0
    for kind, costs in HALLUCINATION.items():
        own = [each for each in listed if each.type == kind]
        spent = max((costs[each.severity] for each in own), default=0)
        total += spent
        points.append(_point(labels[kind], own, spent, view.lang))
        if own:
            lines.append(words.deducted.format(label=labels[kind], terms=_worst(own), sum=spent))
    share = share_of([each.span for each in listed], len(view.answer))
    part = share_deduction(share, any_found=bool(listed))
    percent = figure(rounded(share * 100, 1))
    covered = int(share * len(view.answer))
    points.append(_share_point(labels["share"], part, words.share_evidence.format(share=percent)))
    lines.append(words.share.format(covered=covered, length=len(view.answer), share=percent, points=part))
    score = r1(Fraction(100 - total - part))
    lines.append(words.total.format(sum=total + part, score=figure(score)))
    if found.catastrophic:
        score = Fraction(0)
        lines.append(words.catastrophic)
    notes = [words.confidence.format(found.confidence), *(words.twice.format(each.passage) for each in twice)]
    if found.cleared:
        notes.append(words.cleared.format(found.cleared))
    return Card(
        score,
        tuple(points),
        _summary(listed, view.lang),
        tuple(lines),
        verdict="fail" if found.catastrophic else None,
        notes=tuple(notes),
    )


def _each_once(listed: Sequence[Finding]) -> tuple[list[Finding], list[Finding]]:
    """The findings without those that a type already has for the same passage, and these."""
    kept: dict[tuple[str, tuple[int, int]], Finding] = {}
    again = []
    for each in listed:
        key = (each.type, each.span)
        if key not in kept:
            kept[key] = each
        else:
            again.append(each)
            if each.severity == "severe":
                kept[key] = each
    return list(kept.values()), again


def _worst(own: Sequence[Finding]) -> str:
    severity = "severe" if any(each.severity == "severe" for each in own) else "light"
    return f"{severity} ({len(own)})"


def _point(label: str, own: Sequence[Finding], spent: int, lang: str) -> CardPoint:
    words = wording(lang)
    evidence = "; ".join(f"{each.severity}: “{each.passage}”: {each.reason}" for each in own)
    score = Fraction(100 - spent)
    status: PointStatus = "covered" if not spent else "partial"
    return CardPoint(label, score, status, evidence or words.clean)


def _share_point(label: str, spent: int, evidence: str) -> CardPoint:
    return CardPoint(label, Fraction(100 - spent), "covered" if not spent else "partial", evidence)


def _summary(listed: Sequence[Finding], lang: str) -> str:
    if not listed:
        return wording(lang).none_made_up
    worst = max(listed, key=lambda each: HALLUCINATION[each.type][each.severity])
    return f"“{worst.passage}”: {worst.reason}"
