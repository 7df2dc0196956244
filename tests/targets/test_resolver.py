"""Which target makes the output: precedence, the hook, and what there is when there is none."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable

import pytest

from pytest_rubric.errors import TargetError
from pytest_rubric.model import Case, Output, TargetSpec
from tests.targets.support import Bench

NO_OUTPUT = (
    "case a has no output to judge: give it ActualOutput, ActualOutputFile or target, "
    "give a fixture rubric_target or the hook pytest_rubric_run_target in a conftest.py, "
    "or run with --rubric-outputs or --rubric-target"
)


def no_hook(case: Case) -> None:
    return None


@pytest.mark.parametrize(
    ("fields", "label"),
    [
        ({"actual_output": "x"}, "ActualOutput"),
        ({"actual_output": ""}, "ActualOutput"),
        ({"actual_output_file": "x"}, "ActualOutputFile"),
        ({"target": TargetSpec(function="a:b")}, "target a:b"),
        ({"target": TargetSpec(command=("cat", "two words"))}, "command `cat 'two words'`"),
        ({"actual_output": "x", "run_log": "log"}, "ActualOutput"),
        ({"actual_output": "x", "target": TargetSpec(function="a:b")}, "ActualOutput"),
    ],
)
def test_the_cases_own_source(bench: Bench, fields: dict[str, object], label: str) -> None:
    assert bench.resolver().target_for(bench.case(**fields)).label == label


def test_a_long_command_is_shortened_in_its_label(bench: Bench) -> None:
    label = bench.resolver().target_for(bench.command("python", "-c", "x" * 1000)).label
    assert label == f"command `python -c {'x' * 70}...`"


def test_no_source_at_all_is_an_error_that_says_what_can_be_set(bench: Bench) -> None:
    with pytest.raises(TargetError) as caught:
        bench.resolver().target_for(bench.case())
    assert str(caught.value) == NO_OUTPUT
    assert bench.error(bench.case(), run_target=no_hook) == NO_OUTPUT


def test_the_command_line_names_a_function_that_goes_before_the_case(bench: Bench) -> None:
    bench.set(target="builtins:ascii")
    case = bench.case(actual_output="inline", run_log=["of inline"])
    assert bench.run(case, run_target=lambda case: "hook") == Output("'hello'")
    assert bench.run(bench.command("false")) == Output("'hello'")


def test_limits_of_the_case_hold_for_the_function_of_the_command_line(bench: Bench) -> None:
    bench.set(target="time:sleep")
    message = bench.error(bench.case(input="x", target=TargetSpec(command=("cat",), timeout=7)))
    assert "TypeError" in message  # called, with a text
    bench.set(target="tests.targets.test_resolver:waits")
    assert "did not return within 0.1 s" in bench.error(
        bench.case(target=TargetSpec(command=("cat",), timeout=0.1))
    )


async def waits(text: str) -> str:
    await asyncio.sleep(30)
    return text


async def coroutine(case: Case) -> str:
    return f"async {case.id}"


@pytest.mark.parametrize(
    ("hook", "output"),
    [
        (lambda case: f"sync {case.id}", Output("sync a")),
        (coroutine, Output("async a")),
        (lambda case: Output("full", run_log="log"), Output("full", run_log="log")),
        (lambda case: "", Output("")),
        (no_hook, Output("inline")),
    ],
)
def test_the_hook_goes_before_the_case(bench: Bench, hook: object, output: Output) -> None:
    assert bench.run(bench.case(actual_output="inline"), run_target=hook) == output


def test_the_run_log_of_the_case_goes_with_the_hooks_output(bench: Bench) -> None:
    assert bench.run(bench.case(run_log="log"), run_target=lambda case: "x") == Output("x", run_log="log")


def fails(case: Case) -> str:
    raise ValueError("no such order")


async def fails_async(case: Case) -> str:
    raise ValueError("no such order")


@pytest.mark.parametrize("hook", [fails, fails_async])
def test_a_failing_hook_is_an_error_of_its_case(bench: Bench, hook: object) -> None:
    message = bench.error(bench.case(actual_output="inline"), run_target=hook)
    assert message.startswith("pytest_rubric_run_target raised ValueError: no such order (")
    assert "test_resolver.py:" in message


def test_a_hook_that_returns_something_else_is_an_error(bench: Bench) -> None:
    assert bench.error(bench.case(), run_target=lambda case: 3) == (
        "pytest_rubric_run_target returned int; it must return text or a pytest_rubric.Output"
    )


class Count:
    """How many were at work at once, and in which threads."""

    def __init__(self) -> None:
        self.most = self._now = 0
        self.threads: set[int] = set()

    def __enter__(self) -> None:
        self._now += 1
        self.most = max(self.most, self._now)
        self.threads.add(threading.get_ident())

    def __exit__(self, *_: object) -> None:
        self._now -= 1


def outputs(bench: Bench, hook: object) -> list[Output]:
    async def scenario() -> list[Output]:
        resolver = bench.resolver()
        case = bench.case()
        targets = [resolver.target_for(case, run_target=hook) for _ in range(5)]  # type: ignore[arg-type]
        return await asyncio.gather(*(target.run(case) for target in targets))

    return asyncio.run(scenario())


def test_hooks_run_one_at_a_time_and_off_the_loop(bench: Bench) -> None:
    count = Count()

    def hook(case: Case) -> str:
        with count:
            time.sleep(0.01)
        return "x"

    assert outputs(bench, hook) == [Output("x")] * 5
    assert count.most == 1
    assert threading.get_ident() not in count.threads


def test_coroutines_of_hooks_overlap_on_the_loop(bench: Bench) -> None:
    count, together = Count(), asyncio.Event()

    async def work() -> str:
        with count:
            if count.most == 5:
                together.set()
            await asyncio.wait_for(together.wait(), 20)
        return "x"

    def hook(case: Case) -> Awaitable[str]:
        return work()

    assert outputs(bench, hook) == [Output("x")] * 5
    assert count.most == 5
    assert count.threads == {threading.get_ident()}
