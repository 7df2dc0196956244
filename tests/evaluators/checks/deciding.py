"""One check, decided."""

from __future__ import annotations

import asyncio
from fractions import Fraction

from pytest_rubric.evaluators.checks import Checker
from pytest_rubric.model import Case, Check, Criterion, CriterionResult

CASE = Case("greeting", "greeting", input="Say hello")


def decide(
    output: str,
    kind: str,
    argument: object,
    *,
    points: int = 10,
    lang: str = "en",
    timeout: float = 20.0,
) -> CriterionResult:
    check = Check(kind, argument)
    criterion = Criterion(1, f"{kind}: ...", Fraction(points), check=check)
    return asyncio.run(Checker().decide(criterion, check, output, CASE, timeout=timeout, lang=lang))
