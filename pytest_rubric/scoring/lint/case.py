"""Notes on a case as a whole: its threshold, its texts."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pytest_rubric.model import Case, CaseSettings
from pytest_rubric.scoring import wording
from pytest_rubric.scoring.dimensions import reach
from pytest_rubric.scoring.figures import figure
from pytest_rubric.scoring.lint.note import Note
from pytest_rubric.scoring.lint.shape import short
from pytest_rubric.scoring.lint.statements import lowest_score


def notes(case: Case, settings: CaseSettings) -> Iterator[Note]:
    line = case.location.line if case.location else None
    threshold = settings.threshold
    if _cannot_fail(case, threshold):
        if threshold <= 0:
            advice = "set a threshold above 0, or mark a criterion `required: true`"
        else:
            lowest = reach(case.dimensions)[0] if case.dimensions else lowest_score(case.criteria)
            more = "" if case.dimensions else ", or the penalties"
            advice = f"it scores {lowest} at worst; raise the threshold{more}"
        yield Note(
            "cannot-fail",
            f"this case asserts nothing: with threshold {figure(threshold)} it can't fail; {advice}",
            line,
        )
    if case.compare is not None and case.compare.expect is None:
        yield Note("cannot-fail", "this case asserts nothing: give `compare` an `expect`", line)
    if case.expected_output is not None and wording.is_placeholder(case.expected_output):
        yield Note(
            "placeholder",
            f"`ExpectedOutput` is still a placeholder ({short(case.expected_output)}); "
            "write the reference answer, or leave the key out",
            line,
        )
    if isinstance(case.input, str) and wording.is_placeholder(case.input):
        yield Note("placeholder", f"`Input` is still a placeholder ({short(case.input)}); write it", line)


def _cannot_fail(case: Case, threshold: Fraction) -> bool:
    if case.compare is not None or any(c.required for c in case.criteria):
        return False
    if case.dimensions:
        return reach(case.dimensions)[0] >= threshold
    if not case.criteria:
        return threshold <= 0 and not case.evaluators
    if any(c.points > 0 for c in case.criteria):
        return threshold <= 0  # with none of them met, the score is 0
    return lowest_score(case.criteria) >= threshold
