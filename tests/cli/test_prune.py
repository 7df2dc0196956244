"""``pytest-rubric prune``: replies that no case uses go, and nothing else."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pytest_rubric.cli import main
from tests.cli.commands import pytest_rubric
from tests.support.loopback import LoopbackJudge
from tests.support.project import Project, case

Prune = Callable[..., tuple[int, list[str]]]


def replies(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob(".rubric_replies/*/*.json"))]


def labels(folder: Path) -> list[str]:
    return sorted(str(reply["label"]) for reply in replies(folder))


@pytest.fixture
def prune(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Prune:
    """Runs the command in this process: exit code, and the lines on both streams."""
    for name in ("RUBRIC_REPLIES", "RUBRIC_MODEL", "OPENAI_MODEL", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)

    def run(folder: Path, *arguments: str) -> tuple[int, list[str]]:
        monkeypatch.chdir(folder)
        capsys.readouterr()
        code = main(["prune", *arguments])
        told = capsys.readouterr()
        return code, (told.out + told.err).splitlines()

    return run


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose cases were judged once, and in which the case `changed` then got another output."""
    project = Project(tmp_path_factory.mktemp("recorded"))
    project.write("pytest.ini", "[pytest]\nrubric_judge_id = lamp-judge\n")
    cases = [case("a lamp", "A", "B", id="stays"), case("a chair", "A", id="changed")]
    project.write_cases(cases)
    with LoopbackJudge(lambda text, body: True) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 2
    assert run.outcomes == {"passed": 2}
    project.write_cases([cases[0], {**cases[1], "ActualOutput": "a table"}])
    return project.path


@pytest.fixture
def changed(recorded: Path, tmp_path: Path) -> Project:
    """A copy of it for one test."""
    shutil.copytree(recorded, tmp_path / "copy")
    project = Project.__new__(Project)
    project.path = tmp_path / "copy"
    return project


def test_what_no_case_asks_goes_and_everything_else_still_serves(project: Project) -> None:
    cases: dict[str, dict[str, Any]] = {
        "stays": case("a lamp", "A", "B", id="stays"),
        "changed": case("a chair", "A", id="changed"),
        "renamed": case("a bed", "A", id="renamed"),
        "gone": case("a shelf", "A", id="gone"),
        "in-file": {**case("", "A", id="in-file"), "ActualOutput": None, "ActualOutputFile": "out.txt"},
    }
    project.write("out.txt", "a desk")
    project.write_cases(list(cases.values()))
    with LoopbackJudge(lambda text, body: True) as judge:
        # each case by itself, and criterion by criterion: the command line of a run is not known later
        project.run(judge=judge.base_url)
        project.run("-k", "stays", "--rubric-strategy", "criterion", judge=judge.base_url)
        assert judge.calls == 7
        cases["changed"]["ActualOutput"] = "a table"
        cases["renamed"]["id"] = "with-another-id"
        del cases["gone"]
        project.write_cases(list(cases.values()))

        looked = pytest_rubric("prune", cwd=project.path)
        assert (looked.code, looked.err) == (1, "")
        unused = [line for line in looked.lines if line.startswith("unused: ")]
        assert [line.partition(" (")[2] for line in sorted(unused, key=lambda line: line[-9:])] == [
            "rubric, changed)",
            "rubric, gone)",
        ]
        assert looked.lines[2:] == [
            "7 stored replies: 5 used, 2 unused, 0 kept because they may be used",
            "nothing was deleted: --delete deletes the unused ones",
        ]
        assert len(replies(project.path)) == 7

        deleted = pytest_rubric("prune", "--delete", cwd=project.path)
        assert (deleted.code, deleted.lines[-1]) == (0, "deleted: 2 replies")
        assert labels(project.path) == ["in-file", "renamed", "stays", "stays", "stays"]
        assert len(list(project.path.glob(".rubric_replies/*"))) == 5, "empty folders go with their files"

        run = project.run(judge=judge.base_url)
        project.run("-k", "stays", "--rubric-strategy", "criterion", judge=judge.base_url)
        assert judge.calls == 8, "only the changed output is asked about"
    assert run.outcomes["passed"] == 4


