"""Criteria that code decides instead of the judge: ``check:`` in a case file.

A check that holds is a *yes* about its criterion, whatever the sign of the points. One that
can't be made (a function that raises, a schema that points elsewhere) is undecided and says why.
"""

from __future__ import annotations

from pytest_rubric.evaluators.checks.decide import KINDS, Checker
from pytest_rubric.evaluators.checks.texts import word_count

__all__ = ["KINDS", "Checker", "word_count"]
