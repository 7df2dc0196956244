"""Who asks: one process at a time per request.

A lock per key is one byte of one file, held through the operating system. It goes away with its
process, however that ends, so no lock is ever stale. Where there is no such lock (Windows, a
temporary folder that can't be written), every process asks for itself: the bill is larger, the
result the same.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import weakref
from pathlib import Path

# Offsets of locks are 64-bit and signed; 60 bits of the key make a collision a mere curiosity.
_HEX_DIGITS = 15


class KeyLocks:
    """Locks for the keys of one folder, among the processes of one user on one machine.

    The file lies in the system's temporary folder: the folder of recordings holds recordings
    and nothing else.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._fd: int | None = None
        self._is_open = False

    @property
    def file(self) -> str:
        """The file whose locked bytes they are."""
        return _path(self._directory)

    def acquire(self, key: str) -> bool:
        """Take the lock, without waiting. ``False`` where another process holds it."""
        if sys.platform == "win32":
            return True
        import fcntl

        fd = self._file()
        if fd is None:
            return True
        try:
            fcntl.lockf(fd, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, int(key[:_HEX_DIGITS], 16))
        except (BlockingIOError, PermissionError):
            return False
        except OSError:
            # A file system without locks: as if there were none.
            return True
        return True

    def release(self, key: str) -> None:
        """Give the lock back. No error where it was never held."""
        if sys.platform == "win32" or self._fd is None:
            return
        import fcntl

        try:
            fcntl.lockf(self._fd, fcntl.LOCK_UN, 1, int(key[:_HEX_DIGITS], 16))
        except OSError:
            return

    def _file(self) -> int | None:
        if not self._is_open:
            self._is_open = True
            try:
                self._fd = os.open(self.file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
            except OSError:
                return None
            weakref.finalize(self, os.close, self._fd)
        return self._fd


def _path(directory: Path) -> str:
    uid = os.getuid() if sys.platform != "win32" else 0
    digest = hashlib.sha256(
        f"{uid}\n{os.path.realpath(directory)}".encode("utf-8", "surrogateescape")
    ).hexdigest()
    return os.path.join(tempfile.gettempdir(), f"pytest-rubric-{digest[:24]}.lock")
