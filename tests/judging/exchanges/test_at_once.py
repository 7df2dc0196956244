"""Many at once: equal requests in one process, and many processes in one folder."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable
from pathlib import Path

import pytest

from pytest_rubric.errors import JudgeCallFailed, JudgeError
from pytest_rubric.judging.exchanges.locks import KeyLocks
from pytest_rubric.judging.protocol import JudgeReply, JudgeRequest
from pytest_rubric.judging.scripted import ScriptedJudge, ScriptedReply
from tests.judging.exchanges.stores import Store, files
from tests.judging.small_contract import answer, entry, request

ROOT = Path(__file__).parents[3]


class Held:
    """A script whose replies wait until they are let go."""

    def __init__(self, *outcomes: ScriptedReply) -> None:
        self._outcomes = list(outcomes)
        self.gate = asyncio.Event()

    async def __call__(self, asked: JudgeRequest) -> ScriptedReply:
        await self.gate.wait()
        return self._outcomes.pop(0)


NO = answer(entry(1, False), entry(2, False))


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_equal_requests_at_the_same_time_are_asked_once(tmp_path: Path) -> None:
    async def run() -> None:
        held = Held(NO)
        store = Store(tmp_path, script=ScriptedJudge(held))
        tasks = [asyncio.create_task(store.judge.ask(request())) for _ in range(20)]
        await settle()
        held.gate.set()
        replies = await asyncio.gather(*tasks)
        assert store.counts == (19, 1, 0)
        assert sum(reply.usage.calls for reply in replies) == 1
        assert sum(reply.usage.stored for reply in replies) == 19
        assert all(reply.decisions == {1: False, 2: False} for reply in replies)

    asyncio.run(run())


def test_each_waiting_request_is_read_by_its_own_contract(tmp_path: Path) -> None:
    async def run() -> None:
        held = Held(NO)
        store = Store(tmp_path, script=ScriptedJudge(held))
        tasks = [asyncio.create_task(store.judge.ask(request(ids))) for ids in ((1, 2), (2,))]
        await settle()
        held.gate.set()
        assert [reply.decisions for reply in await asyncio.gather(*tasks)] == [
            {1: False, 2: False},
            {2: False},
        ]

    asyncio.run(run())


def test_a_failure_is_shared_and_its_attempts_are_counted_once(tmp_path: Path) -> None:
    async def run() -> None:
        held = Held(JudgeCallFailed("no answer in 120 s", "status 504"))
        store = Store(tmp_path, script=ScriptedJudge(held))
        tasks = [asyncio.create_task(store.judge.ask(request())) for _ in range(3)]
        await settle()
        held.gate.set()
        errors = await asyncio.gather(*tasks, return_exceptions=True)
        assert store.script.calls == 1
        assert len({id(error) for error in errors}) == 3
        for error in errors:
            assert isinstance(error, JudgeCallFailed)
            assert (error.message, error.details) == ("no answer in 120 s", "status 504")
        assert sum(error.calls for error in errors if isinstance(error, JudgeError)) == 1

    asyncio.run(run())


def test_a_cancelled_request_hands_over_to_those_that_wait(tmp_path: Path) -> None:
    async def run() -> None:
        held = Held(NO)
        store = Store(tmp_path, script=ScriptedJudge(held))
        leader, *others = [asyncio.create_task(store.judge.ask(request())) for _ in range(3)]
        await settle()
        leader.cancel()
        await settle()
        held.gate.set()
        replies = await asyncio.gather(*others)
        assert [reply.decisions for reply in replies] == [{1: False, 2: False}] * 2
        assert leader.cancelled()
        assert store.script.calls == 2

    asyncio.run(run())


def test_a_cancelled_waiter_disturbs_nobody(tmp_path: Path) -> None:
    async def run() -> None:
        held = Held(NO)
        store = Store(tmp_path, script=ScriptedJudge(held))
        leader, waiter = [asyncio.create_task(store.judge.ask(request())) for _ in range(2)]
        await settle()
        waiter.cancel()
        await settle()
        held.gate.set()
        assert (await leader).decisions == {1: False, 2: False}
        assert waiter.cancelled()
        assert store.script.calls == 1

    asyncio.run(run())


def test_a_waiter_that_wants_more_feedback_asks_for_itself(tmp_path: Path) -> None:
    async def run() -> None:
        held = Held(NO, NO)
        store = Store(tmp_path, script=ScriptedJudge(held))
        wanted: list[Awaitable[JudgeReply]] = [
            asyncio.create_task(store.judge.ask(request(feedback="none"))),
            asyncio.create_task(store.judge.ask(request(feedback="full"))),
        ]
        await settle()
        held.gate.set()
        assert [reply.feedback for reply in await asyncio.gather(*wanted)] == ["none", "full"]
        assert store.script.calls == 2

    asyncio.run(run())


def started(folder: Path, log: Path, count: int, seconds: float) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.judging.exchanges.asking", folder, log, str(count), str(seconds)]
    return subprocess.Popen(
        [str(word) for word in command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def finished(process: subprocess.Popen[str]) -> tuple[int, int]:
    """How many requests the process had from the store, and how many it asked."""
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    stored, asked, _ = out.split()
    return int(stored), int(asked)


locks_processes = pytest.mark.skipif(
    sys.platform == "win32", reason="no locks there: every process asks for itself"
)


@locks_processes
def test_processes_in_one_folder_ask_each_request_once(tmp_path: Path) -> None:
    folder, log = tmp_path / "replies", tmp_path / "calls"
    counts = [finished(process) for process in [started(folder, log, 30, 0.3) for _ in range(3)]]
    asked = log.read_text(encoding="utf-8").split()
    assert sorted(asked, key=int) == [str(number) for number in range(30)]
    assert sum(count[1] for count in counts) == 30
    assert all(sum(count) == 60 for count in counts)
    assert len(files(folder)) == 30
    for path in files(folder):
        json.loads(path.read_text(encoding="utf-8"))


@locks_processes
def test_a_killed_process_leaves_no_lock_and_no_half_file(tmp_path: Path) -> None:
    folder, log = tmp_path / "replies", tmp_path / "calls"
    first = started(folder, log, 5, 60)
    wait_for_lines(log, 5)
    first.send_signal(signal.SIGKILL)
    first.communicate(timeout=30)
    assert finished(started(folder, log, 5, 0)) == (5, 5)
    assert len(files(folder)) == 5


def wait_for_lines(log: Path, count: int) -> None:
    deadline = time.monotonic() + 30
    while not log.exists() or log.read_bytes().count(b"\n") < count:
        assert time.monotonic() < deadline, "the process did not get to its calls"
        time.sleep(0.02)


@locks_processes
def test_a_process_killed_while_it_writes_leaves_whole_files_only(tmp_path: Path) -> None:
    folder, log = tmp_path / "replies", tmp_path / "calls"
    first = started(folder, log, 400, 0)
    deadline = time.monotonic() + 30
    while not (folder.exists() and len(files(folder)) > 3):
        assert time.monotonic() < deadline, "the process wrote nothing"
    first.send_signal(signal.SIGKILL)
    first.communicate(timeout=30)
    for path in folder.rglob("*.json"):
        json.loads(path.read_text(encoding="utf-8"))
    finished(started(folder, log, 400, 0))
    assert len(list(folder.rglob("*.json"))) == 400


@locks_processes
def test_a_process_that_hangs_with_the_lock_is_waited_for_and_then_passed_by(tmp_path: Path) -> None:
    folder, log = tmp_path / "replies", tmp_path / "calls"
    hanging = started(folder, log, 1, 60)
    try:
        wait_for_lines(log, 1)
        store = Store(folder)
        reply = store.ask(request(text="0", timeout=0.1))
        assert reply.decisions == {1: False, 2: False}
        assert store.script.calls == 1
    finally:
        hanging.kill()
        hanging.communicate(timeout=30)


def test_what_another_process_refreshed_during_this_run_is_served(tmp_path: Path) -> None:
    Store(tmp_path).ask(request())
    here, there = Store(tmp_path, "refresh"), Store(tmp_path, "refresh")
    there.ask(request())
    assert there.counts == (0, 1, 0)
    here.ask(request())
    assert here.counts == (1, 0, 0)


def test_a_reply_stored_between_the_first_look_and_the_lock_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(tmp_path).ask(request())
    (path,) = files(tmp_path)
    aside = tmp_path.with_name("aside")
    path.rename(aside)

    def late(locks: KeyLocks, key: str) -> bool:
        aside.rename(path)
        return True

    monkeypatch.setattr(KeyLocks, "acquire", late)
    store = Store(tmp_path)
    store.ask(request())
    assert store.counts == (1, 0, 0)


def test_locks_are_taken_given_back_and_never_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = "f" * 64
    locks = KeyLocks(tmp_path)
    locks.release(key)
    assert locks.acquire(key)
    locks.release(key)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "missing"))
    nowhere = KeyLocks(tmp_path / "elsewhere")
    assert nowhere.acquire(key)
    assert nowhere.acquire(key)
    nowhere.release(key)


def test_many_folders_share_a_few_files_and_take_different_places(tmp_path: Path) -> None:
    """Nothing ever deletes them, and every run may have a folder of its own."""
    made = [KeyLocks(tmp_path / str(number)) for number in range(2000)]
    assert len({locks.file for locks in made}) <= 256
    held = {(locks.file, locks.offset("f" * 64)) for locks in made}
    assert len(held) == len(made)
    assert all(0 <= offset < 2**60 for _, offset in held)
