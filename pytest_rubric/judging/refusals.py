"""An HTTP answer as a completion, or as a fault by what can be done about it."""

from __future__ import annotations

from dataclasses import replace

from pytest_rubric.errors import JudgeError
from pytest_rubric.judging.advice import Advice
from pytest_rubric.judging.completion import Completion, capped, read_completion
from pytest_rubric.judging.connection import HttpAnswer
from pytest_rubric.judging.faults import (
    BadRequest,
    JudgeClosed,
    PromptBlocked,
    RateLimited,
    SchemaRefused,
    ServerFault,
)
from pytest_rubric.judging.masking import Masker
from pytest_rubric.judging.negotiation import is_invalid_schema
from pytest_rubric.judging.protocol import JudgeRequest
from pytest_rubric.judging.server_errors import ServerError, read_error, retry_after_of


def read_answer(answer: HttpAnswer, advice: Advice) -> Completion | ServerError:
    """What the endpoint said. Raises :class:`~pytest_rubric.errors.InvalidReply` for what is neither."""
    retry_after = retry_after_of(answer.headers)
    if answer.status >= 300:
        return read_error(answer.status, answer.body, retry_after)
    found = read_completion(answer.body, answer.headers.get("content-type", ""), advice)
    return replace(found, retry_after=retry_after) if isinstance(found, ServerError) else found


def refusal_as_fault(
    error: ServerError,
    answer: HttpAnswer,
    request: JudgeRequest,
    *,
    mask: Masker,
    has_key: bool,
    advice: Advice,
) -> JudgeError:
    """The refusal as a fault of :mod:`~pytest_rubric.judging.faults`.

    Raises ``SchemaRefused`` for a schema that the endpoint calls invalid.
    """
    said = mask(str(error))
    details = mask(capped(answer.body.decode("utf-8", "replace"))) if error.is_shortened else None
    if error.is_content_filter:
        named = f" ({', '.join(error.filters)})" if error.filters else ""
        return PromptBlocked(f"the prompt was blocked by a content filter{named}: {said}", details)
    if error.is_quota:
        return JudgeClosed(
            f"the endpoint's quota is used up: {said}", "the endpoint's quota is used up", details
        )
    if error.status == 429:
        return RateLimited(f"the endpoint takes no more calls now: {said}", error.retry_after, details)
    if error.status == 401 and not has_key:
        return JudgeClosed(
            f"{answer.url} wants an API key: {said}; set {advice.key}", "no API key is set", details
        )
    if error.status in (401, 403, 407):
        return JudgeClosed(
            f"{answer.url} refuses the key: {said}; check {advice.key} and that it may use this model",
            "the endpoint refuses the key",
            details,
        )
    if error.status in (404, 405):
        return JudgeClosed(
            f"{answer.url} was called and answered {said}; check {advice.address} (most end in /v1; with a "
            f"cloud's deployments also their name and API version) and {advice.model}",
            "the endpoint does not know the address or the model",
            details,
        )
    # Before what is transient: some servers answer 500 when they can't build a grammar from it.
    if request.schema and is_invalid_schema(error):
        raise SchemaRefused(
            f"the endpoint refuses the reply schema of evaluator {request.evaluator!r}: {said}; this is a "
            "fault of the evaluator, not of the case: mend its schema",
            calls=1,
        )
    if error.is_transient:
        return ServerFault(
            f"the endpoint failed: {said}",
            details,
            overloaded=error.is_overload,
            retry_after=error.retry_after,
        )
    return BadRequest(
        f"the endpoint refuses the request: {said}; what it asks for can be set in {advice.parameters}",
        details,
    )
