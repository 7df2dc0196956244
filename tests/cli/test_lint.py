"""``pytest-rubric lint``: what it prints, and its exit code."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.cli.commands import pytest_rubric
from tests.support.project import Project

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
      threshold: 0
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
        "a.rubric.yaml:2: cannot-fail case lamp: this case asserts nothing: with threshold 0 it can't fail; "
        "set a threshold above 0, or mark a criterion `required: true`",
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


SMALL = """
    cases:
    - id: lamp
      Input: How long do I have to return a lamp?
      ActualOutput: 30 days.
      Judge:
      - {criterion: States a return window of 30 days, points: 20}
      - {criterion: Sends the customer to the manufacturer, points: -5}
"""
INI_FILES = {
    "pytest.ini": "[pytest]\nrubric_threshold = 0\n",
    ".pytest.ini": "[pytest]\nrubric_threshold = 0\n",
    "tox.ini": "[tox]\n[pytest]\nrubric_threshold=0\n",
    "setup.cfg": "[metadata]\nname = 100%\n[tool:pytest]\nrubric_threshold: 0\n",
    "pyproject.toml": "[tool.pytest.ini_options]\nrubric_threshold = 0\n",
}


@pytest.mark.parametrize(("name", "text"), INI_FILES.items(), ids=INI_FILES.keys())
def test_thresholds_of_the_ini_file_count_as_in_a_run(name: str, text: str, project: Project) -> None:
    (project.path / "pytest.ini").unlink()
    project.write(name, text)
    project.write("deep/a.rubric.yaml", SMALL)
    project.write("conftest.py", NEVER)
    done = pytest_rubric("lint", "deep/a.rubric.yaml", cwd=project.path)
    assert done.lines[-1] == "0 faults, 1 note in 1 file"
    assert "cannot-fail case lamp: this case asserts nothing: with threshold 0 it can't fail" in done.out
    assert project.run().line("pytest-rubric lint") == "1 lint note: pytest-rubric lint"


NEVER = """\
from pytest_rubric import ScriptedJudge


def pytest_rubric_make_judge():
    return ScriptedJudge.deciding(lambda id, request: False)
"""


def test_the_nearest_ini_file_counts_and_one_without_a_word_of_pytest_does_not(tmp_path: Path) -> None:
    write(tmp_path, "pytest.ini", "[pytest]\nrubric_threshold = 0\n")
    write(tmp_path, "other/pyproject.toml", "[project]\nname = 'x'\n")
    write(tmp_path, "other/a.rubric.yaml", SMALL)
    write(tmp_path, "own/pytest.ini", "")
    write(tmp_path, "own/a.rubric.yaml", SMALL)
    assert pytest_rubric("lint", "other", cwd=tmp_path).lines[-1] == "0 faults, 1 note in 1 file"
    assert pytest_rubric("lint", "own", cwd=tmp_path).lines[-1] == "0 faults, 0 notes in 1 file"


def test_the_floor_of_warn_is_the_threshold_where_none_is_given(tmp_path: Path) -> None:
    write(tmp_path, "pytest.ini", "[pytest]\nrubric_verdicts = 90, 0.5\n")
    write(tmp_path, "a.rubric.yaml", SMALL)
    assert "fault case lamp: threshold 0.5 looks like a share of 1" in pytest_rubric("lint", cwd=tmp_path).out


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (
            "pytest.ini",
            "[pytest]\nrubric_threshold = high\n",
            "ini option rubric_threshold: found 'high', allowed: a number from 0 to 100",
        ),
        (
            "pytest.ini",
            "[pytest]\nrubric_threshold = 0.8\n",
            "ini option rubric_threshold: found '0.8', allowed: a number from 0 to 100, as in 80 (no share of 1",
        ),
        (
            "pytest.ini",
            "[pytest]\nrubric_verdicts = 60,80\n",
            "ini option rubric_verdicts: found '60,80', allowed: two numbers from 0 to 100, the higher first",
        ),
        ("tox.ini", "no section\n", "can't be read: File contains no section headers."),
        ("pyproject.toml", "[tool\n", "can't be read: "),
    ],
)
def test_an_ini_file_that_can_not_be_used(tmp_path: Path, name: str, text: str, said: str) -> None:
    write(tmp_path, name, text)
    write(tmp_path, "a.rubric.yaml", SMALL)
    done = pytest_rubric("lint", cwd=tmp_path)
    assert done.code == 2
    assert done.err.startswith(f"pytest-rubric lint: {tmp_path / name}")
    assert said in done.err
    assert done.out == ""


NAMING = """
    cases:
    - id: lamp
      Input: How long do I have to return a lamp?
      ExpectedOutput: 30 days after delivery.
      ActualOutput: 30 days.
      Judge:
      - {{criterion: States a return window of 30 days, points: 20}}
      - {{criterion: Sends the customer to the manufacturer, points: -5}}
      evaluators: {evaluators}
