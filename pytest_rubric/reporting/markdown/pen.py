"""How a report writes what comes from outside: cut at a fixed length, visibly, and escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pytest_rubric.model import Output, Quote
from pytest_rubric.reporting.markdown import escape
from pytest_rubric.reporting.words import Words

# Limits in characters.
QUOTE = 200
REMARK = 300
REASON = 500
TEXT = 1500
DETAILS = 4000


@dataclass(frozen=True, slots=True)
class Pen:
    """The words of a report's language, and the output that its quotes were looked up in."""

    words: Words
    output: Output | None = None

    def inline(self, text: str, limit: int) -> str:
        """For a list item, behind other text."""
        return escape.inline(text, limit, self.words.more_characters)

    def first(self, text: str, limit: int) -> str:
        """For the beginning of a list item."""
        return escape.at_start(self.inline(text, limit))

    def cell(self, text: str, limit: int) -> str:
        """For a table cell."""
        return escape.cell(text, limit, self.words.more_characters)

    def found(self, quotes: Sequence[Quote], *, in_cell: bool) -> str:
        """The passages that were found, as they stand in their text: ``> "...", "..."``."""
        shown = [self._passage(quote, in_cell=in_cell) for quote in quotes if quote.found]
        return f"> {self.words.marks.listing.join(shown)}" if shown else ""

    def struck_out(self, quotes: Sequence[Quote]) -> Iterable[str]:
        """The quotes that do not stand where the judge says, for a table cell."""
        for quote in quotes:
            if not quote.found:
                remark = self.words.not_found.format(source=self.source(quote.source))
                yield f'~~"{self.cell(quote.text, QUOTE)}"~~{self.words.brackets(remark)}'

    def with_quotes(self, text: str, quotes: str) -> str:
        """A statement and the quotes behind it; a whole sentence takes no colon."""
        if not (text and quotes):
            return text or quotes
        return text + (" " if text[-1] in ".!?。！？" else self.words.marks.colon) + quotes

    def source(self, source: str) -> str:
        """The name of a quoted text."""
        return self.words.sources.get(source) or self.cell(source, REMARK)

    def _passage(self, quote: Quote, *, in_cell: bool) -> str:
        text = self._original(quote)
        shown = self.cell(text, QUOTE) if in_cell else self.inline(text, QUOTE)
        source = "" if quote.source == "output" else self.words.brackets(self.source(quote.source))
        return f'"{shown}"{source}'

    def _original(self, quote: Quote) -> str:
        if quote.passage is not None:
            return quote.passage
        placed = quote.source == "output" and quote.start is not None and quote.end is not None
        if placed and self.output is not None:
            return self.output.text[quote.start : quote.end]
        return quote.text


def block(heading: str, lines: Sequence[str]) -> str:
    """One of the five blocks."""
    return "\n".join([f"### {heading}", *lines])
