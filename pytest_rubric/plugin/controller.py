"""The controlling process of pytest-xdist, as one of its workers sees it."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_rubric.plugin.session import is_worker


class Controller:
    """Tells a worker when nobody waits for its results any more.

    After Ctrl-C the controller says good-bye to its workers, and ends them by force only after
    several seconds if they do not end by themselves.
    """

    def __init__(self, config: pytest.Config) -> None:
        plugins = config.pluginmanager.get_plugins() if is_worker(config) else ()
        # The worker's end of the connection is an attribute of xdist's own plugin.
        self._channel: Any = next(
            (each.channel for each in plugins if hasattr(each, "torun") and hasattr(each, "channel")), None
        )

    def check(self) -> None:
        """Raise ``KeyboardInterrupt`` where the controller has ended, as its own Ctrl-C here would."""
        if self._channel is None:
            return
        try:
            self._channel.waitclose(0)
        except self._channel.TimeoutError:
            return
        except Exception as error:
            raise KeyboardInterrupt("the controlling process has ended") from error
        raise KeyboardInterrupt("the controlling process has ended")
