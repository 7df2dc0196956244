"""One answer of the judge about one criterion."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_rubric.model import Quote


@dataclass(frozen=True, slots=True)
class Decision:
    """An answer that counts. ``quotes`` are looked up; ``without_evidence`` is the complaint
    about a yes that is kept although nothing shows it."""

    yes: bool
    reason: str = ""
    basis: str = "quote"
    quotes: tuple[Quote, ...] = ()
    without_evidence: str | None = None
