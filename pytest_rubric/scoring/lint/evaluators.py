"""The lint of ``evaluators``: those that judge one thing twice."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_rubric.model import Case
from pytest_rubric.scoring.lint.note import Note

# Presets by name: one that judges the whole path, its tools among it, and those that judge only tools.
_JUDGE_THE_PATH = frozenset({"agent-trace-quality", "trace-quality-evaluator"})
_JUDGE_CALLS = frozenset({"agent-tool-utilization", "agent-tool-selection"})


def notes(case: Case) -> Iterator[Note]:
    """What probably isn't meant."""
    named = [name.removeprefix("preset-") for name in case.evaluators]
    path = next((name for name in named if name in _JUDGE_THE_PATH), None)
    calls = [name for name in named if name in _JUDGE_CALLS]
    if path is not None and calls:
        yield Note(
            "overlapping-evaluators",
            f"{path} and {' and '.join(calls)} judge the same calls of tools: one fault there lowers the "
            "averages more than once; keep both only if that is meant",
            case.location.line if case.location else None,
        )