"""
TONE = "name: tone\nprompt: 'Is this polite? {{actual_output}}'\n"
UNKNOWN = "fault case lamp: no evaluator"


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("[result-accuracy, preset-text-format, custom-tone]", []),
        ("[{name: mine, prompt: 'Good? {{output}}'}]", []),
        ("[result-acuracy]", [f"{UNKNOWN} 'result-acuracy'; did you mean 'result-accuracy'?"]),
        ("[text-fluency]", [f"{UNKNOWN} 'text-fluency'; did you mean 'fluency-text'?"]),
        ("[tone]", [f"{UNKNOWN} 'tone'; did you mean 'custom-tone'?"]),
        (
            "[pairwise]",
            [
                "fault case lamp: evaluator 'pairwise' judges by `compare`, and this case has none; give it one, "
                "which is judged without being named, and take 'pairwise' out of `evaluators`"
            ],
        ),
        (
            "[{name: tone, prompt: 'Good? {{output}}'}]",
            [
                "fault case lamp: a.rubric.yaml:9:16: there is another evaluator 'custom-tone'; give this one "
                "another name"
            ],
        ),
        ("[{name: mine, prompt: Good?}]", ["fault case lamp: `prompt` must place {{actual_output}} or {{trace_summary}}: the judge sees only what it places"]),
    ],
)  # fmt: skip
def test_names_of_evaluators_are_checked_as_in_a_run(tmp_path: Path, named: str, told: list[str]) -> None:
    write(tmp_path, "pytest.ini", "[pytest]\nrubric_evaluators =\n    judges/*.yaml\n")
    write(tmp_path, "judges/tone.yaml", TONE)
    write(tmp_path, "a.rubric.yaml", NAMING.format(evaluators=named))
    done = pytest_rubric("lint", "a.rubric.yaml", cwd=tmp_path)
    assert [line.partition(": ")[2] for line in done.lines[:-1]] == told
    assert done.code == (1 if told else 0)


def test_a_list_of_toml_names_files_of_evaluators(tmp_path: Path) -> None:
    write(tmp_path, "pyproject.toml", "[tool.pytest.ini_options]\nrubric_evaluators = ['my judges/*.yaml']\n")
    write(tmp_path, "my judges/tone.yaml", TONE)
    write(tmp_path, "a.rubric.yaml", NAMING.format(evaluators="[custom-tone]"))
    assert pytest_rubric("lint", cwd=tmp_path).lines == ["0 faults, 0 notes in 1 file"]


def test_a_name_that_a_hook_may_know_is_a_note(tmp_path: Path) -> None:
    write(tmp_path, "conftest.py", "def pytest_rubric_register_evaluators(registry):\n    raise SystemExit\n")
    write(tmp_path, "deep/a.rubric.yaml", NAMING.format(evaluators="[mine, pairwise]"))
    done = pytest_rubric("lint", "deep", cwd=tmp_path)
    note, fault, total = done.lines
    assert note.startswith(
        "deep/a.rubric.yaml:2: unknown-evaluator case lamp: no evaluator 'mine' (registered: "
    )
    assert note.endswith("; the hook in conftest.py may register it, which is not run here")
    assert "fault case lamp: evaluator 'pairwise' judges by `compare`" in fault
    assert total == "1 fault, 1 note in 1 file"


def test_a_file_of_evaluators_that_a_run_would_end_with(tmp_path: Path) -> None:
    write(tmp_path, "pytest.ini", "[pytest]\nrubric_evaluators = none/*.yaml\n")
    write(tmp_path, "a.rubric.yaml", SOUND)
    done = pytest_rubric("lint", cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "pytest-rubric lint: ini option rubric_evaluators: no file is named 'none/*.yaml' in the root directory; "
        "name files relative to it\n"
    )
