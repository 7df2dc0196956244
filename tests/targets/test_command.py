"""Commands: what they are given, what is taken of them, and that nothing of them stays behind."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_rubric.errors import TargetError
from pytest_rubric.model import Case, InputMessage, Output
from pytest_rubric.targets.command import CommandTarget
from tests.targets.support import Bench


def pids(*files: Path) -> list[int]:
    return [int(file.read_text()) for file in files]


def is_alive(pid: int) -> bool:
    """Whether a process runs; a zombie that nobody has buried does not."""
    with suppress(OSError):
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        return state not in "ZX"
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return not Path("/proc").exists()


def all_gone(numbers: list[int], patience: float = 2.0) -> bool:
    deadline = time.monotonic() + patience
    while any(map(is_alive, numbers)):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


async def appears(*files: Path) -> None:
    while not all(file.exists() and file.read_text().strip() for file in files):
        await asyncio.sleep(0.01)


def test_standard_output_is_the_output(bench: Bench) -> None:
    assert bench.run(bench.command("printf", "one\\ntwo")) == Output("one\ntwo")


def test_standard_error_is_a_note(bench: Bench) -> None:
    output = bench.run(bench.command("sh", "-c", "echo answer; echo 'old function used' >&2"))
    assert output == Output("answer\n", notes=("standard error: old function used",))


def test_an_empty_output_is_an_output(bench: Bench) -> None:
    assert bench.run(bench.command("true")) == Output("")


HOSTILE = [
    "; touch pwned #",
    "$(touch pwned)",
    "`touch pwned`",
    "--help",
    "-n",
    "two\nlines\n",
    "She said \"no\" \\ and 'yes'",
    "{{id}} {{nothing}} {0} %s ${HOME}",
    "",
    "😀 你好",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_input_comes_through_stdin_untouched(bench: Bench, text: str) -> None:
    case = bench.command("cat", stdin="<{{input}}>")
    assert bench.run(replace(case, input=text)).text == f"<{text}>"
    assert not (bench.file.parent / "pwned").exists()


@pytest.mark.parametrize("text", HOSTILE)
def test_input_comes_as_a_word_untouched(bench: Bench, text: str) -> None:
    case = bench.command("python", "-c", "import sys; print(sys.argv[1], end='')", "{{input}}")
    assert bench.run(replace(case, input=text)).text == text
    assert not (bench.file.parent / "pwned").exists()


def test_all_placeholders(bench: Bench) -> None:
    case = bench.command("printf", "%s|", "{{query}}", "{{context}}", "{{index}}", "{{id}}")
    assert bench.run(replace(case, context="docs", index=3)).text == "hello|docs|3|a|"
    assert bench.run(replace(case, input=None)).text == "||0|a|"


def test_a_chat_is_written_with_its_roles(bench: Bench) -> None:
    chat = (InputMessage("system", "Be brief."), InputMessage("user", "Hi\nthere"))
    case = bench.command("cat", stdin="{{input}}")
    assert bench.run(replace(case, input=chat)).text == "system: Be brief.\nuser: Hi\nthere"


@pytest.mark.parametrize("size", [300_000, 3_000_000])
def test_a_large_input_through_stdin(bench: Bench, size: int) -> None:
    case = replace(bench.command("cat", stdin="{{input}}"), input="x" * size)
    assert len(bench.run(case).text) == size


def test_a_large_input_as_a_word_says_what_to_do(bench: Bench) -> None:
    case = replace(bench.command("echo", "{{input}}"), input="x" * 3_000_000)
    assert bench.error(case) == (
        "command `echo '{{input}}'` can't be started: Argument list too long; "
        "hand a long text over with `stdin`, not in a word"
    )


def test_a_command_need_not_read_its_input(bench: Bench) -> None:
    assert bench.run(bench.command("echo", "done", stdin="x" * 1_000_000)).text == "done\n"


def test_without_stdin_there_is_nothing_to_read(bench: Bench) -> None:
    assert bench.run(bench.command("cat", timeout=20)).text == ""


def test_folder_environment_and_python(bench: Bench) -> None:
    script = "import os, sys; print(os.getcwd(), os.environ['COLOUR'], sys.executable)"
    case = bench.command("python", "-c", script, env={"COLOUR": "red"})
    assert bench.run(case).text == f"{bench.file.parent} red {sys.executable}\n"
    (bench.root / "agent").mkdir()
    case = bench.command("pwd", cwd="../agent")
    assert bench.run(case).text == f"{bench.root}/agent\n"


def test_a_missing_folder_is_an_error(bench: Bench) -> None:
    assert bench.error(bench.command("pwd", cwd="none")) == (
        f"command `pwd`: there is no working directory {bench.root}/evals/none; "
        "make it, or name another one with `cwd`"
    )
    assert "leads out of the root directory" in bench.error(bench.command("pwd", cwd="../.."))


def test_a_failure_gives_exit_code_and_standard_error(bench: Bench) -> None:
    case = bench.command("sh", "-c", "echo half an answer; echo no key >&2; echo bye >&2; exit 3")
    failure = bench.failure(case)
    assert str(failure) == (
        "command `sh -c 'echo half an answer; echo no key >&2; echo bye >&2; exit 3'` exited with code 3; "
        "standard error ends: bye"
    )
    assert failure.details == "standard error:\nno key\nbye"
    assert bench.error(bench.command("false")) == (
        "command `false` exited with code 1; it wrote nothing to standard error"
    )


def test_only_the_end_of_standard_error_is_kept(bench: Bench) -> None:
    script = "import sys; sys.stderr.write('x' * 1_000_000 + 'the cause'); sys.exit(1)"
    failure = bench.failure(bench.command("python", "-c", script))
    assert str(failure).endswith("the cause")
    assert len(str(failure)) < 500
    assert len(failure.details or "") < 5000


def test_an_end_by_signal_is_named(bench: Bench) -> None:
    assert bench.error(bench.command("sh", "-c", "kill -SEGV $$")).startswith(
        "command `sh -c 'kill -SEGV $$'` was ended by SIGSEGV"
    )


@pytest.mark.parametrize("program", ["no-such-program", "./no-such-file"])
def test_a_missing_program_is_an_error(bench: Bench, program: str) -> None:
    assert bench.error(bench.command(program, "x")) == (
        f"command `{program} x`: there is no program {program}; "
        "the first word must be a program on PATH or a path to one"
    )


def test_a_file_that_is_no_program_is_an_error(bench: Bench) -> None:
    bench.write("evals/agent.sh", "echo hi")
    assert (
        bench.error(bench.command("./agent.sh")) == "command `./agent.sh` can't be started: Permission denied"
    )


def test_bytes_that_are_no_text_are_replaced_and_noted(bench: Bench) -> None:
    output = bench.run(bench.command("printf", "a\\377\\000b"))
    assert output.text == "a\ufffd\\x00b"
    assert output.notes == (
        "standard output is not UTF-8 throughout: each byte that could not be read is shown as \ufffd",
    )


@pytest.mark.parametrize("words", [("yes",), ("sh", "-c", "yes & yes >&2 & yes")])
def test_endless_output_is_ended(bench: Bench, words: tuple[str, ...]) -> None:
    case = bench.command(*words)
    assert case.target is not None
    target = CommandTarget(case.target, words, bench.settings, most_output=100_000)
    with pytest.raises(TargetError) as caught:
        asyncio.run(target.run(case))
    assert "wrote more than 100,000 bytes to standard output and was ended" in str(caught.value)


def test_output_up_to_the_bound_is_taken(bench: Bench) -> None:
    case = bench.command("python", "-c", "print('x' * 99_999)")
    assert case.target is not None
    target = CommandTarget(case.target, case.target.command or (), bench.settings, most_output=100_000)
    assert len(asyncio.run(target.run(case)).text) == 100_000


@pytest.mark.parametrize(
    "script",
    [
        "echo $$ > 0; sleep 60 & echo $! > 1; wait",
        "trap '' TERM; echo $$ > 0; (trap '' TERM; sleep 60) & echo $! > 1; while :; do sleep 0.1; done",
        "echo $$ > 0; setsid sh -c 'echo $$ > 1; exec sleep 60' & wait",
        "exec >&- 2>&-; echo $$ > 0; sleep 60 & echo $! > 1; wait",
    ],
    ids=["children", "deaf", "own-session", "closed-pipes"],
)
def test_the_time_limit_ends_all_processes(bench: Bench, script: str) -> None:
    case = bench.command("sh", "-c", script, timeout=0.5)
    started = time.monotonic()
    message = bench.error(case)
    assert time.monotonic() - started < 10
    assert "did not end within 0.5 s and was ended with all its processes" in message
    assert message.endswith(
        "; if it needs longer, raise `timeout` of the target; it wrote nothing to standard error"
    )
    assert all_gone(pids(bench.file.parent / "0", bench.file.parent / "1"))


def test_the_time_limit_shows_what_was_said_until_then(bench: Bench) -> None:
    failure = bench.failure(bench.command("sh", "-c", "echo waiting for a lock >&2; sleep 60", timeout=0.5))
    assert str(failure).endswith("; standard error ends: waiting for a lock")


@pytest.mark.parametrize("detach", ["", "setsid "], ids=["group", "own-session"])
def test_a_process_left_behind_does_not_hold_up_the_answer(bench: Bench, detach: str) -> None:
    script = (
        f"{detach}sh -c 'echo $$ > 0; exec sleep 60' & while [ ! -s 0 ]; do sleep 0.01; done; echo answer"
    )
    started = time.monotonic()
    output = bench.run(bench.command("sh", "-c", script))
    assert time.monotonic() - started < 10
    assert output.text == "answer\n"
    assert output.notes == ("a process that the command left behind held its standard output; it was ended",)
    assert all_gone(pids(bench.file.parent / "0"))


def test_what_a_child_writes_shortly_after_the_end_is_taken(bench: Bench) -> None:
    output = bench.run(bench.command("sh", "-c", "(sleep 0.1; echo late) & echo early"))
    assert output == Output("early\nlate\n")


@pytest.mark.parametrize("times", [1, 3])
def test_cancelling_ends_all_processes_promptly(bench: Bench, times: int) -> None:
    script = "trap '' TERM; echo $$ > 0; (trap '' TERM; sleep 60) & echo $! > 1; wait; sleep 60"
    case = bench.command("sh", "-c", script)
    files = (bench.file.parent / "0", bench.file.parent / "1")

    async def scenario() -> float:
        task = asyncio.create_task(bench.resolver().target_for(case).run(case))
        await asyncio.wait_for(appears(*files), 20)
        started = time.monotonic()
        for _ in range(times):
            task.cancel()
            await asyncio.sleep(0.01)
        with pytest.raises(asyncio.CancelledError):
            await task
        return time.monotonic() - started

    assert asyncio.run(scenario()) < 5
    assert all_gone(pids(*files))


def test_many_at_once(bench: Bench) -> None:
    async def scenario() -> list[str]:
        resolver = bench.resolver()
        cases: list[Case] = [
            bench.case(
                id=str(number), input=f"text {number}", target=bench.command("cat", stdin="{{input}}").target
            )
            for number in range(20)
        ]
        outputs = await asyncio.gather(*(resolver.target_for(case).run(case) for case in cases))
        return [output.text for output in outputs]

    assert asyncio.run(scenario()) == [f"text {number}" for number in range(20)]


def test_it_runs_on_the_loop_of_another_thread(bench: Bench) -> None:
    async def scenario() -> Output:
        return await asyncio.to_thread(bench.run, bench.command("echo", "hi"))

    assert asyncio.run(scenario()).text == "hi\n"


def test_no_pipe_stays_open(bench: Bench) -> None:
    if not Path("/proc/self/fd").exists():
        pytest.skip("needs /proc")
    before = len(os.listdir("/proc/self/fd"))
    for words in (("echo", "hi"), ("sh", "-c", "sleep 60"), ("false",), ("no-such-program",)):
        with suppress(TargetError):
            bench.run(bench.command(*words, stdin="x", timeout=0.2))
    assert len(os.listdir("/proc/self/fd")) == before
