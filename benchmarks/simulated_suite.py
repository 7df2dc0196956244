"""Suites that are made up: a noisy agent, judged by a noisy judge, scored by the product.

Everything is an array with the axes (pull request, case, criterion), or the first two of them. What the
product says of one rubric under every possible set of decisions is asked once and looked up from then on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Literal, Protocol

import numpy
from numpy.random import Generator
from numpy.typing import NDArray

from pytest_rubric.evaluators.rubric.decision import Decision
from pytest_rubric.evaluators.rubric.votes import Ballot
from pytest_rubric.model import Criterion, CriterionResult, PassRule
from pytest_rubric.scoring import repeats
from pytest_rubric.scoring.points import interval, status_for
from pytest_rubric.scoring.verdict import gate

Flags = NDArray[numpy.bool_]
Numbers = NDArray[numpy.int64]
Shares = NDArray[numpy.float64]

RUBRICS = (
    (30, 20, 20, 15, 15, -20, -10),
    (20, 20, 20, 20, 20, -25, -15),
    (40, 25, 15, 10, 10, -30, -10),
)
"""The points of the criteria; each case has one of these rubrics."""

THRESHOLD = Fraction(60)

Kind = Literal["noisy", "steady"]
"""A criterion is met 86 times of 100 by a noisy agent (60 to 100, by case), 97 by a steady one (80 to 100)."""

_KINDS: dict[Kind, tuple[float, float, float]] = {"noisy": (9, 1.5, 0.6), "steady": (32, 1, 0.8)}
_VIOLATED: dict[Kind, float] = {"noisy": 0.05, "steady": 0.01}

NO, YES, OPEN = 0, 1, 2
"""What is known of a criterion."""

_CRITERIA = len(RUBRICS[0])
_POSITIVE = numpy.array([points > 0 for points in RUBRICS[0]])
_PLACES = 3 ** numpy.arange(_CRITERIA)
_OUTCOMES = {"failed": NO, "passed": YES, "open": OPEN}


class Acting(Protocol):
    """What is judged."""

    def run(self, source: Generator) -> Flags:
        """One output a case: which statements of the rubric hold of it."""


@dataclass(frozen=True)
class Agent:
    """How often each criterion is met: a share of 1, another one for each case.

    ``met`` has the shape (pull requests, cases); ``violated`` holds for all cases.
    """

    met: Shares
    violated: float

    @staticmethod
    def drawn(kind: Kind, pull_requests: int, cases: int, source: Generator) -> Agent:
        """A suite for each pull request; its cases are of all sorts."""
        often, seldom, least = _KINDS[kind]
        met = source.beta(often, seldom, size=(pull_requests, cases))
        return Agent(numpy.clip(met, least, 1), _VIOLATED[kind])

    def worse(self, points: float, share: float, source: Generator) -> Agent:
        """The agent after a change that costs so many points of the suite's mean score.

        It strikes this ``share`` of the cases, the same criteria of each as much as any other.
        """
        cases = self.met.shape[1]
        struck = max(1, round(share * cases))
        order = source.random(self.met.shape).argsort(axis=1)
        loss = points / 100 * cases / struck
        return Agent(numpy.clip(self.met - loss * (order < struck), 0, 1), self.violated)

    def run(self, source: Generator) -> Flags:
        """One output a case: which statements of the rubric hold of it."""
        chances = numpy.where(_POSITIVE, self.met[..., None], self.violated)
        return source.random(chances.shape) < chances


@dataclass(frozen=True)
class Judging:
    """How a case is judged: samples, extra samples where the outcome is open, and runs of the agent."""

    samples: int = 1
    extra: int = 0
    runs: int = 1


@dataclass(frozen=True)
class Suite:
    """Suites as they were judged, arrays of (pull request, case).

    ``low`` and ``high`` are the ends of the score, added up over all ``runs``. ``outcome`` is ``YES`` (passed),
    ``NO`` or ``OPEN`` (an error); ``calls`` are those to the judge.
    """

    low: Numbers
    high: Numbers
    outcome: Numbers
    calls: Numbers
    runs: int = 1

    @staticmethod
    def judged(agent: Acting, judging: Judging, wrong: float, source: Generator) -> Suite:
        """Run and judge, each decision ``wrong`` with this probability. Of several runs, most must pass."""
        suites = [Suite._judged_once(agent.run(source), judging, wrong, source) for _ in range(judging.runs)]
        return suites[0] if judging.runs == 1 else Suite._combined(suites)

    @staticmethod
    def _combined(suites: Sequence[Suite]) -> Suite:
        outcomes = numpy.array([suite.outcome for suite in suites])
        passed, waiting = (outcomes == YES).sum(axis=0), (outcomes == OPEN).sum(axis=0)
        return Suite(
            numpy.sum([suite.low for suite in suites], axis=0),
            numpy.sum([suite.high for suite in suites], axis=0),
            _rule(len(suites))[passed, waiting],
            numpy.sum([suite.calls for suite in suites], axis=0),
            len(suites),
        )

    @staticmethod
    def _judged_once(truth: Flags, judging: Judging, wrong: float, source: Generator) -> Suite:
        rubric = numpy.arange(truth.shape[1]) % len(RUBRICS)
        yes = _votes(truth, judging.samples, wrong, source)
        known = _majorities(judging.samples)[yes]
        table = _table()
        state = known @ _PLACES
        calls = numpy.full(truth.shape[:2], judging.samples)
        # where nothing at all is decided, nothing more is asked
        again = (table.outcome[rubric, state] == OPEN) & (known != OPEN).any(axis=-1)
        if judging.extra and again.any():
            asked = again[..., None] & (known == OPEN)
            yes += numpy.where(asked, _votes(truth, judging.extra, wrong, source), 0)
            more = _majorities(judging.samples + judging.extra)[yes]
            state = numpy.where(asked, more, known) @ _PLACES
            calls = calls + judging.extra * again
        return Suite(table.low[rubric, state], table.high[rubric, state], table.outcome[rubric, state], calls)


def _votes(truth: Flags, samples: int, wrong: float, source: Generator) -> Numbers:
    """How many samples say yes."""
    yes = numpy.zeros(truth.shape, dtype=numpy.int64)
    for _ in range(samples):
        yes += truth ^ (source.random(truth.shape) < wrong)
    return yes


@cache
def _majorities(samples: int) -> Numbers:
    """What the product makes of so many yes among all samples."""
    outcomes = []
    for yes in range(samples + 1):
        votes = (Decision(yes=True),) * yes + (Decision(yes=False),) * (samples - yes)
        outcome = Ballot(votes).outcome
        outcomes.append(OPEN if outcome is None else int(outcome))
    return numpy.array(outcomes)


@cache
def _rule(runs: int) -> Numbers:
    """What the product makes of so many runs that passed and that are open: most have to pass."""
    must_pass = repeats.needed(PassRule("majority"), runs)
    numbers = range(runs + 1)
    return numpy.array([[_OUTCOMES[repeats.gate(p, w, must_pass)] for w in numbers] for p in numbers])


@dataclass(frozen=True)
class _Table:
    """What the product says of each rubric in each state: arrays of (rubric, state)."""

    low: Numbers
    high: Numbers
    outcome: Numbers


@cache
def _table() -> _Table:
    rows = [list(_scored(points)) for points in RUBRICS]
    low, high, outcome = (numpy.array([[state[i] for state in row] for row in rows]) for i in range(3))
    return _Table(low, high, outcome)


def _scored(points: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    criteria = [
        Criterion(number, f"statement {number}", Fraction(each)) for number, each in enumerate(points, 1)
    ]
    for state in product((NO, YES, OPEN), repeat=len(points)):
        results = tuple(
            CriterionResult(each, "undecided" if known == OPEN else status_for(each.points, known == YES))
            # the first criterion is the last digit: its place in the number of a state is 1
            for each, known in zip(criteria, reversed(state), strict=True)
        )
        yield *interval(results), _OUTCOMES[gate(results, THRESHOLD)]
