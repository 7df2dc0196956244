"""What the endpoint does not take is learned from its errors, once a session, and nothing else is."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from pytest_rubric.errors import EvaluatorError, JudgeCallFailed
from pytest_rubric.judging.breaker import Breaker
from pytest_rubric.judging.budget import Budget
from pytest_rubric.judging.client import OpenAIJudge
from pytest_rubric.judging.limited import LimitedJudge
from pytest_rubric.judging.limits import Limiter
from tests.judging.small_contract import SCHEMA, request
from tests.judging.transport.asking import NO_TO_ALL, asking, many, settings
from tests.judging.transport.negotiating import Answering, formats, taking
from tests.support.loopback import Body, LoopbackJudge, Raw, completion, failure


@pytest.mark.parametrize(
    ("taken", "tried"),
    [
        (["json_schema"], ["json_schema"]),
        (["json_object", "text"], ["json_schema", "json_object"]),
        (["text"], ["json_schema", "json_object", "text"]),
    ],
)
def test_the_reply_format_steps_down_once_and_stays_there(taken: list[str], tried: list[str]) -> None:
    with LoopbackJudge(reply=taking(*taken)) as judge:
        session = asking(judge.base_url, many(4))
        assert formats(judge.bodies) == tried + [tried[-1]] * 3
    assert len(session.replies) == 4
    assert session.pauses == []
    # Refusals are attempts, and count as such.
    assert [reply.usage.calls for reply in session.replies] == [len(tried), 1, 1, 1]
    assert session.notes == []


def test_the_strict_schema_is_sent_as_it_is() -> None:
    with LoopbackJudge(reply=[NO_TO_ALL]) as judge:
        asking(judge.base_url, [request(schema_name="rubric reply/1")])
        (body,) = judge.bodies
    assert body == {
        "model": "loopback-1",
        "messages": [
            {"role": "system", "content": "You decide."},
            {"role": "user", "content": "Is it polite?"},
        ],
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "rubric_reply_1", "strict": True, "schema": SCHEMA},
        },
        "temperature": 0,
    }


def test_a_request_without_a_schema_asks_for_no_format() -> None:
    with LoopbackJudge(reply=["some words"]) as judge:
        assert asking(judge.base_url, [request(schema={})]).reply.text == "some words"
        assert formats(judge.bodies) == ["text"]


NAMED = {
    "by parameter and code": failure(
        400, "Invalid parameter", param="response_format", code="unsupported_parameter"
    ),
    "not supported with this model": failure(
        400, "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."
    ),
    "unavailable now": failure(400, "This response_format type is unavailable now"),
    "as a list of validation errors": Raw(
        422,
        body={
            "detail": [
                {"loc": ["body", "response_format", "type"], "msg": "unexpected value", "type": "enum"}
            ]
        },
    ),
    "an extra field": failure(422, "Extra inputs are not permitted: response_format"),
    "as a server error": failure(500, "json_schema decoding is not implemented"),
    "with another status": failure(501, "structured output is not enabled on this server"),
    "as plain text": Raw(400, body="guided decoding is not available"),
    "in a body with status 200": Raw(
        body={"error": {"message": "response_format is not supported", "code": 400}}
    ),
    "asking for one of its own": failure(
        400, "'response_format.type' must be one of 'json_object', 'text'", param="response_format"
    ),
}


@pytest.mark.parametrize("refusal", NAMED.values(), ids=NAMED.keys())
def test_only_the_words_of_the_refusal_count(refusal: Raw) -> None:
    with LoopbackJudge(reply=[refusal, completion("{}")]) as judge:
        session = asking(judge.base_url)
        assert formats(judge.bodies) == ["json_schema", "json_object"]
    assert session.reply.usage.calls == 2


def test_a_server_that_wants_the_word_json_in_the_prompt_is_asked_for_text() -> None:
    wants = failure(400, "'messages' must contain the word 'json' to use 'response_format' of 'json_object'")
    no_schema = failure(400, "json_schema is not supported")
    with LoopbackJudge(reply=[no_schema, wants, completion("{}")]) as judge:
        assert asking(judge.base_url).reply.text == "{}"
        assert formats(judge.bodies) == ["json_schema", "json_object", "text"]


OTHER_ERRORS = {
    "no feature named": failure(400, "Bad request"),
    "another feature": failure(400, "logprobs is not supported", param="logprobs"),
    "the format named without a refusal": failure(400, "response_format: name is too long"),
    "too long a prompt": failure(400, "maximum context length is 4096 tokens, you asked for 5000"),
    "a role": failure(400, "role 'system' is not supported"),
}


@pytest.mark.parametrize("error", OTHER_ERRORS.values(), ids=OTHER_ERRORS.keys())
def test_any_other_refusal_changes_nothing_and_is_not_tried_again(error: Raw) -> None:
    with LoopbackJudge(reply=[error, completion("{}")]) as judge:
        session = asking(judge.base_url, many(2))
        assert judge.calls == 2
        assert [sorted(body) for body in judge.bodies] == [
            ["messages", "model", "response_format", "temperature"]
        ] * 2
        assert formats(judge.bodies) == ["json_schema", "json_schema"]
    (refused,) = session.errors
    assert isinstance(refused, JudgeCallFailed)
    assert refused.message == (
        f"the endpoint refuses the request: HTTP 400: {error.body['error']['message']}; what it asks for can "
        "be set in rubric_model_parameters"
    )
    assert len(session.replies) == 1


def test_a_server_error_that_names_no_feature_is_tried_again_in_the_same_words() -> None:
    with LoopbackJudge(reply=[failure(500, "engine died"), completion("{}")]) as judge:
        assert asking(judge.base_url).replies
        assert formats(judge.bodies) == ["json_schema", "json_schema"]


@pytest.mark.parametrize(
    "message",
    [
        "Invalid schema for response_format 'reply': 'additionalProperties' is required to be false.",
        "invalid_json_schema: unknown keyword",
        "The schema is not valid: type is missing",
        "JSON schema conversion failed: Unrecognized schema: {}",
        "Failed to compile the grammar: unexpected end",
    ],
)
@pytest.mark.parametrize("status", [400, 422, 500])
def test_an_invalid_schema_is_the_evaluators_fault_and_raised(message: str, status: int) -> None:
    with LoopbackJudge(reply=failure(status, message, param="response_format")) as judge:
        with pytest.raises(EvaluatorError) as caught:
            asking(judge.base_url)
        assert judge.calls == 1
    assert str(caught.value) == (
        f"the endpoint refuses the reply schema of evaluator 'rubric': HTTP {status}: {message}; this is a fault of "
        "the evaluator, not of the case: mend its schema"
    )


def test_a_schema_that_was_called_invalid_is_not_sent_again_and_others_are() -> None:
    bad: dict[str, object] = {"type": "objekt"}

    def reply(body: Body) -> Raw:
        sent = body["response_format"]["json_schema"]["schema"]
        return failure(400, "Invalid schema: objekt") if sent == bad else completion("{}")

    async def main() -> tuple[list[str], int]:
        budget = Budget()
        client = OpenAIJudge(settings(judge.base_url))
        limited = LimitedJudge(client, Limiter(4), budget, Breaker())
        told = []
        for asked in (request(schema=bad), request(schema=dict(bad)), request()):
            try:
                await limited.ask(asked)
            except EvaluatorError as error:
                told.append(str(error))
        await client.close()
        return told, budget.calls

    with LoopbackJudge(reply=reply) as judge:
        told, calls = asyncio.run(main())
        assert judge.calls == calls == 2
    assert len(told) == 2
    assert told[0] == told[1]
    assert "HTTP 400: Invalid schema: objekt; this is a fault of the evaluator" in told[0]


def limits(bodies: list[Body]) -> list[dict[str, Any]]:
    return [{name: value for name, value in body.items() if name.startswith("max_")} for body in bodies]


def unsupported(parameter: str, other: str) -> Raw:
    return failure(
        400,
        f"Unsupported parameter: '{parameter}' is not supported with this model. Use '{other}' instead.",
        param=parameter,
        code="unsupported_parameter",
    )


@pytest.mark.parametrize(
    ("given", "other"), [("max_tokens", "max_completion_tokens"), ("max_completion_tokens", "max_tokens")]
)
def test_the_limit_is_sent_under_the_name_that_the_endpoint_takes(given: str, other: str) -> None:
    def reply(body: Body) -> Any:
        return unsupported(given, other) if given in body else NO_TO_ALL

    with LoopbackJudge(reply=reply) as judge:
        session = asking(judge.base_url, many(3), model_parameters={given: 500})
        assert limits(judge.bodies) == [{given: 500}, {other: 500}, {other: 500}, {other: 500}]
    assert len(session.replies) == 3


def test_the_limit_changes_its_name_once_and_not_for_ever() -> None:
    def reply(body: Body) -> Any:
        (name,) = limits([body])[0]
        return failure(400, f"{name} is not supported", param=name)

    with LoopbackJudge(reply=reply) as judge:
        session = asking(judge.base_url, model_parameters={"max_tokens": 500})
        assert limits(judge.bodies) == [{"max_tokens": 500}, {"max_completion_tokens": 500}]
    assert isinstance(session.error, JudgeCallFailed)
    assert session.error.message == (
        "the endpoint refuses the request: HTTP 400: max_completion_tokens is not supported; what it asks for "
        "can be set in rubric_model_parameters"
    )


def test_a_limit_is_sent_where_the_endpoint_can_not_do_without_one() -> None:
    def reply(body: Body) -> Any:
        if "max_tokens" in body:
            return NO_TO_ALL
        if "max_completion_tokens" in body:
            return failure(400, "unknown field: max_completion_tokens")
        return failure(400, "max_tokens: field required", param="max_tokens")

    with LoopbackJudge(reply=reply) as judge:
        session = asking(judge.base_url, many(2))
        assert limits(judge.bodies) == [
            {},
            {"max_completion_tokens": 8192},
            {"max_tokens": 8192},
            {"max_tokens": 8192},
        ]
    assert len(session.replies) == 2


REFUSES_0 = failure(
    400,
    "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) is supported.",
    param="temperature",
    code="unsupported_value",
)
NOTE = (
    "the judge's endpoint refuses temperature {}: it is left out, so the same question may be answered "
    "differently from run to run"
)


def refusing_temperature(error: Raw) -> Answering:
    return lambda body: error if "temperature" in body else NO_TO_ALL


@pytest.mark.parametrize(
    "error", [REFUSES_0, failure(400, "temperature must be greater than 0"), Raw(422, body="temperature?")]
)
def test_the_temperature_is_left_out_where_it_is_refused_and_the_summary_says_so(error: Raw) -> None:
    with LoopbackJudge(reply=refusing_temperature(error)) as judge:
        session = asking(judge.base_url, many(3))
        assert [body.get("temperature") for body in judge.bodies] == [0, None, None, None]
    assert len(session.replies) == 3
    assert session.notes == [NOTE.format(0)]


def test_a_temperature_of_the_users_own_is_left_out_only_where_it_is_not_supported_at_all() -> None:
    own = {"temperature": 0.4}
    out_of_range = failure(400, "temperature must lie between 0.5 and 1")
    with LoopbackJudge(reply=refusing_temperature(out_of_range)) as judge:
        session = asking(judge.base_url, model_parameters=own)
        assert judge.calls == 1
    assert "temperature must lie between 0.5 and 1" in session.error.message
    with LoopbackJudge(reply=refusing_temperature(REFUSES_0)) as judge:
        session = asking(judge.base_url, model_parameters=own)
        assert [body.get("temperature") for body in judge.bodies] == [0.4, None]
    assert session.notes == [NOTE.format(0.4)]


def test_everything_refused_is_learned_one_by_one() -> None:
    def reply(body: Body) -> Any:
        for name in ("temperature", "response_format", "max_completion_tokens"):
            if name in body:
                return failure(400, f"unsupported parameter: {name}", param=name)
        return NO_TO_ALL

    with LoopbackJudge(reply=reply) as judge:
        session = asking(judge.base_url, many(2), model_parameters={"max_completion_tokens": 9})
        assert judge.calls == 6
        assert sorted(judge.bodies[-1]) == ["max_tokens", "messages", "model"]
    assert len(session.replies) == 2


def test_a_refusal_of_what_was_not_sent_ends() -> None:
    with LoopbackJudge(reply=failure(400, "response_format and temperature are not supported")) as judge:
        session = asking(judge.base_url)
        assert judge.calls == 4
    assert isinstance(session.error, JudgeCallFailed)


def test_the_first_request_goes_alone_so_that_one_refusal_is_enough() -> None:
    count = 20
    with LoopbackJudge(reply=taking("json_object"), delay=0.05) as judge:
        session = asking(judge.base_url, many(count), at_once=True)
        assert formats(judge.bodies) == ["json_schema"] + ["json_object"] * count
        assert judge.max_parallel > 1
    assert len(session.replies) == count


def test_an_endpoint_that_forgets_a_feature_under_way_is_learned_anew_by_all() -> None:
    served = 0

    def reply(body: Body) -> Any:
        nonlocal served
        served += 1
        return taking("json_schema" if served < 3 else "json_object")(body)

    with LoopbackJudge(reply=reply) as judge:
        session = asking(judge.base_url, many(12), at_once=True)
    assert len(session.replies) == 12
