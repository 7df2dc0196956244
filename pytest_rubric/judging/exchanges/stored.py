"""The judge that remembers: it answers from the store, and asks only what is missing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pytest_rubric.errors import InvalidReply, JudgeError
from pytest_rubric.judging.exchanges.key import Identity, Keys
from pytest_rubric.judging.exchanges.locks import KeyLocks
from pytest_rubric.judging.exchanges.recording import Recording
from pytest_rubric.judging.exchanges.store import RecordingStore
from pytest_rubric.judging.protocol import Judge, JudgeReply, JudgeRequest
from pytest_rubric.judging.reask import replay
from pytest_rubric.judging.shared_errors import own_copy
from pytest_rubric.model import Usage
from pytest_rubric.runtime import clock

if TYPE_CHECKING:
    from pytest_rubric.judging.exchanges.missing import Explainer

Mode = Literal["auto", "refresh", "off", "only"]

# Another process answers within a few attempts, or it hangs; then its lock counts no longer.
_PATIENCE_ATTEMPTS = 3
_POLL_SECONDS = (0.02, 0.25)


class StoredJudge:
    """Serves stored exchanges before it asks ``inner``, which reads and re-asks.

    ``mode``: ``auto`` asks what is missing, and once a run what a request wants ``fresh``;
    ``refresh`` asks everything once a run; ``only`` never asks and raises
    :class:`~pytest_rubric.errors.MissingRecording`; ``off`` leaves the store alone.
    ``parameters`` are the session's model parameters, a part of every key.

    One instance serves one event loop. Equal requests at the same time are asked once, also
    among processes that share ``directory``. ``stored`` counts the requests answered from the
    store, ``asked`` those handed to ``inner``, ``misses`` those that ``only`` could not answer.
    """

    def __init__(
        self,
        inner: Judge,
        *,
        directory: Path,
        mode: Mode,
        identity: Identity,
        parameters: Mapping[str, object],
    ) -> None:
        self._inner = inner
        self._mode = mode
        self._identity = identity
        self._keys = Keys(parameters)
        self._store = RecordingStore(directory)
        self._locks = KeyLocks(directory)
        # Files of another process count as asked in this run from here on.
        self._begun = clock.wall_ns()
        self._asked: set[str] = set()
        self._flights: dict[str, asyncio.Future[Recording | JudgeError | None]] = {}
        self.stored = 0
        self.asked = 0
        self.misses = 0

    @cached_property
    def _explainer(self) -> Explainer:
        from pytest_rubric.judging.exchanges.missing import Explainer  # only where one is missing

        return Explainer(self._store, self._identity, self._keys.parameters)

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks for the summary, each once a session."""
        store = self._store
        notes = []
        if store.created:
            notes.append(
                f"judge replies are stored in {store.directory}: commit this folder (CI then needs no key), "
                "or add it to .gitignore"
            )
        if store.damaged:
            path, why = next(iter(store.damaged.items()))
            count = "a stored reply" if len(store.damaged) == 1 else f"{len(store.damaged)} stored replies"
            first = "" if len(store.damaged) == 1 else "first "
            outcome = "counted as missing" if self._mode == "only" else "asked anew"
            notes.append(f"{count} could not be used and {outcome}: {first}{path}, {why}")
        if store.unwritable is not None:
            notes.append(f"judge replies could not be stored in {store.directory}: {store.unwritable}")
        return tuple(notes)

    def has(self, request: JudgeRequest) -> bool:
        """Whether the store would answer this request without a call; for estimates."""
        if self._mode == "off":
            return False
        key = self._keys.key(request)
        recording = self._store.load(key, self._identity) if self._recalls(request, key) else None
        return recording is not None and self._suffices(recording, request)

    async def ask(self, request: JudgeRequest) -> JudgeReply:
        """Answer from the store, else ask.

        Raises what ``inner`` raises, and :class:`~pytest_rubric.errors.MissingRecording` in the
        mode ``only``.
        """
        if self._mode == "off":
            self.asked += 1
            return self._named(await self._inner.ask(request))
        key = self._keys.key(request)
        while True:
            reply = self._recalled(request, key)
            if reply is not None:
                return reply
            if self._mode == "only":
                self.misses += 1
                raise self._explainer.error(request, key)
            flight = self._flights.get(key)
            if flight is None:
                return await self._lead(request, key)
            # Not awaited itself: whoever is cancelled here must not cancel the other's request.
            await asyncio.wait([flight])
            outcome = flight.result()
            if isinstance(outcome, JudgeError):
                raise own_copy(outcome)
            if outcome is not None and self._suffices(outcome, request):
                reply = self._replayed(request, outcome)
                if reply is not None:
                    return reply

    async def _lead(self, request: JudgeRequest, key: str) -> JudgeReply:
        """Ask for everyone who waits for ``key``, and tell them the outcome."""
        flight: asyncio.Future[Recording | JudgeError | None] = asyncio.get_running_loop().create_future()
        self._flights[key] = flight
        outcome: Recording | JudgeError | None = None
        try:
            async with self._alone(request, key) as reply:
                if reply is None:
                    reply, outcome = await self._asked_anew(request, key)
            return reply
        except JudgeError as error:
            outcome = error
            raise
        finally:
            del self._flights[key]
            flight.set_result(outcome)

    async def _asked_anew(self, request: JudgeRequest, key: str) -> tuple[JudgeReply, Recording | None]:
        self.asked += 1
        reply = self._named(await self._inner.ask(request))
        if not reply.complete or self._identity.is_any:
            return reply, None
        recording = Recording(
            turns=reply.turns,
            identity=self._identity,
            evaluator=request.evaluator,
            prompt_version=request.prompt_version,
            label=request.label,
            sample=request.sample,
            feedback=reply.feedback,
            parameters=self._keys.parameters,
        )
        self._store.save(key, self._identity, recording)
        self._asked.add(key)
        return reply, recording

    @asynccontextmanager
    async def _alone(self, request: JudgeRequest, key: str) -> AsyncIterator[JudgeReply | None]:
        """Hold the lock of ``key`` among processes; yields the reply where another one stored it."""
        held = self._locks.acquire(key)
        reply: JudgeReply | None = None
        deadline = clock.monotonic() + _PATIENCE_ATTEMPTS * request.timeout
        pause, longest = _POLL_SECONDS
        while not held and reply is None and clock.monotonic() < deadline:
            await asyncio.sleep(pause)
            pause = min(longest, pause * 1.5)
            held = self._locks.acquire(key)
            reply = self._recalled(request, key)
        try:
            # Between the first look and the lock, another process may have come and gone.
            yield reply if reply is not None else self._recalled(request, key)
        finally:
            if held:
                self._locks.release(key)

    def _recalled(self, request: JudgeRequest, key: str) -> JudgeReply | None:
        """The reply from the store, where it may serve."""
        if not self._recalls(request, key):
            return None
        recording = self._store.load(key, self._identity)
        if recording is None or not self._suffices(recording, request):
            return None
        return self._replayed(request, recording)

    def _recalls(self, request: JudgeRequest, key: str) -> bool:
        """Whether the store may answer: not where this run is to ask anew and has not done so."""
        if self._mode == "only" or (self._mode == "auto" and not request.fresh):
            return True
        return key in self._asked or self._store.written_since(key, self._identity, self._begun)

    def _suffices(self, recording: Recording, request: JudgeRequest) -> bool:
        return self._mode == "only" or recording.feedback == "full" or request.feedback == "none"

    def _replayed(self, request: JudgeRequest, recording: Recording) -> JudgeReply | None:
        try:
            reply = replay(request, recording.turns)
        except InvalidReply:
            return None
        # Rules that have become stricter leave open what the recording never asked again.
        if not reply.complete and self._mode != "only":
            return None
        self.stored += 1
        return replace(
            reply,
            feedback=recording.feedback,
            usage=reply.usage + Usage(stored=1),
            identity=recording.identity,
        )

    def _named(self, reply: JudgeReply) -> JudgeReply:
        return reply if self._identity.is_any else replace(reply, identity=self._identity)
