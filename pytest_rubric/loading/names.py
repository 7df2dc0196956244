"""Which file names are ours, without opening anything."""

from __future__ import annotations

from pathlib import Path

RUBRIC_SUFFIXES = (".rubric.yaml", ".rubric.yml")
"""A file with such a name is always a case file; any other is one by its shape."""


def is_rubric_name(path: Path) -> bool:
    """Whether the name alone says that this is a case file."""
    return path.name.lower().endswith(RUBRIC_SUFFIXES)
