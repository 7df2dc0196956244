"""The collector of garbage, where it would look through many objects that all stay."""

from __future__ import annotations

import atexit
import gc
import io
from contextlib import suppress


class SetAside:
    """What is alive at one moment, set aside until :meth:`end`: no collection looks through it.

    For what lives as long as a session, such as its modules and its items. What is garbage at that
    moment is collected first, so nothing that could go stays; what becomes garbage later among the
    objects that are set aside goes after :meth:`end`.
    """

    def __init__(self) -> None:
        self._begun = False

    def begin(self) -> None:
        """Set aside what is alive now; once."""
        # Other interpreters have no such thing. Where somebody else has set objects aside already,
        # they are not ours to give back.
        if self._begun or not hasattr(gc, "freeze") or gc.get_freeze_count():
            return
        self._begun = True
        gc.collect()
        gc.freeze()
        atexit.register(_leave)

    def end(self) -> None:
        """Give everything back to the collector: the process may go on without the session."""
        if self._begun:
            self._begun = False
            gc.unfreeze()


def _leave() -> None:
    """At the exit of the process: what is alive in cycles is not taken apart, object by object.

    That would take longer than everything else that happens after a run: half a second for a
    thousand cases. Files are written to their end, as they would be when they are taken apart.
    """
    for each in gc.get_objects():
        if isinstance(each, (io.TextIOWrapper, io.BufferedWriter, io.BufferedRandom)):
            with suppress(Exception):  # closed, or nowhere to write to: nobody is left to tell
                each.flush()
    gc.freeze()
