"""Cases as a table for terminals: what each came to, and what it lost most by."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_rubric.model.lines import cut, width_of
from pytest_rubric.reporting.layout import table
from pytest_rubric.reporting.record import Record
from pytest_rubric.reporting.totals import lost_most, score_of, threshold_of, verdict_of

_HEADERS = ("case", "score", "verdict", "threshold", "lost most")
_RIGHT = (1, 3)
_NARROWEST_LOSS = 24


def case_table(named: Sequence[tuple[str, Record]], width: int) -> list[str]:
    """A row for each record and its name. The last column is cut to what ``width`` leaves; names are there
    to be pasted, and never cut."""
    rows = [
        [name, score_of(each), verdict_of(each), threshold_of(each), lost_most(each)] for name, each in named
    ]
    used = sum(
        max(width_of(text) for text in (header, *(row[at] for row in rows))) + 2
        for at, header in enumerate(_HEADERS[:-1])
    )
    for row in rows:
        row[-1] = cut(row[-1], max(width - used, _NARROWEST_LOSS))
    return table(_HEADERS, rows, _RIGHT)
