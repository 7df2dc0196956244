"""The output contract of evaluators, read from whatever somebody wrote: any subset is valid.

Tolerance is about shape only: a number as a text, a verdict in another language, one broken point among
good ones. A zero stays a zero, and what is no number is no score.
"""

from __future__ import annotations

import json
import math
import re
import reprlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from pytest_rubric.model.lines import ELLIPSIS, one_line
from pytest_rubric.model.result import Verdict
from pytest_rubric.model.text import visible
from pytest_rubric.scoring.figures import exact, rounded

Scale = Literal["0-100", "0-1", "auto"]
"""What numbers mean: as they are; shares of 1; or, in ``auto``, shares of 1 where no number of the
result is above 1 (so a true 1 of 100 can't be told there)."""

PointStatus = Literal["covered", "partial", "missing"]

MOST_POINTS = 64
MOST_ANCHORS = 32
_LONGEST_LABEL = 120
_LONGEST_SUMMARY = 200
_LONGEST_EVIDENCE = 10_000

_VERDICTS: Mapping[str, Verdict] = {
    **dict.fromkeys(("pass", "passed", "ok", "success", "met", "达成", "通过", "完成"), "pass"),
    **dict.fromkeys(
        ("warn", "warning", "partial", "partially_met", "部分达成", "部分完成", "部分通过"), "warn"
    ),
    **dict.fromkeys(("fail", "failed", "not_met", "miss", "未达成", "未通过", "未完成", "失败"), "fail"),
}
_STATUSES: Mapping[str, PointStatus] = {
    **dict.fromkeys(("covered", "已覆盖"), "covered"),
    **dict.fromkeys(("partial", "部分覆盖"), "partial"),
    **dict.fromkeys(("missing", "未覆盖"), "missing"),
}
_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,2})?")
_LONGEST_NUMBER = 40


@dataclass(frozen=True, slots=True)
class NormalisedPoint:
    """One point. ``score`` is 0 to 100 with one decimal, ``None`` where there is none."""

    label: str
    score: Fraction | None = None
    status: PointStatus | None = None
    evidence: str = ""
    suggestion: str = ""
    anchors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Normalised:
    """What could be read. ``verdict`` is only one that was given, never one derived from the score.

    ``scaled`` says that shares of 1 were read as parts of 100; ``cut_points`` counts points beyond
    the first 64, which are not read.
    """

    score: Fraction | None = None
    verdict: Verdict | None = None
    summary: str = ""
    points: tuple[NormalisedPoint, ...] = ()
    evidence: str = ""
    scaled: bool = False
    cut_points: int = 0


def normalise(raw: Mapping[str, object], scale: Scale = "0-100") -> Normalised:
    """Read ``verdict``, ``summary``, ``score``, ``points`` and ``evidence`` of a loose mapping.

    Scores come out as 0 to 100 with one decimal, half up, clamped; booleans, NaN and infinities are
    no numbers. A point without a label is left out alone. A missing summary is the first paragraph
    of the evidence. Raises ``ValueError`` for a scale that there is none of.
    """
    if scale not in ("0-100", "0-1", "auto"):
        raise ValueError(f"scale must be one of 0-100, 0-1, auto, found {scale!r}")
    value = raw.get("points")
    listed: Sequence[object] = value if isinstance(value, (list, tuple)) else ()
    read, total = listed[:MOST_POINTS], _number(raw.get("score"))
    numbers = [total, *(_number(each.get("score")) for each in read if isinstance(each, Mapping))]
    scaled = _is_scaled(numbers, scale)
    evidence = evidence_text(raw.get("evidence"))
    return Normalised(
        score=_score(total, scaled),
        verdict=verdict_word(raw.get("verdict")),
        summary=_summary(raw.get("summary")) or _summary(evidence.split("\n\n", 1)[0]),
        points=tuple(point for each in read if (point := _point(each, scaled)) is not None),
        evidence=evidence,
        scaled=scaled and any(number for number in numbers),
        cut_points=len(listed) - len(read),
    )


def verdict_word(value: object) -> Verdict | None:
    """``pass``, ``warn`` or ``fail`` of a word in English or Chinese; ``None`` for anything else."""
    return _VERDICTS.get(_word(value))


def status_word(value: object) -> PointStatus | None:
    """``covered``, ``partial`` or ``missing`` of a word in English or Chinese; ``None`` for anything else."""
    return _STATUSES.get(_word(value))


def evidence_text(value: object) -> str:
    """A text as it is, ``{md: text}`` as that text, ``{json: data}`` and any other data as JSON;
    data that JSON can't hold (keys of odd types, data within itself) as Python shows it."""
    if isinstance(value, Mapping) and isinstance(value.get("md"), str):
        value = value["md"]
    elif isinstance(value, Mapping) and set(value) == {"json"}:
        value = value["json"]
    if value is None or value in ({}, []):
        return ""
    try:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    except (TypeError, ValueError, RecursionError):
        text = reprlib.repr(value)
    return visible(text).strip()[:_LONGEST_EVIDENCE]


def _is_scaled(numbers: Sequence[Fraction | None], scale: Scale) -> bool:
    if scale == "auto":
        return all(number is None or number <= 1 for number in numbers)
    return scale == "0-1"


def _score(number: Fraction | None, scaled: bool) -> Fraction | None:
    if number is None:
        return None
    return max(Fraction(0), min(Fraction(100), rounded(number * 100 if scaled else number, 1)))


def _number(value: object) -> Fraction | None:
    match value:
        case bool():
            return None
        case int() | Fraction():
            return Fraction(value)
        case float():
            return exact(value) if math.isfinite(value) else None
        case Decimal():
            return Fraction(value) if value.is_finite() and abs(value.adjusted()) < 100 else None
        case str():
            text = value.strip()
            return Fraction(text) if len(text) <= _LONGEST_NUMBER and _NUMBER.fullmatch(text) else None
    return None


def _point(value: object, scaled: bool) -> NormalisedPoint | None:
    if not isinstance(value, Mapping):
        return None
    label = value.get("label")
    if not isinstance(label, str) or not label.strip():
        return None
    suggestion = value.get("suggestion")
    return NormalisedPoint(
        one_line(label)[:_LONGEST_LABEL].rstrip(),
        _score(_number(value.get("score")), scaled),
        status_word(value.get("status")),
        evidence_text(value.get("evidence")),
        visible(suggestion).strip() if isinstance(suggestion, str) else "",
        _anchors(value.get("anchors")),
    )


def _anchors(value: object) -> tuple[str, ...]:
    listed = value if isinstance(value, (list, tuple)) else [value]
    named = [visible(each).strip() for each in listed if isinstance(each, str)]
    return tuple(dict.fromkeys(each for each in named if each))[:MOST_ANCHORS]


def _summary(value: object) -> str:
    text = one_line(value) if isinstance(value, str) else ""
    return text if len(text) <= _LONGEST_SUMMARY else text[: _LONGEST_SUMMARY - 1] + ELLIPSIS


def _word(value: object) -> str:
    return value.strip().casefold() if isinstance(value, str) else ""
