"""What makes two requests, or two judges, the same to the store."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import Any

import pytest

from pytest_rubric.judging.exchanges.key import Identity, Keys, public_parameters
from pytest_rubric.judging.protocol import ChatMessage
from tests.judging.small_contract import SCHEMA, SmallContract, request

MESSAGES = (ChatMessage("user", "Is it polite? 是吗?"),)
BASE = request(messages=MESSAGES)


def key(asked: object = BASE, parameters: dict[str, object] | None = None) -> str:
    return Keys(parameters or {}).key(asked)  # type: ignore[arg-type]


def test_the_key_is_the_hash_of_canonical_json() -> None:
    told = {
        "evaluator": "rubric",
        "messages": [["user", "Is it polite? 是吗?"]],
        "parameters": {"seed": 3, "temperature": 0},
        "prompt_version": "1",
        "sample": 0,
        "schema": SCHEMA,
    }
    text = json.dumps(told, sort_keys=True, separators=(",", ":"))
    assert key(parameters={"temperature": 0, "seed": 3}) == hashlib.sha256(text.encode()).hexdigest()


def test_the_key_is_the_same_in_every_version() -> None:
    # A change here makes every folder of replies that users have committed worthless.
    assert key() == "3d7dcf9f697b1b56a7341b2de19c6569423366689a4aa657b6deacdedeb88951"


@pytest.mark.parametrize(
    "change",
    [
        {"evaluator": "reference"},
        {"prompt_version": "2"},
        {"messages": (ChatMessage("user", "Is it polite? 是吗"),)},
        {"messages": (ChatMessage("system", "Is it polite? 是吗?"),)},
        {"messages": (*MESSAGES, ChatMessage("user", ""))},
        {"schema": {"type": "object"}},
        {"sample": 1},
    ],
)
def test_what_the_judge_is_told_changes_the_key(change: dict[str, Any]) -> None:
    assert key(replace(BASE, **change)) != key()


def test_model_parameters_change_the_key() -> None:
    assert key(parameters={"temperature": 1}) != key(parameters={"temperature": 0}) != key()


@pytest.mark.parametrize(
    "change",
    [
        {"ids": (7,)},
        {"contract": SmallContract((7,))},
        {"schema_name": "other"},
        {"schema": {"properties": {"criteria": {"type": "array"}}, "type": "object"}},
        {"feedback": "none"},
        {"fresh": True},
        {"timeout": 5.0},
        {"label": "case-9"},
        {"reply_limit": 900},
    ],
)
def test_what_the_judge_is_not_told_leaves_the_key(change: dict[str, Any]) -> None:
    assert key(replace(BASE, **change)) == key()


def test_the_canonical_form_counts_in_place_of_what_is_sent() -> None:
    short = replace(
        BASE,
        messages=(ChatMessage("user", "Without feedback."),),
        schema={"type": "object"},
        canonical_messages=MESSAGES,
        canonical_schema=dict(SCHEMA),
        feedback="none",
    )
    assert key(short) == key()


def test_one_instance_gives_each_schema_its_own_key() -> None:
    keys = Keys({})
    many = [keys.key(replace(BASE, schema={"title": str(number)})) for number in range(200)]
    assert len(set(many)) == 200
    assert keys.key(replace(BASE, schema={"title": "3"})) == many[3]


def test_lone_surrogates_and_line_separators_have_a_key() -> None:
    odd = replace(BASE, messages=(ChatMessage("user", "\ud83d\u2028\x00"),))
    assert len(key(odd)) == 64


def test_headers_and_secrets_count_in_no_key_and_stand_in_no_file() -> None:
    given: dict[str, object] = {
        "temperature": 0,
        "max_completion_tokens": 100,
        "extra_headers": {"Authorization": "Bearer abc"},
        "extra_query": {"code": "abc"},
        "api_key": "abc",
        "extra_body": {"plan": "x", "auth_token": "abc", "nested": [{"clientSecret": "kept", "client-secret": "abc"}]},
    }  # fmt: skip
    public = public_parameters(given)
    assert public == {
        "temperature": 0,
        "max_completion_tokens": 100,
        "api_key": "(secret)",
        "extra_body": {
            "plan": "x",
            "auth_token": "(secret)",
            "nested": [{"clientSecret": "kept", "client-secret": "(secret)"}],
        },
    }
    assert key(parameters=given) == key(parameters={**given, "api_key": "other", "extra_headers": {}})


@pytest.mark.parametrize(
    ("base_url", "endpoint"),
    [
        (None, "https://api.openai.com/v1"),
        ("", "https://api.openai.com/v1"),
        ("https://api.openai.com/v1/", "https://api.openai.com/v1"),
        ("http://127.0.0.1:8000/v1", "http://127.0.0.1:8000/v1"),
        ("http://127.0.0.1:8000/v1/chat/completions", "http://127.0.0.1:8000/v1"),
        ("https://user:pass@judge.test/v1", "https://judge.test/v1"),
        ("https://judge.test/v1?api-key=abc#x", "https://judge.test/v1"),
        ("https://judge.test/v1?api-version=2024-10-21&code=abc", "https://judge.test/v1?api-version=2024-10-21"),
        ("http://user:pass@[::1/v1?key=abc", "[::1/v1"),
    ],
)  # fmt: skip
def test_an_endpoint_is_kept_without_what_is_secret_in_its_url(base_url: str | None, endpoint: str) -> None:
    assert Identity("m", base_url).endpoint == endpoint


def test_a_judge_is_known_by_its_id_else_by_model_and_endpoint() -> None:
    by_id = Identity("a", "http://a.test/v1", judge_id="panel")
    assert by_id.file_name == Identity("b", None, judge_id="panel").file_name
    names = {
        Identity("a").file_name,
        Identity("b").file_name,
        Identity("a", "http://a.test/v1").file_name,
        Identity("A").file_name.lower(),
        Identity(judge_id="a").file_name,
        by_id.file_name,
    }
    assert len(names) == 6
    assert Identity("a", "https://api.openai.com/v1").file_name == Identity("a").file_name
    assert Identity("a", "https://k@h.test").file_name == Identity("a", "https://h.test").file_name


@pytest.mark.parametrize(
    "name", ["org/model:7b", "CON", "..", "m" * 400, "模型" * 100, "a\\b*c?<>|\"'", "\x00", " ", "-x"]
)
def test_every_name_of_a_model_makes_a_file_name_for_every_system(name: str) -> None:
    for identity in (Identity(name), Identity(judge_id=name)):
        file_name = identity.file_name
        assert file_name.endswith(".json")
        assert len(file_name) < 80
        assert all(c.isascii() and (c.isalnum() or c in "._-") for c in file_name)
        assert file_name[0].isalnum() or file_name[0] == "_"


def test_a_judge_without_model_and_id_is_any() -> None:
    assert Identity().is_any
    assert Identity(base_url="http://a.test").is_any
    assert not Identity("m").is_any
    assert not Identity(judge_id="x").is_any
