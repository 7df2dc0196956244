"""Causes in Chinese reports: the product's own sentences are Chinese, the endpoint's words stay."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pytest_rubric.judging
from pytest_rubric.errors import InvalidReply
from pytest_rubric.judging.chinese import SENTENCES, WRAPPERS, in_chinese
from pytest_rubric.judging.protocol import Turn
from pytest_rubric.judging.reading import read
from pytest_rubric.judging.reask import replay
from tests.judging.small_contract import request

CAUSES = {
    "no reply of the judge could be read: the reply is empty": "评审的回复都无法读取：回复为空",
    "no reply of the judge could be read: the reply is empty; NaN is no JSON number": (
        "评审的回复都无法读取：回复为空；NaN 不是 JSON 数字"
    ),
    "no reply from http://h/v1 within 5 s; raise --rubric-timeout if the model needs longer (2 attempts)": (
        "http://h/v1 在 5 秒内没有回复；若模型需要更长时间，请增大 --rubric-timeout（尝试 2 次）"
    ),
    "the endpoint failed: HTTP 500: out of memory; sorry (4 attempts)": (
        "服务出错：HTTP 500: out of memory; sorry（尝试 4 次）"
    ),
    "the endpoint failed: HTTP 503: busy; refused 8 times in spite of every pause; try again later, or with "
    "a lower --rubric-concurrency": (
        "服务出错：HTTP 503: busy；虽每次都等待，仍被拒绝 8 次；请稍后再试，或减小 --rubric-concurrency"
    ),
    "the endpoint refuses the request: HTTP 400: no; what it asks for can be set in rubric_model_parameters": (
        "服务拒绝了请求：HTTP 400: no；它所要求的内容可在 rubric_model_parameters 中设置"
    ),
    "the re-ask failed: the judge refused: I won't": "追问失败：评审拒绝回答：I won't",
    "the judge's reply was cut after 9 tokens (finish_reason length), also with a limit of 8192; raise the "
    "limit with rubric_model_parameters, or ask less at once (--rubric-strategy criterion)": (
        "评审的回复在 9 个词元后被截断（finish_reason length），上限为 8192 时也是如此；"
        "请用 rubric_model_parameters 提高上限，或一次少问一些（--rubric-strategy criterion）"
    ),
}


@pytest.mark.parametrize(("english", "chinese"), CAUSES.items())
def test_a_cause_in_chinese(english: str, chinese: str) -> None:
    assert in_chinese(english) == chinese


@pytest.mark.parametrize(
    "said", ["quota of the model is used", "服务出错", "", "a; b; c", "; ", "{0} {x} {}"]
)
def test_what_is_no_sentence_of_ours_stays(said: str) -> None:
    assert in_chinese(said) == said
    assert in_chinese(f"the endpoint failed: {said}") in (f"服务出错：{said}", "the endpoint failed: ")


def test_what_is_too_long_to_be_ours_stays() -> None:
    message = "no reply of the judge could be read: " + "; ".join(["the reply is empty", "it said"] * 1000)
    assert in_chinese(message) == message
    assert in_chinese(message[:1900]).startswith("评审的回复都无法读取：回复为空；it said")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "No object here.",
        '{"other": 1}',
        '<think>{"criteria": []}',
        '{"criteria": [{"id": 1',
        '{"criteria": [], "criteria": []}',
        '{"criteria": NaN}',
        '{"criteria": [{"id": 1 "present": true}]}',
        '{"criteria": [' + "[" * 2000,
        '{"criteria": {id: 1}}',
        '{"criteria": "never ends',
    ],
)
def test_every_fault_of_a_reply_is_told_without_a_word_of_english(text: str) -> None:
    complaint = read(text, lambda parsed: isinstance(parsed, dict) and "criteria" in parsed).complaint
    assert complaint is not None
    assert not english_words(in_chinese(complaint))
    with pytest.raises(InvalidReply) as raised:
        replay(request([1]), [Turn(text)])
    assert not english_words(in_chinese(str(raised.value)))


def test_the_templates_have_the_same_places() -> None:
    for english, chinese in {**SENTENCES, **WRAPPERS}.items():
        assert len(re.findall(r"\{#?\}", english)) == chinese.count("{}"), english


def test_no_call_fails_with_a_sentence_that_is_not_known() -> None:
    """Each message in the judge's layers that becomes a cause, its parts filled in by a figure."""
    found = [message for path in SOURCES for message in raised_in(path)]
    assert len(found) > 12
    assert [message for message in found if english_words(in_chinese(message))] == []


SOURCES = sorted(Path(pytest_rubric.judging.__file__).parent.glob("*.py"))
# Each ends a call; what closes the judge for the session is told by the terminal, in English.
CALLS = {"InvalidReply", "JudgeRefused", "JudgeCallFailed", "ServerFault", "TimedOut", "RateLimited"}
CALLS |= {"PromptBlocked", "BadRequest", "Truncated"}
# A judge that people script themselves; what they did wrong is told in English, as any fault of code.
ASIDE = {"scripted.py"}


def raised_in(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        is_error = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS
        if not is_error or path.name in ASIDE:
            continue
        assert isinstance(node, ast.Call)
        first = node.args[0]
        if isinstance(first, ast.Constant):
            yield str(first.value)
        elif isinstance(first, ast.JoinedStr) and isinstance(first.values[0], ast.Constant):
            told = ""
            for part in first.values:
                # what stands right behind a word is left out where there is nothing to say
                filled = "" if told[-1:].isalpha() else "8"
                told += str(part.value) if isinstance(part, ast.Constant) else filled
            yield told


def english_words(text: str) -> list[str]:
    """Words of two letters and more, names and what was quoted aside."""
    plain = re.sub(r"`[^`]*`|“[^”]*”|--[\w-]+|rubric_\w+|finish_reason \w+", "", text)
    return [word for word in re.findall(r"[A-Za-z]{2,}", plain) if word not in NAMES]


NAMES = {"JSON", "NaN", "API", "choices", "HTTP"}
