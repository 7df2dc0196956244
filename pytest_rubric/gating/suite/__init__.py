"""Gates of a suite: what a whole run has to reach, beyond its single cases.

:func:`evaluate` holds the records of a whole run against :class:`~pytest_rubric.model.SuiteGates`;
:mod:`.summary` says what came of it.
"""

from __future__ import annotations

from pytest_rubric.gating.suite.gates import SuiteResult, evaluate, not_evaluated
from pytest_rubric.gating.suite.measuring import Measured

__all__ = ["Measured", "SuiteResult", "evaluate", "not_evaluated"]
