"""Whether a run as a whole is worse than its baseline, by more than chance explains."""

from __future__ import annotations

from fractions import Fraction

from pytest_rubric.gating.baseline import messages
from pytest_rubric.gating.baseline.comparing import Comparison, same_judge
from pytest_rubric.gating.baseline.runs import RunComparison
from pytest_rubric.gating.gates import GateResult
from pytest_rubric.gating.statistics import ScoreComparison, compare_scores, conclusion
from pytest_rubric.reporting.numbers import plural

_OPTION = "--rubric-fail-if-worse"
_SMALLEST_SHOWN = 0.001


def evaluate(compared: RunComparison, *, not_evaluated: str | None = None) -> GateResult:
    """Hold the scores of all comparable cases against those they had. ``not_evaluated`` is why this run
    says nothing about it, such as that not all cases ran.

    Comparable are cases that have a score in both, with the same content and judge: else the difference
    may not be the agent's.
    """
    scores = [pair for each in compared.comparisons if (pair := _comparable(each)) is not None]
    if not_evaluated is not None or not scores:
        reason = not_evaluated or "no case has a score in both with the same content and judge"
        return _result(compared, None, 0, None, f"{_OPTION}: not evaluated: {reason}")
    found = compare_scores([before for before, _ in scores], [now for _, now in scores])
    held = conclusion(found) != "worse"
    return _result(compared, held, found.n, found.difference, _told(found, held))


def _result(
    compared: RunComparison, held: bool | None, counted: int, change: Fraction | None, told: str
) -> GateResult:
    return GateResult("fail_if_worse", held, None, change, counted, len(compared.comparisons), told)


def _comparable(each: Comparison) -> tuple[Fraction, Fraction] | None:
    """The scores then and now, where they measure the same."""
    before, now = each.before, each.now
    if before.score is None or now.score is None or each.case_changed is not None:
        return None
    return (before.score, now.score) if same_judge(before.judge, now.judge) else None


def _told(found: ScoreComparison, held: bool) -> str:
    change = f"its mean changed ({messages.mean_change(found)}) over {plural(found.n, 'comparable case')}"
    if held:
        return f"{_OPTION}: {change}: {conclusion(found)}"
    assert found.p_value is not None, "fewer cases are never worse"
    return f"the run fails ({_OPTION}): {change} by more than chance explains ({_p_value(found.p_value)})"


def _p_value(value: float) -> str:
    return f"p < {_SMALLEST_SHOWN}" if value < _SMALLEST_SHOWN else f"p = {value:.3f}"
