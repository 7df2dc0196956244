"""The one request that compiles a text. It depends on the text alone: cases with one text share its reply."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from pytest_rubric.evaluators.free_text import texts_en, texts_zh
from pytest_rubric.evaluators.free_text.contract import PARTS, CompilingContract
from pytest_rubric.evaluators.free_text.texts import Texts
from pytest_rubric.judging.prompting import SECTIONS, text_block
from pytest_rubric.judging.protocol import ChatMessage, JudgeRequest
from pytest_rubric.judging.schemas import reply_schema
from pytest_rubric.model.text import language_of

EVALUATOR = "free_text"
PROMPT_VERSION = "1"
"""Part of every stored exchange's key; raised when the texts change what a judge is told."""

_TEXTS: Mapping[str, Texts] = {"en": texts_en.TEXTS, "zh": texts_zh.TEXTS}


@cache
def schema() -> dict[str, object]:
    """The schema of the reply. Shared: treat it as read-only."""
    from pytest_rubric.evaluators.free_text.reply_models import PartsReply

    return reply_schema(PartsReply)


def messages(text: str) -> tuple[ChatMessage, ...]:
    """Constant instructions, the text, the reply's form; in the language of the text."""
    lang = language_of(text)
    said = _TEXTS[lang]
    block = text_block(said.text, text, SECTIONS[lang])
    return (
        ChatMessage("system", said.instructions),
        ChatMessage("user", f"{block}\n\n{said.reply}\n{said.shape}"),
    )


def request(text: str, *, label: str, timeout: float) -> JudgeRequest:
    """The request for a text. ``label`` names a case in messages; ``timeout`` is in seconds."""
    lang = language_of(text)
    return JudgeRequest(
        evaluator=EVALUATOR,
        prompt_version=PROMPT_VERSION,
        messages=messages(text),
        schema=schema(),
        ids=(PARTS,),
        contract=CompilingContract(text, _TEXTS[lang], lang),
        timeout=timeout,
        label=label,
    )
