"""What an endpoint may answer with status 200, and what becomes of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_rubric.errors import InvalidReply, JudgeCallFailed, JudgeRefused
from pytest_rubric.judging.faults import PromptBlocked
from tests.judging.small_contract import request
from tests.judging.transport.asking import NO_TO_ALL, asking
from tests.support.loopback import LoopbackJudge, Raw, completion, failure

TEXT = json.dumps(NO_TO_ALL)


def body(message: object, finish_reason: str | None = "stop", **choice: object) -> Raw:
    """A completion with exactly this message."""
    choices = [{"index": 0, "finish_reason": finish_reason, "message": message, **choice}]
    return Raw(body={"model": "loopback-1", "choices": choices})


def stream(*events: object, done: bool = True, end: str = "\n\n") -> Raw:
    """An event stream with these chunks."""
    data = [json.dumps(event) for event in events] + (["[DONE]"] if done else [])
    text = "".join(f"data: {line}{end}" for line in data)
    return Raw(headers={"Content-Type": "text/event-stream"}, body=text)


def chunk(finish_reason: str | None = None, **delta: object) -> dict[str, Any]:
    return {"model": "loopback-1", "choices": [{"index": 0, "delta": delta, "finish_reason": finish_reason}]}


def test_a_plain_completion_is_the_turn_with_everything_counted() -> None:
    with LoopbackJudge(reply=[NO_TO_ALL]) as judge:
        session = asking(judge.base_url)
        assert judge.calls == 1
    (turn,) = session.reply.turns
    assert json.loads(turn.text) == NO_TO_ALL
    assert (turn.finish_reason, turn.model) == ("stop", "loopback-1")
    assert (turn.input_tokens, turn.output_tokens) == (10, len(turn.text) // 4)
    usage = session.reply.usage
    assert (usage.calls, usage.input_tokens, usage.output_tokens) == (1, 10, turn.output_tokens)
    assert session.tokens == (10, turn.output_tokens)


CALL = {"id": "c1", "type": "function", "function": {"name": "decide", "arguments": TEXT}}

SERVED: dict[str, Raw] = {
    "content as a list of parts": body({"content": [{"type": "text", "text": TEXT[:9]}, {"text": TEXT[9:]}]}),
    "content as a list of strings": body({"content": [TEXT[:9], TEXT[9:]]}),
    "content parts that are no text are left out": body(
        {"content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": TEXT}]}
    ),
    "the parsed object itself": body({"content": NO_TO_ALL}),
    "arguments of a tool call": body({"content": None, "tool_calls": [CALL]}, "tool_calls"),
    "arguments as an object": body(
        {"content": "", "tool_calls": [{"function": {"name": "f", "arguments": NO_TO_ALL}}]}, "tool_calls"
    ),
    "a function call of the old kind": body({"function_call": {"name": "f", "arguments": TEXT}}),
    "content goes before a tool call": body({"content": TEXT, "tool_calls": [{"function": None}]}),
    "content goes before a remark in the refusal": body({"content": TEXT, "refusal": "I would rather not."}),
    "no finish reason": body({"content": TEXT}, None),
    "no usage, no model": Raw(body={"choices": [{"message": {"content": TEXT}}]}),
    "usage that is no number": Raw(
        body={"choices": [{"message": {"content": TEXT}}], "usage": {"prompt_tokens": None}}
    ),
    "a byte order mark": Raw(body=b"\xef\xbb\xbf" + completion(TEXT).encoded()),
    "UTF-8 under a header that says otherwise": Raw(
        headers={"Content-Type": "application/json; charset=iso-8859-1"}, body=completion(TEXT).encoded()
    ),
    "no content type": Raw(headers={"Content-Type": ""}, body=completion(TEXT).encoded()),
    "JSON under the name of HTML": Raw(
        headers={"Content-Type": "text/html"}, body=completion(TEXT).encoded()
    ),
    "an event stream": stream(chunk(role="assistant", content=TEXT[:7]), chunk("stop", content=TEXT[7:])),
    "an event stream with CRLF": stream(chunk(content=TEXT), chunk("stop"), end="\r\n\r\n"),
    "an event stream without its last line": stream(chunk(content=TEXT), chunk("stop"), done=False),
    "an event stream in the guise of JSON": Raw(body=stream(chunk(content=TEXT), chunk("stop")).body),
    "an event stream with comments and usage": Raw(
        headers={"Content-Type": "text/event-stream"},
        body=": waiting\n\nevent: message\n"
        + str(stream(chunk(content=TEXT), {"choices": [], "usage": {"prompt_tokens": 3}}).body),
    ),
    "an event stream of a tool call": stream(
        chunk(tool_calls=[{"index": 0, "function": {"name": "f", "arguments": TEXT[:5]}}]),
        chunk("tool_calls", tool_calls=[{"index": 0, "function": {"arguments": TEXT[5:]}}]),
    ),
}


@pytest.mark.parametrize("raw", SERVED.values(), ids=SERVED.keys())
def test_whatever_holds_the_text_serves(raw: Raw) -> None:
    with LoopbackJudge(reply=raw) as judge:
        session = asking(judge.base_url)
        assert judge.calls == 1
    assert json.loads(session.reply.text) == NO_TO_ALL


def test_blanks_between_the_pieces_of_a_stream_are_kept() -> None:
    pieces = ["It", " ", "says", " ", "\n", "so"]
    with LoopbackJudge(reply=stream(*[chunk(content=piece) for piece in pieces])) as judge:
        assert asking(judge.base_url).reply.text == "It says \nso"


def test_the_character_set_of_the_header_counts_where_the_body_is_no_utf_8() -> None:
    text = completion('{"quote": "退款期为十四天"}').encoded().decode()
    raw = Raw(headers={"Content-Type": "application/json; charset=gbk"}, body=text.encode("gbk"))
    with LoopbackJudge(reply=raw) as judge:
        assert json.loads(asking(judge.base_url).reply.text) == {"quote": "退款期为十四天"}


def test_control_characters_and_lone_surrogates_are_made_visible() -> None:
    with LoopbackJudge(
        reply=Raw(body=rb'{"choices": [{"message": {"content": "a\ud83d\u0000b"}}]}')
    ) as judge:
        text = asking(judge.base_url).reply.text
    assert text.encode()
    assert "\x00" not in text
    assert (text[0], text[-1]) == ("a", "b")


@pytest.mark.parametrize("message", [None, {}, {"content": None}, {"content": ""}, {"content": []}, "text"])
def test_a_message_without_text_is_an_empty_turn_for_the_re_ask(message: object) -> None:
    with LoopbackJudge(reply=body(message)) as judge:
        assert asking(judge.base_url).reply.text == ""
        assert judge.calls == 1


PAGE = "<!DOCTYPE html><html><body><h1>Sign in</h1></body></html>"
WEB_PAGE = (
    "the endpoint answered with a web page, not with JSON; check that --rubric-base-url is the API's address "
    "(most end in /v1) and that no login or proxy page stands before it"
)
NO_CHOICES = "the endpoint's answer has no choices"
UNREADABLE: dict[str, tuple[Raw, str]] = {
    "a web page": (Raw(headers={"Content-Type": "text/html"}, body=PAGE), WEB_PAGE),
    "a web page in the guise of JSON": (Raw(body="\n" + PAGE), WEB_PAGE),
    "nothing": (Raw(), "the endpoint answered with an empty body"),
    "blanks": (Raw(body="  \n"), "the endpoint answered with an empty body"),
    "prose": (Raw(body="upstream busy"), "the endpoint answered with text that is no JSON"),
    "half of it": (
        Raw(body=completion(TEXT).encoded()[:-40]),
        "the endpoint answered with text that is no JSON",
    ),
    "JSON too deep to read": (Raw(body="[" * 100_000), "the endpoint answered with text that is no JSON"),
    "no choices": (Raw(body={"id": "x", "model": "m"}), NO_CHOICES),
    "choices that are null": (Raw(body={"choices": None}), NO_CHOICES),
    "choices that are empty": (Raw(body={"choices": []}), NO_CHOICES),
    "a choice that is no object": (Raw(body={"choices": ["yes"]}), NO_CHOICES),
    "a list": (Raw(body=[1, 2]), NO_CHOICES),
    "a number": (Raw(body=b"7"), NO_CHOICES),
    "a stream that breaks off": (
        stream(chunk(content=TEXT[:9]), done=False),
        "the endpoint's event stream breaks off before its end",
    ),
    "a stream of prose": (
        Raw(body="data: one moment\n\n"),
        "the endpoint sent an event stream that holds no JSON",
    ),
    "bytes in no character set": (
        Raw(headers={"Content-Type": "application/json; charset=nonsense"}, body=b"\xff\xfe\xfd"),
        "the endpoint's answer is in no character set that can be read (named: nonsense)",
    ),
}


@pytest.mark.parametrize(("raw", "message"), UNREADABLE.values(), ids=UNREADABLE.keys())
def test_what_is_no_completion_is_an_invalid_reply_and_not_asked_again(raw: Raw, message: str) -> None:
    with LoopbackJudge(reply=raw) as judge:
        session = asking(judge.base_url)
        assert judge.calls == 1
    error = session.error
    assert isinstance(error, InvalidReply)
    assert error.message == message
    assert error.calls == 1


def test_the_details_show_what_came_and_end_somewhere() -> None:
    with LoopbackJudge(reply=Raw(body=PAGE + "x" * 5000)) as judge:
        details = asking(judge.base_url).error.details
    assert details is not None
    assert details.startswith(PAGE)
    assert len(details) == 2000


REFUSED: dict[str, tuple[Raw, str, str | None]] = {
    "a refusal in its own field": (
        body({"content": None, "refusal": "I can't rate this."}),
        "the judge refused: I can't rate this.",
        None,
    ),
    "a refusal among content parts": (
        body({"content": [{"type": "refusal", "refusal": "Not this one."}]}),
        "the judge refused: Not this one.",
        None,
    ),
    "a refusal in a stream": (
        stream(chunk(refusal="Not "), chunk("stop", refusal="this one.")),
        "the judge refused: Not this one.",
        None,
    ),
    "a filter and no message": (
        body(None, "content_filter"),
        "the judge's reply was blocked by a content filter",
        "",
    ),
    "a filter and half a text": (
        body({"content": '{"criteria": [{"id": 1, "pre'}, "content_filter"),
        "the judge's reply was blocked by a content filter",
        '{"criteria": [{"id": 1, "pre',
    ),
    "a filter and a whole text": (
        body({"content": TEXT}, "content_filter"),
        "the judge's reply was blocked by a content filter",
        TEXT,
    ),
    "a filter under another name": (
        body({"content": ""}, "SAFETY"),
        "the judge's reply was blocked by a content filter",
        "",
    ),
    "a filter that names its categories": (
        body(
            {"content": ""},
            "content_filter",
            content_filter_results={
                "violence": {"filtered": True, "severity": "high"},
                "hate": {"filtered": False},
                "self_harm": {"filtered": True},
            },
        ),
        "the judge's reply was blocked by a content filter (self_harm, violence)",
        "",
    ),
}


@pytest.mark.parametrize(("raw", "message", "details"), REFUSED.values(), ids=REFUSED.keys())
def test_a_refusal_is_one_call_and_named_as_such(raw: Raw, message: str, details: str | None) -> None:
    with LoopbackJudge(reply=raw) as judge:
        session = asking(judge.base_url)
        assert judge.calls == 1
    assert isinstance(session.error, JudgeRefused)
    assert (session.error.message, session.error.details) == (message, details)


BLOCKED: dict[str, tuple[dict[str, Any], str]] = {
    "with the categories inside": (
        {
            "code": "content_filter",
            "innererror": {
                "code": "ResponsibleAIPolicyViolation",
                "content_filter_result": {
                    "jailbreak": {"filtered": True, "detected": True},
                    "hate": {"filtered": False, "severity": "safe"},
                },
            },
        },
        "the prompt was blocked by a content filter (jailbreak): HTTP 400: The prompt was stopped.",
    ),
    "with a code only": (
        {"code": "content_filter"},
        "the prompt was blocked by a content filter: HTTP 400: The prompt was stopped.",
    ),
    "with another code": (
        {"code": "data_inspection_failed"},
        "the prompt was blocked by a content filter: HTTP 400: The prompt was stopped.",
    ),
}


@pytest.mark.parametrize(("error", "message"), BLOCKED.values(), ids=BLOCKED.keys())
def test_a_filter_that_stops_the_prompt_is_a_refusal_and_others_go_on(
    error: dict[str, Any], message: str
) -> None:
    blocked = failure(400, "The prompt was stopped.", **error)
    with LoopbackJudge(reply=[blocked, completion(TEXT)]) as judge:
        session = asking(judge.base_url, [request(), request()])
        assert judge.calls == 2
    (refusal,) = session.errors
    assert isinstance(refusal, JudgeRefused)
    assert isinstance(refusal, PromptBlocked)
    assert refusal.message == message
    assert len(session.replies) == 1


ERRORS_IN_BODIES: dict[str, tuple[object, str]] = {
    "a server's failure": (
        {"error": {"message": "engine died", "code": 500}},
        "the endpoint failed: HTTP 500: engine died (4 attempts)",
    ),
    "an error without a status": (
        {"error": "engine died"},
        "the endpoint failed: HTTP 500: engine died (4 attempts)",
    ),
    "an error beside empty choices": (
        {"choices": [], "error": {"message": "engine died"}},
        "the endpoint failed: HTTP 500: engine died (4 attempts)",
    ),
    "an error inside the choice": (
        {"choices": [{"error": {"message": "engine died", "code": 502}, "message": {"content": ""}}]},
        "the endpoint failed: HTTP 502: engine died (4 attempts)",
    ),
    "the shape of another kind of server": (
        {"object": "error", "message": "engine died", "code": 500},
        "the endpoint failed: HTTP 500: engine died (4 attempts)",
    ),
    "a request it does not like": (
        {"error": {"message": "no such field", "code": 422}},
        "the endpoint refuses the request: HTTP 422: no such field; what it asks for can be set in "
        "rubric_model_parameters",
    ),
}


@pytest.mark.parametrize(("content", "message"), ERRORS_IN_BODIES.values(), ids=ERRORS_IN_BODIES.keys())
def test_an_error_in_a_body_with_status_200_is_that_error(content: object, message: str) -> None:
    with LoopbackJudge(reply=Raw(body=content)) as judge:
        error = asking(judge.base_url).error
        assert judge.calls == error.calls
    assert isinstance(error, JudgeCallFailed)
    assert error.message == message


def test_an_error_in_a_stream_is_that_error() -> None:
    broken = stream(chunk(content="half"), {"error": {"message": "engine died", "code": 500}})
    with LoopbackJudge(reply=[broken, completion(TEXT)]) as judge:
        session = asking(judge.base_url)
        assert judge.calls == 2
    assert session.reply.usage.calls == 2


def test_a_rate_limit_in_a_body_with_status_200_is_one() -> None:
    limited = Raw(
        headers={"Retry-After": "0"},
        body={"error": {"message": "Slow down", "code": "rate_limit_exceeded"}},
    )
    with LoopbackJudge(reply=[limited, completion(TEXT)]) as judge:
        session = asking(judge.base_url)
        assert judge.calls == 2
    assert session.reply.usage.calls == 2
