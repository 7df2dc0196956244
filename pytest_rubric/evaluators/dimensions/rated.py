"""One answer of the judge about one dimension."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_rubric.model import Quote


@dataclass(frozen=True, slots=True)
class Rated:
    """A level that counts. ``quotes`` are looked up; ``without_evidence`` is the complaint about a
    level that is kept although nothing shows it."""

    level: int
    justification: str = ""
    basis: str = "quote"
    quotes: tuple[Quote, ...] = ()
    improvement: str = ""
    without_evidence: str | None = None
