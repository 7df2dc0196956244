"""The four modes, fresh requests, feedback, and what is worth storing."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from pytest_rubric.errors import (
    InvalidReply,
    JudgeCallFailed,
    JudgeError,
    JudgeRefused,
    JudgeUnavailable,
    MissingRecording,
)
from pytest_rubric.judging.exchanges import Identity, Mode
from pytest_rubric.judging.exchanges.recording import load
from pytest_rubric.judging.scripted import ScriptedJudge, ScriptedReply
from tests.judging.exchanges.stores import Store, content, files
from tests.judging.small_contract import answer, entry, request

Feedback = Literal["full", "none"]


def test_auto_asks_once_and_then_never_again(tmp_path: Path) -> None:
    first = Store(tmp_path / "replies")
    reply = first.ask(request())
    assert first.counts == (0, 1, 0)
    assert (reply.usage.calls, reply.usage.stored) == (1, 0)

    second = Store(tmp_path / "replies")
    again = second.ask(request())
    assert second.counts == (1, 0, 0)
    assert second.script.calls == 0
    assert (again.usage.calls, again.usage.stored, again.usage.model) == (0, 1, "scripted")
    assert (again.decisions, again.parsed, again.turns) == (reply.decisions, reply.parsed, reply.turns)


def test_a_changed_request_is_asked(tmp_path: Path) -> None:
    Store(tmp_path).ask(request())
    store = Store(tmp_path)
    store.ask(request(text="Is it short?"))
    assert store.counts == (0, 1, 0)


def test_judges_are_recorded_side_by_side(tmp_path: Path) -> None:
    for identity in (Identity("a"), Identity("b"), Identity(judge_id="c")):
        store = Store(tmp_path, identity=identity)
        store.ask(request())
        assert store.counts == (0, 1, 0)
    assert len(files(tmp_path)) == 3
    assert len({path.parent for path in files(tmp_path)}) == 1


def test_off_neither_reads_nor_writes(tmp_path: Path) -> None:
    Store(tmp_path / "replies").ask(request())
    before = content(tmp_path)
    store = Store(tmp_path / "replies", "off")
    assert store.ask(request()).usage.stored == 0
    assert store.ask(request()).usage.stored == 0
    assert store.counts == (0, 2, 0)
    assert content(tmp_path) == before
    Store(tmp_path / "other", "off").ask(request())
    assert not (tmp_path / "other").exists()


def test_refresh_asks_everything_once_a_run_and_replaces_it(tmp_path: Path) -> None:
    Store(tmp_path).ask(request((1,)))
    changed = ScriptedJudge([answer(entry(1, True, "q"))])
    store = Store(tmp_path, "refresh", script=changed)
    assert store.ask(request((1,))).decisions == {1: True}
    assert store.ask(request((1,))).decisions == {1: True}
    assert store.counts == (1, 1, 0)
    assert Store(tmp_path, "only").ask(request((1,))).decisions == {1: True}


def test_refresh_keeps_the_recording_where_asking_fails(tmp_path: Path) -> None:
    Store(tmp_path).ask(request())
    store = Store(tmp_path, "refresh", script=ScriptedJudge([JudgeCallFailed("down")]))
    with pytest.raises(JudgeCallFailed):
        store.ask(request())
    assert Store(tmp_path, "only").ask(request()).decisions == {1: False, 2: False}


def test_only_never_asks(tmp_path: Path) -> None:
    Store(tmp_path).ask(request())
    store = Store(tmp_path, "only")
    assert store.ask(request()).usage.stored == 1
    with pytest.raises(MissingRecording):
        store.ask(request(text="Is it short?"))
    assert store.counts == (1, 0, 1)
    assert store.script.calls == 0


def test_a_fresh_request_is_asked_anew_once_a_run_and_replaces_its_recording(tmp_path: Path) -> None:
    Store(tmp_path).ask(request((1,), sample=1))
    store = Store(tmp_path, script=ScriptedJudge([answer(entry(1, True, "q"))]))
    for _ in range(2):
        assert store.ask(request((1,), sample=1, fresh=True)).decisions == {1: True}
    assert store.counts == (1, 1, 0)
    assert Store(tmp_path).ask(request((1,), sample=1)).decisions == {1: True}


def test_a_fresh_request_that_this_run_already_asked_is_served(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.ask(request())
    store.ask(request(fresh=True))
    assert store.counts == (1, 1, 0)


def test_only_ignores_fresh(tmp_path: Path) -> None:
    Store(tmp_path).ask(request())
    store = Store(tmp_path, "only")
    store.ask(request(fresh=True))
    assert store.counts == (1, 0, 0)


@pytest.mark.parametrize(
    ("held", "wanted", "mode", "asked", "gives"),
    [
        ("full", "none", "auto", 0, "full"),
        ("full", "none", "only", 0, "full"),
        ("none", "none", "auto", 0, "none"),
        ("none", "full", "auto", 1, "full"),
        ("none", "full", "only", 0, "none"),
    ],
)
def test_which_feedback_a_recording_serves(
    tmp_path: Path, held: Feedback, wanted: Feedback, mode: Literal["auto", "only"], asked: int, gives: str
) -> None:
    Store(tmp_path).ask(request(feedback=held))
    store = Store(tmp_path, mode)
    reply = store.ask(request(feedback=wanted))
    assert store.counts == (1 - asked, asked, 0)
    assert reply.feedback == gives
    assert content(tmp_path)["feedback"] == ("full" if asked else held)


def test_a_re_ask_is_stored_and_replayed_with_its_reply(tmp_path: Path) -> None:
    script: list[ScriptedReply] = [answer(entry(1, True), entry(2, False)), answer(entry(1, True, "q"))]
    reply = Store(tmp_path, script=ScriptedJudge(script)).ask(request())
    again = Store(tmp_path, "only").ask(request())
    assert len(again.turns) == 2
    assert again.decisions == reply.decisions == {1: True, 2: False}
    assert (again.usage.reasks, again.usage.calls, again.usage.stored) == (1, 0, 1)


@pytest.mark.parametrize("mode", ["auto", "only"])
def test_what_stayed_undecided_replays_as_undecided(tmp_path: Path, mode: Literal["auto", "only"]) -> None:
    script: list[ScriptedReply] = [answer(entry(1, True), entry(2, False)), "no JSON"]
    Store(tmp_path, script=ScriptedJudge(script)).ask(request())
    store = Store(tmp_path, mode)
    again = store.ask(request())
    assert (again.decisions, again.questions) == ({2: False}, {1: "no quote"})
    assert store.counts == (1, 0, 0)


@pytest.mark.parametrize(
    "script",
    [
        ["", ""],
        ["I would pass it.", "Really."],
        [JudgeCallFailed("no answer in 120 s")],
        [JudgeRefused("no")],
        [JudgeUnavailable("no key")],
        [InvalidReply("cut")],
        [answer(entry(1, False)), JudgeUnavailable("closed")],
    ],
)
def test_nothing_is_stored_without_a_readable_reply(tmp_path: Path, script: list[ScriptedReply]) -> None:
    with pytest.raises(JudgeError):
        Store(tmp_path / "replies", script=ScriptedJudge(script)).ask(request())
    assert not (tmp_path / "replies").exists()
    healthy = Store(tmp_path / "replies")
    assert healthy.ask(request()).decisions == {1: False, 2: False}
    assert healthy.counts == (0, 1, 0)


def test_an_exchange_whose_re_ask_failed_is_not_stored(tmp_path: Path) -> None:
    script: list[ScriptedReply] = [answer(entry(1, False)), JudgeCallFailed("no answer in 120 s")]
    reply = Store(tmp_path, script=ScriptedJudge(script)).ask(request())
    assert reply.questions == {2: "the re-ask failed: no answer in 120 s"}
    assert files(tmp_path) == []


def test_a_recording_that_new_rules_leave_open_is_asked_again_and_replayed_as_it_is_under_only(
    tmp_path: Path,
) -> None:
    Store(tmp_path, script=ScriptedJudge([answer(entry(1, False))])).ask(request((1,)))
    stricter = request((1, 2))
    only = Store(tmp_path, "only").ask(stricter)
    assert (only.decisions, only.questions) == ({1: False}, {2: "no answer"})
    store = Store(tmp_path)
    assert store.ask(stricter).decisions == {1: False, 2: False}
    assert store.counts == (0, 1, 0)


def test_without_a_model_the_only_recording_serves(tmp_path: Path) -> None:
    Store(tmp_path, identity=Identity("a")).ask(request())
    modes: tuple[Mode, ...] = ("only", "auto")
    for mode in modes:
        store = Store(tmp_path, mode, identity=Identity())
        assert store.ask(request()).usage.stored == 1
    Store(tmp_path, identity=Identity("b")).ask(request())
    with pytest.raises(MissingRecording, match="2 judges are recorded for it"):
        Store(tmp_path, "only", identity=Identity()).ask(request())


def test_without_a_model_nothing_is_recorded(tmp_path: Path) -> None:
    Store(tmp_path, identity=Identity()).ask(request())
    assert files(tmp_path) == []


def test_has_says_what_would_be_served_and_counts_nothing(tmp_path: Path) -> None:
    Store(tmp_path).ask(request(feedback="none"))
    auto = Store(tmp_path).judge
    assert auto.has(request(feedback="none"))
    assert not auto.has(request())
    assert not auto.has(request(text="Is it short?"))
    assert not auto.has(request(feedback="none", fresh=True))
    assert Store(tmp_path, "only").judge.has(request())
    assert not Store(tmp_path, "off").judge.has(request(feedback="none"))
    assert not Store(tmp_path, "refresh").judge.has(request(feedback="none"))
    assert (auto.stored, auto.asked, auto.misses) == (0, 0, 0)


def test_what_is_in_the_file_names_the_exchange(tmp_path: Path) -> None:
    Store(tmp_path, parameters={"temperature": 0}).ask(request((1,), sample=2))
    (path,) = files(tmp_path)
    recording = load(path.read_bytes())
    assert (recording.label, recording.evaluator, recording.prompt_version) == ("case-0", "rubric", "1")
    assert (recording.sample, recording.feedback, recording.parameters) == (2, "full", {"temperature": 0})
    assert (recording.identity.model, recording.identity.endpoint) == ("judge-1", "http://127.0.0.1:8000/v1")
