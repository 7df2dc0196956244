"""The baseline file on disk: read whole, written whole, by one process at a time."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pytest_rubric.errors import ConfigError
from pytest_rubric.gating.baseline.file_format import Baseline, dump
from pytest_rubric.gating.baseline.parsing import MEND, fault_in, parse
from pytest_rubric.judging.exchanges.locks import KeyLocks
from pytest_rubric.model.text import visible
from pytest_rubric.runtime import clock
from pytest_rubric.runtime.writing import write

PATIENCE_SECONDS = 30.0
"""How long an update waits for another one: that takes milliseconds, unless its process hangs."""

_POLL_SECONDS = 0.05


def read(path: Path) -> Baseline | None:
    """The baseline in a file, ``None`` where there is no such file.

    Raises :class:`~pytest_rubric.errors.ConfigError` where it can't be read or is no baseline.
    """
    name = visible(str(path))
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    except IsADirectoryError:
        raise ConfigError(f"baseline {name}: is a folder; name a file") from None
    except OSError as error:
        raise ConfigError(
            f"baseline {name}: can't be read: {error.strerror}; mend that, or name another file"
        ) from None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigError(f"baseline {name}: is not UTF-8 (byte {error.start}); {MEND}") from None
    return parse(text, name)


def update(path: Path, change: Callable[[Baseline], Baseline], *, patience: float = PATIENCE_SECONDS) -> bool:
    """Read the file, change it and put it in place; whether that made a difference.

    Another process that updates the same file at the same time waits, and then changes what this one has
    written. After ``patience`` seconds it gives up and leaves the file as it is: without the lock, what one
    of the two writes would be lost. A reader sees the old file or the new one, never a part.

    Raises ``OSError`` and :class:`~pytest_rubric.errors.ConfigError`.
    """
    # a link stays one: what it leads to is replaced
    target = Path(os.path.realpath(path))
    target.parent.mkdir(parents=True, exist_ok=True)
    with _alone(target, visible(str(path)), patience):
        found = read(target)
        made = change(found or Baseline())
        text = dump(made)
        if found is not None and target.read_bytes() == text.encode():
            return False
        if (fault := fault_in(text)) is not None:
            raise ConfigError(
                f"baseline {visible(str(path))}: what this run leaves in it could not be read again: "
                f"{fault}; mend the evaluator that gave this"
            )
        write(target, text)
    return True


@contextmanager
def _alone(path: Path, name: str, patience: float) -> Iterator[None]:
    """Hold the lock of a file among processes. ``name`` is the file's for people."""
    locks = KeyLocks(path)
    key = hashlib.sha256(b"baseline").hexdigest()
    deadline = clock.monotonic() + patience
    while not locks.acquire(key):
        if clock.monotonic() >= deadline:
            raise ConfigError(
                f"baseline {name}: another process has been updating it for {patience:g} s; end that process "
                f"(`fuser {locks.file}` names it) or wait for it, then run once more: "
                "replies that are stored are not asked for again"
            )
        time.sleep(_POLL_SECONDS)
    try:
        yield
    finally:
        locks.release(key)
