"""Imports the ``openai`` package without most of its types.

Its packages of types hold a thousand pydantic models and typed dicts; one POST with a raw answer
needs a few of them. Measured in a process that has pytest loaded: the import takes 0.47 s with
all of them, 0.27 s where their packages wait until somebody asks for a name in them. The rest of
the process sees no difference: the first such question loads the package as any import would.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

_TYPES = "openai.types"


def import_openai() -> Any:
    """The package. Not deferred where the process has imported it already."""
    finder = _TypesFinder()
    sys.meta_path.insert(0, finder)
    try:
        import openai
    finally:
        sys.meta_path.remove(finder)
    return openai


class _TypesFinder(MetaPathFinder):
    """Finds the packages below ``openai.types`` and defers them; their modules load as ever."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != _TYPES and not fullname.startswith(_TYPES + "."):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None and spec.submodule_search_locations is not None:
            spec.loader = _DeferringLoader(spec.loader)
        return spec


class _DeferringLoader(Loader):
    def __init__(self, actual: Loader) -> None:
        self._actual = actual

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _DeferredPackage(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        assert isinstance(module, _DeferredPackage)
        assert module.__spec__ is not None
        # whoever looks for sources or resources finds the loader that any import leaves there
        module.__spec__.loader = module.__loader__ = self._actual
        module.defer(self._actual)


class _DeferredPackage(ModuleType):
    """A package whose code runs when the first name that it does not have yet is asked for.

    Its modules can be imported before: an import needs the package's ``__path__`` alone, which
    is there. (The standard library's ``LazyLoader`` runs the code for that too.)
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._lock = threading.RLock()
        self._loader: Loader | None = None

    def defer(self, loader: Loader) -> None:
        """Remember how to load."""
        self._loader = loader

    def __getattr__(self, name: str) -> Any:
        self._load()
        try:
            return self.__dict__[name]
        except KeyError:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}") from None

    def __dir__(self) -> list[str]:
        self._load()
        return sorted(self.__dict__)

    def _load(self) -> None:
        # Another thread waits for the whole package. Its own modules, which this thread loads,
        # see as much of it as there is by then, as in any import.
        with self._lock:
            loader, self._loader = self._loader, None
            if loader is None:
                return
            try:
                loader.exec_module(self)
            except BaseException:
                self._loader = loader
                raise
