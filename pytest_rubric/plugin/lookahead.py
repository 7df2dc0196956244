"""Which rubric items come next in this process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pytest

from pytest_rubric.plugin import session as session_module

if TYPE_CHECKING:
    from pytest_rubric.plugin.items import RubricItem

_POSITIONS = pytest.StashKey[dict[pytest.Item, int]]()


def upcoming(item: RubricItem) -> Iterator[RubricItem]:
    """The unbroken run of rubric items that begins with this one.

    An ordinary test ends the run: nothing of ours may work while it runs.
    """
    yield item
    rest = _after_in_worker(item) if session_module.is_worker(item.config) else _after(item)
    for candidate in rest:
        if not isinstance(candidate, type(item)):
            return
        yield candidate


def _after(item: RubricItem) -> Iterator[pytest.Item]:
    items = item.session.items
    stash = item.session.stash
    if _POSITIONS not in stash:
        stash[_POSITIONS] = {candidate: index for index, candidate in enumerate(items)}
    position = stash[_POSITIONS].get(item)
    if position is None:
        return
    for index in range(position + 1, len(items)):
        yield items[index]


def _after_in_worker(item: RubricItem) -> Sequence[pytest.Item]:
    """A worker collects everything and runs only what it is sent: the queue is all it may judge."""
    following = session_module.of(item.config).next_item
    if following is None:
        return []
    return [following, *_queued(item.config, item.session)]


def _queued(config: pytest.Config, session: pytest.Session) -> list[pytest.Item]:
    # xdist's queue is private to it. Where it can't be read, we look ahead by one item.
    try:
        queue: Any = next(
            plugin.torun for plugin in config.pluginmanager.get_plugins() if hasattr(plugin, "torun")
        )
        with queue.lock() as entries:
            indices = [entry for entry in entries if isinstance(entry, int)]
        return [session.items[index] for index in indices]
    except (StopIteration, AttributeError, TypeError, IndexError):
        return []
