"""Conversations through a real pytest: an agent that is asked turn by turn, and a judge behind HTTP."""

from __future__ import annotations

import pytest

from tests.support.loopback import Body, LoopbackJudge
from tests.support.project import Project

AGENT = """\
def chat(messages):
    said = [message["content"] for message in messages if message["role"] == "user"]
    if len(said) == 1:
        return "For which day?"
    return f"Booked: {said[0]} {said[-1]}"
"""
TALK = """\
cases:
- id: table
  target: agent:chat
  tags: [smoke]
  turns:
  - user: Two people.
    Judge: [{criterion: Asks for the day, points: 5}]
  - user: Tomorrow.
    Judge:
    - {criterion: Confirms two people, points: 10}
    - {check: {contains: Tomorrow}, points: 5}
  Judge:
  - {criterion: Asks twice, points: -5}
"""


def attentive(text: str, body: Body) -> str | bool:
    """Says yes with a quote from the reply that the question is about."""
    shown = body["messages"][1]["content"]
    output = shown[shown.index("[OUTPUT begins") :]
    for statement, quote in (("Asks for the day", "which day"), ("Confirms two people", "Two people")):
        if text == statement and quote in output:
            return quote
    return False


@pytest.fixture
def talk(project: Project) -> Project:
    project.write("agent.py", AGENT)
    project.write("talk.rubric.yaml", TALK)
    return project


def test_a_conversation_is_driven_judged_and_stored(talk: Project) -> None:
    with LoopbackJudge(decide=attentive) as judge:
        run = talk.run(judge=judge.base_url)
        assert judge.calls == 3
    record = run.record("table")
    assert (run.outcomes, record["score"], record["calls"]) == ({"passed": 1}, 100, 3)
    assert record["tags"] == {"turn:1": 100, "turn:2": 100}
    assert [criterion.get("turn") for criterion in record["criteria"]] == [1, 2, 2, None]
    again = talk.run("--rubric-replies", "only")
    assert (again.record("table")["score"], again.record("table")["stored"]) == (100, 3)


def test_a_changed_turn_asks_again_only_what_it_changes(talk: Project) -> None:
    with LoopbackJudge(decide=attentive) as judge:
        talk.run(judge=judge.base_url)
        talk.write("talk.rubric.yaml", TALK.replace("user: Tomorrow.", "user: Tomorrow at noon."))
        talk.run(judge=judge.base_url)
        assert judge.calls == 3 + 2


def test_a_failure_shows_the_turn_and_the_conversation(talk: Project) -> None:
    with LoopbackJudge(decide=lambda text, body: False) as judge:
        run = talk.run("-vv", judge=judge.base_url)
    assert run.outcomes == {"failed": 1}
    assert "not met, turn 2" in run.out
    assert "| user: Two people." in run.out
    assert "| assistant: For which day?" in run.out
    assert "Confirms two people (turn 2)" in run.out


def test_turns_are_tags_to_select_by_and_xdist_judges_alike(talk: Project) -> None:
    with LoopbackJudge(decide=attentive) as judge:
        run = talk.run("-n", "2", "-m", 'rubric_tag(name="turn:2")', judge=judge.base_url)
        assert judge.calls == 3
    assert run.scores == {"table": 100}


def test_an_agent_that_fails_in_a_turn_is_an_error_that_names_it(talk: Project) -> None:
    talk.write("agent.py", "def chat(messages):\n    return 'Hm?' if len(messages) == 1 else messages[9]\n")
    with LoopbackJudge(decide=attentive) as judge:
        run = talk.run(judge=judge.base_url)
        assert judge.calls == 0
    assert run.outcomes == {"error": 1}
    error = run.record("table")["error"]
    assert error.startswith("turn 2 of 2: target agent:chat raised IndexError: list index out of range")


@pytest.mark.parametrize("kind", ["def", "async def"])
def test_a_fixture_answers_turn_by_turn(talk: Project, kind: str) -> None:
    talk.write("talk.rubric.yaml", TALK.replace("  target: agent:chat\n", ""))
    talk.write(
        "conftest.py",
        f"""\
        import pytest
        import agent

        @pytest.fixture
        def rubric_target():
            {kind} chat(messages):
                return agent.chat(messages)
            return chat
        """,
    )
    with LoopbackJudge(decide=attentive) as judge:
        run = talk.run(judge=judge.base_url)
        assert judge.calls == 3
    assert run.scores == {"table": 100}


def test_a_command_gets_the_conversation_as_text(project: Project) -> None:
    project.write(
        "talk.rubric.yaml",
        """\
        cases:
        - id: echo
          target: {command: [cat], stdin: "{{input}}"}
          turns:
          - One.
          - user: Two.
            Judge: [{check: {equals: "user: One.\\nassistant: user: One.\\nuser: Two."}}]
        """,
    )
    assert project.run().scores == {"echo": 100}
