"""The one-sentence summary of a comparison, made by code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pytest_rubric.model.comparison import SIDES, Basis, Comparison, Expect, Winner
from pytest_rubric.scoring.comparison import gate
from pytest_rubric.scoring.figures import figure


@dataclass(frozen=True, slots=True)
class _Wording:
    winners: Mapping[Winner, str]
    either: str
    expected: str
    as_expected: str
    demands: Mapping[Expect, str]
    why: Mapping[Basis, str]
    colon: str
    then: str
    overall: str


_EN = _Wording(
    winners={"A": "A wins", "B": "B wins", "TIE": "a tie"},
    either=" or ",
    expected="{}, expected {}",
    as_expected="{}, as expected ({})",
    demands={"A": "A", "B": "B", "not_worse": "A or a tie"},
    why={
        "both_orders": "in both orders",
        "flips": "the winner changes with the order",
        "one_order": "one of them wins in one order only",
        "no_win": "neither wins in either order",
        "order_open": "not every order is decided",
        "identical": "the outputs are identical",
        "both_empty": "both outputs are empty",
        "one_empty": "the other output is empty",
    },
    colon=": ",
    then="; ",
    overall="overall scores A {}, B {}",
)

_ZH = _Wording(
    winners={"A": "A 胜", "B": "B 胜", "TIE": "平局"},
    either="或",
    expected="{}，期望{}",
    as_expected="{}，符合期望（{}）",
    demands={"A": " A 胜", "B": " B 胜", "not_worse": " A 胜或平局"},
    why={
        "both_orders": "两种顺序一致",
        "flips": "胜者随顺序改变",
        "one_order": "其中一个只在一种顺序中胜出",
        "no_win": "两种顺序中都没有胜者",
        "order_open": "不是每种顺序都有定论",
        "identical": "两个输出相同",
        "both_empty": "两个输出都为空",
        "one_empty": "另一个输出为空",
    },
    colon="：",
    then="；",
    overall="总分 A {}，B {}",
)


def summary(comparison: Comparison, lang: str) -> str:
    """Who wins, what was expected, and why: ``B wins, expected A or a tie: in both orders``."""
    words = _ZH if lang == "zh" else _EN
    said = winners(comparison.possible, lang)
    expect = comparison.expect
    if expect is not None:
        held = gate(frozenset(comparison.possible), expect) == "passed"
        template = words.as_expected if held else words.expected
        said = template.format(said, demand(expect, lang).strip() if held else demand(expect, lang))
    said += words.colon + words.why[comparison.basis]
    a, b = comparison.overall
    if a is not None and b is not None:
        said += words.then + words.overall.format(figure(a), figure(b))
    return said


def winners(possible: Iterable[Winner], lang: str) -> str:
    """``A wins``, or all that are possible: ``A wins or a tie``."""
    words = _ZH if lang == "zh" else _EN
    found = set(possible)
    order: tuple[Winner, ...] = (*SIDES, "TIE")
    return words.either.join(words.winners[each] for each in order if each in found)


def demand(expect: Expect, lang: str) -> str:
    """What ``expect`` asks for."""
    return (_ZH if lang == "zh" else _EN).demands[expect]
