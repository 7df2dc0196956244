"""The lint of cases: what can't work (faults), and what probably isn't meant (notes).

A fault makes the item an error, without a call. A note never changes an outcome; it is printed by
``pytest-rubric lint`` and counted in the summary.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pytest_rubric.model import Case, CaseSettings, CriteriaRubric, Criterion, CriterionResult
from pytest_rubric.model.lines import shortened
from pytest_rubric.scoring import (
    criterion_lint,
    dimension_lint,
    evaluator_lint,
    human_lint,
    repeat_lint,
    wording,
)
from pytest_rubric.scoring.dimensions import reach
from pytest_rubric.scoring.figures import figure
from pytest_rubric.scoring.points import interval, status_for, tally, total

MOST_CRITERIA = 25
# Judged criteria. A small rubric asks for a few things, and one for what to avoid would be forced.
NEEDS_PENALTY = 4
_WIDEST = 40

CODES: Mapping[str, str] = {
    "any-run-passes": "a case that passes when one of several runs does",
    "cannot-fail": "no decision of the judge can make the case fail",
    "checkable": "exact text or syntax, which a check decides for free",
    "contradiction": "one statement earns points and loses them",
    "countable": "a count, which models get wrong and a check gets right",
    "double-barrelled": "two statements in one criterion",
    "duplicate": "one statement twice",
    "heavy-penalties": "penalties above half of the positive points",
    "label-of-new-output": "what people say of an output that each run makes anew",
    "level-out-of-reach": "described levels that leave out the highest of the scale",
    "many-criteria": f"more than {MOST_CRITERIA} criteria in one case",
    "missing-reference": "a criterion names a reference answer that the case does not have",
    "negated-penalty": "a penalty for something that is not done",
    "no-penalty": f"nothing costs points, in a rubric with {NEEDS_PENALTY} judged criteria or more",
    "overlapping-evaluators": "evaluators that judge the same calls of tools",
    "placeholder": "a text that is still to be written",
    "rule-needs-all": "a rule that lets no run fail with so many runs",
    "sign-tag": "a `type:` tag that contradicts the sign of the points",
    "threshold-scale": "a threshold that looks like a share of 1",
    "type-tag": "a `type:` tag that is neither `type:positive` nor `type:negative`",
    "unknown-evaluator": "a name in `evaluators` that only a hook of the project can know",
    "vague": "a word of praise instead of an observable statement",
}
"""Every code that a note can have, with what it stands for."""


@dataclass(frozen=True, slots=True)
class Note:
    """One remark about a case. ``code`` is one of :data:`CODES` and permanent; ``message`` says
    what was found and what to do; ``line`` counts from 1, ``None`` where it is not known."""

    code: str
    message: str
    line: int | None = None


def faults(case: Case, settings: CaseSettings) -> tuple[str, ...]:
    """What of this case can't work, whatever the judge says; empty where it can.

    A case that has faults of loading is not looked at: parts of it may be missing.
    """
    if case.faults:
        return ()
    found: list[str] = []
    threshold = settings.threshold
    in_range = 0 <= threshold <= 100
    if not in_range:
        found.append(
            f"threshold {figure(threshold)} can't be reached: scores run from 0 to 100; "
            "write a threshold in that range"
        )
    if isinstance(case.rubric, CriteriaRubric):
        found.extend(_rubric_faults(case.rubric.criteria, threshold if in_range else None))
    if case.dimensions and in_range:
        found.extend(dimension_lint.faults(case.dimensions, threshold))
    found.extend(repeat_lint.faults(case))
    return tuple(found)


def notes(case: Case, settings: CaseSettings) -> tuple[Note, ...]:
    """What of this case probably isn't meant, in the order of the file; empty where the case has
    faults of loading."""
    if case.faults:
        return ()
    found = [*_case_notes(case, settings)]
    if case.criteria:
        found.extend(_rubric_notes(case))
        for criterion in case.criteria:
            found.extend(_criterion_notes(criterion, case))
    for others in (
        dimension_lint.notes(case.dimensions),
        evaluator_lint.notes(case),
        repeat_lint.notes(case),
        human_lint.notes(case),
    ):
        found.extend(Note(*note) for note in others)
    return tuple(sorted(found, key=lambda note: note.line or 0))


# --- what a rubric can score ------------------------------------------------------------------


@dataclass(slots=True)
class _Statement:
    """All criteria that one answer decides: ``members`` pairs each with the answer on which it holds."""

    members: list[tuple[Criterion, bool]] = field(default_factory=list)

    @property
    def criteria(self) -> list[Criterion]:
        return [criterion for criterion, _ in self.members]

    @property
    def allowed(self) -> list[bool]:
        """The answers that lose no required criterion."""
        return [answer for answer in (True, False) if all(self._keeps(answer, m) for m in self.members)]

    @staticmethod
    def _keeps(answer: bool, member: tuple[Criterion, bool]) -> bool:
        criterion, holds_on = member
        return not criterion.required or (answer == holds_on) == (criterion.points > 0)

    def results(self, answer: bool) -> list[CriterionResult]:
        """What an answer decides."""
        return [
            CriterionResult(criterion, status_for(criterion.points, answer == holds_on))
            for criterion, holds_on in self.members
        ]

    @property
    def best(self) -> list[CriterionResult]:
        """What the allowed answer decides that brings most; where none is allowed, of either."""
        return max(
            (self.results(answer) for answer in self.allowed or (True, False)),
            key=lambda results: tally(results).achieved_points,
        )

    @property
    def is_divided(self) -> bool:
        """Whether each answer loses points: what one criterion wants, another doesn't."""
        return tally(self.best).achieved_points < _positive(self.criteria)


