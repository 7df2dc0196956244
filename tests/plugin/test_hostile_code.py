"""User code that freezes the clock, stops or blocks its event loop, or raises: told, and nobody else's loss."""

from __future__ import annotations

import pytest

from tests.support.loopback import LoopbackJudge, failure
from tests.support.project import Project, case

# What tools that freeze the time do: another function in every module that holds the real one.
FROZEN = """\
    import sys, time
    import pytest

    @pytest.fixture(autouse=True)
    def frozen(monkeypatch):
        for real in (time.monotonic, time.time, time.perf_counter, time.time_ns):
            for module in list(sys.modules.values()):
                for name, value in list(vars(module).items()):
                    if value is real:
                        monkeypatch.setattr(module, name, lambda fixed=real(): fixed)
    """


# --- the clock ----------------------------------------------------------------------------------


def test_a_frozen_clock_holds_up_no_retry(project: Project) -> None:
    project.write("conftest.py", FROZEN)
    project.write("test_python.py", "def test_it(rubric):\n    rubric.check('abc', criteria=['A'])\n")
    project.write_cases([case("abc", "B", id="yaml")])
    faults = iter([failure(500, "busy"), failure(429, "slower"), failure(503, "overloaded")])
    met = '{"criteria": [{"id": 1, "reason": "so", "basis": "whole", "present": true}]}'
    with LoopbackJudge(reply=lambda body: next(faults, met)) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 5
    assert run.outcomes == {"passed": 2}


@pytest.mark.parametrize("kind", ["def", "async def"])
def test_a_frozen_clock_holds_up_no_time_limit(project: Project, kind: str) -> None:
    project.write("conftest.py", FROZEN)
    wait = "await asyncio.sleep(60)" if kind == "async def" else "threading.Event().wait(60)"
    project.write("agent.py", f"import asyncio, threading\n\n{kind} hangs(text):\n    {wait}\n")
    project.write_cases(
        [
            {
                "id": "slow",
                "Input": "x",
                "target": {"function": "agent:hangs", "timeout": 1},
                "Judge": [{"check": {"contains": "x"}}],
            }
        ]
    )
    run = project.run()
    assert run.record("slow")["error"].startswith(
        "target agent:hangs did not return within 1 s and was left behind"
    )


# --- the event loop -----------------------------------------------------------------------------


def targets(limit: int = 3, **functions: str) -> list[dict[str, object]]:
    return [
        {
            "id": name,
            "Input": "x",
            "target": {"function": f"agent:{name}", "timeout": limit},
            "Judge": [{"check": {"equals": "fine"}}],
        }
        for name in functions
    ]


@pytest.mark.parametrize(
    ("body", "ends"),
    [
        ("asyncio.get_running_loop().stop(); await asyncio.sleep(0); return 'fine'", None),
        ("asyncio.get_running_loop().call_soon(sys.exit, 3); await asyncio.sleep(0.1); return 'fine'", None),
        ("await asyncio.gather(exits()); return 'fine'", "raised SystemExit: 3 (agent.py:4)"),
        ("await asyncio.create_task(interrupts()); return 'fine'", "raised KeyboardInterrupt (agent.py:7)"),
        ("raise KeyboardInterrupt", "raised KeyboardInterrupt (agent.py:"),
        ("asyncio.get_running_loop().close(); return 'fine'", "raised RuntimeError: Cannot close a running"),
    ],
)
@pytest.mark.parametrize("workers", [[], ["-n", "2"]])
def test_user_code_that_ends_its_loop_ends_nothing_of_others(
    project: Project, body: str, ends: str | None, workers: list[str]
) -> None:
    project.write(
        "agent.py",
        f"""\
        import asyncio, sys

        async def exits():
            sys.exit(3)

        async def interrupts():
            raise KeyboardInterrupt

        async def odd(text):
            {body}

        async def before(text):
            await asyncio.sleep(0.3)
            return "fine"

        async def after(text):
            return "fine"
        """,
    )
    project.write_cases(targets(before="", odd="", after=""))
    run = project.run(*workers)
    assert (run.record("before")["score"], run.record("after")["score"]) == (100, 100)
    assert len(run.records) == 3
    if ends is None:
        assert run.record("odd")["score"] == 100
    else:
        assert run.outcomes == {"passed": 2, "error": 1}
        assert f"target agent:odd {ends}" in run.record("odd")["error"]


