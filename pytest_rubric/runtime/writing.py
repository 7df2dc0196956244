"""Files that are whole or not there at all."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Iterable
from pathlib import Path


def write(path: Path, text: str) -> None:
    """Write a text file as :func:`write_parts` does."""
    write_parts(path, (text,))


def write_parts(path: Path, parts: Iterable[str]) -> None:
    """Write a text file as UTF-8, and the folders that it needs. A reader sees the old one or the new one.

    A file that is there keeps its permissions, and a link goes on pointing to it. What is no file (a pipe,
    a device such as ``/dev/null``) is written to as it is. Raises ``OSError``, whose ``filename`` is what
    the caller knows of: the file, or a folder that could not be made.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        if _takes_text_as_it_comes(path):
            _fill(path, parts)
        else:
            _put_in_place(Path(os.path.realpath(path)), parts)
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


def _takes_text_as_it_comes(path: Path) -> bool:
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _fill(path: Path, parts: Iterable[str]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(parts)


def _put_in_place(path: Path, parts: Iterable[str]) -> None:
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        _fill(unfinished, parts)
        with contextlib.suppress(OSError):
            unfinished.chmod(path.stat().st_mode & 0o777)
        os.replace(unfinished, path)
    except BaseException:  # Ctrl-C too: a half-written file is not left behind
        unfinished.unlink(missing_ok=True)
        raise
