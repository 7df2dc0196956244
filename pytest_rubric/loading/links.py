"""Where the files that cases name really are."""

from __future__ import annotations

from pathlib import Path

from pytest_rubric.model.paths import may_name


def leads_out(path: Path, *, root: Path, folder: Path, outside_root: bool) -> Path | None:
    """Where a path leads over symbolic links, if no case may name that; else ``None``.

    The arguments are those of :func:`~pytest_rubric.model.paths.may_name`, which judges a path as it
    is written. The root directory and the case file's folder may be links themselves.
    """
    real = _real(path)
    inside = may_name(real, root=_real(root), folder=_real(folder), outside_root=outside_root)
    return None if inside else real


def _real(path: Path) -> Path:
    try:
        return path.resolve()
    except (
        OSError,
        RuntimeError,
        ValueError,
    ):  # links in a circle, bytes that no path has: opening will tell
        return path
