"""Endpoints that fail, seen from a whole pytest run: what each item says, and how many calls it took."""

from __future__ import annotations

import pytest

from tests.support.loopback import Body, LoopbackJudge, Raw, criteria_of, failure
from tests.support.project import Project, case

CUSTOM = """\
from pytest_rubric import ChatMessage, CheckedReply, Evaluation, JudgeRequest


class Contract:
    def check(self, parsed):
        return CheckedReply(known=True)

    def follow_up(self, questions, unreadable):
        return "Again."


class Odd:
    id = "odd"
    kind = None

    async def evaluate(self, subject, judge):
        asked = JudgeRequest("odd", "1", (ChatMessage("user", subject.output.text),), {"type": "objekt"}, (), Contract())
        await judge.ask(asked)
        return Evaluation(self.id, "judged", 60, passed=True, score=100)

    def requests(self, subject):
        return []

    def most_calls(self, case, settings):
        return 1


def pytest_rubric_register_evaluators(registry):
    registry.register(Odd())
"""
CHECKED = case("abc", {"check": {"contains": "b"}}, id="checked")
CLOSED = "the judge was closed earlier in this session: "
SAID = "Invalid schema for response_format: 'objekt' is not a type"


def refuses_the_schema(evaluator: str) -> str:
    return (
        f"the endpoint refuses the reply schema of evaluator '{evaluator}': HTTP 400: {SAID}; this is a fault of the "
        "evaluator, not of the case: mend its schema"
    )


def test_a_schema_of_a_custom_evaluator_that_the_endpoint_calls_invalid_is_one_message_and_one_call(
    project: Project,
) -> None:
    project.write("conftest.py", CUSTOM)
    plain = {"check": {"contains": "b"}}
    project.write_cases([case(f"abc {n}", plain, id=f"c{n}", evaluators=["odd"]) for n in range(3)])
    with LoopbackJudge(reply=failure(400, SAID)) as judge:
        # One at a time: others may be on their way before the first is refused.
        run = project.run("--rubric-concurrency", "1", judge=judge.base_url)
        assert judge.calls == 1
    assert run.outcomes == {"passed": 3, "error": 3}
    errors = [record["error"] for record in run.records if record["outcome"] == "error"]
    assert errors == [refuses_the_schema("odd")] * 3
    assert {record["state"] for record in run.records if record["outcome"] == "error"} == {"broken"}
    assert "Traceback" not in run.out
    assert "judging/" not in run.out


def test_a_schema_of_the_rubrics_that_the_endpoint_calls_invalid_is_one_message_and_the_rest_runs(
    project: Project,
) -> None:
    project.write_cases([case("abc", "A", id="judged"), CHECKED])
    project.write(
        "test_plain.py",
        """\
        def test_plain(rubric):
            rubric.check("abc", ["B"])
        """,
    )
    with LoopbackJudge(reply=failure(400, SAID)) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 1
    assert run.outcomes == {"failed": 1, "passed": 1, "error": 1}
    assert run.record("judged")["error"] == refuses_the_schema("rubric")
    assert run.out.count("Traceback") == 0
    assert "judging/" not in run.out


def test_an_endpoint_that_hangs_is_given_up_and_told_once(project: Project) -> None:
    project.write_cases([*[case(f"output {n}", "A", id=f"c{n}") for n in range(12)], CHECKED])
    with LoopbackJudge(reply=Raw(hang=True)) as judge:
        run = project.run("--rubric-timeout", "1", "--rubric-concurrency", "4", judge=judge.base_url)
        # Two rounds of four; what is on its way when the judge is closed ends at its time limit.
        assert judge.calls == 8
        url = judge.base_url
    assert run.outcomes == {"passed": 1, "error": 12}
    told = [record["error"] for record in run.records if record["error"]]
    full = [error for error in told if not error.startswith(CLOSED)]
    assert len(full) == 1
    assert full[0].startswith(f"no reply from {url}/chat/completions within 1 s; raise --rubric-timeout")
    assert "the endpoint answered none of " in full[0]
    assert len({error for error in told if error.startswith(CLOSED)}) == 1


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("http://127.0.0.1:99999/v1", "names a port that is none (allowed: 1 to 65535)"),
        ("http://[::1/v1", "can't be read (Invalid IPv6 URL)"),
    ],
)
def test_a_malformed_address_is_told_by_the_first_item_and_the_others_say_that_it_was(
    project: Project, url: str, fault: str
) -> None:
    project.write_cases([*[case(f"output {n}", "A", id=f"c{n}") for n in range(3)], CHECKED])
    run = project.run(judge=url)
    assert run.outcomes == {"passed": 1, "error": 3}
    told = {record["id"]: record["error"] for record in run.records}
    assert told["c0"] == (
        f"the base URL '{url}' {fault}; write it like http://127.0.0.1:8000/v1 (--rubric-base-url or OPENAI_BASE_URL)"
    )
    assert told["c1"] == told["c2"] == CLOSED + "the base URL can't be used"
    assert [record["calls"] for record in run.records] == [0, 0, 0, 0]


