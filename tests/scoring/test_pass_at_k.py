"""pass@k and pass^k: held against every way of drawing k runs, one by one."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from pytest_rubric.scoring.pass_at_k import pass_at_k, pass_hat_k


@pytest.mark.parametrize(("n", "c"), [(n, c) for n in range(1, 8) for c in range(n + 1)])
def test_both_count_the_draws_of_k_runs(n: int, c: int) -> None:
    runs = [number < c for number in range(n)]
    for k in range(1, n + 1):
        draws = list(combinations(runs, k))
        assert pass_at_k(n, c, k) == Fraction(sum(map(any, draws)), len(draws))
        assert pass_hat_k(n, c, k) == Fraction(sum(map(all, draws)), len(draws))


def test_estimates_are_exact_and_do_not_overflow() -> None:
    assert pass_at_k(5, 2, 2) == Fraction(7, 10)
    assert pass_hat_k(5, 2, 2) == Fraction(1, 10)
    assert pass_at_k(1000, 1, 500) == Fraction(1, 2)
    assert pass_hat_k(1000, 999, 500) == Fraction(1, 2)


@pytest.mark.parametrize(("n", "c", "k"), [(5, 2, 6), (5, 2, 0), (5, 6, 1), (5, -1, 1), (0, 0, 1)])
def test_beyond_the_runs_there_is_no_estimate(n: int, c: int, k: int) -> None:
    for estimate in (pass_at_k, pass_hat_k):
        with pytest.raises(
            ValueError, match=f"of {n} runs with {c} passed nothing can be estimated for k = {k}"
        ):
            estimate(n, c, k)
