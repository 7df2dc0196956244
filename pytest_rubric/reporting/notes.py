"""Remarks about a score, in words: the signs that it may tell little apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from pytest_rubric.model import Evaluation
from pytest_rubric.scoring import discrimination
from pytest_rubric.scoring.discrimination import Sign

_ENGLISH: Mapping[Sign, str] = {
    "safe_zone": "the score lies in the safe zone from 75 to 85: look again for strengths that were "
    "undervalued and for flaws that were overlooked",
    "all_dimensions_high": "every dimension is above 80 %: look again for flaws that were played down",
    "beyond_reference_below_90": "it goes beyond the reference and stays below 90: see whether points were "
    "lost for being different from the reference",
    "severe_penalty_70_or_more": "it has a severe penalty and reaches 70 or more: see whether the flaw "
    "weighs enough in the rubric",
}
_CHINESE: Mapping[Sign, str] = {
    "safe_zone": "得分落在 75 到 85 的安全区：请再看一遍，是否低估了优点，或漏看了缺陷",
    "all_dimensions_high": "各维度均高于 80%：请再看一遍，是否有缺陷被轻轻放过",
    "beyond_reference_below_90": "优于参考答案却不到 90 分：请看是否只因写法不同而丢分",
    "severe_penalty_70_or_more": "有严重扣分却仍达到 70 分：请看这一缺陷在评分标准里的分量是否足够",
}


class NoteRecord(TypedDict):
    """A remark in a record. ``code`` never changes, ``text`` is for people, in the language of the item."""

    code: str
    text: str


def notes(evaluation: Evaluation) -> list[NoteRecord]:
    """The signs that an evaluation shows."""
    texts = _CHINESE if evaluation.lang == "zh" else _ENGLISH
    return [{"code": sign, "text": texts[sign]} for sign in discrimination.signs(evaluation)]
