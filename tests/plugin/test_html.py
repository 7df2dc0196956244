"""``--rubric-html`` through a real pytest: what the page holds, when it is written, and what can go wrong."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta, timezone

import pytest

from tests.reporting.html.reading import Element, read
from tests.support.loopback import LoopbackJudge
from tests.support.project import Project, case

PAGE = ("--rubric-html", "out/page.html")


def suite(project: Project) -> None:
    project.write_cases(
        [
            case(
                "You can return the lamp within 14 days.",
                {"criterion": "States a return window of 30 days", "points": 40, "tags": ["axis:accuracy"]},
                {"criterion": "Is polite", "points": 20},
                id="lamp",
                tags=["smoke"],
            ),
            case(
                "您可以在十四天内退货。",
                {"criterion": "说明退货期限", "points": 10},
                id="退货",
                Input="怎么退货？",
            ),
            {"id": "gone", "Input": "x", "ActualOutputFile": "nowhere.md", "Judge": ["A"]},
        ]
    )


def decide(text: str, body: object) -> bool:
    return not text.startswith("States")


def page(project: Project) -> Element:
    return read((project.path / "out" / "page.html").read_text(encoding="utf-8"))


def cases(made: Element) -> list[Element]:
    groups = made.one("table", id="cases").every("tbody")
    return [each for each in groups if "data-run" in each.attributes]


def ids(made: Element) -> list[str]:
    return [each.every("bdi")[0].text for each in cases(made)]


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "xdist"])
def test_one_page_has_the_whole_run(project: Project, workers: tuple[str, ...]) -> None:
    suite(project)
    with LoopbackJudge(decide) as judge:
        before = datetime.now(timezone.utc) - timedelta(seconds=1)
        run = project.run(*PAGE, *workers, judge=judge.base_url)
        after = datetime.now(timezone.utc)
        assert judge.calls == 2
    assert run.outcomes == {"failed": 1, "passed": 1, "error": 1}
    assert run.line("whole reports:") == "whole reports: out/page.html"
    made = page(project)
    assert before < datetime.fromisoformat(made.one("time").attributes["datetime"]) < after
    assert made.one("title").text == (
        "3 cases, mean 66.5 over 2 of 3, 1 failed, 1 error, 1 passed - rubric evaluations"
    )
    assert ids(made) == ["lamp", "gone", "退货"]
    reports = [each.every("div")[0] for each in cases(made)]
    assert "Total: 33" in reports[0].text
    assert "❌ Not Met" in reports[0].text
    assert "there is no file" in reports[1].text
    assert "总分：100" in reports[2].text
    assert reports[2].attributes["lang"] == "zh"


def test_a_report_that_a_hook_writes_is_the_one_that_is_shown_and_stays_text(project: Project) -> None:
    project.write(
        "conftest.py",
        """\
        def pytest_rubric_render_report(case, report):
            if case.id == "lamp":
                return "## Mine\\n<script>alert(1)</script> \\ud83d"
        """,
    )
    suite(project)
    with LoopbackJudge(decide) as judge:
        project.run(*PAGE, judge=judge.base_url)
        assert judge.calls == 2
    report = cases(page(project))[0].every("div")[0]
    assert report.one("h3").text == "Mine"
    assert report.every("p")[1].text == "<script>alert(1)</script> \\ud83d"


def test_gates_and_the_baseline_are_told_and_who_has_no_counterpart(project: Project) -> None:
    suite(project)
    held = ("--rubric-baseline", "base.json")
    with LoopbackJudge(lambda text, body: True) as judge:
        project.run(*held, "--rubric-update-baseline", judge=judge.base_url)
        base = json.loads((project.path / "base.json").read_text(encoding="utf-8"))
        entry = base["cases"].pop("cases.rubric.yaml::退货")
        base["cases"]["cases.rubric.yaml::before"] = {**entry, "case_hash": "0123456789abcdef"}
        project.write("base.json", json.dumps(base))
        assert judge.calls == 2
    project.write("pytest.ini", "[pytest]\nrubric_min_mean = 90\n")
    with LoopbackJudge(decide) as judge:
        project.run(*held, *PAGE, "--rubric-replies", "refresh", judge=judge.base_url)
        assert judge.calls == 2
    made = page(project)
    lines = [each.text for each in made.one("section", **{"aria-labelledby": "totals-title"}).every("li")]
    assert [line for line in lines if "mean score" in line]
    assert "baseline: worse: cases.rubric.yaml::lamp 100 -> 33" in lines
    changes = made.one("section", **{"aria-labelledby": "changes-title"})
    (changed,) = changes.every("tbody")
    assert changed.every("tr")[0].text == "lamp10033 (-67)worse"
    assert "#1 States a return window of 30 days: met → not met (worse)" in changed.text
    assert [each.text for each in changes.every("details")] == [
        "New, not in the baseline: 1cases.rubric.yaml::退货",
        "Missing, in the baseline only: 1cases.rubric.yaml::before",
    ]


def test_a_part_of_a_run_says_so(project: Project) -> None:
    suite(project)
    with LoopbackJudge(decide) as judge:
        project.run(*PAGE, "-k", "lamp", judge=judge.base_url)
        assert judge.calls == 1
    made = page(project)
    assert ids(made) == ["lamp"]
    assert "not all cases ran: -k lamp left out 2 of 3 rubric tests" in made.text


def test_results_of_an_attempt_that_was_repeated_are_not_shown(project: Project) -> None:
    project.write(
        "agent.py",
        "calls = []\n\ndef flaky(text):\n    calls.append(1)\n    return 'hello' if len(calls) == 2 else 'bad'\n",
    )
    checked = [{"check": {"equals": "hello"}}]
    project.write_cases(
        [
            {"id": "flaky", "Input": "x", "target": "agent:flaky", "Judge": checked},
            case("hello", *checked, id="steady"),
        ]
    )
    assert project.run(*PAGE, "--reruns", "1").outcomes == {"passed": 2, "rerun": 1}
    made = page(project)
    assert ids(made) == ["flaky", "steady"]
    assert ["Total: 100" in each.text for each in cases(made)] == [True, True]


def test_an_interrupted_run_leaves_what_was_finished(project: Project) -> None:
    project.write(
        "test_stop.py",
        "from pathlib import Path\nimport time\n\ndef test_stop():\n    Path('here').touch()\n    time.sleep(60)\n",
    )
    project.write_cases([case("abc", {"check": {"contains": "b"}}, id="done")])
    with LoopbackJudge(decide) as judge:
        project.interrupt(*PAGE, judge=judge.base_url, after=(project.path / "here").exists)
        assert judge.calls == 0
    made = page(project)
    assert ids(made) == ["done"]
    assert "not all cases ran: it was interrupted" in made.text


def test_a_run_without_a_case_takes_the_place_of_an_older_page(project: Project) -> None:
    project.write("out/page.html", "an earlier run")
    project.write("test_plain.py", "def test_plain():\n    pass\n")
    assert project.run(*PAGE).outcomes == {"passed": 1}
    assert "No rubric case ran." in page(project).text


def test_collecting_alone_writes_nothing(project: Project) -> None:
    suite(project)
    project.write("out/page.html", "an earlier run")
    with LoopbackJudge(decide) as judge:
        assert project.run(*PAGE, "--co", judge=judge.base_url).code == 0
        assert judge.calls == 0
    assert (project.path / "out" / "page.html").read_text(encoding="utf-8") == "an earlier run"


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ("folder", "--rubric-html: {root}/folder can't be written: Is a directory; name another place"),
        ("file/page.html", "--rubric-html: {root}/file can't be written: File exists; name another place"),
        (
            "file/a/page.html",
            "--rubric-html: {root}/file/a can't be written: Not a directory; name another place",
        ),
        (
            "results.jsonl",
            "--rubric-html: {root}/results.jsonl is the file of --rubric-json, which the page would replace; "
            "name another file",
        ),
        (
            "base.json",
            "--rubric-html: {root}/base.json is the file of --rubric-baseline, which the page would replace; "
            "name another file",
        ),
    ],
)
def test_a_place_that_can_not_be_written_is_told_before_anything_is_spent(
    project: Project, where: str, told: str
) -> None:
    (project.path / "folder").mkdir()
    project.write("file", "")
    project.write("base.json", '{"version": 1, "judge": null, "cases": {}}')
    suite(project)
    with LoopbackJudge(decide) as judge:
        run = project.run("--rubric-html", where, "--rubric-baseline", "base.json", judge=judge.base_url)
        assert judge.calls == 0
    assert run.code == 4
    assert f"ERROR: {told.format(root=project.path)}\n" in run.err


def test_a_page_that_can_no_longer_be_written_costs_no_outcome(project: Project) -> None:
    project.write(
        "conftest.py",
        """\
        from pathlib import Path

        def pytest_rubric_case_finished(record):
            Path("out/page.html").mkdir(exist_ok=True)
        """,
    )
    suite(project)
    with LoopbackJudge(decide) as judge:
        run = project.run(*PAGE, judge=judge.base_url)
        assert judge.calls == 2
    assert run.outcomes == {"failed": 1, "passed": 1, "error": 1}
    assert run.line("could not be written") == (
        f"rubric: results could not be written: {project.path}/out/page.html: Is a directory"
    )
    assert [each.name for each in (project.path / "out").iterdir()] == ["page.html"]


def test_the_ini_file_can_ask_for_it(project: Project) -> None:
    project.write("pytest.ini", "[pytest]\nrubric_html = out/page.html\n")
    suite(project)
    with LoopbackJudge(decide) as judge:
        run = project.run("--rubric-report-dir", "reports", judge=judge.base_url)
        assert judge.calls == 2
    assert ids(page(project)) == ["lamp", "gone", "退货"]
    assert run.line("whole reports:") == "whole reports: reports"
    assert re.search("Total: 33", (project.path / "reports" / "case_0_eval_result.md").read_text("utf-8"))
