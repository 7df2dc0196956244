"""Replies of other shapes than a rubric's, through all layers of the judge and real HTTP.

Three invented evaluators: grades by name in a mapping, a choice without any ids, and a list under
another key whose entries are named.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from pytest_rubric import ChatMessage, CheckedReply, JudgeError, JudgeReply, JudgeRequest
from pytest_rubric.judging.ids import match_entries
from pytest_rubric.judging.protocol import Contract
from pytest_rubric.judging.stack import build_judge
from tests.judging.transport.asking import settings
from tests.support.loopback import Answer, LoopbackJudge

OBJECT: dict[str, object] = {"type": "object"}


class Grades:
    """``{"grades": {"Tone": {"why": "...", "grade": "A"}}}``: a letter for each name."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names

    def check(self, parsed: object) -> CheckedReply:
        grades = parsed.get("grades") if isinstance(parsed, dict) else None
        if not isinstance(grades, dict):
            return CheckedReply(known=False)
        decisions: dict[str, object] = {}
        questions: dict[str, str] = {}
        for name in self._names:
            said = grades.get(name)
            grade = said.get("grade") if isinstance(said, dict) else None
            if grade in ("A", "B", "C"):
                decisions[name] = grade
            else:
                questions[name] = f"{json.dumps(grade)} is no grade"
        return CheckedReply(True, decisions, questions)

    def follow_up(self, questions: Mapping[str, str], unreadable: str | None) -> str:
        told = "; ".join(f"{name}: {why}" for name, why in questions.items())
        return (
            f"Not readable: {unreadable}. Grade {list(questions)}." if unreadable else f"Grade again. {told}"
        )


class Choice:
    """``{"why": "...", "winner": "left"}``: one answer, and nothing that needs an id.

    What is wrong with the whole is asked again under a name of the contract's own.
    """

    def check(self, parsed: object) -> CheckedReply:
        if not isinstance(parsed, dict) or "winner" not in parsed:
            return CheckedReply(known=False)
        winner = parsed["winner"]
        if winner in ("left", "right"):
            return CheckedReply(True, {"winner": winner}, extras=parsed.get("why"))
        return CheckedReply(True, questions={"winner": f"{json.dumps(winner)} is neither left nor right"})

    def follow_up(self, questions: Mapping[str, str], unreadable: str | None) -> str:
        return f"Once more: {unreadable or ', '.join(questions.values())}."


class Facts:
    """``{"facts": [{"name": "Price", "covered": true}]}``: entries with names, of which any case will do."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names

    def check(self, parsed: object) -> CheckedReply:
        listed = parsed.get("facts") if isinstance(parsed, dict) else None
        matching = match_entries(listed, self._names, name="name") if isinstance(listed, list) else None
        if matching is None:
            return CheckedReply(known=False)
        decisions = {name: entry["covered"] for name, entry in matching.entries.items() if "covered" in entry}
        questions = {
            name: "more than one entry" if name in matching.repeated else "no answer"
            for name in self._names
            if name not in decisions
        }
        return CheckedReply(True, decisions, questions, repaired=matching.repaired)

    def follow_up(self, questions: Mapping[str, str], unreadable: str | None) -> str:
        return f"Again: {unreadable or dict(questions)}"


def asked(contract: Contract, ids: Sequence[str], **changes: Any) -> JudgeRequest:
    fields: dict[str, Any] = {
        "evaluator": "invented",
        "prompt_version": "7",
        "messages": (ChatMessage("user", "Judge this as JSON."),),
        "schema": OBJECT,
        "ids": tuple(ids),
        "contract": contract,
        "label": "case-0",
    }
    return JudgeRequest(**{**fields, **changes})


REQUESTS: dict[str, JudgeRequest] = {
    "grades": asked(Grades(["Tone", "Length of the answer"]), ["Tone", "Length of the answer"]),
    "choice": asked(Choice(), []),
    "facts": asked(Facts(["Price", "Opening hours"]), ["Price", "Opening hours"]),
}


def grades(**by_name: object) -> dict[str, object]:
    return {
        "grades": {name.replace("_", " "): {"why": "so", "grade": said} for name, said in by_name.items()}
    }


def facts(*entries: tuple[object, object]) -> dict[str, object]:
    return {"facts": [{"name": name, "covered": covered} for name, covered in entries]}


WHOLE: dict[str, tuple[dict[str, object], dict[str, object]]] = {
    "grades": (grades(Tone="A", Length_of_the_answer="C"), {"Tone": "A", "Length of the answer": "C"}),
    "choice": ({"why": "shorter", "winner": "left"}, {"winner": "left"}),
    "facts": (
        facts(("Price", True), ("Opening hours", False)),
        {"Price": True, "Opening hours": False},
    ),
}


def answered(
    request: JudgeRequest, *script: Answer, folder: Path | None = None
) -> tuple[JudgeReply, LoopbackJudge]:
    """The reply through all layers, and the endpoint, whose calls are checked against the reply's."""
    with LoopbackJudge(reply=list(script)) as judge:
        reply = asyncio.run(_ask(judge.base_url, request, folder))
        assert reply.usage.calls == judge.calls
    return reply, judge


async def _ask(url: str, request: JudgeRequest, folder: Path | None) -> JudgeReply:
    stored = {"replies": "auto", "replies_dir": folder} if folder else {}
    stack = build_judge(settings(url, **stored))
    try:
        return await stack.ask(request)
    finally:
        await stack.close()


