"""How texts of a case are shown in a note."""

from __future__ import annotations

from pytest_rubric.model.lines import shortened

_WIDEST = 40


def short(text: str) -> str:
    """The beginning of a text, in quotation marks."""
    return f'"{shortened(text, _WIDEST)}"'
