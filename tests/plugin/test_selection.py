"""pytest's own ways of choosing and stopping: each asks the judge for what runs, and no more."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from tests.support.loopback import Body, LoopbackJudge
from tests.support.project import Project, case


def yes(text: str, body: object) -> bool:
    return True


def ten(project: Project) -> None:
    project.write_cases(
        [
            case(
                f"output {n}",
                {"criterion": "A", "points": 5, "tags": ["axis:tone"] if n < 3 else []},
                id=f"c{n}",
            )
            | {"tags": ["smoke"] if n % 2 else []}
            for n in range(10)
        ]
    )


@pytest.mark.parametrize(
    ("args", "ran"),
    [
        (["-k", "c3"], 1),
        (["-k", "axis:tone"], 3),
        (["-k", "smoke"], 5),
        (["-m", 'rubric_tag(name="smoke")', "--strict-markers"], 5),
        (["-m", 'rubric_tag(name="axis:tone")'], 3),
        (["cases.rubric.yaml::c7"], 1),
        (["--deselect", "cases.rubric.yaml::c7"], 9),
    ],
)
def test_only_selected_cases_are_judged(project: Project, args: list[str], ran: int) -> None:
    ten(project)
    with LoopbackJudge(yes) as judge:
        run = project.run(*args, judge=judge.base_url)
        assert judge.calls == ran
    assert run.outcomes["passed"] == ran


def test_collecting_asks_nothing_and_says_what_a_run_would_ask(project: Project) -> None:
    ten(project)
    with LoopbackJudge(yes) as judge:
        project.run("-k", "c1 or c2", judge=judge.base_url)
        budgets = ["--rubric-max-calls", "7", "--rubric-max-tokens", "100"]
        listed = project.run("--co", *budgets, judge=judge.base_url, json_lines=False)
        quiet = project.run("--co", "-q", judge=judge.base_url, json_lines=False)
        assert judge.calls == 2
    assert (
        "rubric: 10 cases, at most 10 judge calls (retries aside); stored replies answer 2 of 10 cases with inline output"
        in listed.out
    )
    tokens = re.search(
        r"rubric: about ([\d,]+) tokens to ask 8 first questions that no stored reply", listed.out
    )
    assert tokens is not None
    assert "rubric: --rubric-max-calls 7 does not suffice: 8 calls at least would be made" in listed.out
    assert (
        f"rubric: --rubric-max-tokens 100 does not suffice: to ask alone takes about {tokens[1]}\n"
        in listed.out
    )
    assert quiet.out.count("cases.rubric.yaml::c") == 10
    assert "judge calls" not in quiet.out
    assert "tokens" not in quiet.out


def test_stopping_at_the_first_failure_wastes_at_most_the_window(project: Project) -> None:
    ten(project)
    with LoopbackJudge(lambda text, body: False) as judge:
        run = project.run("-x", "--rubric-concurrency", "3", judge=judge.base_url)
        assert 1 <= judge.calls <= 3
    assert run.outcomes == {"failed": 1}
    with LoopbackJudge(lambda text, body: False) as judge:
        run = project.run(
            "--maxfail", "2", "--rubric-concurrency", "3", "--rubric-replies", "off", judge=judge.base_url
        )
        assert 2 <= judge.calls <= 4
    assert run.outcomes == {"failed": 2}


def test_last_failed_reruns_failures_and_errors_alone(project: Project) -> None:
    ten(project)
    with LoopbackJudge(lambda text, body: "output 4" not in body["messages"][1]["content"]) as judge:
        first = project.run(judge=judge.base_url)
        again = project.run("--lf", "--rubric-replies", "off", judge=judge.base_url)
        assert judge.calls == 11
        assert first.outcomes == {"failed": 1, "passed": 9}
        assert again.outcomes == {"failed": 1}
        order = project.run("--ff", "-v", judge=judge.base_url)
        assert judge.calls == 11
    assert [record["id"] for record in order.records][:2] == ["c4", "c0"]


def test_printed_node_ids_select_their_items(project: Project) -> None:
    titles = ["退款政策", "price, tax? (50%)", "not ok", "a::b[c]", "greets @ home", "x" * 300, "café"]
    project.write_cases([case(f"output {n}", "A", id=title) for n, title in enumerate(titles)])
    listed = project.run("--co", "-q", json_lines=False)
    ids = [line for line in listed.out.splitlines() if "::" in line]
    assert len(ids) == len(titles)
    with LoopbackJudge(yes) as judge:
        for number, nodeid in enumerate(ids, 1):
            run = project.run(nodeid, "--rubric-replies", "off", judge=judge.base_url)
            assert run.outcomes == {"passed": 1}, nodeid
            assert judge.calls == number
            (record,) = run.records
            assert record["title"] == titles[number - 1]


def test_skipped_items_cost_no_call_and_have_a_record(project: Project) -> None:
    project.write_cases(
        [
            case("a", "A", id="skipped", marks=[{"skip": "not now"}]),
            case("b", "A", id="conditional", marks=[{"skipif": {"condition": "True", "reason": "never"}}]),
            case("c", "A", id="run"),
        ]
    )
    with LoopbackJudge(yes) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 1
    assert run.outcomes == {"passed": 1, "skipped": 2}
    assert (run.record("skipped")["outcome"], run.record("skipped")["state"]) == ("skipped", "unscored")
    assert "not now" in run.record("skipped")["summary"]


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("def pytest_runtest_setup(item):\n    skip(item)\n", id="hook"),
        pytest.param(
            "@pytest.fixture(autouse=True)\ndef skipping(request):\n    skip(request.node)\n", id="fixture"
        ),
    ],
)
def test_cases_that_code_skips_at_their_turn_make_room_for_others(project: Project, code: str) -> None:
    project.write(
        "conftest.py",
        f"import pytest\n\ndef skip(item):\n    if 'out' in item.name:\n        pytest.skip('no')\n\n{code}",
    )
    project.write_cases(
        [case("kept", "A", id="in")]
        + [case(f"left {n}", "A", id=f"out{n}") for n in range(3)]
        + [case(f"kept {n}", "A", id=f"in{n}") for n in range(5)]
    )
    at_once: list[int] = []

    def decide(text: str, body: Body) -> bool:
        if "kept" in str(body):
            at_once.append(judge.parallel)
        return True

    with LoopbackJudge(decide, delay=0.2) as judge:
        run = project.run("--rubric-concurrency", "3", judge=judge.base_url)
    assert run.outcomes == {"passed": 6, "skipped": 3}
    assert len(at_once) == 6
    # the first goes alone, the second may meet those that were judged in vain
    assert max(at_once[2:]) > 1


def test_expected_failures_expect_a_low_score_and_no_broken_judge(project: Project) -> None:
    marks = [{"xfail": "known weakness"}]
    project.write_cases([case("a", "A", id="low", marks=marks), case("", "A", id="empty", marks=marks)])
    with LoopbackJudge(lambda text, body: False) as judge:
        low = project.run(judge=judge.base_url)
    assert low.outcomes == {"xfailed": 2}
    assert low.record("low")["outcome"] == "xfailed"
    unjudged = project.run("-k", "low", "--rubric-replies", "off")
    assert unjudged.outcomes == {"error": 1, "deselected": 1}


def test_unregistered_marks_are_an_error_of_that_item(project: Project) -> None:
    project.write("pytest.ini", "[pytest]\nmarkers =\n    slow: takes long\n")
    project.write_cases(
        [case("a", "A", id="typo", marks=["slwo"]), case("b", "A", id="good", marks=["slow"])]
    )
    with LoopbackJudge(yes) as judge:
        run = project.run("-W", "error", judge=judge.base_url)
        chosen = project.run("-m", "slow", judge=judge.base_url)
        assert judge.calls == 1
    assert run.outcomes == {"error": 1, "passed": 1}
    assert "mark 'slwo' is not registered; did you mean 'slow'?" in run.record("typo")["error"]
    assert chosen.outcomes == {"passed": 1, "deselected": 1}


@pytest.mark.parametrize("workers", ["0", "2"])
def test_xdist_asks_each_case_once(project: Project, workers: str) -> None:
    project.write_cases([case(f"output {n}", "A", id=f"c{n}") for n in range(30)])
    with LoopbackJudge(yes, delay=0.05) as judge:
        run = project.run("-n", workers, "--rubric-report-dir", "reports", judge=judge.base_url)
        assert judge.calls == 30
    assert run.outcomes == {"passed": 30}
    assert sorted(run.scores) == sorted(f"c{n}" for n in range(30))
    assert len(list((project.path / "reports").glob("case_*_eval_result.md"))) == 30
    assert "rubric evaluations" in run.out


def test_xdist_workers_share_one_request(project: Project) -> None:
    project.write_cases([case("the same output", "A", id=f"c{n}") for n in range(12)])
    with LoopbackJudge(yes, delay=0.3) as judge:
        run = project.run("-n", "2", judge=judge.base_url)
        assert judge.calls == 1
    assert run.outcomes == {"passed": 12}


def test_junit_xml_holds_scores_and_the_first_line(project: Project) -> None:
    project.write_cases([case("a \x1b[31m ]]>", "A", id="low")])
    with LoopbackJudge(lambda text, body: False) as judge:
        project.run("--junitxml", "junit.xml", judge=judge.base_url)
    root = ElementTree.parse(project.path / "junit.xml").getroot()
    (test,) = root.iter("testcase")
    properties = {p.get("name"): p.get("value") for p in test.iter("property")}
    assert properties == {"rubric_score": "0", "rubric_verdict": "fail", "rubric_threshold": "60"}
    (failed,) = test.iter("failure")
    assert (failed.get("message") or "").startswith("rubric: 0 < 60 (fail)")


def test_runs_without_the_cache_plugin_and_without_ours(project: Project) -> None:
    ten(project)
    with LoopbackJudge(yes) as judge:
        run = project.run("-p", "no:cacheprovider", judge=judge.base_url)
        assert judge.calls == 10
    assert run.outcomes == {"passed": 10}
    off = project.run("-p", "no:rubric", json_lines=False)
    assert off.code == 5


def test_ctrl_c_ends_soon_and_keeps_what_was_finished(project: Project) -> None:
    project.write_cases([case(f"output {n}", "A", id=f"c{n}") for n in range(20)])
    with LoopbackJudge(
        reply=lambda body: (
            {"criteria": [{"id": 1, "reason": "r", "basis": "whole", "quotes": [], "present": True}]}
            if "output 0" in body["messages"][1]["content"]
            else __import__("tests.support.loopback", fromlist=["Raw"]).Raw(hang=True)
        )
    ) as judge:
        results = project.path / "results.jsonl"
        run = project.interrupt(
            judge=judge.base_url, after=lambda: results.exists() and results.stat().st_size > 0
        )
    assert run.code == 2
    assert run.seconds < 5
    assert [record["id"] for record in run.records] == ["c0"]
    assert "Traceback" not in run.err
    assert "KeyboardInterrupt" in run.out
