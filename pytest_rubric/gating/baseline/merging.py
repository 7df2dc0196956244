"""What a run leaves in the baseline."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pytest_rubric.gating.baseline.comparing import same_judge
from pytest_rubric.gating.baseline.file_format import Baseline
from pytest_rubric.gating.baseline.runs import Run, RunComparison
from pytest_rubric.gating.baseline.states import CaseState, order


@dataclass(frozen=True, slots=True)
class Merge:
    """What an update did: how many cases were ``added``, ``changed`` and left ``same``; the ``dropped``
    ones, those ``kept`` as they were although they ran, since they were not judged, and those
    ``unrecorded`` for the same reason, which the baseline doesn't have."""

    baseline: Baseline
    added: int = 0
    changed: int = 0
    same: int = 0
    dropped: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    unrecorded: tuple[str, ...] = ()


def merge(old: Baseline, run: Run, compared: RunComparison) -> Merge:
    """Put the judged cases of a run in place of what the baseline has of them.

    A renamed case leaves its old name, and what ``compared`` calls missing is dropped. Everything else
    stays: what ended in an error or was skipped, and what was not to run.
    """
    moved = {before for before, _ in compared.renamed}
    gone = {*compared.missing, *moved}
    cases = {key: state for key, state in old.cases.items() if key not in gone}
    added = changed = same = 0
    for key, state in run.judged.items():
        before = old.cases.get(key)
        if before is None:
            added += 1
        elif _alike(before, state):
            same += 1
        else:
            changed += 1
        cases[key] = state
    return Merge(
        Baseline(cases),
        added=added,
        changed=changed,
        same=same,
        dropped=tuple(sorted((key for key in old.cases if key in gone), key=order)),
        kept=tuple(
            sorted(
                (key for key in old.cases if key not in gone and key not in run.judged and run.reached(key)),
                key=order,
            )
        ),
        unrecorded=tuple(key for key in (*compared.errored, *compared.skipped) if key not in old.cases),
    )


def _alike(before: CaseState, now: CaseState) -> bool:
    """Whether the file says the same of both: of prompts, a case names only what it was asked with."""
    return replace(before, judge=None) == replace(now, judge=None) and same_judge(before.judge, now.judge)
