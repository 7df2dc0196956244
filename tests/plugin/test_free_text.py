"""Rubrics in prose through a real pytest and a real HTTP endpoint."""

from __future__ import annotations

from typing import Any

from tests.evaluators.free_text.building import PARTS_OF_POINTS, POINTS, criterion, parts
from tests.support.loopback import Body, LoopbackJudge, criteria_of, rubric_reply
from tests.support.project import Project, case

OUTPUT = "The lift is out of order until Friday."


def prose(text: str, output: str = OUTPUT, **more: Any) -> dict[str, Any]:
    return {**case(output, **more), "Judge": text}


def reply(body: Body) -> Any:
    if "parts" in str(body["response_format"]):
        return parts(*PARTS_OF_POINTS)
    yes: dict[str, str | bool] = {
        "names the day": "until Friday",
        "is short": True,
        "Insults the reader": False,
    }
    return rubric_reply(lambda text, _: yes[text], body, criteria_of(body))


def test_cases_that_share_a_text_compile_it_once_and_are_judged_by_it(project: Project) -> None:
    project.write_cases([prose(POINTS, id="first"), prose(POINTS, "It rests until Friday.", id="second")])
    with LoopbackJudge(reply=reply) as judge:
        run = project.run("--rubric-report-dir", "reports", judge=judge.base_url)
        assert judge.calls == 3
    record = run.record("first")
    assert record["nodeid"] == "cases.rubric.yaml::first"
    assert (record["evaluator"], record["outcome"], record["score"]) == ("free_text", "passed", 100)
    assert [(each["criterion"], each["points"], each["status"]) for each in record["criteria"]] == [
        ("names the day", 15, "met"),
        ("is short", 10, "met"),
        ("Insults the reader", -20, "clean"),
    ]
    assert run.record("second")["score"] == 100
    assert sum(each["stored"] for each in run.records) == 1
    report = (project.path / "reports" / "case_0_eval_result.md").read_text(encoding="utf-8")
    assert "### Rubric, criterion by criterion\n| # | Criterion |" in report
    assert "```yaml\n- criterion: names the day\n  points: 15\n" in report
    assert "- Note: criteria compiled from the text of `Judge`: 3\n" in report


def test_a_kept_rubric_finds_the_replies_of_its_text(project: Project) -> None:
    project.write_cases([prose(POINTS, id="lift")])
    with LoopbackJudge(reply=reply) as judge:
        project.run(judge=judge.base_url)
        assert judge.calls == 2
        kept = [
            {"criterion": "names the day", "points": 15},
            {"criterion": "is short", "points": 10},
            {"criterion": "Insults the reader", "points": -20},
        ]
        project.write_cases([case(OUTPUT, *kept, id="lift")])
        run = project.run(judge=judge.base_url)
        assert judge.calls == 2
    assert (run.record("lift")["evaluator"], run.scores) == ("rubric", {"lift": 100})


def test_without_a_key_or_network_from_stored_replies(project: Project) -> None:
    project.write_cases([prose(POINTS, id="lift")])
    with LoopbackJudge(reply=reply) as judge:
        project.run(judge=judge.base_url)
    only = project.run("--rubric-replies", "only")
    assert (only.scores, only.record("lift")["calls"]) == ({"lift": 100}, 0)
    project.write_cases([prose(POINTS + " Plus 5 points for a joke.", id="lift")])
    changed = project.run("--rubric-replies", "only")
    assert changed.outcomes == {"error": 1}
    assert "no stored reply for lift" in changed.record("lift")["error"]


def test_a_text_that_cannot_be_used_is_an_error_that_says_what(project: Project) -> None:
    project.write_cases([prose(POINTS, id="lift"), case(OUTPUT, "is short", id="other")])

    def wrong(body: Body) -> Any:
        if "parts" in str(body["response_format"]):
            return parts(criterion("names the day [15 points]", 25))
        return reply(body)

    with LoopbackJudge(reply=wrong) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 3
    assert run.outcomes == {"error": 1, "passed": 1}
    record = run.record("lift")
    assert (record["state"], record["score"], record["calls"]) == ("broken", None, 2)
    assert record["error"] == (
        "the text of `Judge` could not be made a rubric: “names the day [15 points]” counts [15 points], "
        "not 25"
    )
    told = "What to do: reword these words, or write `Judge` as a list of criteria or dimensions."
    assert told in run.out.splitlines()


def test_an_empty_output_costs_no_call(project: Project) -> None:
    project.write_cases([prose(POINTS, " ", id="lift")])
    with LoopbackJudge(reply=reply) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 0
    assert "free_text: 0 < 60 (fail): empty output" in run.out
    assert run.outcomes == {"failed": 1}
