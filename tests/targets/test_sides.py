"""Where the outputs of a comparison come from."""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_rubric.errors import NoPreviousOutput, TargetError
from pytest_rubric.model import Case, Location, Output, Settings, TargetSpec
from pytest_rubric.model.comparison import (
    FileSource,
    FolderSource,
    InlineSource,
    OutputSource,
    PreviousSource,
    TargetSource,
)
from pytest_rubric.targets import folder as folder_module
from pytest_rubric.targets.resolver import TargetResolver


def case(root: Path, **fields: object) -> Case:
    made = Case("lamp", "lamp", 2, Location(root / "cases.rubric.yaml", 1), input="Which lamp?")
    return replace(made, **fields)  # type: ignore[arg-type]


def output(root: Path, source: OutputSource, settings: Settings | None = None, **fields: object) -> Output:
    made = case(root, **fields)
    resolver = TargetResolver(settings or Settings(root=root), stem_of=None)
    return asyncio.run(resolver.side_for(made, source, "B").run(made))


def refusal(root: Path, source: OutputSource, settings: Settings | None = None) -> str:
    with pytest.raises(TargetError) as caught:
        output(root, source, settings)
    return str(caught.value)


def files(root: Path, **contents: str | bytes) -> FolderSource:
    for name, content in contents.items():
        path = root / "out" / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return FolderSource("out")


def test_a_text_is_never_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("other")
    assert output(tmp_path, InlineSource("a.md")) == Output("a.md")


def test_a_file_by_the_cases_id(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "lamp-2.md").write_text("\ufeffthe text\r\n")
    assert output(tmp_path, FileSource("old/{{id}}-{{index}}.md")) == Output("the text\n")


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("none.md", "`B` of case lamp: there is no file {root}/none.md; nothing was judged in its place"),
        ("out", "`B` of case lamp: {root}/out is a folder; name a file in it"),
        ("../a.md", "`B` of case lamp leads out of the root directory {root}: {parent}/a.md; set rubric_allow_outside_root to allow it"),
    ],
)  # fmt: skip
def test_a_file_that_can_not_be_had(tmp_path: Path, path: str, message: str) -> None:
    root = tmp_path / "root"
    (root / "out").mkdir(parents=True)
    assert refusal(root, FileSource(path)) == message.format(root=root, parent=tmp_path)


def test_a_folder_is_all_of_its_files_in_the_order_of_their_names(tmp_path: Path) -> None:
    source = files(tmp_path, b_md="two", sub__c_md="three", a_md="one", B_md="upper", x_png=b"\x89PNG\0")
    (tmp_path / "out" / ".hidden").write_text("left out")
    (tmp_path / "out" / ".git").mkdir()
    (tmp_path / "out" / ".git" / "config").write_text("left out")
    made = output(tmp_path, source)
    assert [(file.name, file.text, file.size) for file in made.files] == [
        ("B.md", "upper", 5),
        ("a.md", "one", 3),
        ("b.md", "two", 3),
        ("sub/c.md", "three", 5),
        ("x.png", None, 5),
    ]
    assert len({file.digest for file in made.files}) == 5
    assert made.text.startswith("[B.md]\nupper\n\n[a.md]\none\n\n")
    assert made.text.endswith("[x.png]\n(not text, 5 bytes)")


@pytest.mark.parametrize(
    ("contents", "message"),
    [
        ({}, "`B` of case lamp: the folder {out} does not exist"),
        (
            {"_hidden": "x"},
            "`B` of case lamp: the folder {out} holds no file; nothing is judged in its place",
        ),
        ({"a_png": b"\0"}, "`B` of case lamp: the folder {out} holds no text that a judge could be shown"),
        (
            {"a_md": b"\xff\xfe"},
            "`B` of case lamp: the folder {out} holds no text that a judge could be shown",
        ),
    ],
)
def test_a_folder_that_can_not_be_compared(
    tmp_path: Path, contents: dict[str, str | bytes], message: str
) -> None:
    source = files(tmp_path, **contents)
    assert refusal(tmp_path, source) == message.format(out=tmp_path / "out")


def test_a_file_in_place_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("x")
    told = f"`B` of case lamp: the folder {tmp_path / 'out'} is a file, not a folder; name it with `file`"
    assert refusal(tmp_path, FolderSource("out")) == told