def test_a_loop_that_dies_is_told_and_the_next_items_get_another(project: Project) -> None:
    project.write(
        "agent.py",
        """\
        import asyncio

        async def kills(text):
            # what a library does that closes descriptors which are not its own
            asyncio.get_running_loop()._selector.close()
            await asyncio.sleep(60)

        async def fine(text):
            return "fine"
        """,
    )
    project.write_cases(targets(kills="", fine=""))
    run = project.run("--rubric-concurrency", "1")
    assert run.outcomes == {"passed": 1, "error": 1}
    error = run.record("kills")["error"]
    assert error.startswith("target agent:kills: the event loop in the thread rubric-targets ended: ")
    assert error.endswith("; its output is lost")


@pytest.mark.parametrize(
    ("body", "at_once"),
    [
        ("time.sleep(60)", "32"),
        ("await asyncio.sleep(0.2); time.sleep(60)", "32"),
        ("await asyncio.gather(inner())", "1"),
    ],
)
def test_a_blocked_loop_is_an_error_of_the_one_that_blocks_it(
    project: Project, body: str, at_once: str
) -> None:
    project.write(
        "agent.py",
        f"""\
        import asyncio, pathlib, time

        async def inner():
            time.sleep(60)

        async def blocks(text):
            {body}
            return "fine"

        async def fine(text):
            with pathlib.Path("calls.txt").open("a") as log:
                log.write("called\\n")
            return "fine"

        def plain(text):
            return "fine"
        """,
    )
    # long beside what a busy machine takes to begin: only the one that blocks may come to it
    project.write_cases(targets(limit=10, blocks="", fine="", plain=""))
    run = project.run("--rubric-concurrency", at_once)
    assert run.outcomes == {"passed": 2, "error": 1}
    error = run.record("blocks")["error"]
    line, code = (4, "time.sleep(60)") if "inner" in body else (7, body)
    assert error == (
        "target agent:blocks did not return within 10 s and was left behind: the event loop that runs async "
        f"targets is blocked at agent.py:{line}: {code}; "
        "await there instead, wrap the call in asyncio.to_thread(), or write a plain `def`"
    )
    assert run.seconds < 30
    assert (project.path / "calls.txt").read_text() == "called\n"


def test_one_that_has_begun_beside_a_blocked_loop_ends_at_its_own_limit(project: Project) -> None:
    project.write(
        "agent.py",
        """\
        import asyncio, time

        async def waits(text):
            await asyncio.sleep(0.5)
            return "fine"

        async def blocks(text):
            await asyncio.sleep(0.1)
            time.sleep(60)
        """,
    )
    project.write_cases(targets(waits="", blocks=""))
    run = project.run()
    assert run.outcomes == {"error": 2}
    for name in ("waits", "blocks"):
        assert (
            f"target agent:{name} did not return within 3 s and was left behind" in run.record(name)["error"]
        )
        assert "is blocked at agent.py:9: time.sleep(60)" in run.record(name)["error"]


# --- what user code raises ----------------------------------------------------------------------

FAILING = """\
    import json

    def answer(text):
        return parsed(text)

    def parsed(text):
        try:
            return json.loads(text)
        except ValueError as error:
            raise LookupError("no order in it") from error

    async def answer_async(text):
        return parsed(text)

    def check(output):
        return parsed(output)
    """
FRAMES = (
    "| agent.py:8: in parsed",
    "|     return json.loads(text)",
    "| JSONDecodeError: Expecting value: line 1 column 1 (char 0)",
    "| agent.py:10: in parsed",
    '|     raise LookupError("no order in it") from error',
    "| LookupError: no order in it",
)


def shown_lines(out: str) -> list[str]:
    return [line.strip() for line in out.splitlines()]


@pytest.mark.parametrize("function", ["answer", "answer_async"])
def test_the_failure_of_a_target_shows_the_users_own_lines(project: Project, function: str) -> None:
    project.write("agent.py", FAILING)
    project.write_cases(
        [{"id": "a", "Input": "x", "target": f"agent:{function}", "Judge": [{"check": {"contains": "x"}}]}]
    )
    run = project.run()
    assert (
        "rubric: not judged: target agent:"
        f"{function} raised LookupError: no order in it (agent.py:10)"
        in run.line("ERROR cases.rubric.yaml::a")
    )
    shown = shown_lines(run.out)
    caller = 4 if function == "answer" else 13
    for line in (f"| agent.py:{caller}: in {function}", "|     return parsed(text)", *FRAMES):
        assert line in shown
    assert "pytest_rubric/" not in run.out


