"""What a preset is: a fixed set of questions to the judge, and a fixed formula over the answers.

The judge only classifies, with evidence; code computes every number. What could not be judged makes
the whole row broken: there is no default for anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, Protocol

from pytest_rubric.evaluators.presets.questions import Question, Questions
from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.model import Case, Verdict
from pytest_rubric.scoring.figures import rounded

Category = Literal["res", "traj"]
"""Whether the final output is judged, or the way to it."""

Need = Literal["reference", "query", "context", "log", "evidence", "catalog"]
"""What a case must have: ``evidence`` is a log with results of tools, or a context; ``catalog`` the list
of tools on offer, which may be empty."""

PointStatus = Literal["covered", "partial", "missing"]


@dataclass(frozen=True, slots=True)
class CardPoint:
    """One point of a card.

    ``score`` is 0 to 100, ``None`` only for what cannot be decided or is not counted; the evidence then
    says why. ``anchors`` are steps of the run log that exist, such as ``step-3``.
    """

    label: str
    score: Fraction | None
    status: PointStatus | None = None
    evidence: str = ""
    suggestion: str = ""
    anchors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """What a preset says of a case.

    ``score`` is exact and already rounded as the preset's formula says. ``summary`` names the worst
    concrete thing in plain words. ``verdict`` is set only where it is better than what follows from
    the score. ``calculation`` is the arithmetic as lines, ``notes`` what was left out or discarded,
    ``warnings`` what is still to be said where it passes.
    """

    score: Fraction
    points: tuple[CardPoint, ...]
    summary: str
    calculation: tuple[str, ...]
    verdict: Verdict | None = None
    notes: tuple[str, ...] = ()
    figures: Mapping[str, Fraction] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unscored:
    """There is nothing to score, and why: the test is skipped. ``points`` are shown without a score."""

    reason: str
    points: tuple[CardPoint, ...] = ()


class Preset(Protocol):
    """One preset. Stateless: one instance serves all cases of a session, many at once."""

    @property
    def id(self) -> str:
        """Permanent; it stands in node ids and in results."""
        ...

    @property
    def category(self) -> Category: ...

    @property
    def needs(self) -> Sequence[Need]:
        """What is checked before anything is asked."""
        ...

    @property
    def dimensions(self) -> Sequence[str]:
        """What it judges, as the ledger of the docs lists it."""
        ...

    async def assess(self, view: View, ask: Questions) -> Card | Unscored:
        """Ask and compute. Raises :class:`~pytest_rubric.evaluators.presets.questions.Unjudged`
        (``ask`` does) where an answer can't be used; never returns a made-up score."""
        ...

    def on_empty(self, view: View) -> Card | Unscored | None:
        """What an output without any text comes to, without a call; ``None`` where even that has to be
        asked."""
        ...

    def first(self, view: View) -> Sequence[Question[object]]:
        """The questions that are asked first, for the estimate of ``--co``."""
        ...

    def most_calls(self, case: Case) -> int:
        """How many calls a case takes at most, re-asks aside."""
        ...


def r0(value: Fraction) -> Fraction:
    """To an integer, half up, and clamped to 0 to 100."""
    return _clamped(rounded(value, 0))


def r1(value: Fraction) -> Fraction:
    """To one decimal, half up, and clamped to 0 to 100."""
    return _clamped(rounded(value, 1))


def _clamped(value: Fraction) -> Fraction:
    return max(Fraction(0), min(Fraction(100), value))
