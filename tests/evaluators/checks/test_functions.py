"""Checks by functions of the user's own."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from pytest_rubric.evaluators.checks import Checker
from pytest_rubric.model import Check, Criterion, CriterionResult
from tests.evaluators.checks.deciding import CASE, decide

MODULE = """
import sys, threading, time

import pytest

SEEN = []
RUNNING = []

def polite(output):
    return "please" in output

def reasoned(output):
    return len(output) < 5, f"{len(output)} characters"

def sees_case(output, case):
    return case.input == "Say hello", case.id

def keyword(output, *, case):
    return case.id == "greeting"

def other_default(output, limit=3):
    return len(output) <= limit

def says_none(output):
    return None

def says_text(output):
    return "yes"

def says_number(output):
    return 1

async def coroutine(output):
    return True

def raises(output):
    raise ValueError("no such thing \\x1b[31m")

def asserts(output):
    assert "please" in output

def leaves(output):
    sys.exit(3)

def fails(output):
    pytest.fail("as a test")

def hangs(output):
    time.sleep(60)

def alone(output):
    RUNNING.append(1)
    SEEN.append(len(RUNNING))
    time.sleep(0.02)
    RUNNING.pop()
    return threading.current_thread().daemon

class Rules:
    @staticmethod
    def short(output):
        return len(output) < 5
"""


@pytest.fixture
def name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """Where the functions above can be found; a module of its own for each test."""
    module = f"house_rules_{abs(hash(tmp_path))}"
    (tmp_path / f"{module}.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / f"{module}_broken.py").write_text("import no_module_of_this_name\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return lambda function: f"{module}:{function}"


@pytest.mark.parametrize(
    ("function", "output", "status", "reason"),
    [
        ("polite", "yes please", "met", "{} returned True"),
        ("polite", "yes", "not_met", "{} returned False"),
        ("reasoned", "abc", "met", "3 characters"),
        ("reasoned", "abcdef", "not_met", "6 characters"),
        ("sees_case", "x", "met", "greeting"),
        ("keyword", "x", "met", "{} returned True"),
        ("other_default", "abc", "met", "{} returned True"),
        ("Rules.short", "abc", "met", "{} returned True"),
        ("alone", "abc", "met", "{} returned True"),
    ],
)
def test_a_function_decides(
    name: Callable[[str], str], function: str, output: str, status: str, reason: str
) -> None:
    result = decide(output, "python", name(function))
    assert (result.status, result.reason, result.note) == (status, reason.format(name(function)), None)


@pytest.mark.parametrize(
    ("function", "note"),
    [
        ("says_none", "{} returned None; it must return a bool or (bool, reason)"),
        ("says_text", "{} returned 'yes'; it must return a bool or (bool, reason)"),
        ("says_number", "{} returned 1; it must return a bool or (bool, reason)"),
    ],
)
def test_a_function_that_says_neither_leaves_it_undecided(
    name: Callable[[str], str], function: str, note: str
) -> None:
    result = decide("no", "python", name(function))
    assert (result.status, result.note) == ("undecided", note.format(name(function)))


@pytest.mark.parametrize(
    ("function", "raised", "code"),
    [
        ("raises", "ValueError: no such thing \\x1b[31m", "raise ValueError"),
        ("asserts", "AssertionError", 'assert "please" in output'),
        ("leaves", "SystemExit: 3", "sys.exit(3)"),
        ("fails", "Failed: as a test", 'pytest.fail("as a test")'),
    ],
)
def test_what_a_function_raises_is_shown_with_its_own_lines(
    name: Callable[[str], str], tmp_path: Path, function: str, raised: str, code: str
) -> None:
    result = decide("no", "python", name(function))
    path = tmp_path / f"{name('').rstrip(':')}.py"
    line = next(n for n, text in enumerate(path.read_text().splitlines(), 1) if code in text)
    assert result.note == f"{name(function)} raised {raised} ({path}:{line})"
    assert result.details is not None
    first, source, last = result.details.splitlines()
    assert first == f"{path}:{line}: in {function}"
    assert source.startswith(f"    {code}")
    assert last == raised


@pytest.mark.filterwarnings("error")
def test_a_coroutine_function_is_no_check(name: Callable[[str], str]) -> None:
    note = decide("no", "python", name("coroutine")).note
    assert note is not None
    assert "; it must return a bool or (bool, reason)" in note


def test_a_function_that_is_not_there(name: Callable[[str], str], tmp_path: Path) -> None:
    module = name("").rstrip(":")
    assert decide("x", "python", f"{module}:absent").note == f"module {module} has no function absent"
    assert decide("x", "python", f"{module}:SEEN").note == f"module {module} has no function SEEN"
    assert decide("x", "python", "no_module_of_this_name:f").note == (
        "no_module_of_this_name can't be imported: "
        "ModuleNotFoundError: No module named 'no_module_of_this_name'"
    )
    assert decide("x", "python", f"{module}_broken:f").note == (
        f"{module}_broken can't be imported: ModuleNotFoundError: No module named 'no_module_of_this_name' "
        f"({tmp_path}/{module}_broken.py:1)"
    )


def test_a_function_that_hangs_is_left_at_the_time_limit(name: Callable[[str], str]) -> None:
    result = decide("x", "python", name("hangs"), timeout=0.05)
    assert result.note == f"{name('hangs')} did not return within 0.05 s"


def test_functions_run_one_at_a_time(name: Callable[[str], str]) -> None:
    checker = Checker()
    check = Check("python", name("alone"))
    criterion = Criterion(1, "alone", Fraction(1), check=check)

    async def several() -> list[CriterionResult]:
        calls = [checker.decide(criterion, check, "x", CASE, timeout=20, lang="en") for _ in range(4)]
        return await asyncio.gather(*calls)

    results = asyncio.run(several())
    assert [result.status for result in results] == ["met"] * 4
    assert sys.modules[name("").rstrip(":")].SEEN == [1, 1, 1, 1]
