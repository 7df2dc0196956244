"""What tests of comparisons read off an evaluation."""

from __future__ import annotations

from typing import Any

from pytest_rubric.model import Evaluation


def winner(evaluation: Evaluation) -> str | None:
    assert evaluation.comparison is not None
    return evaluation.comparison.winner


def document(evaluation: Evaluation) -> dict[str, Any]:
    assert evaluation.comparison is not None
    assert evaluation.comparison.document is not None
    return dict(evaluation.comparison.document)
