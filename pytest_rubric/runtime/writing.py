"""Files that are whole or not there at all."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterable
from pathlib import Path


def write(path: Path, text: str) -> None:
    """Write a text file as :func:`write_parts` does."""
    write_parts(path, (text,))


def write_parts(path: Path, parts: Iterable[str]) -> None:
    """Write a text file as UTF-8, and the folders that it needs. A reader sees the old one or the new one.

    A file that is there keeps its permissions. Raises ``OSError``, whose ``filename`` is what the caller
    knows of: the file, or a folder that could not be made.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        with unfinished.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(parts)
        with contextlib.suppress(OSError):
            unfinished.chmod(path.stat().st_mode & 0o777)
        os.replace(unfinished, path)
    except BaseException as error:  # Ctrl-C too: a half-written file is not left behind
        unfinished.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename, error.filename2 = str(path), None
        raise
