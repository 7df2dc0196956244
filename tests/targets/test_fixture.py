"""What the fixture ``rubric_target`` gives."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from pytest_rubric.errors import TargetError
from pytest_rubric.model import Case, Output
from pytest_rubric.targets.fixture import run_fixture_target

ROOT = Path(__file__).parents[2]
CASE = Case("a", "a", input="hello")


def run(value: object, case: Case = CASE) -> Output:
    made = run_fixture_target(value, case, ROOT)
    return made if isinstance(made, Output) else asyncio.run(made.run(case))


async def echo(text: str) -> str:
    return f"async {text}"


@pytest.mark.parametrize(
    ("value", "output"),
    [
        (lambda text: f"sync {text}", Output("sync hello")),
        (lambda case: case.id, Output("a")),
        (echo, Output("async hello")),
        (lambda text: Output(text, run_log="log"), Output("hello", run_log="log")),
        ("as it is", Output("as it is")),
        (Output("whole\x00"), Output("whole\\x00")),
    ],
)
def test_functions_and_outputs(value: object, output: Output) -> None:
    assert run(value) == output


def test_a_sync_function_runs_in_the_callers_thread() -> None:
    assert run(lambda text: str(threading.get_ident())).text == str(threading.get_ident())


def fails(text: str) -> str:
    raise ValueError("no such order")


async def fails_async(text: str) -> str:
    raise ValueError("no such order")


@pytest.mark.parametrize("value", [fails, fails_async])
def test_an_exception_is_one_error_with_its_place(value: object) -> None:
    with pytest.raises(TargetError) as caught:
        run(value)
    assert str(caught.value).startswith(
        "fixture rubric_target raised ValueError: no such order (tests/targets/test_fixture.py:"
    )


@pytest.mark.parametrize("value", [None, 3, lambda text: None, lambda text: 3])
def test_anything_but_text_is_an_error(value: object) -> None:
    with pytest.raises(TargetError, match=r"^fixture rubric_target returned (None|int); it must return text"):
        run(value)


def test_outcomes_of_pytest_pass_through() -> None:
    def skips(text: str) -> str:
        pytest.skip("no database")

    with pytest.raises(pytest.skip.Exception, match="no database"):
        run(skips)
