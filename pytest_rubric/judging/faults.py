"""What the lower layers tell each other about a failed attempt.

Each is a kind of the public error that it becomes if nothing mends it, so that every layer
alone keeps the protocol of a judge. Retries, limits and the breaker tell them apart by class.
"""

from __future__ import annotations

from pytest_rubric.errors import (
    BudgetSpent,
    EvaluatorError,
    InvalidReply,
    JudgeCallFailed,
    JudgeError,
    JudgeRefused,
    JudgeUnavailable,
)
from pytest_rubric.model import Usage


class JudgeClosed(JudgeUnavailable):
    """Nothing more can be asked in this session. ``reason`` is the cause in a few words, for the
    items after the first."""

    def __init__(self, message: str, reason: str, details: str | None = None) -> None:
        super().__init__(message, details)
        self.reason = reason


class BudgetClosed(JudgeClosed, BudgetSpent):
    """The session's calls or tokens are used up."""


class Unreachable(JudgeClosed):
    """No connection to the endpoint; it closes the judge if it remains after the retries."""


class RateLimited(JudgeCallFailed):
    """The endpoint takes calls more slowly. ``retry_after`` is in seconds, ``None`` if not said."""

    def __init__(self, message: str, retry_after: float | None, details: str | None = None) -> None:
        super().__init__(message, details)
        self.retry_after = retry_after


class ServerFault(JudgeCallFailed):
    """The endpoint failed, or broke the connection; it may do better on another attempt.

    ``overloaded`` says that it has too much to do; ``retry_after`` is in seconds.
    """

    def __init__(
        self,
        message: str,
        details: str | None = None,
        *,
        overloaded: bool = False,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message, details)
        self.overloaded = overloaded
        self.retry_after = retry_after


class TimedOut(JudgeCallFailed):
    """No whole reply within the time limit of one attempt."""


class Renegotiated(JudgeCallFailed):
    """The endpoint refused a feature, and the client has learned it: ask again at once."""


class BadRequest(JudgeCallFailed):
    """The endpoint refuses this request, and would again."""


class NotScripted(JudgeCallFailed):
    """A scripted judge has no reply to this; its message says what to script."""


class SchemaRefused(EvaluatorError):
    """The endpoint takes schemas, but not this evaluator's: a fault of its code, and none of the case.

    ``calls`` is 0 where an earlier call of the session had shown it.
    """

    def __init__(self, message: str, *, calls: int) -> None:
        super().__init__(message)
        self.calls = calls


class PromptBlocked(JudgeRefused):
    """A content filter stopped the prompt before the model saw it."""


class Truncated(InvalidReply):
    """The reply was cut. ``larger_limit`` is the number of tokens to ask for instead."""

    def __init__(self, message: str, larger_limit: int, details: str | None = None) -> None:
        super().__init__(message, details)
        self.larger_limit = larger_limit


def spent(error: JudgeError) -> Usage:
    """What the attempts behind an error took."""
    return Usage(calls=error.calls, input_tokens=error.input_tokens, output_tokens=error.output_tokens)


def charge(error: JudgeError, usage: Usage) -> None:
    """Add what earlier attempts took to an error."""
    error.calls += usage.calls
    error.input_tokens += usage.input_tokens
    error.output_tokens += usage.output_tokens