def test_a_dry_run_says_what_it_found(changed: Project, prune: Prune) -> None:
    code, lines = prune(changed.path)
    assert code == 1
    assert lines[0].startswith("unused: ")
    assert lines[0].endswith(" (rubric, changed)")
    assert lines[1:] == [
        "2 stored replies: 1 used, 1 unused, 0 kept because they may be used",
        "nothing was deleted: --delete deletes the unused ones",
    ]
    assert prune(changed.path, "--delete") == (0, [*lines[:2], "deleted: 1 reply"])
    assert prune(changed.path) == (0, ["1 stored reply: 1 used, 0 unused, 0 kept because they may be used"])


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        (
            "more.rubric.yaml",
            "cases:\n- {id: made, Input: a, target: 'm:f', Judge: [A]}\n- {id: too, Input: a, target: 'm:f', "
            "Judge: [A]}\n",
            "case made of more.rubric.yaml gets its output from a target, and nothing is run here "
            "(and 1 more like it)",
        ),
        (
            "more.rubric.yaml",
            "cases:\n- {id: code, Input: a, ActualOutput: b, Judge: [A, {check: {python: 'm:f'}}]}\n",
            "case code of more.rubric.yaml has a check in Python, and nothing is run here",
        ),
        (
            "more.rubric.yaml",
            "cases:\n- {id: lost, Input: a, ActualOutputFile: nowhere.txt, Judge: [A]}\n",
            "case lost of more.rubric.yaml: ActualOutputFile of case lost: there is no file ",
        ),
        (
            "other.yaml",
            "cases: [\n",
            "other.yaml can't be read: ",
        ),
        (
            "deep/.hidden/some.yml",
            "cases:\n- {id: odd, Input: a, ActualOutput: b, Judge: [{criterion: A, points: 0}]}\n",
            "case odd of deep/.hidden/some.yml can't work as it is: ",
        ),
        (
            "conftest.py",
            "def pytest_rubric_modify_cases(cases): ...\n",
            "conftest.py may change cases (pytest_rubric_modify_cases)",
        ),
        (
            "sub/conftest.py",
            "import pytest\n@pytest.fixture\ndef rubric_target(): ...\n",
            "sub/conftest.py may make outputs, and nothing is run here",
        ),
        (
            "sub/conftest.py",
            "import pytest\n@pytest.fixture(name='rubric_target')\ndef answers(): ...\n",
            "sub/conftest.py may make outputs, and nothing is run here",
        ),
        (
            "test_reply.py",
            "def test_reply(rubric):\n    rubric.check('x', criteria=['A'])\n",
            "test_reply.py may hold checks of its own",
        ),
        (
            "test_comment.py",
            "def test_reply(\n    tmp_path,  # a folder (empty)\n    rubric,\n): ...\n",
            "test_comment.py may hold checks of its own",
        ),
        (
            "test_default.py",
            "def test_reply(limit=int('3'), *, rubric): ...\n",
            "test_default.py may hold checks of its own",
        ),
        (
            "test_other.py",
            "import helpers\ntest_reply = helpers.takes('rubric')\n",
            "test_other.py may hold checks of its own",
        ),
    ],
)
def test_what_may_still_be_used_is_kept_and_says_why(
    changed: Project, prune: Prune, name: str, text: str, why: str
) -> None:
    changed.write(name, text)
    code, lines = prune(changed.path, "--delete")
    assert code == 0
    (told,) = [line for line in lines if line.startswith("kept: ")]
    assert told.startswith(f"kept: 1 reply that may still be used: {why}")
    assert lines[-1] == "2 stored replies: 1 used, 0 unused, 1 kept because they may be used"
    assert labels(changed.path) == ["changed", "stays"]


def test_where_the_ini_file_names_a_target_no_output_is_known(changed: Project, prune: Prune) -> None:
    changed.write("pytest.ini", "[pytest]\nrubric_target = m:f\n")
    assert prune(changed.path, "--delete") == (
        0,
        [
            "kept: 2 replies that may still be used: rubric_target in the ini file makes the outputs, and nothing "
            "is run here",
            "2 stored replies: 0 used, 0 unused, 2 kept because they may be used",
        ],
    )


def test_a_doubt_about_one_evaluator_keeps_its_replies_alone(changed: Project, prune: Prune) -> None:
    changed.write("more.rubric.yaml", "cases:\n- {id: made, Input: a, target: 'm:f', ExpectedOutput: b}\n")
    code, lines = prune(changed.path)
    assert (code, lines[-2]) == (1, "2 stored replies: 1 used, 1 unused, 0 kept because they may be used")


def test_a_case_whose_replies_are_there_in_part_keeps_all_of_its_judge(
    changed: Project, prune: Prune
) -> None:
    """Which questions follow depends on the answer that is missing."""
    criteria = [f"Names thing {number}" for number in range(60)]  # more than one call takes
    changed.write_cases([case("a big lamp", *criteria, id="big")], "big.rubric.yaml")
    with LoopbackJudge(lambda text, body: True) as judge:
        changed.run("big.rubric.yaml", judge=judge.base_url)
        assert judge.calls > 1
    assert prune(changed.path)[0] == 1, "all of it is there, so nothing is in doubt"
    one = next(path for path in changed.path.glob(".rubric_replies/*/*.json") if '"big"' in path.read_text())
    one.unlink()
    code, lines = prune(changed.path, "--delete")
    assert (code, lines[0]) == (
        0,
        "kept: 1 reply that may still be used: case big of big.rubric.yaml: some of its replies by lamp-judge are "
        "not stored",
    )
    for path in changed.path.glob(".rubric_replies/*/*.json"):
        if '"big"' in path.read_text():
            path.unlink()
    assert prune(changed.path)[0] == 1, "none of it is there, so nothing stored can follow"


