"""One call of a model under test. What is written in the case is what is sent: nothing is negotiated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pytest_rubric.errors import InvalidReply, JudgeError, JudgeRefused
from pytest_rubric.judging.advice import FOR_JUDGE, Advice
from pytest_rubric.judging.completion import Completion, capped
from pytest_rubric.judging.connections import Connections
from pytest_rubric.judging.faults import charge
from pytest_rubric.judging.protocol import ChatMessage, CheckedReply, JudgeReply, JudgeRequest, Turn
from pytest_rubric.judging.refusals import read_answer, refusal_as_fault
from pytest_rubric.judging.server_errors import ServerError
from pytest_rubric.model import ModelSpec, Usage

REFUSED = "the model refused, in the reply's own field for that; what it said there is the output"
CUT = "the output was cut at the limit of {limit} tokens that `parameters` of the target set"

_LIMITS = ("max_completion_tokens", "max_tokens")


def advice_for(spec: ModelSpec) -> Advice:
    """What messages about this model tell people to set."""
    own = spec.base_url is not None
    address = "`base_url`" if own else FOR_JUDGE.address
    key = spec.api_key_env or FOR_JUDGE.key
    return Advice(
        who=f"model {spec.name}",
        address="`base_url` of the target" if own else FOR_JUDGE.address,
        variable=None if own else FOR_JUDGE.variable,
        model="`model` of the target",
        key=key,
        parameters="`parameters` of the target",
        timeout="`timeout` of the target",
        again=f"check {address} and `model` of the target, and {key}",
    )


def request_for(messages: tuple[ChatMessage, ...], timeout: float) -> JudgeRequest:
    """The messages in the shape that the layers of limits and retries hand on."""
    return JudgeRequest("target", "", messages, {}, (), _NothingToCheck(), timeout=timeout)


class ModelClient:
    """Sends one request and takes the answer as it is.

    The notes about it are the ``extras`` of the reply. Used in one thread and one event loop.
    """

    def __init__(self, spec: ModelSpec, connections: Connections) -> None:
        self._spec = spec
        self._connections = connections
        self._advice = advice_for(spec)
        self._parameters = _flattened(spec.parameters)

    async def ask(self, request: JudgeRequest) -> JudgeReply:
        """Make one attempt. Raises a fault of :mod:`~pytest_rubric.judging.faults`, or what an answer
        that is no output of the model comes to: withheld by a filter, cut by the endpoint, without text."""
        spec, advice = self._spec, self._advice
        line = self._connections.to(spec.base_url, advice.key, advice)
        body: dict[str, object] = {
            "model": spec.name,
            "messages": [{"role": each.role, "content": each.content} for each in request.messages],
            **self._parameters,
        }
        try:
            answer = await line.connection.post(body, request.timeout, advice)
            found = read_answer(answer, advice)
            if isinstance(found, ServerError):
                raise refusal_as_fault(
                    found,
                    answer,
                    request,
                    mask=line.connection.mask,
                    has_key=line.has_key,
                    advice=advice,
                )
            return _reply(found, self._limit)
        except JudgeError as error:
            charge(error, Usage(calls=1))
            raise

    @property
    def _limit(self) -> int | None:
        """The number of tokens that the case lets an output have."""
        given = (self._parameters.get(name) for name in _LIMITS)
        return next(
            (limit for limit in given if isinstance(limit, int) and not isinstance(limit, bool)), None
        )


def _reply(found: Completion, limit: int | None) -> JudgeReply:
    text, notes = found.text, []
    if found.refusal and (not text.strip() or found.calls):
        text, notes = found.refusal, [REFUSED]
    elif found.is_cut and _is_chosen(found, limit):
        notes = [CUT.format(limit=limit)]
    else:
        error = _no_output(found, limit)
        if error is not None:
            charge(error, Usage(0, 0, found.input_tokens, found.output_tokens))
            raise error
    turn = Turn(text, found.finish_reason, found.model, found.input_tokens, found.output_tokens)
    usage = Usage(1, 0, found.input_tokens, found.output_tokens, model=found.model)
    return JudgeReply((turn,), usage, extras=tuple(notes))


def _is_chosen(found: Completion, limit: int | None) -> bool:
    """Whether it was the case's own limit that cut the output, and there is some."""
    if limit is None or found.is_filtered or not found.text.strip():
        return False
    return found.output_tokens == 0 or found.output_tokens >= limit


def _no_output(found: Completion, limit: int | None) -> JudgeError | None:
    """Why an answer holds no whole output of the model, if so."""
    reason = f"finish_reason {found.finish_reason or 'not given'}"
    if found.is_filtered:
        named = f" ({', '.join(found.filters)})" if found.filters else ""
        return JudgeRefused(f"its output was withheld by a content filter{named}", capped(found.text))
    if found.is_cut:
        told = f"its output was cut after {found.output_tokens} tokens ({reason})"
        return InvalidReply(f"{told}{_remedy(found, limit)}", capped(found.text))
    if found.calls:
        return InvalidReply(
            f"it called {', '.join(found.calls)} instead of answering; to judge a model with tools, "
            "run the agent with a `function` or a `command`"
        )
    if not found.has_content:
        return InvalidReply(f"it answered without any text (content is null, {reason})")
    return None


def _remedy(found: Completion, limit: int | None) -> str:
    if limit is None:
        return (
            ", and `parameters` of the target set no limit: set max_completion_tokens (or max_tokens) there, "
            "high enough for a whole output, or to the limit of the product, whose cut outputs are judged"
        )
    if not found.text.strip():
        return f" before there was any text; raise the limit of {limit} in `parameters` of the target"
    return (
        f", below the limit of {limit} in `parameters` of the target: its context is full, or the endpoint "
        "allows less"
    )


def _flattened(parameters: Mapping[str, object]) -> dict[str, object]:
    """The parameters as they stand in the body; the SDK's ``extra_body`` is unfolded."""
    extra = parameters.get("extra_body")
    flat = {name: value for name, value in parameters.items() if name != "extra_body"}
    return {**flat, **extra} if isinstance(extra, Mapping) else flat


@dataclass(frozen=True, slots=True)
class _NothingToCheck:
    """The contract of a call whose answer is an output, and no decision."""

    def check(self, parsed: object) -> CheckedReply:
        return CheckedReply(known=True)

    def follow_up(self, questions: Mapping[int, str], unreadable: str | None) -> str:
        return ""
