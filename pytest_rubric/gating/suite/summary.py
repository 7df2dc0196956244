"""What the summary says of the gates of a suite."""

from __future__ import annotations

from pytest_rubric.gating import gates
from pytest_rubric.gating.suite.gates import SuiteResult


def lines(result: SuiteResult) -> list[str]:
    """One line for each gate that did not hold or could not be looked at, one for all that held."""
    if result.not_evaluated is not None:
        return [f"gates: not evaluated: {result.not_evaluated}"]
    return gates.lines(result.gates)


def unevaluated(result: SuiteResult) -> list[str]:
    """Those of the lines that say of a gate that it could not be looked at."""
    return lines(result) if result.not_evaluated is not None else gates.unevaluated(result.gates)
