"""Blind comparisons: which two outputs a case compares, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pytest_rubric.model.case import TargetSpec

Side = Literal["A", "B"]
Winner = Literal["A", "B", "TIE"]
Expect = Literal["A", "B", "not_worse"]

SIDES: tuple[Side, Side] = ("A", "B")


@dataclass(frozen=True, slots=True)
class InlineSource:
    """An output that stands in the case file."""

    text: str


@dataclass(frozen=True, slots=True)
class FileSource:
    """An output in a file; ``path`` is a template, relative to the case file's folder."""

    path: str


@dataclass(frozen=True, slots=True)
class FolderSource:
    """An output of several files; ``path`` is a template, relative to the case file's folder."""

    path: str


@dataclass(frozen=True, slots=True)
class TargetSource:
    """An output that something makes for this comparison."""

    target: TargetSpec


@dataclass(frozen=True, slots=True)
class OwnSource:
    """The case's own output: what it would have without a comparison."""


@dataclass(frozen=True, slots=True)
class PreviousSource:
    """The case's own output of an earlier run, as ``--rubric-save-outputs`` stored it."""


OutputSource = InlineSource | FileSource | FolderSource | TargetSource | OwnSource | PreviousSource


@dataclass(frozen=True, slots=True)
class LevelCriterion:
    """One criterion that each output gets a level of 1 to 5 for.

    ``levels`` describes some of the levels in words; those between lie between.
    """

    name: str
    levels: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class CompareSpec:
    """``compare:``: two outputs, and what is asked about them.

    ``expect`` is who must win, ``not_worse`` that B must not; ``None`` reports and asserts
    nothing. Empty ``content`` or ``structure`` means the criteria that are built in.
    """

    a: OutputSource
    b: OutputSource
    expect: Expect | None = None
    expectations: tuple[str, ...] = ()
    content: tuple[LevelCriterion, ...] = ()
    structure: tuple[LevelCriterion, ...] = ()

    @property
    def uses_previous(self) -> bool:
        """Whether one of the outputs is that of an earlier run."""
        return isinstance(self.a, PreviousSource) or isinstance(self.b, PreviousSource)


@dataclass(frozen=True, slots=True)
class OrderResult:
    """What one reply came to: ``first`` is the output that was shown first, ``sample`` counts the
    replies about this order from 0. ``winner`` is ``None`` where the reply leaves it open.
    ``stated`` is who the judge itself says is better, ``reason`` its own words, or why there are none."""

    first: Side
    sample: int
    winner: Winner | None
    stated: Winner | None = None
    reason: str = ""


Basis = Literal[
    "both_orders", "flips", "one_order", "no_win", "order_open", "identical", "both_empty", "one_empty"
]
"""Why a comparison came out as it did: by the winners of both orders, or by code without a judge."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a blind comparison came to.

    ``possible`` are the winners that what was decided leaves possible; one, where it is decided.
    ``overall`` are the overall scores of A and B, 2 to 10, ``None`` where a level is unknown.
    ``orders`` are all replies, usable or not, none where code decided. ``document`` is
    ``comparison.json`` as plain data, ``None`` without a winner. ``texts`` are A and B as the judge
    is shown them.
    """

    possible: tuple[Winner, ...]
    expect: Expect | None
    basis: Basis
    overall: tuple[Fraction | None, Fraction | None] = (None, None)
    orders: tuple[OrderResult, ...] = ()
    document: Mapping[str, object] | None = None
    texts: tuple[str, str] = ("", "")

    @property
    def winner(self) -> Winner | None:
        """The winner, ``None`` where it is open."""
        return self.possible[0] if len(self.possible) == 1 else None
