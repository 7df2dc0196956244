"""Files of evaluators that the ini option names: which ones count, and what is wrong with the option."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_rubric.errors import CaseFileError, ConfigError
from pytest_rubric.loading.evaluator_files import load_all

TONE = "name: tone\nprompt: 'Polite? {{actual_output}}'\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A root directory with one evaluator in it, and one beside it."""
    made = tmp_path / "project"
    (made / "judges").mkdir(parents=True)
    (made / "judges" / "tone.yaml").write_text(TONE, encoding="utf-8")
    (tmp_path / "other.yaml").write_text(TONE.replace("tone", "other"), encoding="utf-8")
    return made


def complaint(globs: list[str], root: Path) -> str:
    with pytest.raises((ConfigError, CaseFileError)) as raised:
        load_all(globs, root)
    return str(raised.value)


@pytest.mark.parametrize(
    "globs", [["judges/*.yaml"], ["judges/*.yaml", "judges/tone.yaml", "judges/../judges/*"]]
)
def test_a_file_counts_once_however_often_it_is_named(root: Path, globs: list[str]) -> None:
    assert [each.id for each in load_all(globs, root)] == ["custom-tone"]


@pytest.mark.parametrize("glob", ["", "none/*.yaml", "judges", "judges/*.yml"])
def test_a_glob_that_names_no_file(root: Path, glob: str) -> None:
    told = complaint([glob], root)
    assert told.startswith("ini option rubric_evaluators: ")
    assert told.endswith(("name files relative to it", "relative to the root directory"))


def test_two_files_with_one_id(root: Path) -> None:
    (root / "judges" / "again.yaml").write_text(TONE.replace("tone", "custom-tone"), encoding="utf-8")
    assert complaint(["judges/*"], root) == (
        "judges/tone.yaml:1:1: evaluator custom-tone is also written at judges/again.yaml:1:1; give one of them "
        "another name"
    )


def test_a_file_outside_of_the_root_directory(root: Path) -> None:
    outside = (root / ".." / "other.yaml").resolve().as_posix()
    assert complaint(["../*.yaml"], root) == (
        f"ini option rubric_evaluators: '../*.yaml' names {outside}, outside of the root directory; set "
        "rubric_allow_outside_root to allow it"
    )
    assert [each.id for each in load_all(["../*.yaml"], root, outside_root=True)] == ["custom-other"]


def test_a_link_out_of_the_root_directory(root: Path) -> None:
    (root / "judges" / "link.yaml").symlink_to(root.parent / "other.yaml")
    assert complaint(["judges/*.yaml"], root) == (
        "ini option rubric_evaluators: 'judges/*.yaml' names judges/link.yaml, a symbolic link out of the root "
        f"directory to {(root.parent / 'other.yaml').resolve().as_posix()}; set rubric_allow_outside_root to allow it"
    )
    found = load_all(["judges/*.yaml"], root, outside_root=True)
    assert [each.id for each in found] == ["custom-other", "custom-tone"]


def test_a_file_that_can_not_be_used_is_told_at_its_place(root: Path) -> None:
    (root / "judges" / "broken.yaml").write_text("name: [tone\n", encoding="utf-8")
    assert complaint(["judges/*"], root).startswith("judges/broken.yaml:2:1: is not readable as YAML: ")
    (root / "judges" / "broken.yaml").write_bytes(b"\x9b\x00")
    assert complaint(["judges/*"], root) == (
        "judges/broken.yaml:1:1: is not UTF-8: byte 0x9b at this place; save it as UTF-8"
    )
