"""The evaluator of docs/asking-the-judge.md works as shown, through a real pytest and a real endpoint."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.loopback import LoopbackJudge
from tests.support.project import Project, case

PAGE = Path(__file__).parents[2] / "docs" / "asking-the-judge.md"


@pytest.fixture
def letters(project: Project) -> Project:
    (code,) = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    project.write("conftest.py", code)
    project.write_cases(
        [case("A bit long.", {"check": {"contains": "bit"}}, id="one", evaluators=["letters"])]
    )
    return project


def record(run: Any) -> dict[str, Any]:
    (found,) = [record for record in run.records if record["evaluator"] == "letters"]
    assert isinstance(found, dict)
    return found


def grades(tone: object, length: object) -> dict[str, object]:
    return {"tone": {"reason": "so", "grade": tone}, "length": {"reason": "so", "grade": length}}


def test_it_judges_with_one_call_and_replays_without_one(letters: Project) -> None:
    with LoopbackJudge(reply=[grades("A", "B")]) as judge:
        run = letters.run(judge=judge.base_url)
        assert judge.calls == 1
        (body,) = judge.bodies
    assert body["response_format"]["json_schema"]["schema"]["required"] == ["tone", "length"]
    assert run.outcomes == {"passed": 2}
    assert (record(run)["score"], record(run)["summary"], record(run)["calls"]) == (75, "tone A, length B", 1)
    again = letters.run("--rubric-replies", "only")
    assert (record(again)["score"], record(again)["calls"], record(again)["stored"]) == (75, 0, 1)


def test_what_is_wrong_is_asked_once_more_in_its_own_words(letters: Project) -> None:
    with LoopbackJudge(reply=[grades("A", "great"), {"length": {"reason": "so", "grade": "C"}}]) as judge:
        run = letters.run(judge=judge.base_url)
        assert judge.calls == 2
        asked = judge.bodies[1]["messages"][-1]["content"]
    assert asked == "Grade these once more, in the same form: length: the grade must be A, B or C"
    assert (record(run)["score"], record(run)["outcome"]) == (50, "failed")


def test_what_stays_open_is_an_error_and_no_grade(letters: Project) -> None:
    with LoopbackJudge(reply=[grades("A", "great")]) as judge:
        run = letters.run(judge=judge.base_url)
        assert judge.calls == 2
    found = record(run)
    assert (found["outcome"], found["score"], found["error"]) == ("error", None, "not graded: length")
