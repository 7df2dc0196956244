"""Keeps the client's log records out of other people's tests."""

from __future__ import annotations

import logging
import threading

# Their children are muted too. asyncio is there for what our own loop has to say.
_LIBRARIES = ("openai", "httpx", "httpx2", "httpcore", "httpcore2", "aiohttp", "anyio", "asyncio")


class _OtherThreads(logging.Filter):
    def __init__(self, thread: int) -> None:
        super().__init__()
        self._thread = thread

    def filter(self, record: logging.LogRecord) -> bool:
        return record.thread != self._thread


class QuietClient:
    """Mutes the client's libraries in the thread that :meth:`start` is called in, and only there.

    A test that uses the same libraries in its own thread sees its own records as ever.
    """

    def __init__(self) -> None:
        self._filter: logging.Filter | None = None
        self._loggers: list[logging.Logger] = []

    def start(self) -> None:
        """Mute the loggers that exist by now; call it again after an import that makes more."""
        if self._filter is None:
            self._filter = _OtherThreads(threading.get_ident())
        # A filter of a parent is not asked about its children's records, hence one for each.
        names = [n for n in list(logging.root.manager.loggerDict) if n.partition(".")[0] in _LIBRARIES]
        for name in {*names, *_LIBRARIES}:
            logger = logging.getLogger(name)
            if self._filter not in logger.filters:
                logger.addFilter(self._filter)
                self._loggers.append(logger)

    def stop(self) -> None:
        """Take the filters away again."""
        if self._filter is not None:
            for logger in self._loggers:
                logger.removeFilter(self._filter)
        self._loggers.clear()
        self._filter = None
