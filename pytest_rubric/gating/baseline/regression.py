"""Whether a run as a whole is worse than its baseline, by more than chance explains."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pytest_rubric.gating.baseline import messages
from pytest_rubric.gating.baseline.comparing import Comparison, same_judge
from pytest_rubric.gating.baseline.runs import RunComparison
from pytest_rubric.gating.statistics import ScoreComparison, compare_scores, conclusion
from pytest_rubric.reporting.numbers import plural

_OPTION = "--rubric-fail-if-worse"
_SMALLEST_SHOWN = 0.001


@dataclass(frozen=True, slots=True)
class Regression:
    """``failed`` where the run is worse; ``told`` says so, or why nothing was looked at, else ``None``."""

    failed: bool
    told: str | None = None


def evaluate(compared: RunComparison, *, partial: str | None = None) -> Regression:
    """Hold the scores of all comparable cases against those they had. ``partial`` is why not all cases ran.

    Comparable are cases that have a score in both, with the same content and judge: else the difference
    may not be the agent's.
    """
    if partial is not None:
        return _not_evaluated(partial)
    scores = [pair for each in compared.comparisons if (pair := _comparable(each)) is not None]
    if not scores:
        return _not_evaluated("no case has a score in both with the same content and judge")
    found = compare_scores([before for before, _ in scores], [now for _, now in scores])
    return Regression(True, _told(found)) if conclusion(found) == "worse" else Regression(False)


def _comparable(each: Comparison) -> tuple[Fraction, Fraction] | None:
    """The scores then and now, where they measure the same."""
    before, now = each.before, each.now
    if before.score is None or now.score is None or each.case_changed is not None:
        return None
    return (before.score, now.score) if same_judge(before.judge, now.judge) else None


def _not_evaluated(reason: str) -> Regression:
    return Regression(False, f"{_OPTION}: not evaluated: {reason}")


def _told(found: ScoreComparison) -> str:
    assert found.p_value is not None, "fewer cases are never worse"
    return (
        f"the run fails ({_OPTION}): its mean changed ({messages.mean_change(found)}) over "
        f"{plural(found.n, 'comparable case')} by more than chance explains ({_p_value(found.p_value)})"
    )


def _p_value(value: float) -> str:
    return f"p < {_SMALLEST_SHOWN}" if value < _SMALLEST_SHOWN else f"p = {value:.3f}"
