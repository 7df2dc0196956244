"""What a benchmark measures, beside what it should reach."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tabulate import tabulate


class Implausible(Exception):
    """A run did not do what was to be measured; its time means nothing."""


@dataclass(frozen=True)
class Figure:
    """One measured number. ``reach`` is the most it should be, ``None`` where nothing is asked."""

    benchmark: str
    what: str
    measured: float
    reach: float | None = None
    unit: str = ""
    detail: str = ""

    def __post_init__(self) -> None:
        if not math.isfinite(self.measured):
            raise Implausible(f"{self.benchmark}: {self.what} is {self.measured}")

    @property
    def state(self) -> str:
        """``reached``, ``missed``, or nothing where nothing is asked."""
        if self.reach is None:
            return ""
        return "reached" if self.measured <= self.reach else "missed"


def table(figures: Sequence[Figure], *, compare: bool = True) -> str:
    """The figures as aligned text; with ``compare`` it says whether each reach was reached."""
    rows = [("benchmark", "what", "measured", "reach", "", "how")]
    for figure in figures:
        reach = "" if figure.reach is None else f"<= {figure.reach:g}{figure.unit}"
        measured = f"{figure.measured:.2f}{figure.unit}"
        state = figure.state if compare else ""
        rows.append((figure.benchmark, figure.what, measured, reach, state, figure.detail))
    drawn = tabulate(rows, tablefmt="plain", disable_numparse=True)
    return "\n".join(line.rstrip() for line in drawn.splitlines())
