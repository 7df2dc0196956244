"""Users' functions as targets."""

from __future__ import annotations

import asyncio
import threading
import time
from dataclasses import replace

import pytest

from pytest_rubric.errors import TargetError
from pytest_rubric.model import InputMessage, Output, TargetSpec
from tests.targets.support import Bench

pytestmark = pytest.mark.usefixtures("own_imports")


@pytest.fixture
def agent(bench: Bench) -> Bench:
    """A root with a module ``agent`` of all kinds of functions."""
    bench.write(
        "agent.py",
        """\
import asyncio, functools, sys, time
from pytest_rubric import Output, TargetError

def answer(text):
    return "Echo: " + text

async def answer_async(text):
    await asyncio.sleep(0)
    return "Echo: " + text

def returns_coroutine(text):
    return answer_async(text)

class Agent:
    def __call__(self, text):
        return "Echo: " + text
    async def answer(self, text):
        return "Echo: " + text

class AsyncAgent:
    async def __call__(self, text):
        return "Echo: " + text

agent, async_agent = Agent(), AsyncAgent()
partial = functools.partial(lambda prefix, text: prefix + text, "Echo: ")

def by_case(case):
    return f"{case.id} {case.input}"

def by_case_keyword(*, case):
    return case.id

def both(text, case):
    return f"{case.id} {text}"

def optional(case, verbose=False):
    return f"{case.id} {verbose}"

def only_case_positional(case, /):
    return case.id

def shows_type(messages):
    return repr(messages)

def full(text):
    return Output("text", run_log=[{"role": "user", "content": text}], usage={"input": 1, "output": 2})

def two(a, b):
    return ""

def none():
    return ""

def fails(text):
    return helper(text)

def helper(text):
    raise ValueError("no such order")

async def fails_async(text):
    raise KeyError(text)

def says_why(text):
    raise TargetError("the service is down")

def exits(text):
    sys.exit("bye")

async def exits_async(text):
    raise SystemExit(3)

def cancels(text):
    raise asyncio.CancelledError

async def cancels_async(text):
    raise asyncio.CancelledError

def stops(text):
    raise StopIteration

def times_out(text):
    raise TimeoutError("upstream")

def long(text):
    raise ValueError("x" * 5000)

class Unprintable(Exception):
    def __str__(self):
        raise RuntimeError

def unprintable(text):
    raise Unprintable

def escapes(text):
    raise ValueError("\\x1b[31mred")

def deep(text):
    return deep(text)

def hangs(text):
    time.sleep(30)

async def hangs_async(text):
    await asyncio.sleep(30)

async def deaf(text):
    try:
        await asyncio.sleep(30)
    except asyncio.CancelledError:
        await asyncio.sleep(30)

VALUE = 42
""",
    )
    return bench


@pytest.mark.parametrize(
    "function",
    [
        "answer",
        "answer_async",
        "returns_coroutine",
        "agent",
        "agent.answer",
        "async_agent",
        "partial",
    ],
)
def test_every_kind_of_function_gets_the_input(agent: Bench, function: str) -> None:
    assert agent.call(f"agent:{function}") == Output("Echo: hello")


@pytest.mark.parametrize(
    ("function", "text"),
    [
        ("by_case", "a hello"),
        ("by_case_keyword", "a"),
        ("both", "a hello"),
        ("optional", "a False"),
        ("only_case_positional", "a"),
    ],
)
def test_a_parameter_named_case_gets_the_case(agent: Bench, function: str, text: str) -> None:
    assert agent.call(f"agent:{function}").text == text


def test_a_chat_is_a_list_of_dicts(agent: Bench) -> None:
    chat = (InputMessage("system", "Be brief."), InputMessage("user", "Hi"))
    assert agent.call("agent:shows_type", agent.case(input=chat)).text == (
        "[{'role': 'system', 'content': 'Be brief.'}, {'role': 'user', 'content': 'Hi'}]"
    )


def test_an_output_is_taken_with_its_log_and_usage(agent: Bench) -> None:
    log = [{"role": "user", "content": "hello"}]
    expected = Output("text", run_log=log, usage={"input": 1, "output": 2})
    assert agent.call("agent:full") == expected
    assert agent.call("agent:full", agent.case(run_log=["of the case"])) == expected


@pytest.mark.parametrize(
    ("function", "found"),
    [
        ("agent:VALUES", ""),
        ("builtins:len", "target builtins:len returned int; it must return text or a pytest_rubric.Output"),
        (
            "builtins:print",
            "target builtins:print returned None; it must return text or a pytest_rubric.Output; is a `return` missing?",
        ),
        (
            "builtins:list",
            "target builtins:list returned list; it must return text or a pytest_rubric.Output",
        ),
        (
            "pytest_rubric:Output",
            None,
        ),
    ],
)
def test_anything_but_text_is_an_error(agent: Bench, function: str, found: str | None) -> None:
    case = agent.case(target=TargetSpec(function=function))
    if found is None:
        assert agent.run(case).text == "hello"
    elif found:
        assert agent.error(case) == found
    else:
        assert (
            agent.error(case)
            == f"target agent:VALUES: {agent.root}/agent.py has no VALUES; did you mean VALUE?"
        )


