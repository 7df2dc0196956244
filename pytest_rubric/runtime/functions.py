"""Users' functions by name: ``package.module:function``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from pytest_rubric.model.nearest import nearest


class NotFound(Exception):
    """There is no such function; a subclass tells why, its attributes tell what."""


class NotAName(NotFound):
    """Not written ``package.module:function``."""


class NoModule(NotFound):
    """There is no module ``missing``: the one that is named, or a package that it is in."""

    def __init__(self, missing: str) -> None:
        super().__init__(missing)
        self.missing = missing


class NotImportable(NotFound):
    """Importing ``module`` raised ``error``."""

    def __init__(self, module: str, error: BaseException) -> None:
        super().__init__(module)
        self.module = module
        self.error = error


class NotInModule(NotFound):
    """``where`` has no ``part``; ``near`` is a name in it that is much like it."""

    def __init__(self, where: str, part: str, near: str | None) -> None:
        super().__init__(part)
        self.where = where
        self.part = part
        self.near = near


class NotCallable(NotFound):
    """``path`` in ``where`` is a ``kind``, not a function."""

    def __init__(self, where: str, path: str, kind: str) -> None:
        super().__init__(path)
        self.where = where
        self.path = path
        self.kind = kind


def find(name: str, root: Path | None = None) -> Callable[..., object]:
    """Import ``package.module:function``. Raises a :class:`NotFound`.

    ``root`` is put at the end of ``sys.path``, so that no file there takes the place of an
    installed package.
    """
    module_name, _, path = name.partition(":")
    if not module_name or not path:
        raise NotAName(name)
    if root is not None and str(root) not in sys.path:
        sys.path.append(str(root))
    found: Any = _module(module_name)
    where = getattr(found, "__file__", None) or module_name
    for part in path.split("."):
        if not hasattr(found, part):
            raise NotInModule(where, part, nearest(part, dir(found)))
        found = getattr(found, part)
    if not callable(found):
        raise NotCallable(where, path, type(found).__name__)
    return found  # type: ignore[no-any-return]  # Any by nature


def _module(name: str) -> Any:
    try:
        return import_module(name)
    except BaseException as error:  # a module may call sys.exit() while it is imported
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing is not None and f"{name}.".startswith(f"{missing}."):
            raise NoModule(missing) from None
        raise NotImportable(name, error) from error
