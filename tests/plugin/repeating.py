"""Repeated runs of one agent, and a judge of them: what the tests of them share."""

from __future__ import annotations

from typing import Any

from tests.support.loopback import Answer, Body, criteria_of, rubric_reply
from tests.support.project import Project, Run

AGENT = """\
from pathlib import Path

ANSWERS = {
    "shaky": ["Basel 1", "no idea", "Basel 3", "Basel 4", "Basel 5"],
    "half": ["Basel.", "no.", "Basel.", "no."],
    "broken": ["Basel!", None, "Basel!"],
}


def answer(question):
    log = Path(f"{question}.runs")
    with log.open("a") as file:
        file.write("run\\n")
    said = ANSWERS[question][len(log.read_text().split()) - 1]
    if said is None:
        raise ValueError("no connection")
    return said
"""
NAMES_BASEL = {"Judge": [{"criterion": "Names Basel", "points": 20}]}


def repeated(name: str, n: int, rule: str | None = None, **more: Any) -> dict[str, Any]:
    made = {"id": name, "Input": name, "repeat": n, "target": "agent:answer", **NAMES_BASEL, **more}
    return made if rule is None else {**made, "pass_rule": rule}


def judge_basel(body: Body) -> Answer:
    """Yes where the output names it; a model under test answers that it does."""
    if body["model"] == "writer":
        return "Basel, says the model"
    named = "Basel" in str(body["messages"]).replace("Names Basel", "")
    return rubric_reply(lambda criterion, _: "Basel" if named else False, body, criteria_of(body))


def runs_of(project: Project) -> dict[str, int]:
    """How often each target ran."""
    return {path.stem: len(path.read_text().split()) for path in project.path.glob("*.runs")}


def outcomes(run: Run) -> dict[str, str]:
    return {record["nodeid"].partition("::")[2]: record["outcome"] for record in run.records}


def passes(record: dict[str, Any]) -> list[bool | None]:
    return [each["passed"] for each in record["repeat"]["runs"]]
