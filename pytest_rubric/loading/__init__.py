"""Case files: from text to :class:`~pytest_rubric.model.CaseFile`, with every fault at its position.

The names are loaded when they are first used: pytest asks :mod:`.names` about every file that it
meets, and that must not import a YAML parser.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_rubric.loading.files import NotOurs, load
    from pytest_rubric.loading.python import python_case

_HOMES = {"NotOurs": "files", "load": "files", "python_case": "python"}

__all__ = ["NotOurs", "load", "python_case"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
