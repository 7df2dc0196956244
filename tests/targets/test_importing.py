"""Users' functions by name: where modules are looked for, and what can't be imported."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from pytest_rubric.model import TargetSpec
from tests.targets.support import Bench

pytestmark = pytest.mark.usefixtures("own_imports")


def test_the_root_directory_is_found_last(bench: Bench) -> None:
    bench.write("json.py", "def dumps(text):\n    return 'shadowed'\n")
    bench.write("agent.py", "def answer(text):\n    return text\n")
    assert bench.call("agent:answer").text == "hello"
    assert sys.path[-1] == str(bench.root)
    assert bench.call("json:dumps").text == '"hello"'


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (
            "agents.none:answer",
            "there is no module agents.none; looked in pytest's `pythonpath`, "
            "among installed packages and in the root directory {root}",
        ),
        (
            "nowhere.at_all:answer",
            "there is no module nowhere; looked in pytest's `pythonpath`, "
            "among installed packages and in the root directory {root}",
        ),
        ("broken:answer", "broken can't be imported: SyntaxError: expected ':' (broken.py:1)"),
        (
            "needs:answer",
            "needs can't be imported: ModuleNotFoundError: No module named 'absent' (needs.py:1)",
        ),
        ("leaves:answer", "leaves can't be imported: SystemExit: no key (leaves.py:2)"),
        ("agents:VALUE", "VALUE in {root}/agents/__init__.py is int, not a function"),
        ("agents:VALUE.answer", "{root}/agents/__init__.py has no answer"),
        ("agents:anwser", "{root}/agents/__init__.py has no anwser; did you mean answer?"),
    ],
)
def test_what_can_not_be_imported_is_an_error(bench: Bench, function: str, message: str) -> None:
    bench.write("broken.py", "def answer(text)\n")
    bench.write("needs.py", "import absent\n")
    bench.write("leaves.py", "import sys\nsys.exit('no key')\n")
    bench.write("agents/__init__.py", "VALUE = 1\n\ndef answer(text):\n    return text\n")
    expected = f"target {function}: " + message.format(root=bench.root)
    assert bench.error(bench.case(target=TargetSpec(function=function))) == expected


@pytest.mark.parametrize("name", ["agent", "agent:", ":answer"])
def test_a_name_without_both_parts_is_an_error(bench: Bench, name: str) -> None:
    case = bench.case(target=TargetSpec(function=name or None))
    assert bench.error(case) == f"target {name!r} must be written package.module:function"


def test_a_module_is_imported_once_though_it_fails(bench: Bench) -> None:
    path = bench.write(
        "broken.py",
        "import pathlib\nwith pathlib.Path(__file__ + '.log').open('a') as f:\n    f.write('x')\n1 / 0\n",
    )

    async def scenario() -> list[str]:
        resolver = bench.resolver()
        case = bench.case(target=TargetSpec(function="broken:answer"))
        found = await asyncio.gather(
            *(resolver.target_for(case).run(case) for _ in range(3)), return_exceptions=True
        )
        return [str(error) for error in found]

    assert set(asyncio.run(scenario())) == {
        "target broken:answer: broken can't be imported: ZeroDivisionError: division by zero (broken.py:4)"
    }
    assert Path(f"{path}.log").read_text() == "x"


def test_an_import_that_hangs_is_an_error_at_the_time_limit(bench: Bench) -> None:
    bench.write("slow.py", "import time\ntime.sleep(5)\n")
    case = bench.case(target=TargetSpec(function="slow:answer", timeout=0.2))
    assert bench.error(case) == (
        "target slow:answer: importing slow took longer than 0.2 s; "
        "if it needs longer, raise `timeout` of the target"
    )
