"""The lint of criteria together: what they can score, and how they fit each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pytest_rubric.model import Case, Criterion
from pytest_rubric.scoring.figures import figure
from pytest_rubric.scoring.lint.note import MOST_CRITERIA, NEEDS_PENALTY, Note
from pytest_rubric.scoring.lint.statements import (
    Statement,
    negative_points,
    positive_points,
    speaks_for,
    statements_of,
)
from pytest_rubric.scoring.points import tally

# Checks that already say what must not happen.
_FORBIDDING = frozenset({"not_contains", "not_regex", "max_words", "max_chars"})


def faults(criteria: Sequence[Criterion], threshold: Fraction | None) -> Iterator[str]:
    if not criteria:
        yield ("the rubric has no criterion: add one, or leave `Judge` out to compare with `ExpectedOutput`")
        return
    statements = statements_of(criteria)
    if len(statements) == len(criteria):
        return  # each is decided on its own, so all points can be had
    impossible = [s for s in statements if not s.allowed]
    for statement in impossible:
        yield (
            f"required criteria {_ids(statement.criteria)} can't all be fulfilled: they are decided by the "
            "same answer and ask for opposite ones; remove `required` from one of them"
        )
    if impossible or threshold is None:
        return
    best = tally(result for statement in statements for result in statement.best).score
    if best < threshold:
        causes = "; ".join(_ids(s.criteria) for s in statements if s.is_divided)
        yield (
            f"threshold {figure(threshold)} can't be reached: the best score is {best}, because no output "
            f"gets the full points of {causes}, which the same answer decides; remove one of them "
            "or lower the threshold"
        )


def notes(case: Case) -> Iterator[Note]:
    criteria = case.criteria
    line = case.judge_line or (case.location.line if case.location else None)
    positive, negative = positive_points(criteria), negative_points(criteria)
    judged = sum(c.check is None for c in criteria)
    forbids = any(c.check and c.check.kind in _FORBIDDING for c in criteria)
    if judged >= NEEDS_PENALTY and not negative and not forbids:
        yield Note(
            "no-penalty",
            "no criterion has negative points, so nothing bad that the output adds can cost any; "
            "add one for the worst thing it could say",
            line,
        )
    if positive and negative * 2 > positive:
        yield Note(
            "heavy-penalties",
            f"penalties add up to {figure(negative)}, more than half of the {figure(positive)} positive "
            "points, so one slip outweighs much that is right; lower them, or mark what must "
            "never happen `required: true`",
            line,
        )
    if len(criteria) > MOST_CRITERIA:
        yield Note(
            "many-criteria",
            f"{len(criteria)} criteria in one case (above {MOST_CRITERIA}) are judged less carefully and "
            "each weighs little; split the case or merge criteria",
            line,
        )
    for statement in statements_of(criteria):
        yield from _repeated(statement)


def _repeated(statement: Statement) -> Iterator[Note]:
    first, *others = statement.criteria
    for other in others:
        if statement.is_divided and speaks_for(first) != speaks_for(other):
            yield Note(
                "contradiction",
                f"#{other.id} pulls against #{first.id}: the same answer decides both, and whatever it is, "
                "one of them loses points; remove one",
                other.line,
            )
        else:
            yield Note(
                "duplicate",
                f"#{other.id} says the same as #{first.id}, which counts twice; "
                "remove one and add up the points",
                other.line,
            )


def _ids(criteria: Sequence[Criterion]) -> str:
    names = [f"#{c.id}" for c in criteria]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
