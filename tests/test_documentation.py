"""README and docs: their code runs, their names exist, their output is what a run prints."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from pytest_rubric.loading import load
from pytest_rubric.model import CaseFile
from pytest_rubric.plugin.option_table import OPTIONS
from tests.support.project import Project

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "examples" / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
# Its examples need files beside them; tests/loading/test_schema.py provides those and checks each one.
CHECKED_ELSEWHERE = {"case-files.md"}
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)


def blocks(page: Path, language: str) -> list[str]:
    return [text for name, text in _BLOCK.findall(page.read_text(encoding="utf-8")) if name == language]


def all_blocks(language: str) -> list[object]:
    return [
        pytest.param(text, id=f"{page.relative_to(ROOT).as_posix()}-{number}")
        for page in PAGES
        if page.name not in CHECKED_ELSEWHERE
        for number, text in enumerate(blocks(page, language), 1)
    ]


@pytest.mark.parametrize("text", all_blocks("yaml"))
def test_case_files_in_the_docs_load_without_a_fault(tmp_path: Path, text: str) -> None:
    if not re.search(r"^(cases|testcases):", text, re.M):
        import yaml

        assert yaml.safe_load(text) is not None
        return
    path = tmp_path / "shown.rubric.yaml"
    path.write_text(text, encoding="utf-8")
    loaded = load(path, root=tmp_path, explicit=True)
    assert isinstance(loaded, CaseFile)
    assert loaded.cases
    assert [case.faults for case in loaded.cases if case.faults] == []


@pytest.mark.parametrize("text", all_blocks("python"))
def test_python_in_the_docs_compiles(text: str) -> None:
    assert ast.parse(text).body


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_option_that_a_page_names_exists(page: Path) -> None:
    known = {row.option for row in OPTIONS if row.flag} | {"--rubric-x-y"}
    named = set(re.findall(r"--rubric-[a-z-]*[a-z]", page.read_text(encoding="utf-8")))
    assert named <= known


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_the_readmes_first_case_fails_as_shown(project: Project) -> None:
    readme = ROOT / "README.md"
    project.write("lamp.rubric.yaml", blocks(readme, "yaml")[0])
    shown = blocks(readme, "text")[0].strip()
    assert shown in project.run().out.splitlines()


def test_the_readmes_second_case_fails_as_shown_with_its_scripted_judge(project: Project) -> None:
    readme = ROOT / "README.md"
    project.write("lamp.rubric.yaml", blocks(readme, "yaml")[1])
    project.write("conftest.py", blocks(readme, "python")[0])
    run = project.run()
    assert blocks(readme, "text")[1].strip() in run.out.splitlines()
    assert run.record("return-window")["calls"] == 1


def test_the_readmes_python_test_passes_with_its_scripted_judge(project: Project) -> None:
    _, test, conftest = blocks(ROOT / "README.md", "python")
    project.write("test_reply.py", test)
    project.write("conftest.py", conftest)
    assert project.run().outcomes == {"passed": 1}


def test_the_hooks_pages_code_runs(project: Project) -> None:
    code = blocks(ROOT / "docs" / "hooks.md", "python")
    (evaluator,) = [text for text in code if "class ShortEnough" in text]
    (others,) = [text for text in code if "pytest_rubric_case_finished" in text]
    (fixture,) = [text for text in code if "def rubric_target" in text]
    project.write("conftest.py", "\n".join([evaluator, others, fixture]))
    (cases,) = blocks(ROOT / "docs" / "hooks.md", "yaml")
    project.write("cases.rubric.yaml", cases)
    run = project.run("-s", "--rubric-report-dir", "reports")
    assert run.outcomes == {"passed": 1}
    assert [record["nodeid"] for record in run.records] == ["cases.rubric.yaml::greeting/short-enough"]
    assert "greeting 100" in run.out
    report = project.path / "reports" / "case_0_short-enough_eval_result.md"
    assert "Case file: cases.rubric.yaml" in report.read_text(encoding="utf-8")


def test_the_scripted_judge_of_dimensions_runs_as_shown(project: Project) -> None:
    (conftest,) = [text for text in blocks(ROOT / "docs" / "hooks.md", "python") if "LEVELS" in text]
    (rated,) = [text for text in blocks(ROOT / "README.md", "yaml") if "levels: {1: wrong" in text]
    project.write("conftest.py", conftest)
    project.write("levels.rubric.yaml", rated)
    run = project.run("-k", "case-0")
    assert run.outcomes == {"passed": 1, "deselected": 1}
    assert [(record["score"], record["calls"]) for record in run.records] == [(92, 1)]


SCRIPTED = """\
import json
from pathlib import Path
from pytest_rubric import ScriptedJudge

SAID = json.loads(Path("reply.json").read_text(encoding="utf-8"))["points"][0]
LABELS = ["Greets the customer", "Names the cause of the delay", "Offers a refund"]

def pytest_rubric_make_judge():
    return ScriptedJudge(lambda request: {"points": [SAID | {"label": label} for label in LABELS]})
"""


def test_evaluators_of_ones_own_run_as_shown(project: Project) -> None:
    page = ROOT / "docs" / "custom-evaluators.md"
    written, simple = blocks(page, "yaml")
    evaluator, reading = blocks(page, "python")
    project.write("simple.rubric.yaml", simple)
    project.write("written.rubric.yaml", written)
    project.write("reply.json", blocks(page, "json")[0])
    project.write("conftest.py", f"{SCRIPTED}\n\n{evaluator}")
    run = project.run()
    assert run.outcomes == {"passed": 2}
    assert [(record["nodeid"], record["score"]) for record in run.records] == [
        ("simple.rubric.yaml::opening-hours/short-sentences", 100),
        ("written.rubric.yaml::late-parcel/custom-manners", 100),
    ]
    exec(reading, {})
