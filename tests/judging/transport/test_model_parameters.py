"""Parameters of the user's own, in every request."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_rubric.errors import JudgeUnavailable
from tests.judging.transport.asking import NO_TO_ALL, asking
from tests.judging.transport.negotiating import formats, taking
from tests.support.loopback import Body, LoopbackJudge, Raw, failure

PARAMETERS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "added": ({"seed": 7, "top_p": 0.5}, {"temperature": 0, "seed": 7, "top_p": 0.5}),
    "the SDK's extra body is unfolded": (
        {"extra_body": {"enable_thinking": False}, "seed": 1},
        {"temperature": 0, "seed": 1, "enable_thinking": False},
    ),
    "before ours": ({"temperature": 0.3}, {"temperature": 0.3}),
    "null leaves ours out": ({"temperature": None}, {}),
    "a limit": ({"max_tokens": 300}, {"temperature": 0, "max_tokens": 300}),
    "a null limit": ({"max_tokens": None}, {"temperature": 0}),
}


@pytest.mark.parametrize(("given", "sent"), PARAMETERS.values(), ids=PARAMETERS.keys())
def test_model_parameters_reach_the_request(given: dict[str, Any], sent: dict[str, Any]) -> None:
    with LoopbackJudge(reply=[NO_TO_ALL]) as judge:
        assert asking(judge.base_url, model_parameters=given).replies
        (body,) = judge.bodies
    assert {k: v for k, v in body.items() if k not in ("model", "messages", "response_format")} == sent


def test_a_reply_format_of_the_users_own_stays() -> None:
    own = {"response_format": {"type": "json_object"}}
    with LoopbackJudge(reply=taking("text")) as judge:
        session = asking(judge.base_url, model_parameters=own)
        assert formats(judge.bodies) == ["json_object"]
    assert "response_format of type json_object is not supported" in session.error.message
    with LoopbackJudge(reply=[NO_TO_ALL]) as judge:
        assert asking(judge.base_url, model_parameters={"response_format": None}).replies
        assert formats(judge.bodies) == ["text"]


def test_a_model_that_only_streams_can_be_told_to() -> None:
    event = '{"choices": [{"delta": {"content": "{}"}, "finish_reason": "stop"}]}'
    streamed = Raw(headers={"Content-Type": "text/event-stream"}, body=f"data: {event}\n\ndata: [DONE]\n\n")

    def reply(body: Body) -> Any:
        return streamed if body.get("stream") else failure(400, "only stream=true is supported")

    with LoopbackJudge(reply=reply) as judge:
        assert asking(judge.base_url).error.message == (
            "the endpoint refuses the request: HTTP 400: only stream=true is supported; what it asks for can be "
            "set in rubric_model_parameters"
        )
        assert asking(judge.base_url, model_parameters={"stream": True}).reply.text == "{}"


@pytest.mark.parametrize("name", ["model", "messages", "extra_headers", "extra_query"])
def test_what_is_no_parameter_of_a_model_is_told_without_a_call(name: str) -> None:
    with LoopbackJudge(reply=[NO_TO_ALL]) as judge:
        session = asking(judge.base_url, model_parameters={name: "x"})
        assert judge.calls == 0
    assert isinstance(session.error, JudgeUnavailable)
    assert session.error.message == (
        f"rubric_model_parameters: '{name}' can't be set there; the model is --rubric-model, headers and query "
        "belong to a client of your own (hook pytest_rubric_make_client)"
    )
