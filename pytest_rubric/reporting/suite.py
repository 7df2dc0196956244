"""``summary.md``: one table of all cases with links to their reports, and the totals."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from pytest_rubric.model.lines import one_line
from pytest_rubric.reporting import averages, comparison, discrimination, position_bias, repeats
from pytest_rubric.reporting.markdown.escape import cell, inline
from pytest_rubric.reporting.numbers import grouped
from pytest_rubric.reporting.record import Record
from pytest_rubric.reporting.tables import markdown_table, table_head, table_row
from pytest_rubric.reporting.totals import (
    counted,
    labels,
    lost_most,
    score_of,
    threshold_of,
    totals,
    verdict_of,
)
from pytest_rubric.reporting.words import ENGLISH
from pytest_rubric.scoring.figures import figure

HEAD = tuple(table_head(("Case", "Score", "Verdict", "Threshold", "Lost most"), right=(1, 3)))
"""The first two lines of a table of cases; :func:`row` makes the others."""

_NAME = 200
_LOST = 200
_LINE = 500


def markdown(records: Sequence[Record], paths: Sequence[str] | None = None, told: Sequence[str] = ()) -> str:
    """The text of ``summary.md``, in the order of ``records``. ``told`` are lines about the run as a whole.

    ``paths`` are those of their reports, in the same order, relative to ``summary.md`` and with
    ``/``; an empty one makes no link.
    """
    found = totals(records)
    lines = ["# Rubric evaluations", "", counted(found), "", *of_run(told)]
    if records:
        lines += HEAD
        links = paths if paths is not None else [""] * len(records)
        for record, name, path in zip(records, labels(records), links, strict=True):
            lines.append(row(record, _link(name, path)))
        lines.append("")
    if found.lost_by_tag:
        tags = [(_cell(tag, _NAME), figure(points)) for tag, points in found.lost_by_tag.items()]
        lines += [*markdown_table(("Tag", "Points lost"), tags, right=(1,)), ""]
    lines += averages.markdown(records)
    lines += repeats.markdown(records)
    lines += comparison.markdown(records)
    if signs := discrimination.line(records):
        lines += [f"{signs[0].upper()}{inline(signs[1:], _LINE, ENGLISH.more_characters)}.", ""]
    if bias := position_bias.line(records):
        lines += [f"{bias[0].upper()}{bias[1:]}.", ""]
    lines.append(
        f"Judge: calls {grouped(found.calls)}, replies from the store {grouped(found.stored)}, tokens in "
        f"{grouped(found.input_tokens)}, out {grouped(found.output_tokens)}."
    )
    if found.target_calls or found.target_input_tokens or found.target_output_tokens:
        lines.append(
            f"Targets: calls {grouped(found.target_calls)}, tokens in {grouped(found.target_input_tokens)}, "
            f"out {grouped(found.target_output_tokens)}."
        )
    return "\n".join(lines) + "\n"


def of_run(told: Sequence[str]) -> list[str]:
    """What gates and the like say of the run as a whole: a list, and an empty line behind it."""
    items = [f"- {inline(one_line(line), _LINE, ENGLISH.more_characters)}" for line in told]
    return [*items, ""] if items else []


def row(record: Record, name: str) -> str:
    """One row of the table of cases. ``name`` is Markdown already."""
    lost = _cell(lost_most(record), _LOST)
    return table_row((name, score_of(record), verdict_of(record), threshold_of(record), lost))


def _link(name: str, path: str) -> str:
    return f"[{_cell(name, _NAME)}]({quote(path)})" if path else _cell(name, _NAME)


def _cell(text: str, limit: int) -> str:
    return cell(text, limit, ENGLISH.more_characters)
