"""The one-sentence summary of a rubric evaluation, made by code from the decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_rubric.model import CriterionResult
from pytest_rubric.model.lines import shortened
from pytest_rubric.scoring.calculation import id_list
from pytest_rubric.scoring.figures import figure
from pytest_rubric.scoring.points import Loss, losses, tally, undecided
from pytest_rubric.scoring.verdict import required_lost

_MOST_LOSSES = 2


@dataclass(frozen=True, slots=True)
class _Wording:
    earned: str
    deducted: str
    nothing_lost: str
    lost: str
    lost_most: str
    loss: str
    between: str
    then: str
    required: str
    undecided: str
    empty: str


_ZH = _Wording(
    earned="{1} 分中得 {0} 分",
    deducted="从 100 分中扣 {} 分",
    nothing_lost="没有失分",
    lost="失分在 {}",
    lost_most="失分最多的是 {}",
    loss="#{0}「{1}」（{2}）",
    between="、",
    then="；",
    required="必须满足的 {} 没有满足",
    undecided="{} 未定",
    empty="输出为空：0 分",
)

_EN = _Wording(
    earned="{} of {} points",
    deducted="{} points off 100",
    nothing_lost="nothing lost",
    lost="lost by {}",
    lost_most="lost most by {}",
    loss="#{0} “{1}” ({2})",
    between=", ",
    then="; ",
    required="required {} not fulfilled",
    undecided="{} undecided",
    empty="the output is empty: 0 points",
)


def summary(results: Sequence[CriterionResult], lang: str, *, empty: bool = False) -> str:
    """What came out, in one sentence: points, the dearest losses, what is undecided.

    Undecided criteria count as in the low end of the score. ``empty`` says that the output was
    empty after trimming.
    """
    words = _ZH if lang == "zh" else _EN
    if empty:
        return words.empty
    total = tally(results)
    if total.is_deduction:
        parts = [words.deducted.format(figure(-total.achieved_points))]
    else:
        parts = [words.earned.format(figure(total.achieved_points), figure(total.total_positive))]
    lost, waiting = losses(results), undecided(results)
    if failed := required_lost(results):
        parts.append(words.required.format(id_list(failed, lang)))
    if lost:
        template = words.lost if len(lost) <= _MOST_LOSSES else words.lost_most
        parts.append(template.format(words.between.join(_named(loss, words) for loss in lost[:_MOST_LOSSES])))
    elif not waiting:
        parts.append(words.nothing_lost)
    if waiting:
        parts.append(words.undecided.format(id_list(waiting, lang)))
    return words.then.join(parts)


def _named(loss: Loss, words: _Wording) -> str:
    criterion = loss.result.criterion
    return words.loss.format(criterion.id, shortened(criterion.text), figure(-loss.points))
