"""A judge that follows a script, for tests."""

from __future__ import annotations

import inspect
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from pytest_rubric.errors import JudgeError
from pytest_rubric.judging.faults import NotScripted, charge, spent
from pytest_rubric.judging.protocol import JudgeReply, JudgeRequest, Turn
from pytest_rubric.judging.shared_errors import own_copy
from pytest_rubric.model import Usage

ScriptedReply: TypeAlias = str | Turn | Mapping[str, object] | BaseException
"""Raw text; a turn, where finish reason, model or tokens matter; an object, written as JSON; or
an error to raise."""

ScriptedDecision: TypeAlias = bool | str | Mapping[str, object] | None
"""Yes or no about the whole; a quote from the output, which means yes; the fields of the entry;
or ``None``: the reply says nothing about it."""


class ScriptedJudge:
    """A judge whose replies a test writes, with everything behind it real.

    What the script gives is the raw text of a reply; it is read, re-asked, checked for evidence
    and scored like that of a model. ``replies`` is a function of the request (sync or async),
    or a sequence that is used in order. A sequence that is used up raises
    :class:`~pytest_rubric.errors.JudgeCallFailed`. ``requests`` holds what was asked, re-asks
    included; ``calls`` is how many that were.

    In a ``conftest.py``::

        from pytest_rubric import ScriptedJudge

        def pytest_rubric_make_judge():
            return ScriptedJudge.deciding({1: "within 14 days", 2: False})

    By itself:

    >>> import asyncio
    >>> from pytest_rubric import JudgeRequest
    >>> judge = ScriptedJudge(["first", {"criteria": []}])
    >>> request = JudgeRequest("rubric", "1", (), {}, ids=(1,), contract=None)
    >>> [asyncio.run(judge.ask(request)).text for _ in range(2)]
    ['first', '{"criteria": []}']
    >>> judge.calls
    2
    """

    def __init__(
        self,
        replies: Callable[[JudgeRequest], ScriptedReply | Awaitable[ScriptedReply]] | Sequence[ScriptedReply],
    ) -> None:
        if isinstance(replies, (str, bytes)):
            raise TypeError(
                "ScriptedJudge takes a list of replies, or a function; for one reply write [reply]"
            )
        self._replies = replies
        self.requests: list[JudgeRequest] = []

    @classmethod
    def deciding(
        cls,
        decide: Callable[[int, JudgeRequest], ScriptedDecision] | Mapping[int, ScriptedDecision],
    ) -> ScriptedJudge:
        """A judge of rubrics that decides each criterion by its id.

        ``decide`` is called with the id and the request, or is a mapping by id; an id that it
        lacks is left out of the reply. ``"some words"`` is a yes with these words as the quote
        from the output, ``True`` a yes about the whole output, ``False`` a no. A mapping gives
        the entry's fields (``present``, ``quotes``, ``reason`` ...) itself.

        Only requests about criteria are answered. One for a reply of another shape (dimensions,
        presets, comparisons ...) is a :class:`~pytest_rubric.errors.JudgeCallFailed` that says so.
        """
        choose = _chosen_from(decide) if isinstance(decide, Mapping) else decide

        def reply(request: JudgeRequest) -> ScriptedReply:
            if not _is_about_criteria(request):
                return _another_shape(request)
            entries = [_entry(id_, choose(id_, request)) for id_ in request.ids]
            return {"criteria": [entry for entry in entries if entry is not None]}

        return cls(reply)

    @property
    def calls(self) -> int:
        """How many requests were asked so far."""
        return len(self.requests)

    async def ask(self, request: JudgeRequest) -> JudgeReply:
        """The next reply of the script. Raises the script's errors."""
        self.requests.append(request)
        reply = self._next(request)
        if inspect.isawaitable(reply):
            reply = await reply
        if isinstance(reply, JudgeError):
            # A script may give one error many times; each call counts by itself.
            usage = spent(reply) if reply.calls else Usage(calls=1)
            reply = own_copy(reply)
            charge(reply, usage)
        if isinstance(reply, BaseException):
            raise reply
        turn = _turn(reply)
        usage = Usage(
            calls=1, input_tokens=turn.input_tokens, output_tokens=turn.output_tokens, model=turn.model
        )
        return JudgeReply(turns=(turn,), usage=usage, feedback=request.feedback)

    def _next(self, request: JudgeRequest) -> ScriptedReply | Awaitable[ScriptedReply]:
        if callable(self._replies):
            return self._replies(request)
        if self.calls > len(self._replies):
            raise _used_up(len(self._replies), request)
        return self._replies[self.calls - 1]


def _used_up(given: int, request: JudgeRequest) -> NotScripted:
    asked = f" for {request.label}" if request.label else ""
    return NotScripted(
        f"the script has no reply left: it holds {given}, and one more was asked{asked}; "
        "add a reply to the list, or give ScriptedJudge a function"
    )


def _is_about_criteria(request: JudgeRequest) -> bool:
    """Whether a reply with decisions about ``criteria`` can be an answer to this.

    Told by the schema, so that an evaluator of the user's that asks as the rubric's does counts
    as well; a schema that promises nothing rules nothing out.
    """
    properties = request.schema.get("properties")
    return not isinstance(properties, Mapping) or ("criteria" in properties and "winner" not in properties)


def _another_shape(request: JudgeRequest) -> NotScripted:
    return NotScripted(
        f"ScriptedJudge.deciding answers criteria only, and {request.evaluator!r} asks for a reply of "
        "another shape; give ScriptedJudge a function of the request, which has the shape as request.schema"
    )


def _turn(reply: object) -> Turn:
    if isinstance(reply, Turn):
        return reply if reply.model else replace(reply, model="scripted")
    if isinstance(reply, str):
        return Turn(reply, finish_reason="stop", model="scripted")
    if isinstance(reply, Mapping):
        return Turn(json.dumps(reply, ensure_ascii=False), finish_reason="stop", model="scripted")
    raise TypeError(
        f"a scripted reply is a text, a mapping, a Turn or an exception, not {type(reply).__name__}"
    )


def _chosen_from(
    decisions: Mapping[int, ScriptedDecision],
) -> Callable[[int, JudgeRequest], ScriptedDecision]:
    return lambda id_, request: decisions.get(id_)


def _entry(id_: int, decision: ScriptedDecision) -> dict[str, object] | None:
    """One entry of ``criteria`` in the rubric judge's reply."""
    entry: dict[str, object] = {"id": id_, "reason": "scripted", "basis": "quote", "quotes": []}
    if decision is None:
        return None
    if isinstance(decision, Mapping):
        return entry | dict(decision)
    if isinstance(decision, str):
        return entry | {"quotes": [{"from": "output", "text": decision}], "present": True}
    return entry | {"basis": "whole" if decision else "quote", "present": decision}
