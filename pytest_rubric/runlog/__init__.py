"""Run logs: what an agent did on the way to its output, as text that a judge can read and quote."""

from __future__ import annotations

from pytest_rubric.runlog.files import load
from pytest_rubric.runlog.reading import as_text, read
from pytest_rubric.runlog.steps import RunLog, Step

__all__ = ["RunLog", "Step", "as_text", "load", "read"]
