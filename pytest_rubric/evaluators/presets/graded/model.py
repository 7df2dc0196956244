"""Dimensions, their levels, and what a judge found: the data of a graded preset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pytest_rubric.evaluators.presets.protocol import PointStatus
from pytest_rubric.model import Quote, Verdict

Said = Mapping[str, str]
"""The same in both languages: by ``en`` and ``zh``."""


@dataclass(frozen=True, slots=True)
class Level:
    """One level that a judge may give.

    ``name`` is the word that the judge writes; it is never translated. ``score`` is that of the point,
    0 to 100. ``label`` is for people.
    """

    name: str
    score: Fraction
    status: PointStatus
    label: Said


@dataclass(frozen=True, slots=True)
class Dimension:
    """One thing that is looked at. ``key`` is the judge's word for it and stands in the ledger of the
    docs; ``label`` is for people, ``about`` for the judge: what belongs to it, and what tells its levels
    apart."""

    key: str
    label: Said
    about: Said


@dataclass(frozen=True, slots=True)
class Finding:
    """One passage and what is said of it. ``quote`` was found in the output."""

    level: Level
    reason: str
    quote: Quote | None = None
    suggestion: str = ""


@dataclass(frozen=True, slots=True)
class Grade:
    """The answer to one dimension. ``findings`` are the worst first; a clean dimension has none, and
    ``reason`` may say why it is clean."""

    dimension: Dimension
    level: Level
    findings: Sequence[Finding] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Graded:
    """One whole answer: every dimension once, in the preset's order. ``remark`` is the judge's own
    sentence about all of it, where the preset asks for one."""

    grades: Sequence[Grade]
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Total:
    """What the levels come to.

    ``score`` is rounded and 0 to 100. ``calculation`` is the arithmetic as lines. ``effects`` says by
    dimension what its level does to the total, where the score of the point doesn't tell.
    """

    score: Fraction
    calculation: tuple[str, ...]
    effects: Mapping[str, str]
    verdict: Verdict | None = None


def worst(scale: Sequence[Level], given: Iterable[Level]) -> Level:
    """The worst of some levels; ``scale`` is in order, the best first."""
    return max(given, key=scale.index)
