"""Run logs: what an agent did on the way to its output, as steps, as facts, and as text for a judge."""

from __future__ import annotations

from pytest_rubric.runlog.fact_lines import FactLines, as_lines
from pytest_rubric.runlog.facts import Difference, Facts, Repeat, RetryRun, facts
from pytest_rubric.runlog.files import load
from pytest_rubric.runlog.reading import read
from pytest_rubric.runlog.steps import Claimed, Instruction, RunLog, Step, Tokens
from pytest_rubric.runlog.view import as_text, digest

__all__ = [
    "Claimed",
    "Difference",
    "FactLines",
    "Facts",
    "Instruction",
    "Repeat",
    "RetryRun",
    "RunLog",
    "Step",
    "Tokens",
    "as_lines",
    "as_text",
    "digest",
    "facts",
    "load",
    "read",
]
