"""One child process in a group of its own, with bounds on time and output."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_MARK = "PYTEST_RUBRIC_COMMAND"
_CHUNK = 65536
_MOST_ERRORS = 4000  # bytes; the end of standard error is what tells
# Seconds.
_GRACE = 0.5  # between SIGTERM and SIGKILL
_DRAIN = 1.0  # for what others still write after the end of the command
_BURIAL = 0.5  # for the kernel to bury what was killed
ENDING = _GRACE + _DRAIN + _GRACE + _BURIAL
"""The longest that ending a process takes after its time limit, in seconds."""
_LONGEST_PAUSE = 0.05  # between two looks whether a process that closed its pipes has ended


class ProcessFault(Exception):
    """The process had to be ended; the message goes on after the name of the command."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended by itself. ``errors`` is the end of standard error; ``left_behind`` says
    that processes it had started still held its output and were ended."""

    code: int
    output: bytes
    errors: bytes
    left_behind: bool


class Process:
    """A running command. Raises what :class:`subprocess.Popen` raises.

    Made on a loop's thread, where its pipes are then read and written: neither threads nor a
    child watcher are needed. All it starts is in its process group, and carries a mark in its
    environment, by which (on Linux) also processes that left the group are found.
    """

    def __init__(
        self,
        words: Sequence[str],
        *,
        cwd: Path,
        env: Mapping[str, str],
        stdin: bytes | None,
        most_output: int,
    ) -> None:
        self._mark = f"{_MARK}={uuid.uuid4().hex}"
        name, _, value = self._mark.partition("=")
        self._popen = subprocess.Popen(
            words,
            cwd=cwd,
            env={**env, name: value},
            stdin=subprocess.DEVNULL if stdin is None else subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            bufsize=0,
        )
        self._stdin = memoryview(stdin or b"")
        self._most_output = most_output
        self._output = bytearray()
        self._errors = bytearray()
        self._open: dict[int, Callable[[int], object]] = {}  # open pipes, and how to stop watching each
        self._outputs: set[int] = set()
        self._wake: asyncio.Future[None] | None = None

    @property
    def errors(self) -> bytes:
        """The end of standard error so far."""
        return bytes(self._errors)

    async def communicate(self, timeout: float) -> Ended:
        """Write and read until the process ends.

        Raises :class:`ProcessFault` at the time limit and at the bound of the output. Whenever
        this returns or raises, cancelled or not, the process and its group are gone.
        """
        ended_by_itself = False
        try:
            self._open_pipes()
            await self._exit(timeout)
            left_behind = await self._drain()
            ended_by_itself = True
        finally:
            try:
                if not ended_by_itself:
                    await self._end()
            finally:
                self._close_pipes()
        return Ended(self._popen.returncode, bytes(self._output), self.errors, left_behind)

    async def _exit(self, timeout: float) -> None:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + timeout
        pause = 0.001
        while self._popen.poll() is None:
            self._check_bound()
            left = deadline - loop.time()
            if left <= 0:
                raise ProcessFault(
                    f"did not end within {timeout:g} s and was ended with all its processes; "
                    "if it needs longer, raise `timeout` of the target"
                )
            woken = await self._sleep(min(left, pause))
            pause = 0.001 if woken else min(2 * pause, _LONGEST_PAUSE)

    async def _drain(self) -> bool:
        """Read what is left; tells whether the pipes were held by others, which are then ended."""
        if await self._pipes_closed(_DRAIN):
            return False
        self._signal(signal.SIGKILL)
        await self._pipes_closed(_GRACE)
        return True

    async def _pipes_closed(self, patience: float) -> bool:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + patience
        while self._outputs & self._open.keys():
            self._check_bound()
            if loop.time() >= deadline:
                return False
            await self._sleep(deadline - loop.time())
        self._check_bound()
        return True

    async def _end(self) -> None:
        self._signal(signal.SIGTERM)
        try:
            deadline = asyncio.get_running_loop().time() + _GRACE
            while self._is_alive() and asyncio.get_running_loop().time() < deadline:
                await asyncio.sleep(0.01)
        finally:
            # Also when this waiting is cancelled: nothing may stay behind.
            self._signal(signal.SIGKILL)
            with suppress(subprocess.TimeoutExpired):
                self._popen.wait(_BURIAL)

    def _is_alive(self) -> bool:
        """Whether the process or another one of its group is there."""
        if self._popen.poll() is None:
            return True
        try:
            os.killpg(self._popen.pid, 0)
        except OSError:
            return False
        return True

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._popen.pid, number)
        for pid in _marked(self._mark.encode()):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, number)

    def _check_bound(self) -> None:
        if len(self._output) > self._most_output:
            raise ProcessFault(
                f"wrote more than {self._most_output:,} bytes to standard output and was ended; "
                "it should write the answer only"
            )

    async def _sleep(self, seconds: float) -> bool:
        """Wait; less long where a pipe is closed or the bound is reached, which is told."""
        loop = asyncio.get_running_loop()
        self._wake = wake = loop.create_future()
        timer = loop.call_later(seconds, wake.cancel)
        try:
            await asyncio.wait({wake})
        finally:
            timer.cancel()
        return not wake.cancelled()

    def _wake_up(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    def _open_pipes(self) -> None:
        loop = asyncio.get_running_loop()
        for stream, read in (
            (self._popen.stdout, self._read_output),
            (self._popen.stderr, self._read_errors),
        ):
            assert stream is not None  # a pipe was asked for
            fd = stream.fileno()
            os.set_blocking(fd, False)
            loop.add_reader(fd, read, fd)
            self._open[fd] = loop.remove_reader
            self._outputs.add(fd)
        if self._popen.stdin is not None:
            fd = self._popen.stdin.fileno()
            os.set_blocking(fd, False)
            loop.add_writer(fd, self._write, fd)
            self._open[fd] = loop.remove_writer

    def _read_output(self, fd: int) -> None:
        self._output += self._read(fd)
        if len(self._output) > self._most_output:
            self._wake_up()

    def _read_errors(self, fd: int) -> None:
        self._errors += self._read(fd)
        del self._errors[:-_MOST_ERRORS]

    def _read(self, fd: int) -> bytes:
        try:
            data = os.read(fd, _CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._close(fd)
            self._wake_up()
        return data

    def _write(self, fd: int) -> None:
        try:
            self._stdin = self._stdin[os.write(fd, self._stdin[:_CHUNK]) :]
        except BlockingIOError:
            return
        except OSError:
            # Nobody reads it: a command need not.
            self._stdin = self._stdin[:0]
        if not self._stdin:
            self._close(fd)

    def _close(self, fd: int) -> None:
        self._open.pop(fd)(fd)
        for stream in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            if stream is not None and not stream.closed and stream.fileno() == fd:
                with suppress(OSError):
                    stream.close()

    def _close_pipes(self) -> None:
        for fd in list(self._open):
            self._close(fd)


def _marked(mark: bytes) -> list[int]:
    """The processes that carry a mark in their environment; none where there is no ``/proc``."""
    found: list[int] = []
    with suppress(OSError):
        for name in os.listdir("/proc"):
            if name.isdecimal():
                with suppress(OSError):
                    if mark in Path("/proc", name, "environ").read_bytes():
                        found.append(int(name))
    return found
