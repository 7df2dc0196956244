"""All layers together, as a session has them: stored exchanges, re-ask, transport; or a judge of one's own."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from pytest_rubric.errors import (
    BudgetSpent,
    JudgeError,
    JudgeUnavailable,
    MissingRecording,
)
from pytest_rubric.judging.protocol import Judge, JudgeReply, JudgeRequest
from pytest_rubric.judging.scripted import ScriptedJudge
from pytest_rubric.judging.stack import JudgeStack, build_judge
from tests.judging.small_contract import answer, entry, request
from tests.judging.transport.asking import NO_TO_ALL, many, settings
from tests.support.loopback import LoopbackJudge, completion, failure


def asked(stack: JudgeStack, *requests: JudgeRequest, at_once: bool = False) -> list[JudgeReply | JudgeError]:
    """Ask, and close."""

    async def one(each: JudgeRequest) -> JudgeReply | JudgeError:
        try:
            return await stack.ask(each)
        except JudgeError as error:
            return error

    async def main() -> list[JudgeReply | JudgeError]:
        try:
            if at_once:
                return list(await asyncio.gather(*[one(each) for each in requests]))
            return [await one(each) for each in requests]
        finally:
            await stack.close()

    return asyncio.run(main())


def decisions(outcomes: list[JudgeReply | JudgeError]) -> list[Any]:
    return [dict(found.decisions) if isinstance(found, JudgeReply) else type(found) for found in outcomes]


NO = {1: False, 2: False}


def test_nothing_is_asked_twice(tmp_path: Path) -> None:
    with LoopbackJudge(reply=[NO_TO_ALL]) as judge:
        changes = {"replies": "auto", "replies_dir": tmp_path / "replies"}
        first = build_judge(settings(judge.base_url, **changes))
        assert decisions(asked(first, *many(3))) == [NO] * 3
        assert (first.calls, first.stored) == (3, 0)
        assert (first.input_tokens, first.output_tokens) == (30, 3 * (len(json.dumps(NO_TO_ALL)) // 4))
        again = build_judge(settings(judge.base_url, **changes))
        assert again.has_stored(many(3)[0])
        assert decisions(asked(again, *many(3))) == [NO] * 3
        assert (again.calls, again.stored, again.input_tokens) == (0, 3, 0)
        assert judge.calls == 3


def test_an_address_with_its_route_finds_the_same_stored_replies(tmp_path: Path) -> None:
    with LoopbackJudge(reply=[NO_TO_ALL]) as judge:
        for url in (judge.base_url, judge.base_url + "/chat/completions", judge.base_url + "/"):
            stack = build_judge(settings(url, replies="auto", replies_dir=tmp_path / "replies"))
            assert decisions(asked(stack, request())) == [NO]
        assert judge.calls == 1


def test_what_ended_without_a_reply_is_not_stored_and_asked_again(tmp_path: Path) -> None:
    script = [completion("", finish_reason="content_filter"), completion(json.dumps(NO_TO_ALL))]
    with LoopbackJudge(reply=script) as judge:
        for expected in ("JudgeRefused", NO):
            stack = build_judge(settings(judge.base_url, replies="auto", replies_dir=tmp_path / "replies"))
            (found,) = decisions(asked(stack, request()))
            assert found == expected or found.__name__ == expected
        assert judge.calls == 2


def test_the_re_ask_goes_through_the_same_limits_and_is_counted() -> None:
    replies = [answer(entry(1, False), entry(2, True)), answer(entry(2, True, "these words"))]
    with LoopbackJudge(reply=replies) as judge:
        stack = build_judge(settings(judge.base_url))
        assert decisions(asked(stack, request())) == [{1: False, 2: True}]
        assert stack.calls == judge.calls == 2
        first, second = judge.bodies
        assert [message["role"] for message in second["messages"]] == ["system", "user", "assistant", "user"]
        assert second["response_format"] == first["response_format"]


def test_a_re_ask_that_no_budget_is_left_for_ends_the_case_with_what_it_took() -> None:
    with LoopbackJudge(reply=[answer(entry(1, False), entry(2, True))]) as judge:
        stack = build_judge(settings(judge.base_url, max_calls=1))
        (error,) = asked(stack, request())
        assert judge.calls == 1
    assert isinstance(error, BudgetSpent)
    assert (error.calls, stack.calls) == (1, 1)


def test_notes_say_what_was_changed_and_learned(tmp_path: Path) -> None:
    def reply(body: dict[str, Any]) -> Any:
        return failure(400, "temperature is not supported") if "temperature" in body else NO_TO_ALL

    with LoopbackJudge(reply=reply) as judge:
        url = judge.base_url
        stack = build_judge(
            settings(url + "/chat/completions", replies="auto", replies_dir=tmp_path / "replies")
        )
        assert stack.notes == []
        assert decisions(asked(stack, request())) == [NO]
    assert stack.notes == [
        f"judge replies are stored in {tmp_path / 'replies'}: commit this folder (CI then needs no key), or add it to "
        ".gitignore",
        f"the base URL ends in /chat/completions, which the client adds itself; {url} is used (--rubric-base-url or "
        "OPENAI_BASE_URL)",
        "the judge's endpoint refuses temperature 0: it is left out, so the same question may be answered differently "
        "from run to run",
    ]


def test_the_first_request_goes_ahead() -> None:
    refused = failure(400, "response_format is not supported", param="response_format")
    with LoopbackJudge(reply=lambda body: refused if "response_format" in body else NO_TO_ALL) as judge:
        stack = build_judge(settings(judge.base_url))
        assert decisions(asked(stack, *many(20), at_once=True)) == [NO] * 20
        # json_schema and json_object are refused once each.
        assert judge.calls == 22


def test_only_never_asks_nor_builds_a_client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytest_rubric.judging.connections.connect", None)
    stack = build_judge(settings(None, model=None, replies="only", replies_dir=tmp_path))
    assert decisions(asked(stack, request())) == [MissingRecording]
    assert stack.calls == 0


# A judge of the user's own.


class Named(ScriptedJudge):
    """A judge whose replies may be stored."""

    identity = "our-judge"


def saying_no(kind: type[ScriptedJudge] = ScriptedJudge) -> ScriptedJudge:
    return kind(lambda asked: answer(*[entry(id_, False) for id_ in asked.ids]))


def test_a_judge_with_an_identity_is_stored_under_it(tmp_path: Path) -> None:
    changes = {"replies": "auto", "replies_dir": tmp_path / "replies"}
    for expected in (1, 0):
        inner = saying_no(Named)
        stack = build_judge(settings(None, model=None, **changes), inner=inner)
        assert decisions(asked(stack, request())) == [NO]
        assert (inner.calls, stack.calls, stack.stored) == (expected, expected, 1 - expected)
    (path,) = (tmp_path / "replies").glob("*/*.json")
    assert "our-judge" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("identity", [None, "", 7])
def test_a_judge_without_one_is_asked_every_time_and_leaves_nothing(tmp_path: Path, identity: object) -> None:
    inner = saying_no()
    if identity is not None:
        inner.identity = identity  # type: ignore[attr-defined]
    for _ in range(2):
        stack = build_judge(
            settings("http://127.0.0.1:9/v1", replies="auto", replies_dir=tmp_path / "replies"), inner=inner
        )
        assert decisions(asked(stack, request())) == [NO]
    assert inner.calls == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", [ScriptedJudge, Named])
def test_only_asks_no_judge_of_ones_own_either(tmp_path: Path, kind: type[ScriptedJudge]) -> None:
    inner = saying_no(kind)
    stack = build_judge(settings(None, replies="only", replies_dir=tmp_path), inner=inner)
    assert decisions(asked(stack, request())) == [MissingRecording]
    assert inner.calls == 0


def test_a_judge_of_ones_own_keeps_to_concurrency() -> None:
    class Counting:
        flying = most = 0

        async def ask(self, request: JudgeRequest) -> JudgeReply:
            self.flying += 1
            self.most = max(self.most, self.flying)
            await asyncio.sleep(0.01)
            self.flying -= 1
            return await saying_no().ask(request)

    inner = Counting()
    stack = build_judge(settings(None, concurrency=3), inner=inner)
    assert decisions(asked(stack, *many(12), at_once=True)) == [NO] * 12
    assert inner.most == 3


def test_a_judge_of_ones_own_keeps_to_the_budget_and_says_so_once() -> None:
    inner = saying_no()
    stack = build_judge(settings(None, max_calls=2), inner=inner)
    outcomes = asked(stack, *many(4))
    assert decisions(outcomes[:2]) == [NO, NO]
    assert all(isinstance(found, BudgetSpent) for found in outcomes[2:])
    assert inner.calls == 2
    assert [found.message for found in outcomes if isinstance(found, JudgeError)] == [
        "the budget of 2 judge calls a session is spent (--rubric-max-calls); raise it or run again: replies that are "
        "stored are not asked again",
        "the judge was closed earlier in this session: the budget of 2 judge calls is spent",
    ]


def test_errors_of_a_judge_of_ones_own_pass_and_close_nothing() -> None:
    inner: Judge = ScriptedJudge([JudgeUnavailable("gone for a moment"), json.dumps(NO_TO_ALL)])
    stack = build_judge(settings(None), inner=inner)
    first, second = asked(stack, *many(2))
    assert isinstance(first, JudgeUnavailable)
    assert (first.message, first.calls) == ("gone for a moment", 1)
    assert decisions([second]) == [NO]
    assert stack.calls == 2
    assert stack.notes == []
