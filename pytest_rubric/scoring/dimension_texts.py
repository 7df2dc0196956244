"""The arithmetic of weighed dimensions written out, and the one-sentence summary; Chinese and English."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pytest_rubric.model.lines import shortened
from pytest_rubric.scoring.dimensions import (
    Averages,
    Rating,
    averages,
    common_maximum,
    counted,
    share_a_scale,
    undecided,
)
from pytest_rubric.scoring.figures import before_rounding, figure
from pytest_rubric.scoring.points import UndecidedCounts

_MOST_TERMS = 12
_MOST_NAMED = 2
_WIDEST_NAME = 40


@dataclass(frozen=True, slots=True)
class _Wording:
    weight: str
    undecided: str
    raw: str
    score: str
    low: str
    high: str
    remark: str
    empty: str
    summary: str
    summary_empty: str
    lowest: str
    all_highest: str
    not_decided: str
    named: str
    between: str
    then: str


_ZH = _Wording(
    weight="{}：{}，权重 {}",
    undecided="未定",
    raw="原始分数",
    score="总分",
    low="下限",
    high="上限",
    remark="（{}）",
    empty="输出为空，不套用公式",
    summary="加权得分 {}/{}，平均 {}",
    summary_empty="输出为空：0 分",
    lowest="最低的是{}",
    all_highest="各维度均为最高档",
    not_decided="{}未定",
    named="「{}」",
    between="、",
    then="；",
)

_EN = _Wording(
    weight="{}: {}, weight {}",
    undecided="undecided",
    raw="raw score",
    score="score",
    low="low end",
    high="high end",
    remark=" ({})",
    empty="the output is empty: 0 without the formula",
    summary="weighted {} of {}, mean {}",
    summary_empty="the output is empty: 0 points",
    lowest="lowest: {}",
    all_highest="every dimension at its highest level",
    not_decided="{} undecided",
    named="“{}”",
    between=", ",
    then="; ",
)


def calculation(ratings: Sequence[Rating], lang: str) -> tuple[str, ...]:
    """The lines for these ratings; with undecided dimensions, those for both ends of the interval."""
    words = _wording(lang)
    lines = [_rated(rating, words) for rating in ratings]
    if not undecided(ratings):
        return (*lines, *_formulas(ratings, "against", words, ""))
    low, high = averages(ratings, "against"), averages(ratings, "for")
    return (
        *lines,
        *_formulas(ratings, "against", words, words.low),
        *_formulas(ratings, "for", words, words.high),
        f"{words.score} ∈ [{low.score}, {high.score}]",
    )


def empty_calculation(ratings: Sequence[Rating], lang: str) -> tuple[str, ...]:
    """The lines for an output that is empty after trimming: 0 by rule, without the formula."""
    words = _wording(lang)
    weights = " + ".join(figure(rating.dimension.weight) for rating in ratings[:_MOST_TERMS])
    more = " + …" if len(ratings) > _MOST_TERMS else ""
    return (f"sum(weight) = {weights}{more}", f"{words.score} = 0{words.remark.format(words.empty)}")


def summary(ratings: Sequence[Rating], lang: str, *, empty: bool = False) -> str:
    """What came out, in one sentence: both averages, the lowest dimensions, what is undecided."""
    words = _wording(lang)
    if empty:
        return words.summary_empty
    low = averages(ratings)
    figures = low.figures
    parts = [
        words.summary.format(figure(figures["weighted_score"]), low.maximum, figure(figures["overall_score"]))
    ]
    below = [
        rating for rating in ratings if rating.level is not None and rating.level < rating.dimension.maximum
    ]
    below.sort(key=_share)
    if below:
        named = [f"{_name(rating, words)} {_of(rating)}" for rating in below[:_MOST_NAMED]]
        parts.append(words.lowest.format(words.between.join(named)))
    elif not undecided(ratings):
        parts.append(words.all_highest)
    if waiting := undecided(ratings):
        parts.append(words.not_decided.format(names(waiting, lang)))
    return words.then.join(parts)


def names(ratings: Sequence[Rating], lang: str) -> str:
    """The names of dimensions as a part of a sentence."""
    words = _wording(lang)
    return words.between.join(_name(rating, words) for rating in ratings)


def _wording(lang: str) -> _Wording:
    return _ZH if lang == "zh" else _EN


def _share(rating: Rating) -> Fraction:
    return Fraction(rating.level or 0, rating.dimension.maximum)


def _name(rating: Rating, words: _Wording) -> str:
    return words.named.format(shortened(rating.dimension.name, _WIDEST_NAME))


def _of(rating: Rating) -> str:
    return f"{rating.level}/{rating.dimension.maximum}"


def _rated(rating: Rating, words: _Wording) -> str:
    said = words.undecided if rating.level is None else _of(rating)
    name = shortened(rating.dimension.name, _WIDEST_NAME)
    return words.weight.format(name, said, figure(rating.dimension.weight))


def _formulas(
    ratings: Sequence[Rating], end: UndecidedCounts, words: _Wording, label: str
) -> tuple[str, ...]:
    found = averages(ratings, end)
    marked = words.remark.format(label) if label else ""
    terms = [_term(rating, end, one_scale=share_a_scale(ratings)) for rating in ratings]
    weights = [figure(rating.dimension.weight) for rating in ratings]
    products = [f"{term} × {weight}" for term, weight in zip(terms, weights, strict=True)]
    total = sum((rating.dimension.weight for rating in ratings), Fraction(0))
    scaled = "" if share_a_scale(ratings) else f" × {common_maximum(ratings)}"
    figures = found.figures
    return (
        _equation(
            f"weighted_score{marked}",
            f"({_sum(products)}) / ({_sum(weights)}){scaled}",
            figure(found.weighted * total) + f" / {figure(total)}",
            figure(figures["weighted_score"]),
        ),
        _equation(
            f"overall_score{marked}",
            f"({_sum(terms)}) / {len(terms)}{scaled}",
            None,
            figure(figures["overall_score"]),
        ),
        f"{words.raw}{marked} = 100 × {_exact(found, total)} = {before_rounding(found.raw)}",
        f"{words.score}{marked} = round({before_rounding(found.raw)}) = {found.score} ✓",
    )


def _term(rating: Rating, end: UndecidedCounts, *, one_scale: bool) -> str:
    level = counted(rating, end)
    return str(level) if one_scale else f"{level}/{rating.dimension.maximum}"


def _exact(found: Averages, total: Fraction) -> str:
    """The share that is multiplied, from numbers that are not rounded yet."""
    return f"{figure(found.weighted * total)} / ({figure(total)} × {found.maximum})"


def _equation(name: str, formula: str, between: str | None, result: str) -> str:
    return " = ".join(part for part in (name, formula, between, result) if part is not None)


def _sum(terms: Sequence[str]) -> str:
    shown = " + ".join(terms[:_MOST_TERMS])
    return shown + (" + …" if len(terms) > _MOST_TERMS else "")
