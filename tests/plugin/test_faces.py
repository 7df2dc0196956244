"""What a run shows and writes: failure text, summary, reports, JSON lines, GitHub."""

from __future__ import annotations

import json

import pytest

from tests.support.loopback import LoopbackJudge
from tests.support.project import Project, case


def lamp(project: Project) -> None:
    project.write_cases(
        [
            case(
                "You can return the lamp within 14 days.",
                {"criterion": "States a return window of 30 days", "points": 40, "tags": ["axis:accuracy"]},
                {"criterion": "Is polite", "points": 20},
                {"criterion": "Promises a refund in cash", "points": -15, "tags": ["axis:policy"]},
                id="lamp",
            ),
            case("Fine.", {"check": {"contains": "Fine"}}, id="fine"),
        ]
    )


def decide(text: str, body: object) -> bool:
    return not text.startswith("States")


def test_a_failure_tells_the_whole_story_in_its_first_line(project: Project) -> None:
    lamp(project)
    with LoopbackJudge(decide) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 1
    story = "rubric: 8 < 60 (fail): 2 of 3 criteria lost, #1 -40, #3 -15"
    assert f"FAILED cases.rubric.yaml::lamp - {story}" in run.out
    assert run.out.index(story) < run.out.index("States a return window of 30 days")
    assert "Traceback" not in run.out


def test_the_summary_shows_the_worst_first_and_is_silent_when_asked(project: Project) -> None:
    lamp(project)
    with LoopbackJudge(decide) as judge:
        run = project.run(judge=judge.base_url)
        quiet = project.run("-q", judge=judge.base_url)
        assert judge.calls == 1
    summary = run.out.split("rubric evaluations", 1)[1]
    assert summary.index("lamp") < summary.index("mean")
    assert "rubric evaluations" not in quiet.out


def test_report_folder_holds_a_report_a_case_and_a_summary(project: Project) -> None:
    lamp(project)
    with LoopbackJudge(decide) as judge:
        project.run("--rubric-report-dir", "reports", judge=judge.base_url)
        project.run("--rubric-report-dir", "zh", "--rubric-lang", "zh", judge=judge.base_url)
        assert judge.calls == 1, "the language of a report is no part of what a stored reply is found by"
    report = (project.path / "reports" / "case_0_eval_result.md").read_text(encoding="utf-8")
    assert "(1 negative criterion violated) = 5" in report
    assert "(case_0_eval_result.md)" in (project.path / "reports" / "summary.md").read_text(encoding="utf-8")
    chinese = (project.path / "zh" / "case_0_eval_result.md").read_text(encoding="utf-8")
    headings = [line for line in chinese.splitlines() if line.startswith("#")]
    assert headings == [
        "## 评估结果",
        "### Rubric 逐条判定",
        "### 数学验证",
        "### 优点",
        "### 不足",
        "### 改进建议",
    ]
    assert "**总分：8**" in chinese


def test_json_lines_have_exactly_the_promised_keys(project: Project) -> None:
    lamp(project)
    with LoopbackJudge(decide) as judge:
        run = project.run(judge=judge.base_url)
    assert list(run.record("lamp")) == [
        "version",
        "nodeid",
        "id",
        "title",
        "case_tags",
        "file",
        "line",
        "evaluator",
        "outcome",
        "state",
        "summary",
        "score",
        "raw_score",
        "interval",
        "verdict",
        "threshold",
        "achieved_points",
        "total_positive",
        "criteria",
        "points",
        "figures",
        "tags",
        "calls",
        "stored",
        "tokens",
        "model",
        "seconds",
        "error",
        "target",
        "target_calls",
        "target_tokens",
        "comparison",
        "category",
        "human",
        "effective_score",
        "weaknesses",
        "criterion_tags",
        "remedy",
        "passed",
        "case_hash",
        "output_hash",
        "judge",
        "baseline",
        "repeat",
        "notes",
    ]
    assert json.loads(json.dumps(run.records, allow_nan=False)) == run.records


def test_github_gets_annotations_at_the_criterion_and_a_step_summary(project: Project) -> None:
    lamp(project)
    summary = project.path / "step.md"
    with LoopbackJudge(decide) as judge:
        run = project.run(
            judge=judge.base_url, env={"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(summary)}
        )
    notes = [line for line in run.out.splitlines() if line.startswith("::error")]
    assert len(notes) == 2
    assert all("file=cases.rubric.yaml,line=" in note for note in notes)
    assert "lamp" in summary.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("checkout", "shown"),
    [("..", "{folder}/cases.rubric.yaml"), (".", "cases.rubric.yaml"), ("elsewhere", "cases.rubric.yaml")],
)
def test_annotations_name_files_from_the_root_of_the_checkout(
    project: Project, checkout: str, shown: str
) -> None:
    lamp(project)
    workspace = str((project.path / checkout).resolve())
    with LoopbackJudge(decide) as judge:
        run = project.run(judge=judge.base_url, env={"GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": workspace})
        assert judge.calls > 0
    notes = [line for line in run.out.splitlines() if line.startswith("::error")]
    expected = shown.format(folder=project.path.name)
    assert len(notes) == 2
    assert all(note.startswith(f"::error file={expected},line=") for note in notes)


def test_a_report_survives_markup_in_the_output(project: Project) -> None:
    hostile = "ok\n```\n# Injected heading\n</details>\n| a | b |\n````\nend \x1b[31mred\x1b[0m"
    project.write_cases([case(hostile, "A", id="hostile")])
    with LoopbackJudge(lambda text, body: "# Injected heading") as judge:
        run = project.run(
            "--rubric-report-dir", "reports", "-rA", "--junitxml", "j.xml", judge=judge.base_url
        )
    report = (project.path / "reports" / "case_0_eval_result.md").read_text(encoding="utf-8")
    assert "\n# Injected" not in report
    assert "\x1b" not in report + run.out
    assert run.outcomes == {"passed": 1}


def test_a_console_that_is_not_utf8_changes_no_outcome(project: Project) -> None:
    project.write_cases([case("2048² 😀 ✔", "评价", id="emoji")])
    with LoopbackJudge(lambda text, body: False) as judge:
        run = project.run(
            judge=judge.base_url, env={"PYTHONIOENCODING": "cp1252:backslashreplace", "PYTHONUTF8": "0"}
        )
    assert run.record("emoji")["outcome"] == "failed"
    assert "INTERNALERROR" not in run.out


def test_lint_notes_are_counted_in_one_line(project: Project) -> None:
    project.write_cases([case("abc", {"criterion": "A", "points": 5, "tags": ["type:negative"]}, id="odd")])
    with LoopbackJudge(lambda text, body: True) as judge:
        run = project.run(judge=judge.base_url)
    assert run.line("pytest-rubric lint") == "1 lint note: pytest-rubric lint"
