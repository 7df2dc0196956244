"""Asking the judge: many requests at once, each ending in a reply or in an error of the judge."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pytest_rubric.errors import JudgeError, JudgeUnavailable, MissingRecording
from pytest_rubric.judging.faults import spent
from pytest_rubric.judging.protocol import Judge, JudgeReply, JudgeRequest
from pytest_rubric.model import Usage

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request and what came of it: a reply, or the error that ended it."""

    request: JudgeRequest
    reply: JudgeReply | None = None
    error: JudgeError | None = None

    @property
    def usage(self) -> Usage:
        if self.reply is not None:
            return self.reply.usage
        return spent(self.error) if self.error is not None else Usage()

    @property
    def is_recording(self) -> bool:
        return self.reply is not None and self.reply.usage.stored > 0


def said_in(lang: str, cause: object) -> str:
    """A cause that the judge's layers give (an error, or a text), in the language of a report."""
    if lang != "zh":
        return str(cause)
    from pytest_rubric.judging.chinese import in_chinese  # few causes are told at all

    return in_chinese(str(cause))


async def ask_all(judge: Judge, requests: Sequence[JudgeRequest]) -> list[Exchange]:
    """Ask all at once (the judge limits how many are on the wire), in the order of the requests."""
    return await _together([_ask(judge, request) for request in requests])


def ends_the_case(errors: Iterable[JudgeError | None]) -> JudgeError | None:
    """The error that leaves a case without an outcome, whatever else was decided: a judge that
    can't be asked, or a recording that is missing."""
    found = [error for error in errors if error is not None]
    for kind in (JudgeUnavailable, MissingRecording):
        for error in found:
            if isinstance(error, kind):
                return error
    return None


async def _ask(judge: Judge, request: JudgeRequest) -> Exchange:
    try:
        return Exchange(request, reply=await judge.ask(request))
    except JudgeError as error:
        return Exchange(request, error=error)


async def _together(calls: Sequence[Coroutine[Any, Any, T]]) -> list[T]:
    """Run all at once. Where one raises, the others are ended before it is raised on."""
    if len(calls) == 1:
        return [await calls[0]]
    tasks = [asyncio.ensure_future(call) for call in calls]
    try:
        return await asyncio.gather(*tasks)
    except BaseException:  # a cancellation too: no call may go on for nobody
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise
