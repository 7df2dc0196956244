"""Counting a budget together: exact over processes, and nobody waits for one that died."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_rubric.judging.budget import Budget
from pytest_rubric.judging.faults import BudgetClosed
from pytest_rubric.judging.ledger import FileLedger, Ledger, OwnLedger
from pytest_rubric.model import Usage

_BEGINS = """\
import sys
from pathlib import Path
from pytest_rubric.judging.ledger import FileLedger

ledger = FileLedger(Path(sys.argv[1]))
begun = tried = 0
while ledger.begin(500, None) is None:
    tried += 1
    left = tried % 10 > 0
    ledger.end(left, 3 * left)
    begun += left
print(begun)
"""
_DIES = """\
import os, sys
from pathlib import Path
from pytest_rubric.judging.ledger import FileLedger

ledger = FileLedger(Path(sys.argv[1]))
ledger.begin(3, None)
with ledger._locked():
    print("holds it", flush=True)
    sys.stdin.read()
"""


@pytest.fixture(params=["own", "file"])
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Ledger:
    return OwnLedger() if request.param == "own" else FileLedger.create(tmp_path / "budget")


def test_a_call_is_counted_when_it_begins(ledger: Ledger) -> None:
    assert [ledger.begin(2, None) for _ in range(3)] == [None, None, "calls"]
    ledger.end(1, 10)
    assert ledger.begin(2, None) == "calls"


def test_a_call_that_never_left_is_given_back(ledger: Ledger) -> None:
    assert [ledger.begin(1, None), ledger.begin(1, None)] == [None, "calls"]
    ledger.end(0, 0)
    assert [ledger.begin(1, None), ledger.begin(1, None)] == [None, "calls"]


def test_tokens_are_counted_when_they_are_known(ledger: Ledger) -> None:
    assert [ledger.begin(None, 100), ledger.begin(None, 100)] == [None, None]
    ledger.end(1, 99)
    assert ledger.begin(None, 100) is None
    ledger.end(1, 1)
    assert ledger.begin(None, 100) == "tokens"


def test_without_a_limit_everything_is_let_through(ledger: Ledger) -> None:
    assert [ledger.begin(None, None) for _ in range(50)] == [None] * 50


def test_processes_count_together(tmp_path: Path) -> None:
    path = tmp_path / "budget"
    FileLedger.create(path)
    command = [sys.executable, "-c", _BEGINS, str(path)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    begun = [int(process.communicate(timeout=60)[0]) for process in running]
    assert sum(begun) == 500
    # exactly so many tokens as the calls took
    assert FileLedger(path).begin(None, 1500) == "tokens"
    assert FileLedger(path).begin(None, 1501) is None


@pytest.mark.skipif(sys.platform == "win32", reason="ends a process by a signal")
def test_nobody_waits_for_a_process_that_died(tmp_path: Path) -> None:
    path = tmp_path / "budget"
    FileLedger.create(path)
    command = [sys.executable, "-c", _DIES, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "holds it\n"
        os.kill(process.pid, signal.SIGKILL)
        process.wait(timeout=30)
        # its call may have been made, so it stays counted
        assert [FileLedger(path).begin(3, None) for _ in range(3)] == [None, None, "calls"]


def test_two_budgets_over_one_file_are_one_budget(tmp_path: Path) -> None:
    path = tmp_path / "budget"
    FileLedger.create(path)
    mine, other = (Budget(max_calls=3, ledger=FileLedger(path)) for _ in range(2))
    mine.start()
    other.start()
    mine.start()
    with pytest.raises(BudgetClosed) as caught:
        other.start()
    assert caught.value.message == (
        "the budget of 3 judge calls a session is spent (--rubric-max-calls); raise it or run again: "
        "replies that are stored are not asked again"
    )
    mine.end(Usage(calls=1, input_tokens=10, output_tokens=5))
    other.end(Usage())
    other.start()
    assert (mine.calls, mine.in_flight, mine.input_tokens, other.calls, other.in_flight) == (1, 1, 10, 0, 1)


@pytest.mark.parametrize("broken", ["gone", "cut"])
def test_a_count_that_is_lost_lets_nothing_through(tmp_path: Path, broken: str) -> None:
    path = tmp_path / "budget"
    FileLedger.create(path)
    budget = Budget(max_calls=3, ledger=FileLedger(path))
    budget.start()
    if broken == "gone":
        path.unlink()
        why = f"[Errno 2] No such file or directory: '{path}'"
    else:
        path.write_bytes(b"")
        why = "it is not as it was made"
    budget.end(Usage(calls=1))
    with pytest.raises(BudgetClosed) as caught:
        budget.start()
    assert caught.value.message == (
        f"the budget that all workers share can't be counted any more: {why}; run without -n, or without "
        "--rubric-max-calls and --rubric-max-tokens"
    )
    assert caught.value.reason == "the budget can't be counted any more"
