"""The lint of cases: what can't work (faults), and what probably isn't meant (notes).

A fault makes the item an error, without a call. A note never changes an outcome; it is printed by
``pytest-rubric lint`` and counted in the summary.
"""

from __future__ import annotations

from pytest_rubric.model import Case, CaseSettings, CriteriaRubric
from pytest_rubric.scoring.figures import figure
from pytest_rubric.scoring.lint import dimensions, repeats, rubric
from pytest_rubric.scoring.lint.note import CODES, Note

__all__ = ["CODES", "Note", "faults", "notes"]


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
    elif 0 < threshold <= 1:
        found.append(
            f"threshold {figure(threshold)} looks like a share of 1, and nearly every output reaches it: "
            f"scores run from 0 to 100; write {figure(threshold * 100)}"
        )
    if isinstance(case.rubric, CriteriaRubric):
        found.extend(rubric.faults(case.rubric.criteria, threshold if in_range else None))
    if case.dimensions and in_range:
        found.extend(dimensions.faults(case.dimensions, threshold))
    found.extend(repeats.faults(case))
    return tuple(found)


def notes(case: Case, settings: CaseSettings) -> tuple[Note, ...]:
    """What of this case probably isn't meant, in the order of the file; empty where the case has
    faults of loading."""
    if case.faults:
        return ()
    # here: their patterns take a while to compile, and a run looks for faults alone
    from pytest_rubric.scoring.lint import case as case_lint
    from pytest_rubric.scoring.lint import criteria, evaluators, labels

    found = [*case_lint.notes(case, settings)]
    if case.criteria:
        found.extend(rubric.notes(case))
        for criterion in case.criteria:
            found.extend(criteria.notes(criterion, case))
    found.extend(dimensions.notes(case.dimensions))
    found.extend(evaluators.notes(case))
    found.extend(repeats.notes(case))
    found.extend(labels.notes(case))
    return tuple(sorted(found, key=lambda note: note.line or 0))
