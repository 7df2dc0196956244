"""Which files hold evaluators of users' own, and all that are in them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from pytest_rubric.errors import ConfigError
from pytest_rubric.loading.custom import load_evaluators
from pytest_rubric.loading.links import leads_out
from pytest_rubric.model import CustomEvaluator
from pytest_rubric.model.paths import may_name, shown_path

_OPTION = "ini option rubric_evaluators"


def load_all(globs: Sequence[str], root: Path, *, outside_root: bool = False) -> tuple[CustomEvaluator, ...]:
    """The evaluators in all files that the ini option names, in the order of their paths.

    ``outside_root`` is what ``rubric_allow_outside_root`` says. Raises :class:`CaseFileError` where a
    file can't be used, and :class:`ConfigError` where a glob finds nothing or leaves the root
    directory, or two evaluators have one id.
    """
    found: dict[str, CustomEvaluator] = {}
    for path in _files(globs, root, outside_root):
        for each in load_evaluators(path, shown_path(path, root)):
            if each.id in found:
                raise ConfigError(
                    f"{each.source}: evaluator {each.id} is also written at {found[each.id].source}; give "
                    "one of them another name"
                )
            found[each.id] = each
    return tuple(found.values())


def _files(globs: Sequence[str], root: Path, outside_root: bool) -> list[Path]:
    paths: set[Path] = set()
    for glob in globs:
        try:
            named = {Path(os.path.normpath(path)) for path in root.glob(glob) if path.is_file()}
        except (ValueError, NotImplementedError, IndexError, OSError) as error:
            raise ConfigError(
                f"{_OPTION}: {glob!r} can't be used: {error}; name files relative to the root directory"
            ) from None
        if not named:
            raise ConfigError(
                f"{_OPTION}: no file is named {glob!r} in the root directory; name files relative to it"
            )
        for path in named:
            _check_place(path, glob, root, outside_root)
        paths |= named
    return sorted(paths)


def _check_place(path: Path, glob: str, root: Path, outside_root: bool) -> None:
    """Raises :class:`ConfigError` for a file outside of the root directory, links included."""
    told = f"{_OPTION}: {glob!r} names {shown_path(path, root)}"
    if not may_name(path, root=root, folder=root, outside_root=outside_root):
        raise ConfigError(f"{told}, outside of the root directory; set rubric_allow_outside_root to allow it")
    real = leads_out(path, root=root, folder=root, outside_root=outside_root)
    if real is not None:
        raise ConfigError(
            f"{told}, a symbolic link out of the root directory to {real.as_posix()}; set "
            "rubric_allow_outside_root to allow it"
        )
