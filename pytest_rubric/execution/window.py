"""Looking ahead: what is under way while pytest works through its items."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Generic, Protocol, TypeVar

K = TypeVar("K", bound=Hashable)


class Cancellable(Protocol):
    """What the window holds."""

    def cancel(self) -> None: ...


P = TypeVar("P", bound=Cancellable)


class Window(Generic[K, P]):
    """Work that is started and not yet taken, of at most ``size`` jobs together.

    ``jobs`` counts those of one key. What has more jobs than there ever is room for waits until
    nothing else is held. Nothing is started before there is room for ``at_once`` jobs.
    """

    def __init__(
        self,
        size: int,
        start: Callable[[K], P],
        jobs: Callable[[K], int] = lambda key: 1,
        *,
        at_once: int = 1,
    ) -> None:
        self._size = size
        self._at_once = at_once
        self._start = start
        self._jobs = jobs
        self._held: dict[K, P] = {}
        self._room = size
        # Started once in this session: a rerun of an item starts anew in take(), not ahead.
        self._seen: set[K] = set()

    def fill(self, upcoming: Iterable[K], may_start: Callable[[K], bool]) -> None:
        """Start the next ones that may start, in order, as far as there is room."""
        if self._room < self._at_once:
            return
        for key in upcoming:
            if key in self._seen or not may_start(key):
                continue
            if self._jobs(key) > self._room and self._held:
                return
            self._seen.add(key)
            self._held[key] = self._start(key)
            self._room -= self._jobs(key)
            if self._room <= 0:
                return

    def take(self, key: K) -> P:
        """The work of this key, started now if it was not ahead."""
        self._seen.add(key)
        held = self._let_go(key)
        return held if held is not None else self._start(key)

    def drop(self, key: K) -> None:
        """Cancel the work of this key if it was started and never taken."""
        held = self._let_go(key)
        if held is not None:
            held.cancel()

    def _let_go(self, key: K) -> P | None:
        held = self._held.pop(key, None)
        if held is not None:
            self._room += self._jobs(key)
        return held

    def __len__(self) -> int:
        return len(self._held)
