"""Paths as messages show them, and which ones a case may name."""

from __future__ import annotations

import errno
from functools import lru_cache
from pathlib import Path


# Thousands of cases of one file are told with the same path.
@lru_cache(maxsize=256)
def shown_path(path: Path, root: Path | None) -> str:
    """A path as people and other tools read it: relative to ``root`` where it lies inside, with ``/``."""
    if root is not None and path.is_relative_to(root):
        path = path.relative_to(root)
    return path.as_posix()


def may_name(path: Path, *, root: Path, folder: Path, outside_root: bool) -> bool:
    """Whether a case may name a file: in the root directory, or in or below the case file's folder.

    All paths are absolute and normal; ``outside_root`` is what ``rubric_allow_outside_root`` says.
    """
    return outside_root or path.is_relative_to(root) or path.is_relative_to(folder)


def is_lost(path: Path) -> bool:
    """Whether there can be nothing at this path. A place that can't be looked at may hold something."""
    try:
        path.stat()
    except OSError as error:
        return error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG)
    except ValueError:  # a null character
        return True
    return False
