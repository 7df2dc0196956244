"""How reliable a target is over several tries, estimated from more runs than tries.

``pass@k`` is the chance that at least one of k runs passes (Chen and others, "Evaluating Large Language
Models Trained on Code", 2021, arXiv:2107.03374); ``pass^k`` that all k do (Yao and others, "tau-bench: A
Benchmark for Tool-Agent-User Interaction in Real-World Domains", 2024, arXiv:2406.12045). Both count the
ways of drawing k of the n runs without putting them back, which is unbiased; shares of k-th powers are not.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb


def pass_at_k(n: int, c: int, k: int) -> Fraction:
    """The estimated chance that one of ``k`` runs passes at least, where ``c`` of ``n`` did.

    ``k`` is 1 to ``n``; for a larger one the runs say nothing. Raises ``ValueError``.
    """
    _check(n, c, k)
    return 1 - Fraction(comb(n - c, k), comb(n, k))


def pass_hat_k(n: int, c: int, k: int) -> Fraction:
    """The estimated chance that all of ``k`` runs pass, where ``c`` of ``n`` did; see :func:`pass_at_k`."""
    _check(n, c, k)
    return Fraction(comb(c, k), comb(n, k))


def _check(n: int, c: int, k: int) -> None:
    if not (0 <= c <= n and 1 <= k <= n):
        raise ValueError(f"of {n} runs with {c} passed nothing can be estimated for k = {k}")
