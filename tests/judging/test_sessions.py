"""Endpoints that fail, seen from a whole pytest run: what each item says, and how many calls it took."""

from __future__ import annotations

from tests.support.loopback import LoopbackJudge, failure
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
        run = project.run(judge=judge.base_url)
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