@pytest.mark.parametrize(
    ("function", "code", "message"),
    [
        ("fails", 'raise ValueError("no such order")', "raised ValueError: no such order (agent.py:{line})"),
        ("fails_async", "raise KeyError(text)", "raised KeyError: 'hello' (agent.py:{line})"),
        ("exits", 'sys.exit("bye")', "raised SystemExit: bye (agent.py:{line})"),
        ("exits_async", "raise SystemExit(3)", "raised SystemExit: 3 (agent.py:{line})"),
        ("cancels", "raise asyncio.CancelledError", "raised CancelledError (agent.py:{line})"),
        ("cancels_async", "", "raised CancelledError"),
        ("stops", "raise StopIteration", "raised StopIteration (agent.py:{line})"),
        ("times_out", 'raise TimeoutError("upstream")', "raised TimeoutError: upstream (agent.py:{line})"),
        (
            "long",
            'raise ValueError("x" * 5000)',
            "raised ValueError: " + "x" * 2000 + " [... 3000 more characters] (agent.py:{line})",
        ),
        ("unprintable", "raise Unprintable", "raised Unprintable (agent.py:{line})"),
        ("escapes", 'raise ValueError("\\x1b', "raised ValueError: \\x1b[31mred (agent.py:{line})"),
        (
            "deep",
            "return deep(text)",
            "raised RecursionError: maximum recursion depth exceeded (agent.py:{line})",
        ),
    ],
)
def test_an_exception_is_one_error_with_its_place(
    agent: Bench, function: str, code: str, message: str
) -> None:
    lines = (agent.root / "agent.py").read_text().splitlines()
    line = next(number for number, text in enumerate(lines, 1) if code in text)
    case = agent.case(target=TargetSpec(function=f"agent:{function}"))
    assert agent.error(case) == f"target agent:{function} {message}".replace("{line}", str(line))


def test_an_error_that_user_code_raises_on_purpose_keeps_its_words(agent: Bench) -> None:
    case = agent.case(target=TargetSpec(function="agent:says_why"))
    assert agent.error(case) == "target agent:says_why: the service is down"


def test_an_error_inside_a_library_names_the_last_line_of_user_code(agent: Bench) -> None:
    agent.write("agents.py", "import json\n\ndef parse(text):\n    return json.loads(text)\n")
    case = agent.case(target=TargetSpec(function="agents:parse"))
    assert agent.error(case) == (
        "target agents:parse raised JSONDecodeError: Expecting value: line 1 column 1 (char 0) (agents.py:4)"
    )


@pytest.mark.parametrize(("function", "parameters"), [("two", "(a, b)"), ("none", "()")])
def test_a_function_that_takes_something_else_is_an_error(
    agent: Bench, function: str, parameters: str
) -> None:
    case = agent.case(target=TargetSpec(function=f"agent:{function}"))
    assert agent.error(case) == (
        f"target agent:{function} has the parameters {parameters}; "
        "it must take the input alone, or a parameter named `case`"
    )


def test_without_an_input_a_function_must_take_the_case(agent: Bench) -> None:
    case = agent.case(input=None, target=TargetSpec(function="agent:answer"))
    assert agent.error(case) == (
        "target agent:answer takes the input, and case a has none; "
        "write an Input, or take a parameter named `case`"
    )
    assert agent.call("agent:by_case", agent.case(input=None)).text == "a None"


@pytest.mark.parametrize("function", ["hangs", "hangs_async", "deaf"])
def test_a_hanging_function_is_left_behind_at_the_time_limit(agent: Bench, function: str) -> None:
    case = agent.case(target=TargetSpec(function=f"agent:{function}", timeout=0.2))

    started = time.monotonic()
    message = agent.error(case)
    assert time.monotonic() - started < 10
    assert message == (
        f"target agent:{function} did not return within 0.2 s and was left behind; "
        "if it needs longer, raise `timeout` of the target"
    )
    assert all(thread.daemon for thread in threading.enumerate() if thread.name.startswith("rubric"))


def test_one_that_hangs_does_not_hold_up_the_next_case(agent: Bench) -> None:
    async def scenario() -> list[Output | BaseException]:
        resolver = agent.resolver()
        agent.write(
            "slow.py",
            "import time\n\ndef answer(text):\n    time.sleep(30 if text == 'slow' else 0)\n    return text\n",
        )
        cases = [
            agent.case(id=text, input=text, target=TargetSpec(function="slow:answer", timeout=0.3))
            for text in ("slow", "quick")
        ]
        return await asyncio.gather(
            *(resolver.target_for(case).run(case) for case in cases), return_exceptions=True
        )

    slow, quick = asyncio.run(scenario())
    assert isinstance(slow, TargetError)
    assert quick == Output("quick")


def test_a_cancelled_call_gives_its_turn_to_the_next(agent: Bench) -> None:
    async def scenario() -> Output:
        resolver = agent.resolver()
        hanging = agent.case(target=TargetSpec(function="agent:hangs"))
        first = asyncio.create_task(resolver.target_for(hanging).run(hanging))
        await asyncio.sleep(0.2)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        waiting = replace(hanging, target=TargetSpec(function="agent:answer"))
        return await asyncio.wait_for(resolver.target_for(waiting).run(waiting), 10)

    started = time.monotonic()
    assert asyncio.run(scenario()) == Output("Echo: hello")
    assert time.monotonic() - started < 10
