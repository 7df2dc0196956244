"""The arithmetic of a score, written out as text lines in Chinese or English.

Each line can be checked with a pocket calculator, and no line grows with the rubric: beyond a
dozen terms, equal points are grouped (``15 × 3``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pytest_rubric.model import CriterionResult
from pytest_rubric.scoring.figures import before_rounding, figure
from pytest_rubric.scoring.points import Tally, UndecidedCounts, is_positive, tally, undecided

_MOST_TERMS = 12
_MOST_IDS = 6
_CHINESE_COUNTS = "零一两三四五六七八九十"


@dataclass(frozen=True, slots=True)
class _Wording:
    """The words around the figures in one language, as templates."""

    remark: str
    between_ids: str
    more_ids: str
    raw: str
    score: str
    low: str
    high: str
    only_met: str
    count_met: str
    none_met: str
    one_violated: str
    many_violated: str
    none_violated: str
    no_positive: str
    counted_as_met: str
    counted_as_violated: str
    rest: str
    undecided: str
    empty: str


_ZH = _Wording(
    remark="（{}）",
    between_ids="、",
    more_ids="{} 等 {} 条",
    raw="原始分数",
    score="总分",
    low="下限",
    high="上限",
    only_met="仅 {} 满足",
    count_met="{1} 条正向条目中 {0} 条满足",
    none_met="无正向条目满足",
    one_violated="{}条负向条目被触犯",
    many_violated="{}条负向条目被触犯",
    none_violated="无负向条目被触犯",
    no_positive="无正向条目，从 100 分起扣",
    counted_as_met="{} 未定，按满足计",
    counted_as_violated="{} 未定，按触犯计",
    rest="其余 {} 项",
    undecided="{} 未定",
    empty="输出为空，不套用公式",
)

_EN = _Wording(
    remark=" ({})",
    between_ids=", ",
    more_ids="{} and others, {} in all",
    raw="raw score",
    score="score",
    low="low end",
    high="high end",
    only_met="only {} met",
    count_met="{} of {} positive criteria met",
    none_met="no positive criterion met",
    one_violated="{} negative criterion violated",
    many_violated="{} negative criteria violated",
    none_violated="no negative criterion violated",
    no_positive="no positive criterion, so deducted from 100",
    counted_as_met="{} undecided, counted as met",
    counted_as_violated="{} undecided, counted as violated",
    rest="{} further terms",
    undecided="{} undecided",
    empty="the output is empty: 0 without the formula",
)


def calculation(results: Sequence[CriterionResult], lang: str) -> tuple[str, ...]:
    """The lines for these decisions; with undecided criteria, those for both ends of the interval."""
    words = _wording(lang)
    open_ones = undecided(results)
    low = tally(results, "against")
    if not open_ones:
        return (
            _achieved(results, low, "against", words, ""),
            _total_positive(results, low, words),
            _raw(low, words, ""),
            _score(low, words, ""),
        )
    high = tally(results, "for")
    remark = words.remark.format(words.undecided.format(id_list(open_ones, lang)))
    return (
        _achieved(results, low, "against", words, words.low),
        _achieved(results, high, "for", words, words.high),
        _total_positive(results, low, words),
        _raw(low, words, words.low),
        _raw(high, words, words.high),
        _score(low, words, words.low),
        _score(high, words, words.high),
        f"{words.score} ∈ [{low.score}, {high.score}]{remark}",
    )


def empty_calculation(results: Sequence[CriterionResult], lang: str) -> tuple[str, ...]:
    """The lines for an output that is empty after trimming: 0 by rule, without the formula."""
    words = _wording(lang)
    remark = words.remark.format(words.empty)
    return (_total_positive(results, tally(results), words), f"{words.score} = 0{remark}")


def id_list(results: Sequence[CriterionResult], lang: str) -> str:
    """``#2, #5``; of many only the first half dozen and how many there are."""
    words = _wording(lang)
    named = words.between_ids.join(f"#{result.criterion.id}" for result in results[:_MOST_IDS])
    return words.more_ids.format(named, len(results)) if len(results) > _MOST_IDS else named


def _wording(lang: str) -> _Wording:
    return _ZH if lang == "zh" else _EN


