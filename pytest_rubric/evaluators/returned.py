"""What an evaluator returns is held to its contract: a user's own may return anything."""

from __future__ import annotations

from fractions import Fraction
from typing import get_args

from pytest_rubric.errors import EvaluatorError
from pytest_rubric.model import Evaluation, State, Verdict

_STATES, _VERDICTS = get_args(State), get_args(Verdict)


def checked(returned: object, evaluator: str) -> Evaluation:
    """The evaluation. Raises :class:`EvaluatorError` for anything else, and for fields that no result can
    have: what is written of them could not be read again, and would pass or fail for nothing."""
    if not isinstance(returned, Evaluation):
        raise EvaluatorError(
            f"evaluator {evaluator!r} returned {type(returned).__name__}; it must return a "
            "pytest_rubric.Evaluation"
        )
    for field, fine, allowed in (
        ("state", returned.state in _STATES, ", ".join(_STATES)),
        ("score", _is_score(returned.score), "None, or a number from 0 to 100"),
        ("verdict", returned.verdict in (None, *_VERDICTS), f"None, {', '.join(_VERDICTS)}"),
        ("passed", returned.passed in (None, True, False), "None, True, False"),
    ):
        if not fine:
            raise EvaluatorError(
                f"evaluator {evaluator!r} returned an Evaluation with {field} {getattr(returned, field)!r}; "
                f"allowed: {allowed}"
            )
    if (returned.state == "judged") == (returned.passed is None):
        raise EvaluatorError(
            f"evaluator {evaluator!r} returned an Evaluation with state {returned.state!r} and passed "
            f"{returned.passed!r}; `passed` is True or False where it judged, and None where it did not"
        )
    return returned


def _is_score(score: object) -> bool:
    if score is None:
        return True
    return isinstance(score, (int, float, Fraction)) and not isinstance(score, bool) and 0 <= score <= 100
