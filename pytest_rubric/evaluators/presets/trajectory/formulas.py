"""The formulas of the presets on the way. Points are 0 to 100, exact; ``None`` is what doesn't apply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pytest_rubric.evaluators.presets.protocol import PointStatus, r1
from pytest_rubric.scoring.means import weighted_mean

COVERAGE = {"covered": Fraction(1), "partial": Fraction(1, 2), "missing": Fraction(0)}
"""What a key action earns; one that is ``not_applicable`` does not count."""

CAPS = {
    "missing_required_tool": Fraction(20),
    "hallucinated_critical_argument": Fraction(40),
    "wrong_core_tool": Fraction(50),
    "ignored_key_result": Fraction(50),
    "dependency_order_violation": Fraction(50),
}
"""The highest score that a run with such an issue can have."""


def completeness(actions: Sequence[tuple[Fraction, str]]) -> Fraction | None:
    """The share of key actions that were seen, from pairs of weight and coverage; ``None`` where none
    of them applies."""
    counted = [(weight, COVERAGE[seen]) for weight, seen in actions if seen in COVERAGE]
    if not counted:
        return None
    return r1(100 * weighted_mean(counted))


def weighted(points: Mapping[str, Fraction | None], weights: Mapping[str, int]) -> Fraction | None:
    """The weighted mean of the points that apply, to one decimal; ``None`` where none does."""
    counted = [(Fraction(weights[name]), point) for name, point in points.items() if point is not None]
    return r1(weighted_mean(counted)) if counted else None


def rate(some: int, all_: int) -> Fraction | None:
    """``some`` of ``all_`` as a point; ``None`` where there is nothing to take a part of."""
    return r1(Fraction(100 * some, all_)) if all_ else None


def capped(base: Fraction, caps: Sequence[Fraction]) -> Fraction:
    """The score that is left under the lowest of some caps."""
    return r1(min([base, *caps]))


def status(point: Fraction | None) -> PointStatus | None:
    """``covered`` for 100, ``missing`` for 0, else ``partial``; none for what doesn't apply."""
    if point is None:
        return None
    return "covered" if point == 100 else "missing" if point == 0 else "partial"
