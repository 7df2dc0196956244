"""Which cases of a baseline exist no longer: one rule for whoever asks, at a case's turn or at the end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from pytest_rubric.gating.baseline.states import file_of, nodeid_of


@dataclass(frozen=True, slots=True)
class Looked:
    """What a run knows of the tests that there are.

    ``tests`` has the node ids of all tests in each file that was looked at as a whole, whether they were
    chosen to run or not. ``is_lost`` says of any other file, relative to the root directory, whether there is
    none any more.
    """

    tests: Mapping[str, Collection[str]]
    is_lost: Callable[[str], bool]

    def is_gone(self, key: str) -> bool:
        """Whether a case of the baseline exists no longer, as far as the run has looked.

        A file that is there and was not looked at, or in part only, may hold it still.
        """
        tests = self.tests.get(file_of(key))
        return self.is_lost(file_of(key)) if tests is None else nodeid_of(key) not in tests


def by_file(nodeids: Iterable[str]) -> dict[str, set[str]]:
    """The node ids of each file."""
    found: dict[str, set[str]] = {}
    for nodeid in nodeids:
        found.setdefault(file_of(nodeid), set()).add(nodeid)
    return found
