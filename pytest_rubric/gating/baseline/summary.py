"""A whole run against its baseline in a few lines: what got worse first, nobody left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pytest_rubric.gating.baseline.comparing import Comparison, same_judge
from pytest_rubric.gating.baseline.file_format import Baseline
from pytest_rubric.gating.baseline.merging import Merge
from pytest_rubric.gating.baseline.messages import difference, in_short, mean_change
from pytest_rubric.gating.baseline.runs import RunComparison
from pytest_rubric.gating.statistics import paired
from pytest_rubric.model.lines import first_of
from pytest_rubric.reporting.compared import Cause, Changed, Standing
from pytest_rubric.reporting.numbers import grouped, plural
from pytest_rubric.scoring.figures import figure, rounded
from pytest_rubric.scoring.means import mean

_COUNTS: tuple[tuple[Standing, str], ...] = (
    ("worse", "{n} worse"),
    ("fell", "{n} fell by more than {drop}"),
    ("lower", "{n} lower"),
    ("better", "{n} better"),
    ("known", "{n} failing as before"),
    ("same", "{n} as before"),
)
_NAMED: tuple[tuple[Standing, str], ...] = (
    ("worse", "worse"),
    ("fell", "fell too far"),
    ("lower", "lower"),
    ("better", "better"),
    ("known", "failing as before"),
)
_CAUSES: tuple[tuple[Cause, str], ...] = (
    ("agent", "{n} with another output (the agent)"),
    ("judge", "{n} with the same output (the judge)"),
    ("judge_changed", "{n} judged by another judge or prompt"),
)
_CHANGED: tuple[tuple[Changed, str], ...] = (
    ("rubric", "rubrics that changed since, so that scores measure different things"),
    ("case", "cases that changed since (input, context or reference)"),
)


@dataclass(frozen=True, slots=True)
class Before:
    """How sentences call what is compared with, and what to do where it serves no longer."""

    name: str = "the baseline"
    anew: str = "; record the baseline anew"


def lines(
    compared: RunComparison,
    baseline: Baseline,
    max_drop: Fraction | None,
    *,
    partial: str | None = None,
    called: Before | None = None,
) -> list[str]:
    """The comparison, one remark a line. ``partial`` is why not all cases ran, ``None`` where they did."""
    called = called or Before()
    told = [_counts(compared, max_drop)]
    if (means := _means(compared)) is not None:
        told.append(means)
    for standing, label in _NAMED:
        if found := compared.standing(standing, max_drop):
            told.append(f"{label}: {first_of([_case(each) for each in found])}")
    told += _causes(compared, called)
    told += _judges(compared.comparisons, called)
    told += _others(compared, baseline, partial, called)
    return told


def updated(merge: Merge, name: str, *, written: bool, partial: str | None = None) -> list[str]:
    """What an update did with the file, which is called ``name``."""
    told = [
        f"{name} {'updated' if written else 'is as it was'}: {plural(merge.added, 'case')} added, "
        f"{grouped(merge.changed)} changed, {grouped(merge.same)} as before, "
        f"{grouped(len(merge.dropped))} dropped"
    ]
    if merge.dropped:
        told.append(f"dropped: {first_of(merge.dropped)}")
    if merge.kept:
        told.append(f"not judged now, so kept as they were: {first_of(merge.kept)}")
    if merge.unrecorded:
        told.append(f"not judged, so not recorded: {first_of(merge.unrecorded)}")
    if partial is not None:
        told.append(f"only cases that ran were updated ({partial}): run all to drop those that are gone")
    return told


def _counts(compared: RunComparison, max_drop: Fraction | None) -> str:
    if not compared.comparisons:
        return "no case to compare"
    counted = Counter(each.standing(max_drop) for each in compared.comparisons)
    drop = figure(max_drop or Fraction(0))
    parts = [text.format(n=grouped(counted[name]), drop=drop) for name, text in _COUNTS if counted[name]]
    return f"{plural(len(compared.comparisons), 'case')} compared: {', '.join(parts)}"


def _means(compared: RunComparison) -> str | None:
    """The mean then and now, and whether that is more than chance."""
    scores = compared.scores
    if not scores:
        return None
    before, now = ([pair[at] for pair in scores] for at in (0, 1))
    means = f"mean {_mean(before)} then, {_mean(now)} now"
    over = f"over {plural(len(scores), 'case')} scored in both"
    if before == now:
        return f"{means}, {over}: the same scores"
    found = paired.compare_scores(before, now)
    return f"{means} ({mean_change(found)}), {over}: {_concluded(found)}{_passes(compared)}"


def _passes(compared: RunComparison) -> str:
    """The same for how many passed, where that changed."""
    gates = compared.gates
    found = paired.compare_passes([before for before, _ in gates], [now for _, now in gates])
    if not found.fell + found.rose:
        return ""
    return (
        f"; passing then and failing now {found.fell}, the other way round {found.rose}: {_concluded(found)}"
    )


def _concluded(found: paired.ScoreComparison | paired.PassComparison) -> str:
    conclusion = paired.conclusion(found)
    if conclusion != "can't tell":
        return conclusion
    needed = paired.cases_needed(found)
    if needed is None or needed <= found.n:
        return conclusion
    return f"{conclusion} (it would take about {plural(needed, 'case')})"


def _mean(scores: Sequence[Fraction]) -> str:
    return figure(rounded(mean(scores), 1))


def _case(each: Comparison) -> str:
    return f"{each.key} {in_short(each.before)} -> {in_short(each.now)}"


def _causes(compared: RunComparison, called: Before) -> list[str]:
    """How many cases changed for what reason, as far as that can be told."""
    causes = Counter(each.cause for each in compared.comparisons)
    parts = [text.format(n=grouped(causes[cause])) for cause, text in _CAUSES if causes[cause]]
    found = [f"scores or decisions changed: {', '.join(parts)}"] if parts else []
    for changed, text in _CHANGED:
        keys = [each.key for each in compared.comparisons if each.case_changed == changed]
        if keys:
            found.append(f"{text}{called.anew}: {first_of(keys)}")
    return found


def _judges(comparisons: Sequence[Comparison], called: Before) -> list[str]:
    """That the judge is another one, before anybody blames the agent."""
    others = Counter(
        difference(each.before.judge, each.now.judge)
        for each in comparisons
        if not same_judge(each.before.judge, each.now.judge)
    )
    return [
        f"{plural(number, 'case')} judged by {now}, in {called.name} by {before}: differences may be the "
        f"judge's{called.anew}"
        for (before, now), number in sorted(others.items(), key=lambda each: (-each[1], each[0]))
    ]


def _others(compared: RunComparison, baseline: Baseline, partial: str | None, called: Before) -> list[str]:
    """All cases that were not compared."""
    found = []
    if compared.new:
        found.append(f"new, not in {called.name}: {first_of(compared.new)}")
    if compared.renamed:
        found.append(f"renamed: {first_of([f'{before} -> {now}' for before, now in compared.renamed])}")
    if compared.missing:
        found.append(f"missing, in {called.name} only: {first_of(compared.missing)}")
    for label, keys in (("errors", compared.errored), ("skipped", compared.skipped)):
        if keys:
            found.append(f"{label}: {first_of([_was(key, baseline) for key in keys])}")
    if compared.unreached:
        told = [_was(key, baseline) for key in compared.unreached]
        found.append(f"ended before their check: {first_of(told)}")
    if compared.not_run:
        why = f" ({partial})" if partial else ""
        found.append(f"in {called.name}, not in this run{why}: {first_of(compared.not_run)}")
    return found


def _was(key: str, baseline: Baseline) -> str:
    before = baseline.cases.get(key)
    return key if before is None else f"{key} (was {in_short(before)})"
