"""What each output gets levels for: the built-in criteria, or those of the case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pytest_rubric.model import CompareSpec
from pytest_rubric.model.comparison import LevelCriterion

Part = Literal["content", "structure"]
PARTS: tuple[Part, Part] = ("content", "structure")


@dataclass(frozen=True, slots=True, eq=False)
class Graded:
    """One criterion of a comparison. ``key`` is its name in ``comparison.json``, ``name`` what the
    judge is told, ``levels`` what some levels mean."""

    part: Part
    key: str
    name: str
    levels: Mapping[int, str]


# key, then name and the levels 1, 3 and 5 by language
_CONTENT = {
    "correctness": {
        "en": ("correctness", "major errors", "minor errors", "fully correct"),
        "zh": ("正确性", "重大错误", "轻微错误", "完全正确"),
    },
    "completeness": {
        "en": ("completeness", "key elements are missing", "mostly complete", "all elements are there"),
        "zh": ("完整性", "缺少关键要素", "基本完整", "要素齐备"),
    },
    "accuracy": {
        "en": ("accuracy", "much is inaccurate", "little is inaccurate", "accurate throughout"),
        "zh": ("准确性", "明显不准确", "少量不准确", "全文准确"),
    },
}
_STRUCTURE = {
    "organization": {
        "en": ("organization", "disorganized", "reasonably organized", "clear and logical"),
        "zh": ("组织性", "杂乱无章", "尚有条理", "清晰有逻辑"),
    },
    "formatting": {
        "en": ("formatting", "inconsistent or broken", "mostly consistent", "polished"),
        "zh": ("格式", "不一致或破损", "大体一致", "专业精致"),
    },
    "usability": {
        "en": ("usability", "hard to use", "usable with effort", "easy to use"),
        "zh": ("易用性", "难以使用", "费力可用", "易于使用"),
    },
}
_ANCHORED = (1, 3, 5)


def graded(spec: CompareSpec, lang: str) -> tuple[Graded, ...]:
    """The criteria of a comparison in the language of the prompt, those of content first."""
    return (
        *(_own("content", spec.content) or _built_in("content", _CONTENT, lang)),
        *(_own("structure", spec.structure) or _built_in("structure", _STRUCTURE, lang)),
    )


def _own(part: Part, criteria: Sequence[LevelCriterion]) -> tuple[Graded, ...]:
    """Their keys are their names in small letters: ``Field alignment`` is ``field_alignment``."""
    return tuple(
        Graded(part, "_".join(each.name.casefold().split()), " ".join(each.name.split()), each.levels)
        for each in criteria
    )


def _built_in(
    part: Part, words: Mapping[str, Mapping[str, tuple[str, str, str, str]]], lang: str
) -> tuple[Graded, ...]:
    return tuple(
        Graded(part, key, told[lang][0], dict(zip(_ANCHORED, told[lang][1:], strict=True)))
        for key, told in words.items()
    )
