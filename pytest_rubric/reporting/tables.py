"""Tables of Markdown. Cells are taken as they are: whatever comes from outside is escaped before."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence


def markdown_table(
    headers: Sequence[str], rows: Iterable[Sequence[str]], right: Collection[int] = ()
) -> list[str]:
    """The lines of a table; the columns numbered in ``right``, from 0, are aligned to the right."""
    return [*table_head(headers, right), *map(table_row, rows)]


def table_head(headers: Sequence[str], right: Collection[int] = ()) -> list[str]:
    """The first two lines of a table."""
    rule = "|".join("---:" if at in right else "---" for at in range(len(headers)))
    return [table_row(headers), f"|{rule}|"]


def table_row(cells: Sequence[str]) -> str:
    """One line of a table."""
    return f"| {' | '.join(cells)} |"
