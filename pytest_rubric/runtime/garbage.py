"""The collector of garbage, where it would look through many objects that all stay."""

from __future__ import annotations

import atexit
import gc
import inspect
import io
import sys
from collections.abc import Iterator
from types import FrameType, GeneratorType, WrapperDescriptorType
from typing import Any

_MOST_ROUNDS = 5
# Some interpreters begin with a few hundred objects of their own set aside (Python 3.12: 375).
_FEW = 1000
# Their ends only tell that nobody closed them.
_TELLING = frozenset({"asyncio", "aiohttp"})
# What all files are, those written in C as well.
_FILE = io.IOBase.__base__
# Nothing of what was written to these waits in memory for their end, or it goes with them.
_NOTHING_WAITS = frozenset({io.FileIO, io.BufferedReader, io.StringIO, io.BytesIO})


class SetAside:
    """What is alive at one moment, set aside until :meth:`end`: no collection looks through it.

    For what lives as long as a session, such as its modules and its items. What is garbage among them,
    or becomes it later, goes with :meth:`renew` or after :meth:`end`: looking for it at once would cost
    what is to be saved.
    """

    def __init__(self) -> None:
        self._begun = False

    def begin(self) -> None:
        """Set aside what is alive now; once."""
        # Other interpreters have no such thing. Where somebody else has set objects aside already,
        # they are not ours to give back.
        if self._begun or not hasattr(gc, "freeze") or gc.get_freeze_count() > _FEW:
            return
        self._begun = True
        gc.freeze()
        atexit.register(self._leave)

    def renew(self) -> None:
        """Let go what became garbage since, and set aside what is left."""
        if not self._begun:
            return
        # What came later first, where most of the garbage is, and most of what has an end: a look through
        # everything takes longer than all the rest of the end of a run, and so there is mostly one.
        _collect_all()
        gc.unfreeze()
        _collect_all()
        gc.freeze()

    def end(self) -> None:
        """Give everything back to the collector: the process may go on without the session."""
        if self._begun:
            self._begun = False
            gc.unfreeze()

    def _leave(self) -> None:
        """At the exit of the process: what is alive in cycles is not taken apart, object by object.

        That would take longer than everything else that happens after a run: half a second for a
        thousand cases. It is done all the same where anything that is alive has an end of its own:
        a file may be written to until the very last, so what it has to do can't be done for it here.
        """
        self.end()
        if next(_with_ends_of_their_own(), None) is None:
            gc.freeze()


def _collect_all() -> None:
    """Collect what garbage leaves behind, too; as often as pytest does at the most."""
    for _ in range(_MOST_ROUNDS):
        if not _collect():
            return


def _collect() -> bool:
    """Collect garbage; whether there may be more by now.

    What only garbage holds goes with it. Where that lets go of anything else, Python code does it: a
    ``__del__``, the callback of a weak reference, a ``finally``.
    """
    if sys.getprofile() is not None:  # it may be written in C, and can't be put back then
        return gc.collect() > 0
    ran = False

    def notice(frame: FrameType, event: str, argument: object) -> None:
        nonlocal ran
        ran = ran or event == "call"

    sys.setprofile(notice)
    try:
        found = gc.collect()
    finally:
        sys.setprofile(None)
    return ran and found > 0


def _with_ends_of_their_own() -> Iterator[object]:
    """What is alive and may do something at its end that nothing else does for it; the first is enough."""
    alive = gc.get_objects()
    kinds = set(map(type, alive))
    # By type() and bases: isinstance() runs code of objects that stand in for others, and issubclass()
    # asks every class that was ever registered as a file.
    files = {kind for kind in kinds if _FILE in kind.__mro__} - _NOTHING_WAITS
    others = {kind for kind in kinds - files if _ends_by_code(kind)}
    if others:
        yield next(each for each in alive if type(each) in others)
    if GeneratorType in kinds:
        yield from (each for each in alive if type(each) is GeneratorType and _stands_in_a_block(each))
    streams = list(_standard_streams())
    for each in alive:
        if type(each) in files and _takes_more(each) and not any(each is stream for stream in streams):
            yield each


def _ends_by_code(kind: type) -> bool:
    """Whether its ``__del__`` was written in Python, by those who have more to do than to tell."""
    for each in kind.__mro__:
        if "__del__" in vars(each):
            end = vars(each)["__del__"]
            module = str(getattr(end, "__module__", ""))
            return not isinstance(end, WrapperDescriptorType) and module.partition(".")[0] not in _TELLING
    return False


def _stands_in_a_block(generator: GeneratorType[Any, Any, Any]) -> bool:
    """Whether it waits where a ``finally`` or a ``with`` may follow, as a context manager does that nobody
    has left. A generator expression has neither."""
    suspended = inspect.getgeneratorstate(generator) == inspect.GEN_SUSPENDED
    return suspended and generator.gi_code.co_name != "<genexpr>"


def _standard_streams() -> Iterator[object]:
    """The interpreter writes them to their ends itself."""
    for stream in (sys.stdin, sys.stdout, sys.stderr, sys.__stdin__, sys.__stdout__, sys.__stderr__):
        yield stream
        yield getattr(stream, "buffer", None)


def _takes_more(file: object) -> bool:
    """Whether a file is open for writing, or nobody knows."""
    try:
        return not file.closed and file.writable()  # type: ignore[attr-defined]  # its kind is one of files
    except Exception:  # whatever a class of somebody's raises
        return True
