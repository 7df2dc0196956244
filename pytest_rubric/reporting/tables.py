"""Tables of Markdown."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence


def markdown_table(
    headers: Sequence[str], rows: Iterable[Sequence[str]], right: Collection[int] = ()
) -> list[str]:
    """The lines of a table; the columns numbered in ``right``, from 0, are aligned to the right.

    Cells are taken as they are: whatever comes from outside is escaped before.
    """
    rule = "|".join("---:" if at in right else "---" for at in range(len(headers)))
    return [_row(headers), f"|{rule}|", *map(_row, rows)]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
