"""From a criterion with a check to its result."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from pytest_rubric.evaluators.checks import run_log, structure, texts
from pytest_rubric.evaluators.checks.finding import CheckFault, Finding, WrongArgument
from pytest_rubric.evaluators.checks.functions import FunctionChecks
from pytest_rubric.evaluators.checks.wording import Wording, wording
from pytest_rubric.model import Case, Check, Criterion, CriterionResult
from pytest_rubric.scoring.points import status_for

_CHECKS: Mapping[str, Callable[[str, object, Wording], Finding]] = {
    "contains": texts.contains,
    "not_contains": texts.not_contains,
    "regex": texts.regex,
    "not_regex": texts.not_regex,
    "equals": texts.equals,
    "starts_with": texts.starts_with,
    "ends_with": texts.ends_with,
    "max_words": texts.max_words,
    "min_words": texts.min_words,
    "max_chars": texts.max_chars,
    "min_chars": texts.min_chars,
    "count": texts.count,
    "is_json": structure.is_json,
    "json_schema": structure.json_schema,
}

KINDS = (*_CHECKS, *run_log.CHECKS, "python")
"""Every kind of check, as it is written in a case file."""


class Checker:
    """Decides criteria that carry a check. One serves all cases of a session."""

    def __init__(self) -> None:
        self._functions = FunctionChecks()

    async def decide(
        self,
        criterion: Criterion,
        check: Check,
        output: str,
        case: Case,
        *,
        log: object = None,
        timeout: float,
        lang: str,
    ) -> CriterionResult:
        """The result, by code. ``log`` is the run log, if there is one; ``timeout`` limits a user's
        function, in seconds.

        Raises nothing: what can't be checked is undecided, and its note says why.
        """
        words = wording(lang)
        try:
            if check.kind == "python":
                found = await self._functions.call(str(check.argument), output, case, timeout, words)
            elif check.kind in run_log.CHECKS:
                found = _logged(check, log, words)
            else:
                found = _checked(check, output, words)
        except CheckFault as fault:
            return CriterionResult(criterion, "undecided", note=str(fault), details=fault.details)
        return CriterionResult(
            criterion, status_for(criterion.points, found.holds), reason=found.reason, quotes=found.quotes
        )


def _logged(check: Check, log: object, words: Wording) -> Finding:
    try:
        return run_log.check_log(check.kind, log, check.argument, words)
    except WrongArgument as error:
        raise CheckFault(words.wrong_argument.format(check.kind, error)) from error


def _checked(check: Check, output: str, words: Wording) -> Finding:
    made = _CHECKS.get(check.kind)
    if made is None:
        raise CheckFault(words.unknown_check.format(check.kind))
    try:
        return made(output, check.argument, words)
    except (WrongArgument, re.error, OverflowError, RecursionError) as error:
        raise CheckFault(words.wrong_argument.format(check.kind, error)) from error
