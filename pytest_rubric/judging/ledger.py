"""Where the calls and tokens of a budget are counted: in this process, or in a file that several share."""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, Protocol

Spent = Literal["calls", "tokens"]
# calls begun and tokens taken, both 64-bit
_FORM = struct.Struct("<qq")


class Ledger(Protocol):
    """Counts for all who share a budget. A call is counted when it begins."""

    def begin(self, max_calls: int | None, max_tokens: int | None) -> Spent | None:
        """Count one call, unless a limit is reached: then that is handed back, and nothing counted."""

    def end(self, calls: int, tokens: int) -> None:
        """A call that was counted ended: it came to so many (0 if it never left), and took these tokens."""


class OwnLedger:
    """For a session of one process."""

    def __init__(self) -> None:
        self._calls = 0
        self._tokens = 0

    def begin(self, max_calls: int | None, max_tokens: int | None) -> Spent | None:
        """See :class:`Ledger`."""
        reached = _reached(self._calls, self._tokens, max_calls, max_tokens)
        if reached is None:
            self._calls += 1
        return reached

    def end(self, calls: int, tokens: int) -> None:
        """See :class:`Ledger`."""
        self._calls += calls - 1
        self._tokens += tokens


class FileLedger:
    """For a session of several processes: two numbers in a file, under a lock of the operating system.

    The lock goes away with its process, however that ends, so nobody ever waits for one that died; the
    calls that it had begun stay counted, since they may have been made. Raises ``OSError`` where the
    file can't be read, locked or written.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    @classmethod
    def create(cls, path: Path) -> FileLedger:
        """Make the file, with nothing counted."""
        path.write_bytes(_FORM.pack(0, 0))
        return cls(path)

    def begin(self, max_calls: int | None, max_tokens: int | None) -> Spent | None:
        """See :class:`Ledger`."""
        with self._locked() as fd:
            calls, tokens = _read(fd)
            reached = _reached(calls, tokens, max_calls, max_tokens)
            if reached is None:
                _write(fd, calls + 1, tokens)
            return reached

    def end(self, calls: int, tokens: int) -> None:
        """See :class:`Ledger`."""
        with self._locked() as fd:
            begun, taken = _read(fd)
            _write(fd, begun + calls - 1, taken + tokens)

    @contextmanager
    def _locked(self) -> Iterator[int]:
        # Opened anew each time: closing any descriptor of a file gives up the process's locks on it,
        # and nothing is left open when the session ends. It takes microseconds, a call to a judge seconds.
        fd = os.open(self._path, os.O_RDWR | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0))
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(fd, msvcrt.LK_LOCK, 1)
            else:
                import fcntl

                fcntl.lockf(fd, fcntl.LOCK_EX)
            yield fd
        finally:
            os.close(fd)


def _reached(calls: int, tokens: int, max_calls: int | None, max_tokens: int | None) -> Spent | None:
    if max_calls is not None and calls >= max_calls:
        # What is under way has its call already; only a call that never left gives it back.
        return "calls"
    if max_tokens is not None and tokens >= max_tokens:
        return "tokens"
    return None


def _read(fd: int) -> tuple[int, int]:
    os.lseek(fd, 0, os.SEEK_SET)
    found = os.read(fd, _FORM.size)
    if len(found) != _FORM.size:
        raise OSError("it is not as it was made")
    calls, tokens = _FORM.unpack(found)
    return calls, tokens


def _write(fd: int, calls: int, tokens: int) -> None:
    os.lseek(fd, 0, os.SEEK_SET)
    os.write(fd, _FORM.pack(calls, tokens))