def _statements(criteria: Iterable[Criterion]) -> list[_Statement]:
    by_key: dict[tuple[str, str], _Statement] = {}
    for criterion in criteria:
        key, holds_on = _key(criterion)
        by_key.setdefault(key, _Statement()).members.append((criterion, holds_on))
    return list(by_key.values())


_OPPOSITES = {"not_contains": "contains", "not_regex": "regex"}


def _key(criterion: Criterion) -> tuple[tuple[str, str], bool]:
    """What decides the criterion, and the answer on which it holds."""
    check = criterion.check
    if check is None:
        return (str(criterion.turn or ""), wording.statement_key(criterion.text)), True
    argument = json.dumps(check.argument, sort_keys=True, ensure_ascii=False, default=repr)
    opposite = _OPPOSITES.get(check.kind)
    about = f"{opposite or check.kind} {criterion.turn or ''}"
    return (about, argument), opposite is None


def _lowest_score(criteria: Iterable[Criterion]) -> int:
    return interval([CriterionResult(criterion, "undecided") for criterion in criteria])[0]


def _positive(criteria: Iterable[Criterion]) -> Fraction:
    return total(c.points for c in criteria if c.points > 0)


def _negative(criteria: Iterable[Criterion]) -> Fraction:
    return -total(c.points for c in criteria if c.points < 0)


def _rubric_faults(criteria: Sequence[Criterion], threshold: Fraction | None) -> Iterator[str]:
    if not criteria:
        yield ("the rubric has no criterion: add one, or leave `Judge` out to compare with `ExpectedOutput`")
        return
    statements = _statements(criteria)
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


# --- notes on the case ------------------------------------------------------------------------


def _case_notes(case: Case, settings: CaseSettings) -> Iterator[Note]:
    line = case.location.line if case.location else None
    threshold = settings.threshold
    if 0 < threshold <= 1:
        yield Note(
            "threshold-scale",
            f"threshold {figure(threshold)} is on a scale of 0 to 100; "
            f"write {figure(threshold * 100)} if a share was meant",
            line,
        )
    if _cannot_fail(case, threshold):
        if threshold <= 0:
            advice = "set a threshold above 0, or mark a criterion `required: true`"
        else:
            lowest = reach(case.dimensions)[0] if case.dimensions else _lowest_score(case.criteria)
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
            f"`ExpectedOutput` is still a placeholder ({_short(case.expected_output)}); "
            "write the reference answer, or leave the key out",
            line,
        )
    if isinstance(case.input, str) and wording.is_placeholder(case.input):
        yield Note("placeholder", f"`Input` is still a placeholder ({_short(case.input)}); write it", line)


def _cannot_fail(case: Case, threshold: Fraction) -> bool:
    if case.compare is not None or any(c.required for c in case.criteria):
        return False
    if case.dimensions:
        return reach(case.dimensions)[0] >= threshold
    if not case.criteria:
        return threshold <= 0 and not case.evaluators
    if any(c.points > 0 for c in case.criteria):
        return threshold <= 0  # with none of them met, the score is 0
    return _lowest_score(case.criteria) >= threshold


# --- notes on the rubric ----------------------------------------------------------------------

# Checks that already say what must not happen.
_FORBIDDING = frozenset({"not_contains", "not_regex", "max_words", "max_chars"})


def _rubric_notes(case: Case) -> Iterator[Note]:
    criteria = case.criteria
    line = case.judge_line or (case.location.line if case.location else None)
    positive, negative = _positive(criteria), _negative(criteria)
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
    for statement in _statements(criteria):
        yield from _repeated(statement)


def _repeated(statement: _Statement) -> Iterator[Note]:
    first, *others = statement.criteria
    for other in others:
        if statement.is_divided and _pull(first) != _pull(other):
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


def _pull(criterion: Criterion) -> bool:
    """Whether a yes is what speaks for the output: it wins the points, or keeps them."""
    return (criterion.points > 0) == _key(criterion)[1]


# --- notes on one criterion -------------------------------------------------------------------


def _criterion_notes(criterion: Criterion, case: Case) -> Iterator[Note]:
    for code, message in criterion_lint.remarks(criterion, has_reference=case.expected_output is not None):
        yield Note(code, f"#{criterion.id} {message}", criterion.line)


# --- words ------------------------------------------------------------------------------------


def _ids(criteria: Sequence[Criterion]) -> str:
    names = [f"#{c.id}" for c in criteria]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _short(text: str) -> str:
    return f'"{shortened(text, _WIDEST)}"'
