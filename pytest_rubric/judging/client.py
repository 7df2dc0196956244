"""The innermost judge: one POST to an OpenAI-compatible endpoint, and its answer as raw text."""

from __future__ import annotations

from collections.abc import Mapping

from pytest_rubric.errors import InvalidReply, JudgeError, JudgeRefused
from pytest_rubric.judging.advice import FOR_JUDGE
from pytest_rubric.judging.completion import Completion, capped
from pytest_rubric.judging.connection import Connection
from pytest_rubric.judging.connections import Connections
from pytest_rubric.judging.endpoint import Endpoint, endpoint_of, model_of
from pytest_rubric.judging.faults import Renegotiated, SchemaRefused, Truncated, charge
from pytest_rubric.judging.negotiation import Negotiation
from pytest_rubric.judging.protocol import JudgeReply, JudgeRequest, Turn
from pytest_rubric.judging.refusals import read_answer, refusal_as_fault
from pytest_rubric.judging.server_errors import ServerError
from pytest_rubric.model import Settings, Usage

_ONE_CALL = Usage(calls=1)
# Asked for after a cut reply: room for a long rubric with feedback, and for a model that thinks.
_SMALLEST_SECOND_LIMIT = 8192
_ADVICE = "raise the limit with rubric_model_parameters, or ask less at once (--rubric-strategy criterion)"


class OpenAIJudge:
    """Asks an endpoint through the session's client, which is imported and built with the first call.

    Used in one thread and one event loop.
    """

    def __init__(self, settings: Settings, connections: Connections | None = None) -> None:
        self._settings = settings
        self._connections = connections or Connections(settings)
        self._connection: Connection | None = None
        self._unusable: JudgeError | None = None
        self._negotiation: Negotiation | None = None
        self._endpoint: Endpoint | None = None
        # Schemas that the endpoint called invalid, with what it said: it would do so again.
        self._refused: list[tuple[Mapping[str, object], SchemaRefused]] = []

    @property
    def notes(self) -> list[str]:
        """Remarks for the summary: what the endpoint refuses, what was changed in its address."""
        changed = self._endpoint.notes if self._endpoint is not None else ()
        learned = self._negotiation.notes if self._negotiation is not None else []
        return [*changed, *learned]

    def warm_up(self) -> None:
        """Import and build the client. What goes wrong is told by the first call."""
        try:
            self._ready()
        except JudgeError as error:
            # Kept, so that a hook that fails is not called once more.
            self._unusable = error

    async def ask(self, request: JudgeRequest) -> JudgeReply:
        """Make one attempt. Raises a fault of :mod:`~pytest_rubric.judging.faults`:
        ``SchemaRefused`` for a schema that the endpoint calls, or has called, invalid."""
        connection, negotiation = self._ready()
        self._check_schema(request)
        dialect = negotiation.dialect
        body = negotiation.body(request, dialect)
        try:
            answer = await connection.post(body, request.timeout)
            found = read_answer(answer, FOR_JUDGE)
            if isinstance(found, ServerError):
                if negotiation.adapt(found, dialect, request):
                    said = connection.mask(str(found))
                    raise Renegotiated(f"the endpoint does not support what was asked: {said}")
                raise refusal_as_fault(
                    found,
                    answer,
                    request,
                    mask=connection.mask,
                    has_key=self._endpoint is None or self._endpoint.has_key,
                    advice=FOR_JUDGE,
                )
            return _reply(found, request, negotiation.limit(request, dialect))
        except SchemaRefused as error:
            self._refused.append((request.schema, error))
            raise
        except JudgeError as error:
            charge(error, _ONE_CALL)
            raise

    def _check_schema(self, request: JudgeRequest) -> None:
        for schema, refusal in self._refused:
            if request.schema == schema:
                raise SchemaRefused(str(refusal), calls=0)

    async def close(self) -> None:
        """Close the client, if there is one, and whatever else was opened beside it."""
        self._connection = None
        await self._connections.close()

    def _ready(self) -> tuple[Connection, Negotiation]:
        if self._unusable is not None:
            raise self._unusable
        if self._negotiation is None:
            self._negotiation = Negotiation(model_of(self._settings), self._settings.model_parameters)
        if self._connection is None:
            line = self._connections.default()
            self._connection, self._endpoint = line.connection, line.endpoint
        return self._connection, self._negotiation


def _reply(found: Completion, request: JudgeRequest, limit: object) -> JudgeReply:
    usage = Usage(1, 0, found.input_tokens, found.output_tokens, model=found.model)
    error: JudgeError | None = None
    if found.is_filtered:
        named = f" ({', '.join(found.filters)})" if found.filters else ""
        error = JudgeRefused(f"the judge's reply was blocked by a content filter{named}", capped(found.text))
    elif found.refusal and not found.text.strip():
        error = JudgeRefused(f"the judge refused: {found.refusal}")
    elif found.is_cut:
        error = _cut(found, request, limit)
    if error is not None:
        charge(error, Usage(0, 0, found.input_tokens, found.output_tokens))
        raise error
    turn = Turn(found.text, found.finish_reason, found.model, found.input_tokens, found.output_tokens)
    return JudgeReply((turn,), usage)


def _cut(found: Completion, request: JudgeRequest, limit: object) -> JudgeError:
    told = (
        f"the judge's reply was cut after {found.output_tokens} tokens (finish_reason {found.finish_reason})"
    )
    if request.reply_limit is not None:
        return InvalidReply(
            f"{told}, also with a limit of {request.reply_limit}; {_ADVICE}", capped(found.text)
        )
    sent = limit if isinstance(limit, int) else found.output_tokens
    return Truncated(f"{told}; {_ADVICE}", max(4 * sent, _SMALLEST_SECOND_LIMIT), capped(found.text))


def identity_url(settings: Settings, environ: Mapping[str, str]) -> str | None:
    """The address that stored replies are filed under: the endpoint's, or as given if it can't be used."""
    try:
        return endpoint_of(settings, {**environ, "OPENAI_API_KEY": "any"}).url
    except JudgeError:
        return settings.base_url
