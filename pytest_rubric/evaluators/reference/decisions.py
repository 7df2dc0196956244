"""What one reply says of each part, read and with every quote looked up."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_rubric.model import Quote
from pytest_rubric.scoring.reference import ClaimKind, FactStatus, Grade


@dataclass(frozen=True, slots=True)
class KeyFact:
    """A key fact: its words as they stand in the reference, and whether it is core."""

    number: int
    reference: Quote
    core: bool

    @property
    def words(self) -> str:
        return self.reference.passage or self.reference.text


@dataclass(frozen=True, slots=True)
class FactDecision:
    """What became of a key fact in the output.

    ``quote`` is from the output, ``None`` where the judge gave none. ``note`` says why it is
    undecided, or that it was kept without evidence; ``lacks_evidence``, that it is undecided for want
    of a quote alone.
    """

    fact: KeyFact
    status: FactStatus
    reason: str = ""
    quote: Quote | None = None
    note: str | None = None
    lacks_evidence: bool = False


@dataclass(frozen=True, slots=True)
class ClaimDecision:
    """Something that the output says beyond the reference. ``note`` and ``lacks_evidence`` as with a fact.

    ``in_reference`` tells of a claim that is called unsupported and stands in the reference word
    for word: the reference supports it, so it costs nothing.
    """

    number: int
    quote: Quote
    kind: ClaimKind
    reason: str = ""
    note: str | None = None
    in_reference: bool = False
    lacks_evidence: bool = False


@dataclass(frozen=True, slots=True)
class GradeDecision:
    """The grade of the form."""

    grade: Grade
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RelevanceDecision:
    """Whether the output has to do with the input at all."""

    related: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Rejected:
    """An entry or a part that did not stand: what the judge is told, and what people are.

    ``said`` is the entry as far as it can be shown. ``lacks_evidence`` tells that a quote alone
    is missing.
    """

    complaint: str
    note: str
    said: FactDecision | ClaimDecision | None = None
    lacks_evidence: bool = False


@dataclass(frozen=True, slots=True)
class KeyFacts:
    """The list of key facts, entries in question included, by number."""

    entries: dict[int, KeyFact | Rejected]


@dataclass(frozen=True, slots=True)
class Claims:
    """The list of claims, entries in question included, by number.

    ``dropped`` counts those that cost nothing and whose quotes do not stand in the output.
    """

    entries: dict[int, ClaimDecision | Rejected]
    dropped: int = 0
