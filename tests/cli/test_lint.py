"""``pytest-rubric lint``: what it prints, and its exit code."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.cli.commands import pytest_rubric

SOUND = """
    cases:
    - id: lamp
      Input: How long do I have to return a lamp?
      ActualOutput: 30 days.
      Judge:
      - {criterion: States a return window of 30 days, points: 20}
      - {criterion: Sends the customer to the manufacturer, points: -5}
"""
NOTED = """
    cases:
    - id: lamp
      Input: How long do I have to return a lamp?
      ActualOutput: 30 days.
      threshold: 0.8
      Judge:
      - {criterion: States a return window of 30 days, points: 20}
      - criterion: Is helpful
        points: -5
        tags: [type:positive]
"""
FAULTY = """
    cases:
    - id: lamp
      Input: How long do I have to return a lamp?
      ActualOutput: 30 days.
      threshold: 90
      Judge:
      - {criterion: States a return window of 30 days, points: 20}
      - {criterion: states a return window of 30 days., points: -5}
    - id: desk
      Input: And a desk?
      ActualOutput: 14 days.
      Judge:
      - {criterion: States a return window of 14 days, points: 0}
"""


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(textwrap.dedent(text).lstrip("\n"), encoding="utf-8")
    return path


@pytest.mark.parametrize("strict", [[], ["--strict"]])
def test_a_sound_file(strict: list[str], tmp_path: Path) -> None:
    write(tmp_path, "a.rubric.yaml", SOUND)
    done = pytest_rubric("lint", "a.rubric.yaml", *strict, cwd=tmp_path)
    assert (done.code, done.out, done.err) == (0, "0 faults, 0 notes in 1 file\n", "")


@pytest.mark.parametrize(("strict", "code"), [([], 0), (["--strict"], 1)])
def test_notes_count_only_when_strict(strict: list[str], code: int, tmp_path: Path) -> None:
    write(tmp_path, "a.rubric.yaml", NOTED)
    done = pytest_rubric("lint", "a.rubric.yaml", *strict, cwd=tmp_path)
    assert done.code == code
    assert done.lines == [
        "a.rubric.yaml:2: threshold-scale case lamp: threshold 0.8 is on a scale of 0 to 100; write 80 if a "
        "share was meant",
        "a.rubric.yaml:8: sign-tag case lamp: #2 has -5 points and the tag `type:positive`; only the sign of "
        "the points counts, so change the one that is wrong",
        "a.rubric.yaml:8: vague case lamp: #2 rests on a word of praise; say what a reader would see in the output",
        "0 faults, 3 notes in 1 file",
    ]


def test_faults_of_loading_and_of_the_rubric(tmp_path: Path) -> None:
    write(tmp_path, "a.rubric.yaml", FAULTY)
    done = pytest_rubric("lint", "a.rubric.yaml", cwd=tmp_path)
    assert done.code == 1
    assert done.lines[0] == (
        "a.rubric.yaml:2: fault case lamp: threshold 90 can't be reached: the best score is 75, because no "
        "output gets the full points of #1 and #2, which the same answer decides; remove one of them or lower "
        "the threshold"
    )
    assert done.lines[-2].startswith("a.rubric.yaml:13:60: fault case desk: criterion 1: `points` must be ")
    assert done.lines[-1] == "2 faults, 1 note in 1 file"


def test_a_file_that_is_no_yaml(tmp_path: Path) -> None:
    write(tmp_path, "a.rubric.yaml", "cases: [")
    write(tmp_path, "b.rubric.yaml", SOUND)
    done = pytest_rubric("lint", "a.rubric.yaml", "b.rubric.yaml", cwd=tmp_path)
    assert done.code == 1
    assert done.lines[0].startswith("a.rubric.yaml:1:")
    assert ": unreadable " in done.lines[0]
    assert done.lines[-1] == "1 fault, 0 notes in 2 files"


def test_all_that_is_wrong_with_a_file_as_a_whole(tmp_path: Path) -> None:
    write(tmp_path, "a.rubric.yaml", "casas: []\ncases: 5\n")
    done = pytest_rubric("lint", "a.rubric.yaml", cwd=tmp_path)
    assert [line.split(" ")[:2] for line in done.lines[:-1]] == [
        ["a.rubric.yaml:1:1:", "unreadable"],
        ["a.rubric.yaml:2:8:", "unreadable"],
    ]
    assert done.lines[-1] == "2 faults, 0 notes in 1 file"


def test_a_note_on_the_file(tmp_path: Path) -> None:
    write(tmp_path, "a.rubric.yaml", "meta: {count: 3}\n" + textwrap.dedent(SOUND))
    done = pytest_rubric("lint", "a.rubric.yaml", cwd=tmp_path)
    assert done.code == 0
    assert done.lines == [
        'a.rubric.yaml:1:8: file `meta` counts "3" cases, the file has 1 case',
        "0 faults, 1 note in 1 file",
    ]


def test_folders_are_searched_in_order(tmp_path: Path) -> None:
    for name in (
        "suite/b/testcases.yaml",
        "suite/b/other.rubric.yml",
        "suite/a.rubric.yaml",
        "suite/node_modules/x.rubric.yaml",
        "suite/.hidden/x.rubric.yaml",
        "suite/notes.yaml",
    ):
        write(tmp_path, name, NOTED)
    write(tmp_path, "suite/c/testcases.yaml", "stages:\n- name: of another tool\n")
    done = pytest_rubric("lint", "suite", cwd=tmp_path)
    assert list(dict.fromkeys(line.split(":")[0] for line in done.lines[:-1])) == [
        "suite/a.rubric.yaml",
        "suite/b/other.rubric.yml",
        "suite/b/testcases.yaml",
    ]
    assert done.lines[-1] == "0 faults, 9 notes in 3 files"


def test_a_file_is_read_once(tmp_path: Path) -> None:
    write(tmp_path, "suite/a.rubric.yaml", SOUND)
    done = pytest_rubric("lint", "suite/a.rubric.yaml", "suite", str(tmp_path), cwd=tmp_path)
    assert done.lines == ["0 faults, 0 notes in 1 file"]


def test_a_file_of_another_tool_that_was_named(tmp_path: Path) -> None:
    write(tmp_path, "compose.yaml", "services: {web: {image: nginx}}\n")
    done = pytest_rubric("lint", "compose.yaml", cwd=tmp_path)
    assert done.code == 1
    assert done.lines == [
        "compose.yaml: not-collected is no case file: no `cases:` list with an `Input` in it",
        "1 fault, 0 notes in 1 file",
    ]


def test_any_name_will_do_for_a_file_of_the_right_shape(tmp_path: Path) -> None:
    write(tmp_path, "suite.yaml", SOUND)
    assert pytest_rubric("lint", "suite.yaml", cwd=tmp_path).lines == ["0 faults, 0 notes in 1 file"]


def test_a_path_that_does_not_exist(tmp_path: Path) -> None:
    write(tmp_path, "a.rubric.yaml", SOUND)
    done = pytest_rubric("lint", "a.rubric.yaml", "b.rubric.yaml", cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert done.err == ("pytest-rubric lint: b.rubric.yaml does not exist; name a case file or a folder\n")


def test_a_folder_without_case_files(tmp_path: Path) -> None:
    write(tmp_path, "suite/notes.yaml", SOUND)
    done = pytest_rubric("lint", "suite", cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "pytest-rubric lint: no case file in suite; they are named *.rubric.yaml, or testcases.yaml with a "
        "`cases:` list\n"
    )


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "gbk", "utf-8"])
def test_any_console_will_do(encoding: str, tmp_path: Path) -> None:
    case = """
        cases:
        - id: 退款-🎈
          Input: 退款多久到账？
          ActualOutput: 三天
          ExpectedOutput: 待补充
    """
    write(tmp_path, "a.rubric.yaml", case)
    done = pytest_rubric("lint", "a.rubric.yaml", cwd=tmp_path, encoding=encoding)
    assert done.code == 0
    assert done.err == ""
    assert done.lines[-1] == "0 faults, 1 note in 1 file"
    assert ("退款" in done.out) == (encoding in ("gbk", "utf-8"))
    assert ("\\u9000" in done.out) == (encoding in ("ascii", "cp1252"))
