"""Replies that end at a limit of tokens: asked once more with a larger one."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from pytest_rubric.errors import InvalidReply
from tests.judging.small_contract import request
from tests.judging.transport.asking import NO_TO_ALL, asking
from tests.support.loopback import LoopbackJudge, Raw, completion, failure

TEXT = json.dumps(NO_TO_ALL)

ADVICE = "raise the limit with rubric_model_parameters, or ask less at once (--rubric-strategy criterion)"


def cut(tokens: int, finish_reason: str = "length") -> Raw:
    raw = completion('<think>It might be {"criteria": [', finish_reason=finish_reason)
    raw.body["usage"]["completion_tokens"] = tokens
    return raw


@pytest.mark.parametrize(
    ("tokens", "parameters", "limit"),
    [
        (100, {}, {"max_completion_tokens": 8192}),
        (4000, {}, {"max_completion_tokens": 16000}),
        (3000, {"max_tokens": 3000}, {"max_tokens": 12000}),
        (10, {"max_tokens": 10}, {"max_tokens": 8192}),
    ],
)
def test_a_cut_reply_is_asked_once_more_with_a_larger_limit(
    tokens: int, parameters: Mapping[str, object], limit: Mapping[str, int]
) -> None:
    with LoopbackJudge(reply=[cut(tokens), completion(TEXT)]) as judge:
        session = asking(judge.base_url, model_parameters=parameters)
        first, second = judge.bodies
    assert {k: v for k, v in first.items() if k.startswith("max_")} == parameters
    assert {k: v for k, v in second.items() if k.startswith("max_")} == limit
    assert session.pauses == []
    usage = session.reply.usage
    assert (usage.calls, usage.input_tokens, usage.output_tokens) == (2, 20, tokens + len(TEXT) // 4)


@pytest.mark.parametrize("finish_reason", ["length", "max_tokens", "MAX_TOKENS"])
def test_a_reply_that_is_cut_again_is_invalid_whatever_stands_in_it(finish_reason: str) -> None:
    with LoopbackJudge(reply=cut(100, finish_reason)) as judge:
        session = asking(judge.base_url)
        assert judge.calls == 2
    assert isinstance(session.error, InvalidReply)
    assert session.error.message == (
        f"the judge's reply was cut after 100 tokens (finish_reason {finish_reason}), also with a limit of 8192; "
        f"{ADVICE}"
    )
    assert session.error.details == '<think>It might be {"criteria": ['
    assert (session.error.calls, session.error.output_tokens) == (2, 200)


def test_a_larger_limit_that_is_refused_leaves_the_cut_reply_as_the_cause() -> None:
    refused = failure(400, "max_completion_tokens is too large: 8192", param="max_completion_tokens")
    with LoopbackJudge(reply=[cut(100), refused]) as judge:
        session = asking(judge.base_url)
        assert judge.calls == 2
    assert isinstance(session.error, InvalidReply)
    assert session.error.message == (
        f"the judge's reply was cut after 100 tokens (finish_reason length); {ADVICE}; a second attempt with a "
        "limit of 8192 failed: the endpoint refuses the request: HTTP 400: max_completion_tokens is too large: "
        "8192; what it asks for can be set in rubric_model_parameters"
    )
    assert session.error.details == '<think>It might be {"criteria": ['
    assert (session.error.calls, session.error.output_tokens) == (2, 100)


def test_a_cut_reply_is_one_for_every_request_anew() -> None:
    with LoopbackJudge(reply=[cut(9), completion(TEXT), completion(TEXT)]) as judge:
        session = asking(judge.base_url, [request(), request()])
        assert [sorted(body) for body in judge.bodies] == [
            ["messages", "model", "response_format", "temperature"],
            ["max_completion_tokens", "messages", "model", "response_format", "temperature"],
            ["messages", "model", "response_format", "temperature"],
        ]
    assert len(session.replies) == 2
