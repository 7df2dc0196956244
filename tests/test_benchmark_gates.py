"""The simulation of gates: that the suites are what they are said to be, and the gates are the product's."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

import numpy
import pytest

from benchmarks.gate_simulation import SETTINGS, Cell, Row, rows, table
from benchmarks.simulated_gates import Baseline, Gate, MeanFloor, Thresholds, WorseOutcomes, WorseScores
from benchmarks.simulated_suite import NO, OPEN, RUBRICS, YES, Agent, Flags, Judging, Kind, Suite
from pytest_rubric.scoring.points import tally
from tests.scoring.results import rubric

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Fixed:
    """An agent that always does the same."""

    does: Flags

    def run(self, source: numpy.random.Generator) -> Flags:
        return self.does


def source(seed: int = 1) -> numpy.random.Generator:
    return numpy.random.default_rng(seed)


def test_scores_are_those_of_the_product() -> None:
    does = source().random((4, 6, len(RUBRICS[0]))) < 0.6
    suite = Suite.judged(Fixed(does), Judging(), 0, source())
    expected = [
        [
            tally(rubric(*zip(RUBRICS[at % len(RUBRICS)], case.tolist(), strict=True))).score
            for at, case in enumerate(row)
        ]
        for row in does
    ]
    assert suite.low.tolist() == suite.high.tolist() == expected
    assert ((suite.outcome == YES) == (suite.low >= 60)).all()
    assert len(set(suite.low.ravel().tolist())) > 5


def test_a_judge_who_is_never_wrong_needs_no_samples_and_one_who_always_is_gets_all_wrong() -> None:
    does = source().random((3, 8, len(RUBRICS[0]))) < 0.7
    once = Suite.judged(Fixed(does), Judging(), 0, source())
    for judging in (Judging(samples=3), Judging(samples=2, extra=1)):
        assert (Suite.judged(Fixed(does), judging, 0, source()).low == once.low).all()
    inverted = Suite.judged(Fixed(~does), Judging(samples=3), 1, source())
    assert (inverted.low == once.low).all()


def test_extra_samples_are_asked_where_the_outcome_is_open() -> None:
    agent = Agent.drawn("noisy", 200, 20, source())
    plain = Suite.judged(agent, Judging(samples=2), 0.1, source(3))
    extra = Suite.judged(agent, Judging(samples=2, extra=1), 0.1, source(3))
    waits = plain.outcome == OPEN
    assert waits.any()
    assert (extra.calls == 2 + waits).all()
    assert (extra.outcome[~waits] == plain.outcome[~waits]).all()
    assert (extra.outcome != OPEN).all()
    assert (plain.low < plain.high).any()


def test_runs_are_added_up_and_most_must_pass() -> None:
    agent = Agent.drawn("noisy", 50, 20, source())
    suite = Suite.judged(agent, Judging(runs=3), 0.05, source(4))
    each = source(4)
    single = [Suite.judged(agent, Judging(), 0.05, each) for _ in range(3)]
    assert suite.runs == 3
    assert (suite.calls == 3).all()
    assert (suite.low == single[0].low + single[1].low + single[2].low).all()
    passed = sum((one.outcome == YES).astype(int) for one in single)
    assert ((suite.outcome == YES) == (passed >= 2)).all()


@pytest.mark.parametrize("kind", ["noisy", "steady"])
@pytest.mark.parametrize("struck", [1, 0.25])
@pytest.mark.parametrize("drop", [5, 10, 20])
def test_a_drop_is_as_large_as_it_is_said_to_be(kind: Kind, struck: float, drop: int) -> None:
    agent = Agent.drawn(kind, 400, 40, source())
    before = Suite.judged(agent, Judging(), 0, source(2))
    after = Suite.judged(agent.worse(drop, struck, source(3)), Judging(), 0, source(4))
    assert float(before.low.mean() - after.low.mean()) == pytest.approx(drop, abs=1)


def suite(*cases: tuple[int, int]) -> Suite:
    """One pull request: the outcome and the score of each case."""
    outcomes, scores = numpy.array([case[0] for case in cases]), numpy.array([case[1] for case in cases])
    return Suite(scores[None], scores[None], outcomes[None], numpy.ones_like(scores)[None])


GOOD: Sequence[tuple[int, int]] = [(YES, 90)] * 9


@pytest.mark.parametrize(
    ("gate", "before", "after", "stops"),
    [
        (Thresholds(), GOOD, GOOD, False),
        (Thresholds(), GOOD, [*GOOD[1:], (NO, 59)], True),
        (Thresholds(), GOOD, [*GOOD[1:], (OPEN, 40)], True),
        (Baseline(), [*GOOD, (NO, 50)], [*GOOD, (NO, 50)], False),
        (Baseline(), [*GOOD, (NO, 50)], [*GOOD, (NO, 49)], True),
        (Baseline(), [*GOOD, (OPEN, 50)], [*GOOD, (NO, 50)], True),
        (Baseline(), [*GOOD, (OPEN, 50)], [*GOOD, (YES, 60)], False),
        (Baseline(), GOOD, [*GOOD[1:], (YES, 60)], False),
        (Baseline(Fraction(20)), GOOD, [*GOOD[1:], (YES, 70)], False),
        (Baseline(Fraction(20)), GOOD, [*GOOD[1:], (YES, 69)], True),
        (MeanFloor(5), GOOD, [(YES, 85)] * 9, False),
        (MeanFloor(5), GOOD, [*[(YES, 85)] * 8, (YES, 84)], True),
        (WorseScores(), GOOD, [(YES, 89)] * 9, True),
        (WorseScores(), GOOD, [*[(YES, 89)] * 5, *GOOD[5:]], False),
        (WorseScores(0.1), GOOD, [*[(YES, 89)] * 5, *GOOD[5:]], True),
        (WorseScores(), GOOD, [(YES, 91)] * 9, False),
        (WorseOutcomes(), GOOD, [*[(NO, 50)] * 6, *GOOD[6:]], True),
        (WorseOutcomes(), GOOD, [*[(NO, 50)] * 5, *GOOD[5:]], False),
    ],
)
def test_gates(
    gate: Gate, before: Sequence[tuple[int, int]], after: Sequence[tuple[int, int]], stops: bool
) -> None:
    assert gate.stops(suite(*before), suite(*after)).tolist() == [stops]


def test_a_mean_of_runs_is_compared_in_points() -> None:
    before = replace(suite(*[(YES, 270)] * 9), runs=3)
    assert MeanFloor(5).stops(before, replace(suite(*[(YES, 255)] * 9), runs=3)).tolist() == [False]
    assert MeanFloor(5).stops(before, replace(suite(*[(YES, 252)] * 9), runs=3)).tolist() == [True]


def test_the_same_numbers_come_out_again() -> None:
    cell = Cell(cases=15)
    first = list(rows(cell, SETTINGS, 10))
    assert first == list(rows(cell, SETTINGS, 10))
    assert [row.setting for row in first] == [setting.name for setting in SETTINGS]
    assert all(0 <= share <= 100 for row in first for share in (row.stopped, *row.missed))


def test_the_paired_test_keeps_its_promise_where_nothing_changed() -> None:
    settings = [setting for setting in SETTINGS if setting.gate == WorseScores()]
    found = list(rows(Cell(cases=30), settings, 200))
    assert found
    assert max(row.stopped for row in found) < 6


def test_a_row_as_text() -> None:
    text = table([Row(Cell(), "thresholds", 1.0, 99.6, (1.2, 0, 0))])
    assert text.splitlines()[2].split("|")[1:-1] == [
        " thresholds ",
        "           1.00 ",
        "                    100 % ",
        "        1 % ",
        "         0 % ",
        "         0 % ",
    ]


def test_the_command(tmp_path: Path) -> None:
    written = tmp_path / "rows.json"
    command = [sys.executable, "-m", "benchmarks.gate_simulation", "--smoke", "--json", str(written)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=True)
    assert "noisy agent, 20 cases, 5% of the decisions wrong, a drop strikes all cases\n" in done.stdout
    assert done.stdout.endswith("A smoke run: everything runs, and the numbers mean nothing.\n")
    assert len(json.loads(written.read_text(encoding="utf-8"))) == 2 * len(SETTINGS)