def test_the_failure_of_a_check_shows_the_users_own_lines(project: Project) -> None:
    project.write("agent.py", FAILING)
    project.write_cases([case("x", {"check": {"python": "agent:check"}}, id="a")])
    run = project.run()
    assert run.outcomes == {"error": 1}
    assert "agent:check raised LookupError: no order in it (agent.py:10)" in run.out
    for line in ("| agent.py:16: in check", *FRAMES):
        assert line in shown_lines(run.out)
    assert "pytest_rubric/" not in run.out


@pytest.mark.parametrize("body", ["return agent.answer(case.input)", "return agent.answer_async(case.input)"])
def test_the_failure_of_a_target_hook_shows_the_users_own_lines(project: Project, body: str) -> None:
    project.write("agent.py", FAILING)
    project.write("conftest.py", f"import agent\n\ndef pytest_rubric_run_target(case):\n    {body}\n")
    project.write_cases([{"id": "a", "Input": "x", "Judge": [{"check": {"contains": "x"}}]}])
    run = project.run("-p", "no:cacheprovider")
    for line in FRAMES:
        assert line in shown_lines(run.out)
    assert "pytest_rubric/" not in run.out
    assert "pluggy/" not in run.out


def test_the_failure_of_a_module_shows_the_users_own_lines(project: Project) -> None:
    project.write("agent.py", "import settings_of_agent\n")
    project.write("settings_of_agent.py", "LIMIT = int('many')\n")
    project.write_cases(
        [{"id": "a", "Input": "x", "target": "agent:answer", "Judge": [{"check": {"contains": "x"}}]}]
    )
    run = project.run()
    for line in (
        "| agent.py:1: in <module>",
        "|     import settings_of_agent",
        "| settings_of_agent.py:1: in <module>",
        "|     LIMIT = int('many')",
    ):
        assert line in shown_lines(run.out)


@pytest.mark.parametrize(
    ("hook", "code"),
    [
        ("pytest_rubric_modify_cases(cases)", 2),
        ("pytest_rubric_make_judge()", 1),
        ("pytest_rubric_register_evaluators()", 4),
    ],
)
def test_the_failure_of_a_hook_names_it_and_the_users_own_lines(
    project: Project, hook: str, code: int
) -> None:
    project.write("conftest.py", f"def {hook}:\n    owner()\n\ndef owner():\n    raise KeyError('owner')\n")
    project.write_cases([case("abc", "A", id="a")])
    run = project.run("--rubric-model", "any")
    assert run.code == code
    name = hook.partition("(")[0]
    assert f"hook {name} failed: KeyError: 'owner' (conftest.py:5)" in run.out + run.err
    if code != 4:
        shown = [line.strip().removeprefix("E").removeprefix("|").strip() for line in run.out.splitlines()]
        for line in (
            f"conftest.py:2: in {name}",
            "owner()",
            "conftest.py:5: in owner",
            "raise KeyError('owner')",
        ):
            assert line in shown
        assert "pluggy/" not in run.out
        assert "pytest_rubric/" not in run.out


# --- what is useful about a target that gave nothing --------------------------------------------


def test_the_last_words_of_a_command_stand_in_the_first_line_and_all_of_them_below(project: Project) -> None:
    project.write(
        "agent.py", "import sys; print('reading', file=sys.stderr); sys.exit('no key: set AGENT_KEY')\n"
    )
    project.write_cases(
        [
            {
                "id": "a",
                "Input": "x",
                "target": {"command": ["python", "agent.py"]},
                "Judge": [{"check": {"contains": "x"}}],
            }
        ]
    )
    run = project.run()
    assert "no key: set AGENT_KEY" in run.line("ERROR cases.rubric.yaml::a")
    assert "| reading" in shown_lines(run.out)
    assert "more)" not in run.out


def test_the_files_that_are_expected_are_named(project: Project) -> None:
    (project.path / "out").mkdir()
    project.write_cases([case("x", {"check": {"contains": "x"}}, id="a")])
    run = project.run("--rubric-outputs", "out")
    assert "expected a.md or case_0_actual_output.txt" in run.line("ERROR cases.rubric.yaml::a")
    assert "|   case_0_actual_result.txt" in shown_lines(run.out)
    assert "more)" not in run.out
