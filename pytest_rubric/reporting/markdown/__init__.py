"""The Markdown report of one case: the total and five blocks, nothing else.

Headings, their order and the columns of the table are a format that other programs read.
Everything that has no block of its own (quality band, sub-scores, notes, counters) stands in
the calculation's block, below the arithmetic.
"""

from __future__ import annotations

from pytest_rubric.reporting.markdown.report import render

__all__ = ["render"]
