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
    and nothing else. Nobody can delete it while others may want its locks, so folders share a
    few hundred such files: each has offsets of its own in one of them.
    """

    def __init__(self, directory: Path) -> None:
        digest = _digest(directory)
        self._name, self._base = digest[:2], int(digest[2 : 2 + _HEX_DIGITS], 16)
        self._fd: int | None = None
        self._is_open = False

    @property
    def file(self) -> str:
        """The file whose locked bytes they are."""
        return os.path.join(tempfile.gettempdir(), f"pytest-rubric-{_uid()}-{self._name}.lock")

    def acquire(self, key: str) -> bool:
        """Take the lock, without waiting. ``False`` where another process holds it."""
        if sys.platform == "win32":
            return True
        import fcntl

        fd = self._file()
        if fd is None:
            return True
        try:
            fcntl.lockf(fd, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, self.offset(key))
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
            fcntl.lockf(self._fd, fcntl.LOCK_UN, 1, self.offset(key))
        except OSError:
            return

    def offset(self, key: str) -> int:
        """The byte of the file that is locked for a key."""
        return self._base ^ int(key[:_HEX_DIGITS], 16)

    def _file(self) -> int | None:
        if not self._is_open:
            self._is_open = True
            try:
                self._fd = os.open(self.file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
            except OSError:
                return None
            # Where two folders of one process share a file, the end of one lets go of the other's locks, too:
            # as if there were none.
            weakref.finalize(self, os.close, self._fd)
        return self._fd


def _uid() -> int:
    return os.getuid() if sys.platform != "win32" else 0


def _digest(directory: Path) -> str:
    return hashlib.sha256(os.path.realpath(directory).encode("utf-8", "surrogateescape")).hexdigest()
