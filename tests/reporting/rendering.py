"""Reports as text."""

from __future__ import annotations

from pytest_rubric.model import (
    CriterionResult,
    Evaluation,
    Output,
)
from pytest_rubric.reporting import markdown
from tests.reporting.samples import (
    REPLY,
    ROOT,
    case_of,
)

OUTPUT = Output(REPLY)


def rendered(
    results: tuple[CriterionResult, ...], evaluation: Evaluation, output: Output | None = OUTPUT
) -> str:
    return markdown.render(case_of(results), output, evaluation, root=ROOT)


def section(report: str, heading: str) -> list[str]:
    """The lines under one heading, empty ones left out."""
    after = report.split(f"### {heading}\n", 1)[1]
    return [line for line in after.split("\n### ", 1)[0].splitlines() if line]