def test_a_link_to_a_folder_is_no_output(tmp_path: Path) -> None:
    source = files(tmp_path, a_md="x")
    (tmp_path / "out" / "link").symlink_to(tmp_path)
    assert "links to folders, pipes and devices can't be compared" in refusal(tmp_path, source)


def test_a_pipe_is_no_output(tmp_path: Path) -> None:
    source = files(tmp_path, a_md="x")
    os.mkfifo(tmp_path / "out" / "pipe")
    assert refusal(tmp_path, source) == (
        f"`B` of case lamp: {tmp_path / 'out' / 'pipe'} is no file: links to folders, pipes and devices "
        "can't be compared"
    )


@pytest.mark.parametrize("size", [101, 250])
def test_too_much_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(folder_module, "MOST_TEXT", 100)
    source = files(tmp_path, a_md="\u00e9" * (size // 2) + "x" * (size % 2), b_png=b"\0" * 500)
    assert refusal(tmp_path, source) == (
        f"`B` of case lamp: the folder {tmp_path / 'out'} holds more than 100 bytes of text; name a folder with "
        "only what is to be compared"
    )


def test_a_large_picture_is_told_apart_and_not_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_module, "MOST_TEXT", 100)
    monkeypatch.setattr(folder_module, "_CHUNK", 64)
    made = output(tmp_path, files(tmp_path, a_md="x", b_png=b"\0" * 500, c_png=b"\0" * 499 + b"\1"))
    assert [(file.text, file.size) for file in made.files] == [("x", 1), (None, 500), (None, 500)]
    assert made.files[1].digest != made.files[2].digest


def test_too_many_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder_module, "MOST_FILES", 2)
    source = files(tmp_path, a_md="x", b_md="x", c_md="x")
    assert "holds more than 2 files; name a folder with only what" in refusal(tmp_path, source)


def test_a_target_of_a_side_ignores_what_the_case_says_itself(tmp_path: Path) -> None:
    source = TargetSource(TargetSpec(command=("python", "-c", "print('made')")))
    settings = Settings(root=tmp_path, outputs_dir=tmp_path / "none", target="no:thing")
    assert output(tmp_path, source, settings, actual_output="own").text == "made\n"


# --- previous ---------------------------------------------------------------------------------


def stored(root: Path, **settings: object) -> Settings:
    return Settings(root=root, **settings)  # type: ignore[arg-type]


def test_the_stored_output_and_its_run_log(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "lamp.md").write_text("before")
    (tmp_path / "old" / "lamp.run_log.txt").write_text("looked")
    made = output(tmp_path, PreviousSource(), stored(tmp_path, previous_outputs=tmp_path / "old"))
    assert (made.text, made.run_log) == ("before", "looked")


def test_no_folder_is_set(tmp_path: Path) -> None:
    assert refusal(tmp_path, PreviousSource()) == (
        "`B` of case lamp: no folder of outputs of earlier runs is set; store them once with "
        "--rubric-save-outputs FOLDER, and name the folder with --rubric-previous-outputs"
    )


def test_nothing_is_stored(tmp_path: Path) -> None:
    old = tmp_path / "old"
    assert refusal(tmp_path, PreviousSource(), stored(tmp_path, previous_outputs=old)) == (
        f"`B` of case lamp: {old} holds no output of an earlier run; run once with --rubric-save-outputs {old}"
    )
    other = stored(tmp_path, previous_outputs=old, save_outputs=tmp_path / "new")
    assert "run once with --rubric-save-outputs" in refusal(tmp_path, PreviousSource(), other)


def test_the_folder_to_store_in_is_the_one_that_the_option_names(tmp_path: Path) -> None:
    old = tmp_path / "old"
    with pytest.raises(TargetError) as caught:
        output(tmp_path, PreviousSource(), stored(tmp_path, previous_outputs=old), target_name="short")
    assert str(caught.value) == (
        f"`B` of case lamp/short: {old / 'short'} holds no output of an earlier run; run once with "
        f"--rubric-save-outputs {old}"
    )


def test_the_first_run_that_stores_is_no_error(tmp_path: Path) -> None:
    old = tmp_path / "old"
    with pytest.raises(NoPreviousOutput) as caught:
        output(tmp_path, PreviousSource(), stored(tmp_path, previous_outputs=old, save_outputs=old))
    assert str(caught.value) == (
        f"`B` of case lamp: {old} holds no output of an earlier run; this one is stored there, and the next run is "
        "compared with it"
    )
