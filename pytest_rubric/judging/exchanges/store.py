"""The folder of recordings: reading, atomic writing, and what is wrong with it.

A file that can't be read is a miss, and is overwritten; nothing here ever fails a test. The
folder holds recordings and nothing else, so that it can be committed as it is.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pytest_rubric.judging.exchanges.key import Identity
from pytest_rubric.judging.exchanges.recording import Damaged, Recording, dump, load
from pytest_rubric.runtime import clock

_SUFFIX = ".json"
_UNFINISHED = ".tmp"
# A temporary file that is older was left by a process that was killed.
_STALE_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file of the store; ``recording`` is ``None`` where it can't be read."""

    key: str
    path: Path
    recording: Recording | None


class RecordingStore:
    """Recordings by the key of a request and the identity of a judge.

    ``damaged`` maps each file that could not be read to the reason, ``unwritable`` is the first
    error of writing, ``created`` says that this store made the folder.
    """

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.damaged: dict[str, str] = {}
        self.unwritable: str | None = None
        self.created = False
        # Path objects cost more than the reading itself when thousands are replayed.
        self._root = os.fspath(directory)

    def load(self, key: str, identity: Identity) -> Recording | None:
        """The recording of this judge, or ``None``. Any judge takes the only one there is."""
        if identity.is_any:
            found = self.all(key)
            return found[0] if len(found) == 1 else None
        return self._read(self._path(key, identity))

    def all(self, key: str) -> list[Recording]:
        """All recordings of a request, in the order of their files."""
        return list(self._in_folder(os.path.join(self._root, key)))

    def everything(self) -> Iterator[Recording]:
        """Every recording in the folder: slow, for messages only."""
        for key in self._names(self._root):
            yield from self._in_folder(os.path.join(self._root, key))

    def files(self) -> Iterator[StoredFile]:
        """Every file that may hold a recording, in the order of keys: slow, for a look at all of them."""
        for key in self._names(self._root):
            folder = os.path.join(self._root, key)
            for name in self._names(folder):
                if name.endswith(_SUFFIX):
                    path = os.path.join(folder, name)
                    yield StoredFile(key, Path(path), self._read(path))

    def remove(self, stored: StoredFile) -> None:
        """Remove one, and its folder where nothing else is in it. Raises ``OSError``."""
        stored.path.unlink()
        with contextlib.suppress(OSError):
            stored.path.parent.rmdir()

    def written_since(self, key: str, identity: Identity, nanoseconds: int) -> bool:
        """Whether the file was written after this time (nanoseconds, as ``st_mtime_ns``)."""
        try:
            return os.stat(self._path(key, identity)).st_mtime_ns >= nanoseconds
        except OSError:
            return False

    def damage(self, key: str, identity: Identity) -> str | None:
        """Why the file of this judge could not be read, where that was so."""
        return self.damaged.get(self._path(key, identity))

    def save(self, key: str, identity: Identity, recording: Recording) -> None:
        """Write the recording, whole or not at all. A failure is kept in ``unwritable``."""
        path = self._path(key, identity)
        try:
            self._write(path, dump(recording))
        except OSError as error:
            self.unwritable = self.unwritable or (error.strerror or type(error).__name__)

    def _write(self, path: str, content: bytes) -> None:
        folder = os.path.dirname(path)
        try:
            # Most recordings are the first of their request; each look before would cost a system call.
            os.mkdir(folder)
        except FileExistsError:
            self._make_folders(folder)
            self._replace(path, content)
            self._sweep(folder)
        except OSError:
            self._make_folders(folder)
            self._replace(path, content)
        else:
            self._replace(path, content)

    def _path(self, key: str, identity: Identity) -> str:
        return os.path.join(self._root, key, identity.file_name)

    def _in_folder(self, folder: str) -> Iterator[Recording]:
        for name in self._names(folder):
            if name.endswith(_SUFFIX):
                recording = self._read(os.path.join(folder, name))
                if recording is not None:
                    yield recording

    @staticmethod
    def _names(folder: str) -> list[str]:
        try:
            return sorted(os.listdir(folder))
        except OSError:
            return []

    def _read(self, path: str) -> Recording | None:
        try:
            with open(path, "rb") as file:
                content = file.read()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            self.damaged[path] = f"it can't be read: {error.strerror or type(error).__name__}"
            return None
        try:
            return load(content)
        except Damaged as error:
            self.damaged[path] = str(error)
            return None

    def _make_folders(self, folder: str) -> None:
        if not os.path.isdir(self._root):
            os.makedirs(os.path.dirname(self._root) or ".", exist_ok=True)
            try:
                os.mkdir(self._root)
            except FileExistsError:
                # Another process was first, and tells of it; or a file stands here: the next step says so.
                pass
            else:
                self.created = True
        if os.path.lexists(folder) and not os.path.isdir(folder):
            os.unlink(folder)
        os.makedirs(folder, exist_ok=True)

    def _replace(self, path: str, content: bytes) -> None:
        folder, name = os.path.split(path)
        unfinished = os.path.join(folder, f".{name}.{secrets.token_hex(4)}{_UNFINISHED}")
        try:
            with open(unfinished, "xb") as file:
                file.write(content)
            try:
                os.replace(unfinished, path)
            except (IsADirectoryError, PermissionError):
                # A folder in place of the file: it is no recording, so it goes the way of a damaged one.
                if not stat.S_ISDIR(os.lstat(path).st_mode):
                    raise
                shutil.rmtree(path)
                os.replace(unfinished, path)
        except BaseException:  # Ctrl-C too: a half-written file is not left behind
            _remove(unfinished)
            raise

    def _sweep(self, folder: str) -> None:
        """Remove what killed processes left behind."""
        for name in self._names(folder):
            if name.endswith(_UNFINISHED):
                path = os.path.join(folder, name)
                with contextlib.suppress(OSError):
                    if clock.wall_ns() - os.stat(path).st_mtime_ns > _STALE_SECONDS * 1e9:
                        os.unlink(path)


def _remove(path: str) -> None:
    with contextlib.suppress(OSError):
        os.unlink(path)
