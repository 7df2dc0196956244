"""The lint of ``evaluators``."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from pytest_rubric.model import Case, CaseSettings, Location
from pytest_rubric.scoring import lint


def notes(*evaluators: str) -> list[lint.Note]:
    case = Case("c", "c", evaluators=evaluators, location=Location(Path("a.rubric.yaml"), 7))
    return list(lint.notes(case, CaseSettings(threshold=Fraction(60))))


def test_the_path_and_its_calls_judged_apart_are_noted() -> None:
    assert notes("agent-trace-quality", "agent-tool-utilization", "agent-tool-selection") == [
        lint.Note(
            "overlapping-evaluators",
            "agent-trace-quality and agent-tool-utilization and agent-tool-selection judge the same calls of tools: "
            "one fault there lowers the averages more than once; keep both only if that is meant",
            7,
        )
    ]


@pytest.mark.parametrize(
    "evaluators",
    [
        ("agent-tool-selection", "agent-trace-quality"),
        ("preset-agent-trace-quality", "preset-agent-tool-utilization"),
        ("trace-quality-evaluator", "agent-tool-selection"),
    ],
)
def test_under_every_name_and_in_any_order(evaluators: tuple[str, ...]) -> None:
    assert [note.code for note in notes(*evaluators)] == ["overlapping-evaluators"]


@pytest.mark.parametrize(
    "evaluators",
    [
        ("agent-trace-quality",),
        ("agent-trace-quality", "agent-task-completion"),
        ("agent-tool-utilization", "agent-tool-selection"),
        (),
    ],
)
def test_what_does_not_overlap_is_no_note(evaluators: tuple[str, ...]) -> None:
    assert "overlapping-evaluators" not in [note.code for note in notes(*evaluators)]
