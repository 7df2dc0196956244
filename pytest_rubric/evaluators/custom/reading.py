"""What a judge says of one point: a level, and what it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from pytest_rubric.evaluators.custom.texts import texts
from pytest_rubric.evaluators.presets.protocol import CardPoint, PointStatus
from pytest_rubric.evaluators.presets.reading import Answer, Entry, passage, shown
from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.model import Quote

Level = Literal["met", "partial", "missing", "not_applicable"]

LEVELS: tuple[Level, ...] = ("met", "partial", "missing")
_VALUES: dict[str, Fraction] = {"met": Fraction(100), "partial": Fraction(50), "missing": Fraction(0)}
_STATUSES: dict[str, PointStatus] = {"met": "covered", "partial": "partial", "missing": "missing"}
_MOST_QUOTES = 3


@dataclass(frozen=True, slots=True)
class Decision:
    """One point as decided. ``value`` is 100, 50 or 0; ``None`` where it does not apply."""

    label: str
    level: str
    reason: str
    is_whole: bool
    quotes: tuple[Quote, ...]
    anchors: tuple[str, ...]
    suggestion: str

    @property
    def value(self) -> Fraction | None:
        return _VALUES.get(self.level)

    def point(self, lang: str) -> CardPoint:
        """The point of the card: what was quoted, and why."""
        words = texts(lang)
        said = [words.quote.format(passage(quote)) for quote in self.quotes[:_MOST_QUOTES]]
        reason = self.reason + (words.on_the_whole if self.is_whole and not self.quotes else "")
        if self.value is None:
            reason = words.does_not_apply.format(self.reason)
        return CardPoint(
            self.label,
            self.value,
            _STATUSES.get(self.level),
            words.joined.join([*said, reason]),
            self.suggestion,
            self.anchors,
        )


def decision(
    answer: Answer, entry: Entry, label: str, allowed: Sequence[str], view: View, placed: Sequence[str]
) -> Decision:
    """Read one entry; what is wrong with it is added to the answer's complaints."""
    level = answer.choice(entry, "status", allowed, label)
    is_whole = entry.get("basis") not in (None, "") and (
        answer.choice(entry, "basis", ("quote", "whole"), label) == "whole"
    )
    quotes = _quotes(answer, entry, label, view, placed)
    if not quotes and (level == "partial" or (level == "met" and not is_whole)):
        answer.wrong(answer.words.no_quote.format(label))
    return Decision(
        label,
        level,
        answer.text(entry, "reason", label),
        is_whole,
        quotes,
        answer.steps(entry, "steps", label),
        answer.text(entry, "suggestion", label, needed=level in ("partial", "missing")),
    )


def _quotes(answer: Answer, entry: Entry, label: str, view: View, placed: Sequence[str]) -> tuple[Quote, ...]:
    """The quotes of an entry, a list or one text; each must stand in a text that the prompt placed."""
    value = entry.get("quotes")
    listed = value if isinstance(value, list) else [] if value is None else [value]
    found = []
    for each in listed:
        if each is None or (isinstance(each, str) and not each.strip()):
            continue
        quote = _look_up(each, view, placed) if isinstance(each, str) else None
        if quote is None:
            answer.wrong(answer.words.quote_not_found.format(label, shown(each)))
        else:
            found.append(quote)
    return tuple(found)


def _look_up(text: str, view: View, placed: Sequence[str]) -> Quote | None:
    for placeholder, source in (("actual_output", "output"), ("trace_summary", "run_log")):
        if placeholder in placed:
            quote = view.sources.quote(source, text)
            if quote.found:
                return quote
    return None