@pytest.mark.parametrize("shape", REQUESTS)
@pytest.mark.parametrize(
    ("around", "repaired"),
    [
        ("{}", False),
        ("My judgement:\n```json\n{}\n```\nThat is all.", False),
        ('<think>They want {"winner": 1} or so</think>{}', False),
        ("{} // done", False),
    ],
    ids=["alone", "fenced", "after thinking", "with a remark"],
)
def test_whatever_stands_around_the_object_it_is_found(shape: str, around: str, repaired: bool) -> None:
    said, expected = WHOLE[shape]
    reply, judge = answered(
        REQUESTS[shape], around.replace("{}", json.dumps(said), 1) if around != "{}" else said
    )
    assert judge.calls == 1
    assert (reply.decisions, reply.questions, reply.repaired) == (expected, {}, repaired)
    assert reply.parsed == said


@pytest.mark.parametrize("shape", REQUESTS)
def test_a_damaged_object_is_repaired_and_marked(shape: str) -> None:
    said, expected = WHOLE[shape]
    text = json.dumps(said)[:-1].replace("true", "True").replace("false", "False") + ", }"
    reply, judge = answered(REQUESTS[shape], text)
    assert judge.calls == 1
    assert (reply.decisions, reply.repaired) == (expected, True)


@pytest.mark.parametrize("shape", REQUESTS)
def test_an_unreadable_reply_is_asked_again_and_the_talk_goes_on(shape: str) -> None:
    said, expected = WHOLE[shape]
    reply, judge = answered(REQUESTS[shape], "I would rather not say.", said)
    assert judge.calls == 2
    assert (reply.decisions, reply.questions) == (expected, {})
    roles = [message["role"] for message in judge.bodies[1]["messages"]]
    assert roles == ["user", "assistant", "user"]
    assert "the reply holds no JSON object" in judge.bodies[1]["messages"][2]["content"]


OPEN: dict[str, tuple[dict[str, object], str, dict[str, object], dict[str, object]]] = {
    "grades": (
        grades(Tone="A", Length_of_the_answer="F"),
        'Grade again. Length of the answer: "F" is no grade',
        grades(Length_of_the_answer="B", Tone="C"),
        {"Tone": "A", "Length of the answer": "B"},
    ),
    "choice": (
        {"why": "hm", "winner": "both"},
        'Once more: "both" is neither left nor right.',
        {"why": "in the end", "winner": "right"},
        {"winner": "right"},
    ),
    "facts": (
        facts(("Price", True), ("Price", False), ("opening HOURS", False)),
        "Again: {'Price': 'more than one entry'}",
        facts(("**Price**", True)),
        {"Price": True, "Opening hours": False},
    ),
}


@pytest.mark.parametrize("shape", REQUESTS)
def test_what_is_in_question_is_asked_once_more_and_the_rest_stands(shape: str) -> None:
    first, follow_up, second, expected = OPEN[shape]
    reply, judge = answered(REQUESTS[shape], first, second)
    assert judge.calls == 2
    assert judge.bodies[1]["messages"][-1]["content"] == follow_up
    assert (reply.decisions, reply.questions, reply.complete) == (expected, {}, True)


@pytest.mark.parametrize("shape", REQUESTS)
def test_what_stays_in_question_is_undecided_with_its_complaint(shape: str) -> None:
    first, _, _, expected = OPEN[shape]
    reply, judge = answered(REQUESTS[shape], first, first)
    assert judge.calls == 2
    assert reply.questions
    assert not set(reply.questions) & set(reply.decisions)
    assert set(reply.questions) | set(reply.decisions) == set(expected)


@pytest.mark.parametrize("shape", REQUESTS)
def test_an_exchange_with_its_re_ask_is_stored_and_replayed_without_a_call(
    shape: str, tmp_path: Path
) -> None:
    first, _, second, expected = OPEN[shape]
    reply, judge = answered(REQUESTS[shape], first, second, folder=tmp_path)
    assert judge.calls == 2
    replayed = asyncio.run(_only(REQUESTS[shape], tmp_path, judge.base_url))
    assert (replayed.decisions, replayed.questions) == (reply.decisions, reply.questions) == (expected, {})
    assert replayed.extras == reply.extras
    assert (replayed.usage.calls, replayed.usage.stored) == (0, 1)


async def _only(request: JudgeRequest, folder: Path, url: str) -> JudgeReply:
    stack = build_judge(settings(url, replies="only", replies_dir=folder))
    try:
        return await stack.ask(request)
    finally:
        await stack.close()


def test_two_replies_without_an_object_are_an_error_also_where_there_are_no_ids() -> None:
    with LoopbackJudge(reply=["left", "I said left."]) as judge, pytest.raises(JudgeError) as caught:
        asyncio.run(_ask(judge.base_url, REQUESTS["choice"], None))
    assert judge.calls == 2
    assert caught.value.message == "no reply of the judge could be read: the reply holds no JSON object"


def test_an_object_of_another_shape_is_no_answer() -> None:
    reply, judge = answered(
        REQUESTS["choice"], {"criteria": [{"id": 1, "present": True}]}, {"winner": "left"}
    )
    assert judge.calls == 2
    assert reply.complaints == ("the JSON is not the object that was asked for",)
    assert reply.decisions == {"winner": "left"}


def test_names_that_are_long_are_keys_like_any_other() -> None:
    name = (
        "Says what a visitor has to bring along, where to leave it, and who to ask about it on the day itself"
    )
    said = json.dumps({"grades": {name: {"why": "so", "grade": "A"}, "Tone": {"why": "so", "grade": "B"}}})
    damaged = said.replace('"}', '",}')
    reply, judge = answered(asked(Grades([name, "Tone"]), [name, "Tone"]), damaged)
    assert judge.calls == 1
    assert (reply.decisions, reply.repaired) == ({name: "A", "Tone": "B"}, True)
