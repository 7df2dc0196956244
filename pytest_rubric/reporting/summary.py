"""The terminal's summary: the worst cases in one table, what was lost where, and the totals."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from pytest_rubric.model.lines import first_of, one_line
from pytest_rubric.reporting import averages, comparison, discrimination, position_bias, repeats
from pytest_rubric.reporting.case_table import case_table
from pytest_rubric.reporting.layout import hanging
from pytest_rubric.reporting.numbers import grouped, plural
from pytest_rubric.reporting.record import Record
from pytest_rubric.reporting.totals import (
    Totals,
    counted,
    pasteable,
    totals,
    worst_first,
)
from pytest_rubric.scoring.figures import figure

_MOST_ROWS = 15
_MOST_TAGS = 6
_NARROWEST = 40
_MOST_CAUSES = 3
_FEW = 3
_QUOTES_OF_A_MODEL = (
    " (small models paraphrase): --rubric-strategy criterion asks one criterion a call, "
    "--rubric-evidence warn keeps such decisions and marks them"
)
_QUOTES_OF_A_SCRIPT = ": copy those of the ScriptedJudge from there word for word"


@dataclass(frozen=True, slots=True)
class Extras:
    """What the records don't hold.

    ``seconds`` is the time of the run; ``no_judge`` counts items by the cause that left them
    without a judge, ``skippable`` says that ``--rubric-on-unavailable skip`` would skip some that
    are errors; ``unrecorded`` counts items whose stored reply is missing. ``told_below`` are the
    positions of all these records: a remark tells of them, instead of rows of the table.
    ``reports`` says where whole reports are; ``lint_notes`` counts the notes of
    ``pytest-rubric lint``. ``scripted`` says that a ``ScriptedJudge`` stood in for the judge.
    """

    seconds: float | None = None
    no_judge: Mapping[str, int] = field(default_factory=dict)
    skippable: bool = False
    unrecorded: int = 0
    told_below: Collection[int] = ()
    reports: str | None = None
    lint_notes: int = 0
    scripted: bool = False


def lines(records: Sequence[Record], *, width: int, extras: Extras | None = None) -> list[str]:
    """The summary of a run, at most ``width`` columns wide; no line where there is no record."""
    if not records:
        return []
    extras = extras or Extras()
    width = max(width, _NARROWEST)
    found = totals(records)
    shown = [
        *_table(records, extras, width),
        *comparison.lines(records, width),
        *_bias(records, width),
        *_tags(found, width),
        *_wrapped(counted(found), width),
        *([] if (told := averages.line(records)) is None else _wrapped(told, width)),
        *([] if (told := repeats.line(records)) is None else _wrapped(told, width)),
        *([] if (told := discrimination.line(records)) is None else _wrapped(told, width)),
    ]
    if found.calls or found.stored:
        shown += _wrapped(_judging(found, extras), width)
    for told in _making(found):
        shown += _wrapped(told, width)
    for remark in _remarks(records, found, extras):
        shown += _wrapped(remark, width)
    return shown


def _bias(records: Sequence[Record], width: int) -> list[str]:
    told = position_bias.line(records)
    return [] if told is None else _wrapped(told, width)


def _wrapped(text: str, width: int) -> list[str]:
    first, _, rest = text.partition(" ")
    return hanging(f"{first} ", rest, width)


def _table(records: Sequence[Record], extras: Extras, width: int) -> list[str]:
    left_out = frozenset(extras.told_below)
    worst = worst_first(record for at, record in enumerate(records) if at not in left_out)
    groups = _grouped(worst)
    if not groups:
        return []
    named = [
        (first_of([one_line(pasteable(each)) for each in group], 1), group[0])
        for group in groups[:_MOST_ROWS]
    ]
    left = len(groups) - len(named)
    return [
        *case_table(named, width),
        *([f"... and {grouped(left)} more: see --rubric-report-dir"] if left else []),
        "",
    ]


def _grouped(worst: Sequence[Record]) -> list[list[Record]]:
    """Errors with the same message make one row; a judge that is down is one story, not fifty."""
    groups: dict[object, list[Record]] = {}
    for record in worst:
        key = record["error"] if record["outcome"] == "error" and record["error"] else id(record)
        groups.setdefault(key, []).append(record)
    return list(groups.values())


def _tags(found: Totals, width: int) -> list[str]:
    if not found.lost_by_tag:
        return []
    items = [f"{one_line(tag)} {figure(points)}" for tag, points in found.lost_by_tag.items()]
    return _wrapped(f"points lost by tag: {first_of(items, _MOST_TAGS)}", width)


def _judging(found: Totals, extras: Extras) -> str:
    parts = [
        f"judge{' (scripted)' if extras.scripted else ''}: {plural(found.calls, 'call')}",
        f"{plural(found.stored, 'reply', 'replies')} from the store",
    ]
    if found.input_tokens or found.output_tokens:
        parts.append(f"{grouped(found.input_tokens)} tokens in, {grouped(found.output_tokens)} out")
    if extras.seconds is not None:
        parts.append(f"{extras.seconds:.1f} s")
    return ", ".join(parts)


def _making(found: Totals) -> list[str]:
    """What the outputs took, as far as their targets tell: apart from the judge's."""
    tokens = found.target_input_tokens + found.target_output_tokens
    if not found.target_calls and not tokens:
        return []
    parts = [plural(found.target_calls, "call")] if found.target_calls else []
    if tokens:
        parts.append(
            f"{grouped(found.target_input_tokens)} tokens in, {grouped(found.target_output_tokens)} out"
        )
    return [f"targets: {', '.join(parts)}"]


def _remarks(records: Sequence[Record], found: Totals, extras: Extras) -> list[str]:
    remarks = []
    if found.whole:
        remarks.append(f"{plural(found.whole, 'decision')} on the whole output, without a quote")
    if found.many_quotes_missing:
        verb = "is" if found.quotes_missing == 1 else "are"
        remarks.append(
            f"{found.quotes_missing} of {plural(found.quotes, 'quote')} {verb} "
            "not in the text that the judge names"
            + (_QUOTES_OF_A_SCRIPT if extras.scripted else _QUOTES_OF_A_MODEL)
        )
    if extras.unrecorded:
        remarks.append(
            f"{plural(extras.unrecorded, 'case has', 'cases have')} no stored reply: run with "
            "--rubric-replies auto where the judge can be reached, and commit the replies folder"
        )
    remarks += _without_judge(records, extras)
    if extras.reports is not None:
        remarks.append(f"whole reports: {extras.reports}")
    if extras.lint_notes:
        remarks.append(f"{plural(extras.lint_notes, 'lint note')}: pytest-rubric lint")
    return remarks


def _without_judge(records: Sequence[Record], extras: Extras) -> list[str]:
    """The causes, each with what to do about it, as the first item told them; only that there were
    some where it stands close above."""
    causes = sorted(extras.no_judge.items(), key=lambda item: -item[1])
    every = sum(number for _, number in causes)
    if 0 < every <= _FEW and all(records[at]["state"] != "unscored" for at in extras.told_below):
        remarks = [f"{plural(every, 'case')} had no judge, as told above"]
        causes = []
    else:
        remarks = [
            f"{plural(number, 'case')} had no judge: {one_line(cause)}"
            for cause, number in causes[:_MOST_CAUSES]
        ]
    if len(causes) > _MOST_CAUSES:
        remarks.append(f"{sum(number for _, number in causes[_MOST_CAUSES:])} more had none for other causes")
    if extras.skippable:
        remarks.append("cases without a judge are skipped instead with --rubric-on-unavailable skip")
    return remarks
