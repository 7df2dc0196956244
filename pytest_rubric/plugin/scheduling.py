"""Under pytest-xdist: workers hold enough rubric items to look ahead."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

import pytest

from pytest_rubric.plugin import options
from pytest_rubric.plugin import session as session_module


def make(config: pytest.Config, log: Any) -> Any:
    """The scheduler for ``--dist load``; ``None`` where the user wants another one, or other chunks."""
    if config.getoption("dist") != "load" or config.getoption("maxschedchunk", None) is not None:
        return None
    from xdist.scheduler import LoadScheduling  # type: ignore[import-untyped]

    class LookAheadScheduling(LoadScheduling):  # type: ignore[misc]  # xdist is not typed
        """A worker judges ahead what stands in its queue, and xdist makes queues short towards the
        end, for tests that take a worker's time. Rubric items wait for an endpoint instead: a
        worker gets as many as it may have under way, but no more than its part of what is left.
        """

        def schedule(self) -> None:
            begins = self.collection is None
            super().schedule()
            if begins and self.collection and self.pending:
                for node in self.nodes:
                    self._top_up(node)
                if not self.pending:
                    # as xdist itself does where the first round gives all away
                    for node in self.nodes:
                        node.shutdown()

        def check_schedule(self, node: Any, duration: float = 0) -> None:
            super().check_schedule(node, duration)
            if not node.shutting_down:
                self._top_up(node)

        def _top_up(self, node: Any) -> None:
            held = self.node2pending[node]
            left = len(self.pending) + sum(map(len, self.node2pending.values()))
            room = min(window, -(-left // len(self.node2pending))) - len(held)
            assert self.collection is not None
            more = []
            for index in self.pending[: max(0, room)]:
                if not _is_rubric_item(self.collection[index], config):
                    break
                more.append(index)
            if more:
                del self.pending[: len(more)]
                held.extend(more)
                node.send_runtest_some(more)

    scheduler = LookAheadScheduling(config, log)
    # beside what is under way, the item whose turn it is and the one that must follow
    window = session_module.of(config).settings.concurrency // scheduler.numnodes + 2
    return scheduler


def _is_rubric_item(nodeid: str, config: pytest.Config) -> bool:
    """By the name of its file: the controller collects nothing itself."""
    file = nodeid.partition("::")[0]
    if not file.endswith(options.CASE_SUFFIXES):
        return False
    return file in config.args or options.names_case_file(config, PurePath(file))
