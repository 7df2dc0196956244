"""Paths that a case names."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from pytest_rubric.errors import TargetError
from pytest_rubric.loading.links import leads_out
from pytest_rubric.model import Case, Settings, template
from pytest_rubric.model.paths import may_name, shown_path
from pytest_rubric.model.text import visible
from pytest_rubric.targets.values import path_values

REPLACED = "{} is not UTF-8 throughout: each byte that could not be read is shown as \ufffd"


def path_of(case: Case, written: str, key: str, settings: Settings) -> Path:
    """The absolute path of what a case says under ``key``: relative to the case file's folder, to
    the root directory where there is no file; placeholders filled in.

    Raises :class:`~pytest_rubric.errors.TargetError` where it leads out of the root directory
    and that is not allowed.
    """
    folder = case.location.path.parent if case.location is not None else settings.root
    path = Path(os.path.normpath(folder / template.fill(written, path_values(case))))
    outside = settings.allow_outside_root
    shown = visible(str(path))
    if may_name(path, root=settings.root, folder=folder, outside_root=outside):
        real = leads_out(path, root=settings.root, folder=folder, outside_root=outside)
        if real is None:
            return path
        shown += f", a link to {visible(str(real))}"
    raise TargetError(
        f"`{key}` of case {case.label} leads out of the root directory {settings.root}: {shown}; "
        "set rubric_allow_outside_root to allow it"
    )


def file_origin(path: Path, root: Path, named_by: str) -> str:
    """Where an output in a file was had from: ``out/reply.md (ActualOutputFile)``."""
    return f"{visible(shown_path(path, root))} ({named_by})"


def read_text(path: Path, what: str) -> tuple[str, tuple[str, ...]]:
    """The text of a file, with or without BOM, and notes about it.

    ``what`` names it in the error: ``ActualOutputFile of case a``. Raises
    :class:`~pytest_rubric.errors.TargetError` with the absolute path.
    """
    shown = visible(str(path))
    try:
        if not stat.S_ISREG(path.stat().st_mode) and not path.is_dir():
            raise TargetError(f"{what}: {shown} is a pipe or device, not a file")
        data = path.read_bytes()
    except FileNotFoundError:
        raise TargetError(f"{what}: there is no file {shown}; nothing was judged in its place") from None
    except IsADirectoryError:
        raise TargetError(f"{what}: {shown} is a folder; name a file in it") from None
    except (OSError, ValueError) as error:
        # Versions of Python word a null byte differently, and none of them is about anything else.
        reason = (error.strerror or str(error)) if isinstance(error, OSError) else "embedded null byte"
        raise TargetError(f"{what}: {shown} can't be read: {reason}") from None
    return decoded(data, path.name)


def decoded(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    """Bytes as clean text, and a note where some of them are no UTF-8; ``name`` stands in the note."""
    try:
        return visible(data.decode("utf-8-sig")), ()
    except UnicodeDecodeError:
        return visible(data.decode("utf-8-sig", errors="replace")), (REPLACED.format(visible(name)),)
