"""What becomes of each kind of answer, and of endpoints in trouble."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from pytest_rubric.model import Output
from pytest_rubric.targets.model.client import CUT, REFUSED
from tests.support.loopback import LoopbackJudge, Raw, completion, failure
from tests.targets.model.asking import asking, model_case
from tests.targets.support import Bench

LONG = "A long answer that was cut"


def used(text: str, calls: int = 1) -> dict[str, int]:
    return {"input": 10, "output": len(text) // 4, "calls": calls}


def filtered(content: str | None) -> Raw:
    return completion(content, finish_reason="content_filter")


@pytest.mark.parametrize(
    ("answer", "parameters", "output"),
    [
        (completion("Basel."), {}, Output("Basel.", usage=used("Basel."))),
        (completion(""), {}, Output("", usage=used(""))),
        (
            completion("<think>hm</think>Basel."),
            {},
            Output("<think>hm</think>Basel.", usage=used("<think>hm</think>Basel.")),
        ),
        (
            completion([{"type": "text", "text": "Ba"}, {"type": "text", "text": "sel"}]),
            {},
            Output("Basel", usage={"input": 10, "output": 0, "calls": 1}),
        ),
        (
            completion(None, refusal="I can't help with that."),
            {},
            Output("I can't help with that.", usage=used(""), notes=(REFUSED,)),
        ),
        (completion("Basel.", refusal=None), {}, Output("Basel.", usage=used("Basel."))),
        (
            completion(LONG, finish_reason="length"),
            {"max_tokens": 6},
            Output(LONG, usage=used(LONG), notes=(CUT.format(limit=6),)),
        ),
        (
            completion(LONG, finish_reason="length"),
            {"max_completion_tokens": 6},
            Output(LONG, usage=used(LONG), notes=(CUT.format(limit=6),)),
        ),
    ],
    ids=[
        "text",
        "empty",
        "thinking",
        "parts",
        "refusal",
        "no-refusal",
        "max_tokens",
        "max_completion_tokens",
    ],
)
def test_outputs(bench: Bench, answer: Raw, parameters: dict[str, Any], output: Output) -> None:
    with LoopbackJudge(reply=answer) as endpoint:
        bench.set(base_url=endpoint.base_url)
        assert asking(bench, model_case(bench, parameters=parameters)).output == output
        assert endpoint.calls == 1


@pytest.mark.parametrize(
    ("answer", "parameters", "message"),
    [
        (
            completion(LONG, finish_reason="length"),
            {},
            "its output was cut after 6 tokens (finish_reason length), and `parameters` of the target set no limit: "
            "set max_completion_tokens (or max_tokens) there, high enough for a whole output, or to the limit of the "
            f"product, whose cut outputs are judged\nwhat came back:\n{LONG}",
        ),
        (
            completion(LONG, finish_reason="length"),
            {"max_tokens": 500},
            "its output was cut after 6 tokens (finish_reason length), below the limit of 500 in `parameters` of the "
            f"target: its context is full, or the endpoint allows less\nwhat came back:\n{LONG}",
        ),
        (
            completion("", finish_reason="length"),
            {"max_tokens": 500},
            "its output was cut after 0 tokens (finish_reason length) before there was any text; raise the limit of "
            "500 in `parameters` of the target",
        ),
        (completion(None), {}, "it answered without any text (content is null, finish_reason stop)"),
        (completion(None, finish_reason=None), {}, "it answered without any text (content is null, finish_reason not given)"),
        (filtered(None), {}, "its output was withheld by a content filter"),
        (
            filtered("Half of"),
            {"max_tokens": 1},
            "its output was withheld by a content filter\nwhat came back:\nHalf of",
        ),
        (
            completion(None, tool_calls=[{"id": "1", "function": {"name": "track", "arguments": "{}"}}]),
            {},
            "it called track instead of answering; to judge a model with tools, run the agent with a `function` or a "
            "`command`",
        ),
        (Raw(body="<html>log in</html>"), {}, "the endpoint answered with a web page, not with JSON; check that "
         "`base_url` of the target is the API's address (most end in /v1) and that no login or proxy page stands "
         "before it\nwhat came back:\n<html>log in</html>"),
        (
            failure(400, "The prompt was flagged", code="content_filter"),
            {},
            "the prompt was blocked by a content filter: HTTP 400: The prompt was flagged",
        ),
        (
            failure(400, "Unsupported value: temperature", param="temperature"),
            {"temperature": 0.2},
            "the endpoint refuses the request: HTTP 400: Unsupported value: temperature; what it asks for can be set in "
            "`parameters` of the target",
        ),
        (
            failure(400, "Invalid schema for response_format", code="invalid_json_schema"),
            {"response_format": {}},
            "the endpoint refuses the request: HTTP 400: Invalid schema for response_format; what it asks for can be set "
            "in `parameters` of the target",
        ),
    ],
    ids=[
        "cut", "cut-below-the-limit", "cut-before-any-text", "null", "null-without-reason", "filter", "filter-with-text",
        "tool", "web-page", "prompt-blocked", "parameter", "schema",
    ],
)  # fmt: skip
def test_answers_that_are_no_output(
    bench: Bench, answer: Raw, parameters: dict[str, Any], message: str
) -> None:
    with LoopbackJudge(reply=answer) as endpoint:
        case = model_case(bench, parameters=parameters, base_url=endpoint.base_url)
        asked = asking(bench, case)
        assert asked.error == f"model model-1: {message}"
        assert endpoint.calls == 1
    usage = asked.errors[0].usage
    assert usage is not None
    assert usage["calls"] == 1


class TestTrouble:
    def test_a_refusal_closes_this_model_and_no_other(self, bench: Bench) -> None:
        def reply(body: dict[str, Any]) -> Raw | str:
            return failure(404, "no such model") if body["model"] == "model-1" else "fine"

        with LoopbackJudge(reply=reply) as endpoint:
            bench.set(base_url=endpoint.base_url)
            one, other = model_case(bench), model_case(bench, name="model-2")
            asked = asking(bench, one, one, other)
            assert endpoint.calls == 2
        url = f"{endpoint.base_url}/chat/completions"
        first, second = map(str, asked.errors)
        assert first == (
            f"model model-1: {url} was called and answered HTTP 404: no such model; check --rubric-base-url (most end "
            "in /v1; with a cloud's deployments also their name and API version) and `model` of the target"
        )
        assert second == (
            "model model-1 was closed earlier in this session: the endpoint does not know the address or the "
            "model; check --rubric-base-url and `model` of the target, and OPENAI_API_KEY"
        )
        assert isinstance(asked.outcomes[2], Output)

    @pytest.mark.parametrize(
        ("variable", "key", "told"),
        [
            (None, None, "wants an API key: HTTP 401: who are you?; set OPENAI_API_KEY"),
            ("OTHER_KEY", None, "wants an API key: HTTP 401: who are you?; set OTHER_KEY"),
            ("OTHER_KEY", "key-of-others", "refuses the key: HTTP 401: who are you?; check OTHER_KEY and that it may use this model"),
        ],
    )  # fmt: skip
    def test_keys(
        self,
        bench: Bench,
        monkeypatch: pytest.MonkeyPatch,
        variable: str | None,
        key: str | None,
        told: str,
    ) -> None:
        if variable is not None and key is not None:
            monkeypatch.setenv(variable, key)
        with LoopbackJudge(reply=failure(401, "who are you?")) as endpoint:
            bench.set(base_url=endpoint.base_url)
            asked = asking(bench, model_case(bench, api_key_env=variable))
            assert endpoint.calls == 1
            assert endpoint.requests[0].headers["authorization"] == f"Bearer {key or 'not-needed'}"
        assert asked.error == f"model model-1: {endpoint.base_url}/chat/completions {told}"

    def test_the_judges_key_and_another(self, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("OPENAI_API_KEY", "key-of-the-judge")
        monkeypatch.setenv("OTHER_KEY", "key-of-another")
        with LoopbackJudge(reply="fine") as endpoint:
            bench.set(base_url=endpoint.base_url)
            asking(bench, model_case(bench), model_case(bench, api_key_env="OTHER_KEY"))
            keys = [request.headers["authorization"] for request in endpoint.requests]
        assert keys == ["Bearer key-of-the-judge", "Bearer key-of-another"]

    def test_an_endpoint_that_is_down_is_told_once_in_full(self, bench: Bench) -> None:
        with socket.socket() as taken:  # held, so that no server of another test gets it
            taken.bind(("127.0.0.1", 0))
            port = taken.getsockname()[1]
            case = model_case(bench, base_url=f"http://127.0.0.1:{port}/v1")
            first, second = map(str, asking(bench, case, case).errors)
        assert first == (
            f"model model-1: http://127.0.0.1:{port}/v1/chat/completions can't be reached: connection refused; check "
            "`base_url` of the target and that the server runs (3 attempts)"
        )
        assert second == (
            "model model-1 was closed earlier in this session: the endpoint can't be reached; check `base_url` "
            "and `model` of the target, and OPENAI_API_KEY"
        )

    @pytest.mark.parametrize(
        ("base_url", "message"),
        [
            (
                "ftp://h/v1",
                "the base URL 'ftp://h/v1' is no http:// or https:// URL; write it like http://127.0.0.1:8000/v1 "
                "(`base_url` of the target)",
            ),
            (
                "https://api.openai.com/v1",
                "no API key for https://api.openai.com/v1: set OPENAI_API_KEY, or name another endpoint with "
                "`base_url` of the target",
            ),
            (
                None,
                "no API key for https://api.openai.com/v1: set OPENAI_API_KEY, or name another endpoint with "
                "--rubric-base-url URL (or OPENAI_BASE_URL)",
            ),
        ],
    )
    def test_addresses_that_can_not_be_used(self, bench: Bench, base_url: str | None, message: str) -> None:
        assert asking(bench, model_case(bench, base_url=base_url)).error == f"model model-1: {message}"

    def test_refused_for_now_then_taken(self, bench: Bench) -> None:
        answers = [failure(429, "slow down", headers={"Retry-After": "0"}), completion("fine")]
        with LoopbackJudge(reply=answers) as endpoint:
            bench.set(base_url=endpoint.base_url)
            assert asking(bench, model_case(bench)).output == Output("fine", usage=used("fine", calls=2))
            assert endpoint.calls == 2

    def test_a_server_error_then_an_output(self, bench: Bench) -> None:
        with LoopbackJudge(reply=[failure(500, "oops"), completion("fine")]) as endpoint:
            bench.set(base_url=endpoint.base_url)
            assert asking(bench, model_case(bench)).output.text == "fine"
            assert endpoint.calls == 2

    def test_the_time_limit_is_that_of_the_target(self, bench: Bench) -> None:
        with LoopbackJudge(reply=Raw(hang=True)) as endpoint:
            bench.set(base_url=endpoint.base_url)
            assert asking(bench, model_case(bench, timeout=0.2)).error == (
                f"model model-1: no reply from {endpoint.base_url}/chat/completions within 0.2 s; raise `timeout` of "
                "the target if the model needs longer (2 attempts)"
            )
            assert endpoint.calls == 2

    @pytest.mark.parametrize(("concurrency", "most"), [(1, 1), (2, 2), (None, 4)])
    def test_no_more_at_once_than_the_target_allows(
        self, bench: Bench, concurrency: int | None, most: int
    ) -> None:
        with LoopbackJudge(reply="fine", delay=0.1) as endpoint:
            bench.set(base_url=endpoint.base_url, concurrency=4)
            cases = [model_case(bench, concurrency=concurrency, prompt=f"{n}") for n in range(6)]
            assert asking(bench, *cases, at_once=True).errors == []
            assert (endpoint.calls, endpoint.max_parallel) == (6, most)
