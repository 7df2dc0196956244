"""One error that several requests end with: each raises a copy of its own."""

from __future__ import annotations

from typing import TypeVar

from pytest_rubric.errors import JudgeError

ErrorT = TypeVar("ErrorT", bound=JudgeError)


def own_copy(error: ErrorT) -> ErrorT:
    """The same error without its traceback, and without the attempts, which are counted once.

    Built without ``__init__``, whose parameters differ from class to class.
    """
    copied = type(error).__new__(type(error))
    copied.args = error.args
    copied.__dict__.update(error.__dict__)
    copied.calls = copied.input_tokens = copied.output_tokens = 0
    return copied
