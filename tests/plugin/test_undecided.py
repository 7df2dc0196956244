"""What could not be judged is undecided: decided where it can't matter, an error where it can."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.loopback import Body, LoopbackJudge, Raw, completion, failure
from tests.support.project import Project, case

INVENTED: dict[str, Any] = {
    "basis": "quote",
    "quotes": [{"from": "output", "text": "the moon is made of cheese"}],
    "present": True,
}


def criteria(*points: int) -> list[dict[str, Any]]:
    return [{"criterion": f"Statement {n}", "points": p} for n, p in enumerate(points, 1)]


def test_an_invented_quote_that_can_not_matter_passes_with_a_warning_that_names_it(project: Project) -> None:
    project.write_cases([case("The sky is blue.", *criteria(90, 10), id="sky")])
    with LoopbackJudge(lambda text, body: "The sky" if text.endswith("1") else INVENTED) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 2, "one call and one re-ask"
    record = run.record("sky")
    assert run.outcomes == {"passed": 1, "warning": 1}
    assert record["score"] == 90
    assert record["interval"] == [90, 100]
    assert record["criteria"][1]["status"] == "undecided"
    assert "#2" in run.line("RubricWarning: sky:")


def test_an_invented_quote_that_can_matter_is_an_error_with_the_interval(project: Project) -> None:
    project.write_cases([case("The sky is blue.", *criteria(50, 50), id="sky")])
    with LoopbackJudge(lambda text, body: "The sky" if text.endswith("1") else INVENTED) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 6, "call and re-ask, then the same twice for extra samples"
    record = run.record("sky")
    assert run.outcomes == {"error": 1}
    assert (record["state"], record["score"], record["verdict"]) == ("broken", None, None)
    assert record["interval"] == [50, 100]
    assert record["criteria"][0]["status"] == "met"


def test_a_decided_failure_needs_no_extra_samples(project: Project) -> None:
    project.write_cases([case("The sky is blue.", *criteria(90, 10), id="sky")])
    with LoopbackJudge(lambda text, body: False if text.endswith("1") else INVENTED) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 2
    record = run.record("sky")
    assert (record["outcome"], record["score"], record["interval"]) == ("failed", 0, [0, 10])


def test_a_missing_criterion_is_asked_again_alone(project: Project) -> None:
    project.write_cases([case("abc", *criteria(50, 50))])
    asked: list[Body] = []

    def decide(text: str, body: Body) -> bool | None:
        asked.append(body)
        return None if text.endswith("2") and len(body["messages"]) == 2 else True

    def named(body: Body) -> dict[int, str]:
        return {1: "Statement 1", 2: "Statement 2"} if len(body["messages"]) == 2 else {2: "Statement 2"}

    with LoopbackJudge(decide, criteria=named) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 2
    assert run.scores == {"case-0": 100}


def test_evidence_warn_keeps_the_decision_and_marks_it(project: Project) -> None:
    project.write_cases([case("The sky is blue.", *criteria(50, 50), id="sky")])
    with LoopbackJudge(lambda text, body: INVENTED) as judge:
        run = project.run("--rubric-evidence", "warn", "-rw", judge=judge.base_url)
    record = run.record("sky")
    assert (record["outcome"], record["score"]) == ("passed", 100)
    assert record["criteria"][0]["quotes"][0]["found"] is False


def _first_then(first: Raw) -> Callable[[Body], Any]:
    """One answer for the first case, a good one for the second."""

    def reply(body: Body) -> Any:
        if "first output" in body["messages"][1]["content"]:
            return first
        return {"criteria": [{"id": 1, "reason": "yes", "basis": "whole", "quotes": [], "present": True}]}

    return reply


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        pytest.param(completion(None, refusal="I can't grade this."), "refus", id="refusal"),
        pytest.param(completion('{"criteria": [', finish_reason="length"), "length", id="truncated"),
        pytest.param(completion("I would pass this one."), "no reply of the judge could be read", id="prose"),
        pytest.param(completion("", finish_reason="content_filter"), "content filter", id="filter"),
        pytest.param(
            Raw(headers={"Content-Type": "text/html"}, body="<html><body>Sign in</body></html>"),
            "web page, not with JSON",
            id="html",
        ),
        pytest.param(failure(400, "blocked", code="content_filter"), "content filter", id="filter-400"),
    ],
)
def test_no_usable_reply_is_an_error_of_that_item_alone(project: Project, answer: Raw, said: str) -> None:
    project.write_cases([case("first output", "A", id="bad"), case("second output", "A", id="good")])
    with LoopbackJudge(reply=_first_then(answer)) as judge:
        run = project.run(judge=judge.base_url)
    assert run.outcomes == {"error": 1, "passed": 1}
    bad = run.record("bad")
    assert (bad["state"], bad["score"], bad["interval"]) == ("broken", None, None)
    assert said.lower() in bad["error"].lower()
    assert "INTERNALERROR" not in run.out + run.err


def test_a_wrong_key_closes_the_judge_and_is_told_once(project: Project) -> None:
    project.write_cases([case(f"output {n}", "A", id=f"c{n}") for n in range(5)])
    with LoopbackJudge(reply=failure(401, "Incorrect API key provided", code="invalid_api_key")) as judge:
        run = project.run(
            "--rubric-concurrency", "1", judge=judge.base_url, env={"OPENAI_API_KEY": "sk-test-123"}
        )
        assert judge.calls == 1
    assert run.outcomes == {"error": 5}
    errors = [record["error"] for record in run.records]
    assert "Incorrect API key" in errors[0]
    assert all("\n" not in error for error in errors[1:])
    everything = run.out + run.err + json.dumps(run.records)
    assert "sk-test-123" not in everything


def test_without_a_judge_items_are_errors_that_say_what_to_set(project: Project) -> None:
    project.write_cases(
        [case("abc", "A", id="judged"), case("abc", {"check": {"contains": "abc"}}, id="checked")]
    )
    run = project.run()
    assert run.outcomes == {"error": 1, "passed": 1}
    assert "--rubric-model" in run.record("judged")["error"]
    skipped = project.run("--rubric-on-unavailable", "skip")
    assert skipped.outcomes == {"skipped": 1, "passed": 1}
    assert skipped.code == 0


def test_a_spent_budget_is_an_error_and_never_a_skip(project: Project) -> None:
    project.write_cases([case(f"output {n}", "A", id=f"c{n}") for n in range(4)])
    with LoopbackJudge(lambda text, body: True) as judge:
        run = project.run("--rubric-max-calls", "2", "--rubric-on-unavailable", "skip", judge=judge.base_url)
        assert judge.calls == 2
    assert run.outcomes == {"passed": 2, "error": 2}
    assert "--rubric-max-calls" in next(r["error"] for r in run.records if r["error"])


def test_a_missing_output_file_is_an_error_without_a_call(project: Project) -> None:
    made = {"Input": "x", "ActualOutputFile": "out/none.txt", "Judge": ["A"], "id": "lost"}
    project.write_cases([made, case("abc", "A", id="good")])
    with LoopbackJudge(lambda text, body: True) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 1
    lost = run.record("lost")
    assert (lost["outcome"], lost["state"]) == ("error", "blocked")
    assert str(project.path / "out" / "none.txt") in lost["error"]
