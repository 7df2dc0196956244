"""About how many tokens a request takes."""

from __future__ import annotations

import pytest

from pytest_rubric.judging import tokens
from pytest_rubric.judging.protocol import ChatMessage, CheckedReply, JudgeRequest


class _Unasked:
    def check(self, parsed: object) -> CheckedReply:
        raise NotImplementedError

    def follow_up(self, questions: object, unreadable: str | None) -> str:
        raise NotImplementedError


@pytest.mark.parametrize(
    ("texts", "about"),
    [
        (("",), 1),
        (("four",), 2),
        (("fives",), 3),
        (("a" * 400, "b" * 40), 111),
        (("中文四字",), 5),
        (("ab中",), 3),
    ],
)
def test_a_quarter_of_latin_texts_and_each_character_of_others(texts: tuple[str, ...], about: int) -> None:
    request = JudgeRequest(
        evaluator="rubric",
        prompt_version="1",
        messages=tuple(ChatMessage("user", text) for text in texts),
        schema={},  # two characters: one token
        ids=(),
        contract=_Unasked(),
    )
    assert tokens.about(request) == about
