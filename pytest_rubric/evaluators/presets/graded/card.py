"""From grades to a card: points with their evidence, and the worst thing in one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pytest_rubric.evaluators.presets.graded.model import Finding, Grade, Graded, Level, Total
from pytest_rubric.evaluators.presets.protocol import Card, CardPoint
from pytest_rubric.evaluators.presets.reading import passage
from pytest_rubric.model.lines import shortened

# columns; together about eighty characters of Chinese, and never above the limit of a summary
_PASSAGE = 40
_REASON = 110


@dataclass(frozen=True, slots=True)
class _Words:
    finding: str
    then: str
    nothing: str
    worst: str
    more: str
    remark: str


_EN = _Words(
    finding="{}: “{}” — {}",
    then="; ",
    nothing="nothing found",
    worst="“{}”: {}",
    more=" (and {} more)",
    remark="the judge in one sentence: {}",
)

_ZH = _Words(
    finding="{}：“{}”——{}",
    then="；",
    nothing="没有发现问题",
    worst="“{}”：{}",
    more="（另有 {} 处）",
    remark="评审的一句话：{}",
)


def card(graded: Graded, scale: Sequence[Level], total: Total, clean: str, lang: str) -> Card:
    """The card of one answer. ``scale`` has the levels, the best first; ``clean`` is the summary where
    there is no finding."""
    words = _ZH if lang == "zh" else _EN
    return Card(
        score=total.score,
        points=tuple(
            _point(grade, total.effects.get(grade.dimension.key, ""), words, lang) for grade in graded.grades
        ),
        summary=_summary([each for grade in graded.grades for each in grade.findings], scale, words) or clean,
        calculation=total.calculation,
        verdict=total.verdict,
        notes=(words.remark.format(graded.remark),) if graded.remark else (),
    )


def _point(grade: Grade, effect: str, words: _Words, lang: str) -> CardPoint:
    told = [_told(finding, words, lang) for finding in grade.findings] or [grade.reason or words.nothing]
    return CardPoint(
        label=grade.dimension.label[lang],
        score=grade.level.score,
        status=grade.level.status,
        evidence=words.then.join(filter(None, [*told, effect])),
        suggestion=words.then.join(_once(finding.suggestion for finding in grade.findings)),
    )


def _told(finding: Finding, words: _Words, lang: str) -> str:
    return words.finding.format(finding.level.label[lang], passage(finding.quote), finding.reason)


def _summary(findings: Sequence[Finding], scale: Sequence[Level], words: _Words) -> str:
    """The worst finding, the first of the worst ones; empty where there is none."""
    if not findings:
        return ""
    worst = max(findings, key=lambda finding: scale.index(finding.level))
    said = words.worst.format(shortened(passage(worst.quote), _PASSAGE), shortened(worst.reason, _REASON))
    return said + (words.more.format(len(findings) - 1) if len(findings) > 1 else "")


def _once(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(filter(None, texts)))
