"""From the levels of the text family to a total: three formulas, one for each way that faults add up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pytest_rubric.evaluators.presets.graded.model import Level, Total
from pytest_rubric.evaluators.presets.protocol import r0
from pytest_rubric.evaluators.presets.text.formulas import geometric_mean, max_plus_share, product
from pytest_rubric.scoring.figures import before_rounding, figure

SAFE = Level("safe", Fraction(100), "covered", {"en": "safe", "zh": "无问题"})
MINOR = Level("minor", Fraction(80), "partial", {"en": "minor", "zh": "轻微"})
MODERATE = Level("moderate", Fraction(20), "partial", {"en": "moderate", "zh": "明显"})
SEVERE = Level("severe", Fraction(0), "missing", {"en": "severe", "zh": "严重"})
LEVELS = (SAFE, MINOR, MODERATE, SEVERE)

_DEDUCTIONS: Mapping[str, int] = {"safe": 0, "minor": 20, "moderate": 80, "severe": 100}
_KEPT: Mapping[str, Fraction] = {
    "safe": Fraction(1),
    "minor": Fraction("0.8"),
    "moderate": Fraction("0.6"),
    "severe": Fraction("0.4"),
}
_ORDINARY = Fraction("0.9")
_SCORE = {"en": "score = {} = {}", "zh": "得分 = {} = {}"}
_ROUNDED = {"en": "{}, rounded {}", "zh": "{}，取整 {}"}


@dataclass(frozen=True, slots=True)
class MaxPlusShare:
    """The worst fault counts in full, the others by the share of one dimension. Faults in ``critical``
    dimensions count in full, in others by 0.9."""

    critical: frozenset[str]

    def __call__(self, levels: Mapping[str, Level], lang: str) -> Total:
        deductions = {
            key: _DEDUCTIONS[level.name] * (1 if key in self.critical else _ORDINARY)
            for key, level in levels.items()
        }
        exact = max_plus_share([Fraction(each) for each in deductions.values()])
        largest = Fraction(max(deductions.values()))
        others = sum(deductions.values(), Fraction(0)) - largest
        terms = f"100 − ({figure(largest)} + {figure(others)} / {len(levels)})"
        line = {
            "en": "the largest deduction counts in full, the others by one part in {}",
            "zh": "最大的一项扣分全计，其余各项合计按 {} 分之一计",
        }
        effects = {key: self._effect(key, level, lang) for key, level in levels.items() if level is not SAFE}
        return Total(r0(exact), (_score(terms, exact, lang), line[lang].format(len(levels))), effects)

    def _effect(self, key: str, level: Level, lang: str) -> str:
        raw = _DEDUCTIONS[level.name]
        if key in self.critical:
            return {"en": "deduction {}", "zh": "扣分 {}"}[lang].format(raw)
        less = figure(raw * _ORDINARY)
        return {"en": "deduction {} × 0.9 = {}", "zh": "扣分 {} × 0.9 = {}"}[lang].format(raw, less)


def kept(levels: Mapping[str, Level], lang: str) -> Total:
    """Every fault keeps a part of what the others left, so that none is lost in an average."""
    factors = [_KEPT[level.name] for level in levels.values()]
    exact = product(factors)
    terms = " × ".join(["100", *map(figure, factors)])
    words = {"en": "keeps {} of the total", "zh": "总分乘以 {}"}
    effects = {
        key: words[lang].format(figure(_KEPT[level.name]))
        for key, level in levels.items()
        if level is not SAFE
    }
    return Total(r0(exact), (_score(terms, exact, lang),), effects)


@dataclass(frozen=True, slots=True)
class WeightedGeometricMean:
    """The mean in which a severe fault in any dimension leaves nothing. Where the ``guard`` dimension is
    moderate, the score is at most ``cap``, so that cutting what is needed never pays."""

    weights: Mapping[str, Fraction]
    guard: str
    cap: Fraction

    def __call__(self, levels: Mapping[str, Level], lang: str) -> Total:
        weights = [self.weights[key] for key in levels]
        scores = [level.score for level in levels.values()]
        exact = geometric_mean(scores, weights)
        powers = (
            f"{figure(score / 100)}^{figure(weight)}" for score, weight in zip(scores, weights, strict=True)
        )
        lines = [_score(" × ".join(["100", *powers]), exact, lang)]
        if levels[self.guard] is MODERATE and exact > self.cap:
            words = {
                "en": "information completeness is moderate: at most {}, so {}",
                "zh": "信息完整为“明显”档：最高 {} 分，得 {}",
            }
            exact = self.cap
            lines.append(words[lang].format(figure(self.cap), figure(self.cap)))
        effect = {"en": "weight {}", "zh": "权重 {}"}
        effects = {
            key: effect[lang].format(figure(self.weights[key]))
            for key, level in levels.items()
            if level is not SAFE
        }
        return Total(r0(exact), tuple(lines), effects)


def _score(terms: str, exact: Fraction, lang: str) -> str:
    score = r0(exact)
    shown = figure(score) if exact == score else _ROUNDED[lang].format(before_rounding(exact), figure(score))
    return _SCORE[lang].format(terms, shown)
