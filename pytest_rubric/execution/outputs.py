"""Outputs of targets: had once each, on a loop that user code can't take from the others."""

from __future__ import annotations

import asyncio
import concurrent.futures
from pathlib import Path

from pytest_rubric.errors import TargetError
from pytest_rubric.execution.loops import LoopEnded, LoopThread
from pytest_rubric.model import Case, Output
from pytest_rubric.runtime.limits import Watch, watched
from pytest_rubric.runtime.tracebacks import stands_at
from pytest_rubric.targets.protocol import Target

# Seconds between two looks whether a target is overdue and its loop has not noticed.
_LOOK = 0.5


class SharedOutput:
    """The output of one case, had once however many evaluators ask for it."""

    __slots__ = ("_run", "case", "root", "target")  # a large suite has ten thousand of them

    def __init__(self, case: Case, target: Target, root: Path) -> None:
        self.case = case
        self.target = target
        self.root = root
        self._run: TargetRun | None = None

    def run(self, loop: LoopThread) -> TargetRun:
        """The one run of the target; a cancelled run is started anew."""
        if self._run is None or self._run.is_cancelled:
            self._run = TargetRun(self.case, self.target, loop)
        return self._run


class TargetRun:
    """One run of a target, under way."""

    def __init__(self, case: Case, target: Target, loop: LoopThread) -> None:
        self.watch = Watch()
        self.lost: TargetError | None = None
        """Why it will never end, where its loop can't say so."""
        self.future: concurrent.futures.Future[Output] = loop.submit(
            lambda: watched(self.watch, target.run(case))
        )

    @property
    def is_cancelled(self) -> bool:
        """Whether nobody waits for it any more."""
        return self.lost is None and self.future.cancelled()


class TargetLoop(LoopThread):
    """The loop of the targets, watched from the loop of those who wait for them.

    A coroutine that blocks it is an error of its own item, at its own time limit. What has not
    begun by then starts on another loop; what has begun goes on there, each until its limit.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._blocked_at = ""

    async def output(self, source: SharedOutput) -> Output:
        """The output of a case. Raises :class:`~pytest_rubric.errors.TargetError`."""
        while True:
            run = source.run(self)
            try:
                return await self._output_of(run, source)
            except LoopEnded as error:
                raise TargetError(f"{source.target.label}: {error}; its output is lost") from None
            except _Cancelled:
                # The item that began the run gave it up, or it had to go to another loop.
                continue

    async def _output_of(self, run: TargetRun, source: SharedOutput) -> Output:
        waited = asyncio.wrap_future(run.future)
        try:
            while not waited.done():
                await asyncio.wait({waited}, timeout=_LOOK)
                if not waited.done():
                    self._look_after(run, source)
        finally:
            waited.cancel()
        if run.lost is not None:
            raise TargetError(str(run.lost))
        if waited.cancelled():
            raise asyncio.CancelledError if self.is_closed else _Cancelled
        return waited.result()

    def _look_after(self, run: TargetRun, source: SharedOutput) -> None:
        """Give up a run that can't end any more."""
        watch = run.watch
        told = "was left behind"
        if watch.is_overdue:
            told = f"did not return within {watch.limit:g} s and was left behind"
            thread = self.leave_behind(run.future)
            if thread is not None:
                self._blocked_at = stands_at(thread, source.root)
        if self.serves(run.future) or run.future.done():
            return
        if watch.withdraw():
            raise _Cancelled
        if watch.is_counting and not watch.is_overdue:
            return
        where = f" at {self._blocked_at}" if self._blocked_at else ""
        run.lost = TargetError(
            f"{source.target.label} {told}: the event loop that runs async targets is blocked{where}; "
            "await there instead, wrap the call in asyncio.to_thread(), or write a plain `def`"
        )
        raise run.lost


class _Cancelled(Exception):
    """The run was cancelled, not the waiting for it."""
