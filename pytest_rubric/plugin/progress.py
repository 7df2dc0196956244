"""What a person sees while waiting."""

from __future__ import annotations

import sys

import pytest

from pytest_rubric.plugin import session as session_module
from pytest_rubric.runtime import clock

# Shorter waits need no line; a line that comes and goes at once only flickers.
_PATIENCE = 0.5
_SMALLEST = 24


class Progress:
    """A line at the end of the current one, taken away before pytest writes again."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._shown = False
        self._since: float | None = None
        self._started = clock.monotonic()
        self._total = 0
        self._judged = 0
        self._on = (
            config.get_verbosity() >= 0
            and not session_module.is_worker(config)
            and sys.__stderr__ is not None
            and sys.__stderr__.isatty()
        )

    def tick(self) -> None:
        """Called a few times a second while an item waits."""
        if not self._on:
            return
        now = clock.monotonic()
        if self._since is None:
            self._since = now
        if now - self._since >= _PATIENCE:
            self._write(self._text(now))
            self._shown = True

    def clear(self) -> None:
        """The wait is over."""
        self._judged += 1
        self._since = None
        if self._shown:
            self._write("")
            self._shown = False

    def expect(self, total: int) -> None:
        """How many rubric items there are."""
        self._total = total

    def _text(self, now: float) -> str:
        from pytest_rubric.reporting.progress import line

        judge = session_module.of(self._config).judge
        elapsed = now - self._started
        left = elapsed / self._judged * (self._total - self._judged) if self._judged else None
        return line(
            self._judged,
            self._total,
            judge.stored,
            judge.calls,
            judge.input_tokens + judge.output_tokens,
            left,
        )

    def _write(self, text: str) -> None:
        writer = self._config.get_terminal_writer()
        room = writer.fullwidth - writer.width_of_current_line - 2
        capture = self._config.pluginmanager.getplugin("capturemanager")
        stream = sys.__stderr__
        if room < _SMALLEST or stream is None:
            return
        # save the cursor, write (or erase) the rest of the line, go back
        sequence = f"\x1b7 {text[:room]}\x1b[K\x1b8" if text else "\x1b[K"
        if capture is not None:
            with capture.global_and_fixture_disabled():
                stream.write(sequence)
                stream.flush()
        else:
            stream.write(sequence)
            stream.flush()
