"""What versions of pytest-xdist differ in: whether a worker can see what it was sent."""

from __future__ import annotations

import pytest
from xdist import remote  # type: ignore[import-untyped]  # xdist is not typed

needs_readable_queue = pytest.mark.skipif(
    not hasattr(remote, "TestQueue"),
    reason="the queues of this pytest-xdist can't be looked into: its workers run all that they were sent, "
    "and look ahead by one case",
)