def test_what_can_not_be_read_is_left_alone(changed: Project, prune: Prune) -> None:
    changed.write(".rubric_replies/ff/broken.json", "{")
    changed.write(".rubric_replies/README", "not ours")
    code, lines = prune(changed.path, "--delete")
    assert code == 0
    assert "kept: ff/broken.json: it can't be read" in lines
    assert (changed.path / ".rubric_replies/ff/broken.json").exists()
    assert (changed.path / ".rubric_replies/README").exists()


def test_outputs_of_a_run_can_be_named(changed: Project, prune: Prune) -> None:
    """They go before what the cases say, as in pytest; both shapes of the folder count."""
    changed.write("outputs/stays.md", "a lamp")
    changed.write("outputs/changed.md", "a chair")
    code, lines = prune(changed.path, "--outputs", "outputs")
    assert (code, lines) == (0, ["2 stored replies: 2 used, 0 unused, 0 kept because they may be used"])
    changed.write_cases([case("x", "A", id="another")], "more.rubric.yaml")
    for id in ("stays", "changed"):
        changed.write(f"outputs/cases/{id}.md", (changed.path / f"outputs/{id}.md").read_text("utf-8"))
        (changed.path / f"outputs/{id}.md").unlink()
    changed.write("outputs/more/another.md", "x")
    code, lines = prune(changed.path, "--outputs", "outputs")
    assert (code, lines) == (0, ["2 stored replies: 2 used, 0 unused, 0 kept because they may be used"])


def test_cases_behind_links_to_folders_are_cases_too(changed: Project, prune: Prune, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "old.rubric.yaml").write_text(json.dumps({"cases": [case("a chair", "A", id="old")]}))
    (changed.path / "linked").symlink_to(elsewhere)
    (elsewhere / "around").symlink_to(changed.path)
    assert prune(changed.path, "--delete") == (
        0,
        ["2 stored replies: 2 used, 0 unused, 0 kept because they may be used"],
    )
    assert labels(changed.path) == ["changed", "stays"]


def test_code_that_only_names_case_files_keeps_nothing(changed: Project, prune: Prune) -> None:
    changed.write("test_files.py", "import pytest_rubric\nNAMES = ['cases.rubric.yaml', 'b.rubric.yml']\n")
    code, lines = prune(changed.path)
    assert (code, lines[-2]) == (1, "2 stored replies: 1 used, 1 unused, 0 kept because they may be used")


@pytest.mark.parametrize(
    "addopts",
    [
        "-q --rubric-outputs out -x",
        "--rubric-outputs=out",
        "-o rubric_outputs=out",
        "--override-ini=rubric_outputs=out",
    ],
)
def test_what_each_run_adds_to_its_command_line_counts(changed: Project, prune: Prune, addopts: str) -> None:
    changed.write("out/changed.md", "a chair")
    changed.write("out/stays.md", "a lamp")
    changed.write("pytest.ini", f"[pytest]\nrubric_judge_id = lamp-judge\naddopts = {addopts}\n")
    assert prune(changed.path) == (0, ["2 stored replies: 2 used, 0 unused, 0 kept because they may be used"])


def test_a_target_that_each_run_adds_leaves_no_output_known(changed: Project, prune: Prune) -> None:
    changed.write(
        "pytest.ini", "[pytest]\naddopts = --rubric-replies-dir .rubric_replies --rubric-target m:f\n"
    )
    code, lines = prune(changed.path, "--delete")
    assert (code, lines[-1]) == (0, "2 stored replies: 0 used, 0 unused, 2 kept because they may be used")


def test_cases_elsewhere_are_looked_at_when_named(changed: Project, prune: Prune, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.yaml"
    elsewhere.write_text(json.dumps({"cases": [case("a chair", "A", id="other")]}), "utf-8")
    assert prune(changed.path)[0] == 1
    code, lines = prune(changed.path, str(elsewhere))
    assert (code, lines[-1]) == (0, "2 stored replies: 2 used, 0 unused, 0 kept because they may be used")


@pytest.mark.parametrize(
    ("arguments", "ini", "message"),
    [
        (["nowhere"], "", "nowhere does not exist; name a file or a folder"),
        (["--outputs", "nowhere"], "", "nowhere does not exist; name a file or a folder"),
        (
            ["--replies-dir", "nowhere"],
            "",
            "there is no folder {folder}/nowhere: runs with a judge store their replies there; where they "
            "store them elsewhere, name that folder with --replies-dir",
        ),
        (
            [],
            "rubric_samples = many",
            "ini option rubric_samples: found 'many', allowed: a whole number from 1",
        ),
    ],
)
def test_wrong_usage(changed: Project, prune: Prune, arguments: list[str], ini: str, message: str) -> None:
    changed.write("pytest.ini", f"[pytest]\n{ini}\n")
    code, lines = prune(changed.path, *arguments)
    assert (code, lines) == (2, [f"pytest-rubric prune: {message.format(folder=changed.path)}"])
    assert len(replies(changed.path)) == 2
