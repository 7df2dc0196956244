"""One text in which quotes are looked up."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from pytest_rubric.evidence.boundaries import is_bounded, is_plainly_bounded, word_end
from pytest_rubric.evidence.normal import NormalText
from pytest_rubric.evidence.quotes import forms, pieces

_PARAGRAPH_BREAK = re.compile(r"\n[^\S\n]*\n")


@dataclass(frozen=True, slots=True)
class Passage:
    """Where a quote stands: code point offsets in the text, and the original text between them."""

    start: int
    end: int
    text: str


class Haystack:
    """A text, indexed once, when the first quote is looked up.

    A quote is found where it stands in the text after both are brought to their normal form
    (see :mod:`pytest_rubric.evidence.normal`), bounded by boundaries of words and numbers. It
    may leave something out at up to two ellipses: then its pieces, of two words (four
    characters of a script without spaces) each at least, stand in order inside one paragraph.
    Quotation marks, ``> `` and ellipses around a quote count for nothing; so do a list mark
    before it and a full stop after it where the text has none there. An empty quote, or one
    of punctuation only, is never found.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def find(self, quote: str) -> Passage | None:
        """The first passage that the quote stands for, or ``None`` where there is none."""
        # Most quotes stand there as they are; then no index is needed.
        at = self.text.find(quote) if quote else -1
        if at >= 0 and is_plainly_bounded(self.text, at, at + len(quote)):
            return Passage(at, at + len(quote), quote)
        for form in forms(quote):
            span = self._find(form, 0, len(self._normal.form))
            if span is None and (parts := pieces(form)):
                span = self._find_pieces(parts)
            if span is not None:
                return Passage(*span, self.text[slice(*span)])
        return None

    @cached_property
    def _normal(self) -> NormalText:
        return NormalText(self.text)

    @cached_property
    def _paragraph_ends(self) -> list[int]:
        breaks = _PARAGRAPH_BREAK.finditer(self.text)
        ends = [self._normal.position(match.start()) for match in breaks]
        return [*ends, len(self._normal.form)]

    def _find(self, form: str, start: int, end: int) -> tuple[int, int] | None:
        """The first bounded place of ``form`` within a part of the text, as offsets in the text."""
        hay = self._normal.form
        at = hay.find(form, start, end)
        while at >= 0:
            if is_bounded(hay, at, at + len(form)) and (span := self._normal.span(at, at + len(form))):
                return span
            # The rest of a word that did not do can't do either: no crawling through long runs.
            at = hay.find(form, max(at + 1, word_end(hay, at)), end)
        return None

    def _find_pieces(self, parts: list[str]) -> tuple[int, int] | None:
        """All parts in order inside one paragraph; every paragraph is read once."""
        start = 0
        for end in self._paragraph_ends:
            spans = []
            for part in parts:
                span = self._find(part, start, end)
                if span is None:
                    break
                spans.append(span)
                start = self._normal.position(span[1])
            else:
                return spans[0][0], spans[-1][1]
            start = end
        return None
