"""The files: readable, stable, without secrets; and every way in which one can be broken."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_rubric.errors import MissingRecording
from pytest_rubric.judging.exchanges import Identity
from pytest_rubric.judging.protocol import Turn
from pytest_rubric.judging.scripted import ScriptedJudge
from tests.judging.exchanges.stores import Store, content, files
from tests.judging.small_contract import answer, entry, request


def recorded(directory: Path) -> Path:
    """The file of one stored exchange."""
    Store(directory).ask(request())
    (path,) = files(directory)
    return path


def test_a_file_reads_well_and_is_the_same_byte_for_byte(tmp_path: Path) -> None:
    texts = []
    for folder in ("a", "b"):
        script = ScriptedJudge(
            [Turn('{"criteria": [{"id": 1, "present": "否"}]}', "stop", "judge-1-2025", 120, 30)]
        )
        Store(tmp_path / folder, script=script, parameters={"temperature": 0}).ask(request((1,)))
        (path,) = files(tmp_path / folder)
        texts.append(path.read_bytes())
    assert texts[0] == texts[1]
    assert (
        texts[0].decode()
        == """\
{
  "evaluator": "rubric",
  "feedback": "full",
  "format": "pytest-rubric judge reply",
  "judge": {
    "base_url": "http://127.0.0.1:8000/v1",
    "model": "judge-1"
  },
  "label": "case-0",
  "parameters": {
    "temperature": 0
  },
  "prompt_version": "1",
  "sample": 0,
  "turns": [
    {
      "finish_reason": "stop",
      "input_tokens": 120,
      "model": "judge-1-2025",
      "output_tokens": 30,
      "text": "{\\"criteria\\": [{\\"id\\": 1, \\"present\\": \\"否\\"}]}"
    }
  ],
  "version": 1
}
"""
    )


def test_the_judge_id_stands_in_for_model_and_endpoint(tmp_path: Path) -> None:
    Store(tmp_path, identity=Identity("m", "http://user:pass@h.test/v1", "panel")).ask(request())
    assert content(tmp_path)["judge"] == {"id": "panel"}


def test_no_secret_gets_into_a_file_or_a_name(tmp_path: Path) -> None:
    secret = "sk-never-stored-1"
    identity = Identity("m", f"https://user:{secret}@h.test/v1?api-key={secret}")
    parameters = {"extra_headers": {"Authorization": f"Bearer {secret}"}, "extra_body": {"api_key": secret}}
    Store(tmp_path, identity=identity, parameters=parameters).ask(request())
    (path,) = files(tmp_path)
    assert secret not in str(path)
    assert secret.encode() not in path.read_bytes()
    assert b"user:" not in path.read_bytes()


def test_characters_that_no_file_can_hold_come_back_as_they_were(tmp_path: Path) -> None:
    text = '{"criteria": [{"id": 1, "present": false, "reason": "\\u0000 \u2028 \ud83d é"}]}'
    script = ScriptedJudge([text])
    Store(tmp_path, script=script).ask(request((1,)))
    files(tmp_path)[0].read_text(encoding="utf-8")
    assert Store(tmp_path, "only").ask(request((1,))).text == text


def test_the_folder_holds_recordings_and_nothing_else(tmp_path: Path) -> None:
    path = recorded(tmp_path / "replies")
    assert [entry.name for entry in (tmp_path / "replies").iterdir()] == [path.parent.name]
    assert len(path.parent.name) == 64
    assert list(path.parent.iterdir()) == [path]


def test_files_have_the_permissions_of_any_other_file(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("x", encoding="utf-8")
    assert recorded(tmp_path / "replies").stat().st_mode == plain.stat().st_mode


def test_line_ends_of_another_system_change_nothing(tmp_path: Path) -> None:
    path = recorded(tmp_path)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    store = Store(tmp_path, "only")
    store.ask(request())
    assert store.counts == (1, 0, 0)


def _version(path: Path) -> None:
    path.write_text(
        path.read_text(encoding="utf-8").replace('"version": 1', '"version": 2'), encoding="utf-8"
    )


def _field(name: str, value: object) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        data = json.loads(path.read_text(encoding="utf-8"))
        data[name] = value
        path.write_text(json.dumps(data), encoding="utf-8")

    return damage


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "something").write_text("x", encoding="utf-8")


SHAPE = "its fields are not those of a judge reply"
DAMAGE: list[tuple[Callable[[Path], object], str]] = [
    (lambda path: path.write_bytes(b""), "it is empty"),
    (lambda path: path.write_bytes(path.read_bytes()[:60]), "it is no JSON"),
    (lambda path: path.write_bytes(b"\x00\xff\xfe binary"), "it is no JSON"),
    (lambda path: path.write_bytes(b"[" * 100_000), "it is no JSON"),
    (lambda path: path.write_text("[]", encoding="utf-8"), "it is no judge reply"),
    (lambda path: path.write_text('{"reply": "yes"}', encoding="utf-8"), "it is no judge reply"),
    (_version, "it has version 2, this plugin reads 1"),
    (_field("turns", []), SHAPE),
    (_field("turns", [{"text": 3}]), SHAPE),
    (_field("turns", "text"), SHAPE),
    (_field("judge", None), SHAPE),
    (_field("feedback", "half"), SHAPE),
    (_field("parameters", []), SHAPE),
    (_field("sample", True), SHAPE),
    (_field("label", None), SHAPE),
    (_folder, "it can't be read: Is a directory"),
]


@pytest.mark.parametrize(("damage", "why"), DAMAGE)
def test_a_file_that_is_no_recording_is_a_miss_and_is_overwritten(
    tmp_path: Path, damage: Callable[[Path], None], why: str
) -> None:
    path = recorded(tmp_path)
    sound = path.read_bytes()
    damage(path)
    store = Store(tmp_path)
    assert not store.judge.has(request())
    assert store.ask(request()).decisions == {1: False, 2: False}
    assert store.counts == (0, 1, 0)
    assert store.judge.notes == (f"a stored reply could not be used and asked anew: {path}, {why}",)
    assert path.read_bytes() == sound
    assert Store(tmp_path, "only").ask(request()).usage.stored == 1


def test_under_only_a_file_that_is_no_recording_is_missing_and_stays(tmp_path: Path) -> None:
    path = recorded(tmp_path)
    path.write_bytes(b"half")
    store = Store(tmp_path, "only")
    with pytest.raises(MissingRecording) as caught:
        store.ask(request())
    assert caught.value.message == (
        f"no stored reply for case-0: the file {path} can't be used, it is no JSON; "
        "record it with `pytest --rubric-replies auto ...` where the judge can be asked"
    )
    assert store.judge.notes == (
        f"a stored reply could not be used and counted as missing: {path}, it is no JSON",
    )
    assert path.read_bytes() == b"half"


def test_many_broken_files_are_one_note(tmp_path: Path) -> None:
    Store(tmp_path).ask(request())
    Store(tmp_path).ask(request(text="Is it short?"))
    for path in files(tmp_path):
        path.write_bytes(b"")
    store = Store(tmp_path)
    for _ in range(2):
        store.ask(request())
        store.ask(request(text="Is it short?"))
    (note,) = store.judge.notes
    assert note.startswith("2 stored replies could not be used and asked anew: first ")


def test_a_turn_that_can_not_be_read_any_more_is_a_miss(tmp_path: Path) -> None:
    path = recorded(tmp_path)
    _field("turns", [{"text": "prose"}])(path)
    store = Store(tmp_path)
    store.ask(request())
    assert store.counts == (0, 1, 0)


def test_a_file_in_place_of_a_requests_folder_is_replaced(tmp_path: Path) -> None:
    path = recorded(tmp_path)
    path.unlink()
    path.parent.rmdir()
    path.parent.write_text("x", encoding="utf-8")
    Store(tmp_path).ask(request())
    assert path.is_file()


def test_other_files_in_the_folder_are_left_alone(tmp_path: Path) -> None:
    path = recorded(tmp_path)
    (tmp_path / "README.md").write_text("Replies of our judge.", encoding="utf-8")
    (path.parent / "notes.txt").write_text("x", encoding="utf-8")
    store = Store(tmp_path, "only", identity=Identity())
    store.ask(request())
    with pytest.raises(MissingRecording):
        store.ask(request(text="Is it short?"))
    assert store.judge.notes == ()
    assert (path.parent / "notes.txt").exists()


def test_a_folder_that_can_not_be_written_costs_the_recording_only(tmp_path: Path) -> None:
    directory = tmp_path / "replies"
    directory.write_text("a file", encoding="utf-8")
    store = Store(directory)
    for _ in range(2):
        assert store.ask(request()).decisions == {1: False, 2: False}
    assert store.counts == (0, 2, 0)
    (note,) = store.judge.notes
    assert note.startswith(f"judge replies could not be stored in {directory}: ")
    assert directory.read_text(encoding="utf-8") == "a file"


def test_who_makes_the_folder_says_what_to_do_with_it(tmp_path: Path) -> None:
    directory = tmp_path / "deep" / "replies"
    store = Store(directory)
    assert not store.judge.notes
    store.ask(request())
    store.ask(request(text="Is it short?"))
    assert store.judge.notes == (
        f"judge replies are stored in {directory}: commit this folder (CI then needs no key), or add it to .gitignore",
    )
    later = Store(directory)
    later.ask(request(text="Is it long?"))
    assert later.judge.notes == ()


def test_what_a_killed_process_left_is_swept_up_and_never_read(tmp_path: Path) -> None:
    path = recorded(tmp_path)
    old, new = (path.parent / f".{path.name}.{name}.tmp" for name in ("old", "new"))
    for left in (old, new):
        left.write_text('{"half', encoding="utf-8")
    hour_ago = time.time() - 3600
    os.utime(old, (hour_ago, hour_ago))
    assert Store(tmp_path, "only", identity=Identity()).ask(request()).usage.stored == 1
    Store(tmp_path, "refresh").ask(request())
    assert not old.exists()
    assert new.exists()


def test_a_recording_is_never_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = recorded(tmp_path)
    before = path.read_bytes()

    def full(source: str, target: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    store = Store(tmp_path, "refresh", script=ScriptedJudge([answer(entry(1, True, "q"), entry(2, False))]))
    assert store.ask(request()).decisions == {1: True, 2: False}
    assert files(tmp_path) == [path]
    assert path.read_bytes() == before
    assert store.judge.notes == (f"judge replies could not be stored in {tmp_path}: No space left on device",)