def _achieved(
    results: Sequence[CriterionResult], total: Tally, end: UndecidedCounts, words: _Wording, label: str
) -> str:
    positive = [result for result in results if is_positive(result)]
    negative = [result for result in results if not is_positive(result)]
    parts: list[str] = []
    if positive:
        parts.append(_met(positive, words))
    if end == "for" and (waiting := undecided(positive)):
        parts.append(_part(waiting, words.counted_as_met.format(_ids(waiting, words)), words))
    parts.append(_violated(negative, words))
    if end == "against" and (waiting := undecided(negative)):
        parts.append(_part(waiting, words.counted_as_violated.format(_ids(waiting, words)), words))
    sum_ = parts[0]
    for part in parts[1:]:
        sum_ = _then(sum_, "+", part)
    return _equation("achieved_points", label, _then(sum_, "=", figure(total.achieved_points)), words)


def _met(positive: Sequence[CriterionResult], words: _Wording) -> str:
    met = [result for result in positive if result.status == "met"]
    if not met:
        return "0" + words.remark.format(words.none_met)
    if len(met) == len(positive):
        return _terms(met, words)
    if len(met) <= _MOST_IDS:
        return _part(met, words.only_met.format(_ids(met, words)), words)
    return _part(met, words.count_met.format(len(met), len(positive)), words)


def _violated(negative: Sequence[CriterionResult], words: _Wording) -> str:
    violated = [result for result in negative if result.status == "violated"]
    if not violated:
        return "0" + words.remark.format(words.none_violated)
    template = words.one_violated if len(violated) == 1 else words.many_violated
    return _part(violated, template.format(_count(len(violated), words)), words)


def _total_positive(results: Sequence[CriterionResult], total: Tally, words: _Wording) -> str:
    if total.is_deduction:
        return "total_positive = 0" + words.remark.format(words.no_positive)
    positive = [result for result in results if is_positive(result)]
    return f"total_positive = {_then(_terms(positive, words), '=', figure(total.total_positive))}"


def _raw(total: Tally, words: _Wording, label: str) -> str:
    if total.is_deduction:
        formula = f"100 + {_signed(total.achieved_points)}"
    else:
        formula = f"({figure(total.achieved_points)} / {figure(total.total_positive)}) × 100"
    return _equation(words.raw, label, f"{formula} = {before_rounding(total.raw)}", words)


def _score(total: Tally, words: _Wording, label: str) -> str:
    return _equation(
        words.score, label, f"max(0, min(100, round({before_rounding(total.raw)}))) = {total.score} ✓", words
    )


def _equation(name: str, label: str, right: str, words: _Wording) -> str:
    return _then(name + words.remark.format(label) if label else name, "=", right)


def _part(results: Sequence[CriterionResult], remark: str, words: _Wording) -> str:
    return _terms(results, words) + words.remark.format(remark)


def _terms(results: Sequence[CriterionResult], words: _Wording) -> str:
    points = [result.criterion.points for result in results]
    if len(points) <= _MOST_TERMS:
        return " + ".join(_signed(value) for value in points)
    groups = list(Counter(points).items())
    if len(groups) <= _MOST_TERMS:
        return " + ".join(_group(value, times) for value, times in groups)
    shown, rest = groups[:_MOST_TERMS], groups[_MOST_TERMS:]
    remaining = sum((value * times for value, times in rest), Fraction(0))
    number = sum(times for _, times in rest)
    return (
        " + ".join(_group(value, times) for value, times in shown)
        + f" + {_signed(remaining)}"
        + words.remark.format(words.rest.format(number))
    )


def _group(value: Fraction, times: int) -> str:
    return f"{_signed(value)} × {times}" if times > 1 else _signed(value)


def _signed(value: Fraction) -> str:
    """A term of a sum: negative ones stand in parentheses."""
    return f"({figure(value)})" if value.numerator < 0 else figure(value)


def _then(left: str, operator: str, right: str) -> str:
    """``left operator right``; a full-width parenthesis brings its own space."""
    gap = "" if left.endswith("）") else " "
    return f"{left}{gap}{operator} {right}"


def _ids(results: Sequence[CriterionResult], words: _Wording) -> str:
    return id_list(results, "zh" if words is _ZH else "en")


def _count(number: int, words: _Wording) -> str:
    if words is _EN:
        return str(number)
    return _CHINESE_COUNTS[number] if number < len(_CHINESE_COUNTS) else f"{number} "
