"""The error tree.

Everything that this package raises on purpose is a :class:`RubricError`::

    RubricError
    ├── CaseFileError        a case file, or a case in it, can't be used
    ├── ConfigError          an option, ini value or environment variable can't be used
    ├── TargetError          the output under test could not be had
    │   └── NoPreviousOutput     there is no earlier one yet, and this run stores the first
    ├── EvaluatorError       no such evaluator, or one that broke its contract
    └── JudgeError           a judge call gave no usable reply
        ├── JudgeUnavailable     not set up, or closed for the session: ends the case
        │   └── BudgetSpent      no calls or tokens left: ends the case, and is never skipped
        ├── MissingRecording     stored replies only, and this one is not stored: ends the case
        ├── JudgeCallFailed      time limit or server error after the retries: undecided
        ├── JudgeRefused         refusal or content filter: undecided
        └── InvalidReply         truncated or unreadable after the re-ask: undecided

A low score is no error. Only the plugin turns these into pytest's outcomes.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


class RubricError(Exception):
    """Base of every error that this package raises on purpose."""


class CaseFileError(RubricError):
    """A case file, or one case of it, can't be used.

    ``line`` and ``column`` count from 1 and are ``None`` where no position is known.
    """

    def __init__(
        self,
        message: str,
        path: Path | str,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        self.line = line
        self.column = column

    def __str__(self) -> str:
        where = str(self.path)
        if self.line is not None:
            where += f":{self.line}"
            if self.column is not None:
                where += f":{self.column}"
        return f"{where}: {self.message}"


class ConfigError(RubricError):
    """An option, ini value or environment variable can't be used."""


class TargetError(RubricError):
    """The output under test could not be had: missing file, failed or hanging target.

    ``usage`` is what the target took all the same (see ``Output.usage``), where that is known.
    ``details`` holds what a person needs to find the cause: the traceback of the user's code, what
    a command wrote to standard error, the files that were looked for.
    """

    usage: Mapping[str, int] | None = None

    def __init__(self, message: str, details: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.details = details


class NoPreviousOutput(TargetError):
    """There is no output of an earlier run to compare with, and this run stores the first one.

    Nothing is wrong, and nothing was compared: such a case is skipped.
    """


class EvaluatorError(RubricError):
    """No such evaluator, or one that broke its contract."""


class JudgeError(RubricError):
    """A judge call gave no usable reply.

    ``calls`` and the tokens are those of the failed attempts.

    ``details`` holds what a person needs to find the cause (status, finish reason, the raw
    reply, capped); it never holds keys or headers.
    """

    def __init__(self, message: str, details: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.details = details
        # What the failed attempts took: they count in budgets and results all the same.
        self.calls = 0
        self.input_tokens = 0
        self.output_tokens = 0


class JudgeUnavailable(JudgeError):
    """The judge is not set up, or closed for the session."""


class BudgetSpent(JudgeUnavailable):
    """The calls or tokens that the session may take are used up.

    A kind of its own, since ``--rubric-on-unavailable skip`` must not hide it.
    """


class MissingRecording(JudgeError):
    """Replies are taken from the store only (``--rubric-replies only``), and this one is missing."""


class JudgeCallFailed(JudgeError):
    """Time limit or server error that remained after the retries."""


class JudgeRefused(JudgeError):
    """The model refused, or a content filter stopped the prompt or the reply."""


class InvalidReply(JudgeError):
    """The reply was truncated, or could not be read even after the re-ask."""


class RubricWarning(UserWarning):
    """A case passed and still has something to say: a warn verdict, or undecided criteria."""
