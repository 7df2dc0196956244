"""Cases whose target runs several times: what they ask for, and what came of the runs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pytest_rubric.model.result import Evaluation
    from pytest_rubric.model.subject import Output

RuleName = Literal["all", "majority", "any", "rate"]


@dataclass(frozen=True, slots=True)
class PassRule:
    """How many of a case's runs must pass. ``rate`` is set for the rule of that name only: a share of
    the runs, above 0 and at most 1, exact."""

    name: RuleName = "all"
    rate: Fraction | None = None


ALL_RUNS = PassRule()
"""The rule of a case that names none."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a repeated case. ``output`` is ``None`` where its target made none; ``versus`` is what
    it was compared with, if it was."""

    evaluation: Evaluation
    output: Output | None
    versus: Output | None = None

    @property
    def is_open(self) -> bool:
        """Whether it has no outcome: an error, or skipped."""
        return self.evaluation.passed is None


@dataclass(frozen=True, slots=True)
class Runs:
    """What came of the runs of a repeated case, in their order.

    ``needed`` of them must pass by the ``rule``. ``shown`` is the index of the run that stands for
    all of them where only one can be shown.
    """

    runs: tuple[Run, ...]
    rule: PassRule
    needed: int
    shown: int

    @property
    def passed(self) -> int:
        """How many passed."""
        return sum(run.evaluation.passed is True for run in self.runs)

    @property
    def failed(self) -> int:
        """How many failed."""
        return sum(run.evaluation.passed is False for run in self.runs)

    @property
    def open(self) -> int:
        """How many have no outcome."""
        return sum(run.is_open for run in self.runs)

    @property
    def shown_run(self) -> Run:
        """The run that stands for all of them."""
        return self.runs[self.shown]
