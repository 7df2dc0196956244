"""Outputs of several files: all of a folder, in the order of their names."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from pytest_rubric.errors import TargetError
from pytest_rubric.model import Case, Output, OutputFile, Settings
from pytest_rubric.model.text import visible
from pytest_rubric.targets.places import file_origin, path_of

MOST_FILES = 200
"""How many files a folder may hold."""

MOST_TEXT = 1_000_000
"""How much text they may hold together, in bytes."""

_CHUNK = 1 << 20
_LONGEST_CHARACTER = 4


@dataclass(frozen=True)
class FolderTarget:
    """All files in and below a folder; names that begin with a dot are left out.

    ``path`` is as the case says it, under ``key``.
    """

    path: str
    key: str
    label: str
    settings: Settings
    is_at_hand: bool = True

    async def run(self, case: Case) -> Output:
        """Read the folder. Raises :class:`~pytest_rubric.errors.TargetError` where it is missing, can't
        be read, is empty, is too large, or holds nothing that is text."""
        folder = path_of(case, self.path, self.key, self.settings)
        shown = visible(str(folder))
        if not folder.is_dir():
            found = "is a file, not a folder; name it with `file`" if folder.exists() else "does not exist"
            raise TargetError(f"{self.label}: the folder {shown} {found}")
        paths = self._paths(folder)
        if not paths:
            raise TargetError(
                f"{self.label}: the folder {shown} holds no file; nothing is judged in its place"
            )
        files = self._files(folder, paths)
        if all(file.text is None for file in files):
            raise TargetError(f"{self.label}: the folder {shown} holds no text that a judge could be shown")
        origin = file_origin(folder, self.settings.root, "compare")
        return Output("\n\n".join(_rendered(file) for file in files), files=files, origin=origin)

    def _paths(self, folder: Path) -> list[Path]:
        """The files in the order of their names, the same on every disk."""
        found: list[Path] = []

        def complain(error: OSError) -> None:
            raise TargetError(f"{self.label}: {visible(str(error.filename))} can't be read: {error.strerror}")

        for parent, folders, names in os.walk(folder, onerror=complain):
            folders[:] = [name for name in folders if not name.startswith(".")]
            for name in (*names, *(name for name in folders if Path(parent, name).is_symlink())):
                path = Path(parent, name)
                if name.startswith("."):
                    continue
                if not path.is_file():
                    raise TargetError(
                        f"{self.label}: {visible(str(path))} is no file: links to folders, pipes and devices "
                        "can't be compared"
                    )
                found.append(path)
            if len(found) > MOST_FILES:
                raise TargetError(
                    f"{self.label}: the folder {visible(str(folder))} holds more than {MOST_FILES} files; "
                    "name a folder with only what is to be compared"
                )
        return sorted(found, key=lambda path: path.relative_to(folder).parts)

    def _files(self, folder: Path, paths: list[Path]) -> tuple[OutputFile, ...]:
        files: list[OutputFile] = []
        text = 0
        for path in paths:
            try:
                made = _file(path, path.relative_to(folder).as_posix())
            except OSError as error:
                raise TargetError(
                    f"{self.label}: {visible(str(path))} can't be read: {error.strerror or error}"
                ) from None
            text += made.size if made.text is not None else 0
            if text > MOST_TEXT:
                raise TargetError(
                    f"{self.label}: the folder {visible(str(folder))} holds more than {MOST_TEXT:,} bytes of "
                    "text; name a folder with only what is to be compared"
                )
            files.append(made)
        return tuple(files)


def _file(path: Path, name: str) -> OutputFile:
    size = path.stat().st_size
    if size <= MOST_TEXT:
        data = path.read_bytes()
        return OutputFile(visible(name), _text(data), len(data), hashlib.sha256(data).hexdigest())
    # Too large to be shown: as a text it is refused for its size, as anything else only told apart.
    digest = hashlib.sha256()
    with path.open("rb") as file:
        head = chunk = file.read(_CHUNK)
        while chunk:
            digest.update(chunk)
            chunk = file.read(_CHUNK)
    return OutputFile(visible(name), "" if _is_text_so_far(head) else None, size, digest.hexdigest())


def _is_text_so_far(data: bytes) -> bool:
    """Whether bytes that may end inside of a character are text."""
    return any(_text(data[: len(data) - cut]) is not None for cut in range(_LONGEST_CHARACTER))


def _text(data: bytes) -> str | None:
    """Bytes as text; ``None`` where they are none."""
    if b"\0" in data:
        return None
    try:
        return visible(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return None


def _rendered(file: OutputFile) -> str:
    body = file.text if file.text is not None else f"(not text, {file.size} bytes)"
    return f"[{PurePosixPath(file.name)}]\n{body}"