def test_an_endpoint_that_asks_for_a_pause_of_hours_costs_no_time(project: Project) -> None:
    project.write_cases([case(f"output {n}", "A", id=f"c{n}") for n in range(20)])
    with LoopbackJudge(reply=failure(429, "daily limit", headers={"Retry-After": "36000"})) as judge:
        # One at a time: others may be on their way before the first is refused.
        run = project.run("--rubric-concurrency", "1", judge=judge.base_url)
        assert judge.calls == 1
    assert run.outcomes == {"error": 20}
    told = [record["error"] for record in run.records]
    assert told[0] == (
        "the endpoint takes no more calls now: HTTP 429: daily limit; the endpoint takes no more calls for 10.0 hours; "
        "run again later, or see what else uses its limit up"
    )
    assert set(told[1:]) == {CLOSED + "the endpoint takes no more calls for 10.0 hours"}


@pytest.mark.parametrize(("workers", "most"), [(2, 1), (2, 3), (3, 2)])
def test_the_budget_of_calls_is_exact_among_workers_also_where_it_is_smaller_than_their_number(
    project: Project, workers: int, most: int
) -> None:
    project.write_cases([case(f"output {n}", "A", id=f"c{n}") for n in range(9)])
    with LoopbackJudge(lambda text, body: True) as judge:
        run = project.run("-n", str(workers), "--rubric-max-calls", str(most), judge=judge.base_url)
        # Every worker gets two cases to begin with, and no share is larger.
        assert judge.calls == most
    assert run.outcomes == {"passed": most, "error": 9 - most}
    assert sum(record["calls"] for record in run.records) == most
    spent = [record["error"] for record in run.records if record["error"]]
    assert all("the budget of " in error for error in spent)


def renumbered(body: Body, *more: int) -> dict[str, object]:
    """A yes about each criterion, counted from 1 instead of named, and about ``more`` ids."""
    ids = [*range(1, len(criteria_of(body)) + 1), *more]
    return {
        "criteria": [
            {"id": id_, "reason": "seen", "basis": "whole", "quotes": [], "present": True} for id_ in ids
        ]
    }


def test_a_judge_that_counts_the_one_criterion_that_it_is_asked_about_needs_no_second_call(
    project: Project,
) -> None:
    project.write_cases([case("abc", "A", "B", "C", id="c")])
    with LoopbackJudge(reply=renumbered) as judge:
        run = project.run(
            "--rubric-strategy", "criterion", "--rubric-report-dir", "reports", judge=judge.base_url
        )
        assert judge.calls == 3
    record = run.record("c")
    assert (record["score"], record["calls"]) == (100, 3)
    assert [entry["status"] for entry in record["criteria"]] == ["met"] * 3
    # The first criterion has the id 1, the others were put right.
    report = (project.path / "reports" / "case_0_eval_result.md").read_text(encoding="utf-8")
    assert "replies that had to be repaired before they could be read: 2" in report


@pytest.mark.parametrize(("mends", "outcome"), [(True, "passed"), (False, "error")])
def test_an_id_that_nobody_asked_about_is_asked_again_once(
    project: Project, mends: bool, outcome: str
) -> None:
    def reply(body: Body) -> dict[str, object]:
        first = len(body["messages"]) == 2
        return renumbered({"messages": body["messages"][:2]}, *([9] if first or not mends else []))

    project.write_cases([case("abc", "A", "B", id="c")])
    with LoopbackJudge(reply=reply) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 2
        asked = judge.bodies[1]["messages"][-1]["content"]
    assert "the reply also has an entry with the id 9" in asked
    record = run.record("c")
    assert record["outcome"] == outcome
    if not mends:
        assert "ids that were not asked about (9)" in record["error"]
        assert [entry["status"] for entry in record["criteria"]] == ["undecided"] * 2
