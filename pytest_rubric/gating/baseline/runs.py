"""A whole run held against a baseline: every case of either is in exactly one list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from pytest_rubric.gating.baseline.comparing import Comparison, compare
from pytest_rubric.gating.baseline.file_format import Baseline
from pytest_rubric.gating.baseline.states import CaseState, keyed, nodeid_of, order, state_of, was_to_fail
from pytest_rubric.reporting.compared import Standing
from pytest_rubric.reporting.record import Record


@dataclass(frozen=True)
class Run:
    """The cases of a run by key: ``judged`` ones, those that ended in an ``errored`` and those that were
    ``skipped``. ``unreached`` are node ids of tests that something ended, perhaps before a check of theirs;
    ``whole`` those of tests that ran to their last line, and so made every check that they have."""

    judged: Mapping[str, CaseState] = field(default_factory=dict)
    errored: Sequence[str] = ()
    skipped: Sequence[str] = ()
    unreached: frozenset[str] = frozenset()
    whole: frozenset[str] = frozenset()

    def has(self, key: str) -> bool:
        """Whether this case took part, however it ended."""
        return key in self.judged or key in self._not_judged

    @cached_property
    def _not_judged(self) -> frozenset[str]:
        return frozenset((*self.errored, *self.skipped))

    def reached(self, key: str) -> bool:
        """Whether its test took part: a Python test may end before it checks anything."""
        return self.has(key) or nodeid_of(key) in self.unreached


def run_of(records: Iterable[Record], *, unreached: Iterable[str] = (), whole: Iterable[str] = ()) -> Run:
    """The run in its records, and what is known of its tests, as :class:`Run` has it."""
    judged: dict[str, CaseState] = {}
    errored: dict[str, None] = {}
    skipped: dict[str, None] = {}
    for key, record in keyed(records):
        if was_to_fail(record):
            continue
        state = state_of(record)
        if state is not None:
            judged[key] = state
        elif record["outcome"] in ("skipped", "xfailed"):
            # a case that was not judged because of a mark, too
            skipped[key] = None
        else:
            errored[key] = None
    return Run(judged, tuple(errored), tuple(skipped), frozenset(unreached), frozenset(whole))


def renamed(key: str, state: CaseState, baseline: Baseline, is_gone: Callable[[str], bool]) -> str | None:
    """Under which name the baseline has a case that it doesn't have under its own; ``None`` for a new one.

    It is found by content, among those cases of the baseline that are gone. Where several have the same
    content, the output tells; where that doesn't, nobody can.
    """
    if state.case_hash is None or key in baseline.cases:
        return None
    alike = [name for name in baseline.by_content.get(state.case_hash, ()) if is_gone(name)]
    if len(alike) > 1:
        alike = [name for name in alike if baseline.cases[name].output_hash == state.output_hash]
    return alike[0] if len(alike) == 1 else None


@dataclass(frozen=True, slots=True)
class RunComparison:
    """What became of each case, all in the order of files and ids.

    ``comparisons`` are the cases that were judged in both; ``new`` ones are not in the baseline; ``missing``
    ones are gone; ``errored`` and ``skipped`` ones are not judged now, whether the baseline has them or
    not; ``unreached`` are in the baseline, and their tests ended before; ``not_run`` are in the
    baseline and were not to run this time. ``renamed`` has (then, now).
    """

    comparisons: tuple[Comparison, ...] = ()
    new: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()
    errored: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    unreached: tuple[str, ...] = ()
    not_run: tuple[str, ...] = ()

    def standing(self, standing: Standing, max_drop: Fraction | None) -> tuple[Comparison, ...]:
        """The cases that stand so."""
        return tuple(each for each in self.comparisons if each.standing(max_drop) == standing)

    @property
    def scores(self) -> list[tuple[Fraction, Fraction]]:
        """Scores (then, now) of the cases that have both."""
        return [
            (each.before.score, each.now.score)
            for each in self.comparisons
            if each.before.score is not None and each.now.score is not None
        ]

    @property
    def gates(self) -> list[tuple[bool, bool]]:
        """Whether each case passed, then and now."""
        return [(each.before.passed, each.now.passed) for each in self.comparisons]


def compare_runs(
    baseline: Baseline,
    run: Run,
    *,
    is_gone: Callable[[str], bool],
    names: Mapping[str, str] | None = None,
) -> RunComparison:
    """Hold a run against a baseline.

    ``is_gone`` says of a case of the baseline that took no part whether it exists no longer. ``names`` are
    the keys that cases of this run were found under already, where that is known; else those that
    are gone are looked through by content.
    """
    comparisons: list[Comparison] = []
    new: list[str] = []
    moved: dict[str, str] = {}
    for key in sorted(run.judged, key=order):
        state = run.judged[key]
        before = key if key in baseline.cases else _before(key, state, baseline, is_gone, names)
        if before is None:
            new.append(key)
            continue
        if before != key:
            moved[before] = key
        comparisons.append(compare(key, state, before, baseline.cases[before]))
    left = [key for key in sorted(baseline.cases, key=order) if not run.has(key) and key not in moved]
    unreached = [key for key in left if run.reached(key)]
    gone = [key for key in left if not run.reached(key) and (nodeid_of(key) in run.whole or is_gone(key))]
    told = {*unreached, *gone}
    return RunComparison(
        comparisons=tuple(comparisons),
        new=tuple(new),
        missing=tuple(gone),
        renamed=tuple(moved.items()),
        errored=tuple(sorted(run.errored, key=order)),
        skipped=tuple(sorted(run.skipped, key=order)),
        unreached=tuple(unreached),
        not_run=tuple(key for key in left if key not in told),
    )


def _before(
    key: str,
    state: CaseState,
    baseline: Baseline,
    is_gone: Callable[[str], bool],
    names: Mapping[str, str] | None,
) -> str | None:
    if names is not None:
        found = names.get(key)
        return found if found in baseline.cases else None
    return renamed(key, state, baseline, is_gone)
