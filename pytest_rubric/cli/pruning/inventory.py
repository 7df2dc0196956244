"""The stored replies, file by file, and which of them are used."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_rubric.cli.pruning import project
from pytest_rubric.cli.pruning.asked import Asking
from pytest_rubric.cli.pruning.doubts import Doubt
from pytest_rubric.evaluators.known import without_code
from pytest_rubric.judging.exchanges.store import RecordingStore, StoredFile

if TYPE_CHECKING:
    from pytest_rubric.model import CustomEvaluator, Settings


@dataclass(frozen=True, slots=True)
class Inventory:
    """All files of the store. ``kept`` are those that may be used, each with the first doubt about it;
    ``unreadable`` holds what can't be read, and so is left alone."""

    used: tuple[StoredFile, ...]
    unused: tuple[StoredFile, ...]
    kept: tuple[tuple[StoredFile, Doubt], ...]
    unreadable: tuple[StoredFile, ...]

    @property
    def number(self) -> int:
        """All of them."""
        return len(self.used) + len(self.unused) + len(self.kept) + len(self.unreadable)


def take(
    paths: Sequence[Path], settings: Settings, directory: Path, written: Sequence[CustomEvaluator] = ()
) -> Inventory:
    """Tell the used replies in ``directory`` from the others, by the cases in ``paths`` and below them.

    ``written`` are the evaluators in files of their own. Raises ``EvaluatorError`` where one can't be used.
    """
    store = RecordingStore(directory)
    files = list(store.files())
    recordings = [each.recording for each in files if each.recording is not None]
    judges = {recording.identity.file_name: recording.identity for recording in recordings}
    most_samples = max((recording.sample for recording in recordings), default=0)
    known = [judges[name] for name in sorted(judges)]
    asking = Asking(settings, without_code(written), store, known, most_samples)
    asked = asyncio.run(asking.all(project.find(paths, settings)))
    doubts = _distinct(asked.doubts)
    used: list[StoredFile] = []
    unused: list[StoredFile] = []
    kept: list[tuple[StoredFile, Doubt]] = []
    for each in files:
        if each.recording is None:
            continue
        if each.key in asked.keys:
            used.append(each)
        elif doubt := next((doubt for doubt in doubts if doubt.covers(each.recording)), None):
            kept.append((each, doubt))
        else:
            unused.append(each)
    unreadable = tuple(each for each in files if each.recording is None)
    return Inventory(tuple(used), tuple(unused), tuple(kept), unreadable)


def _distinct(doubts: Sequence[Doubt]) -> list[Doubt]:
    """One for all that are about the same replies: ten thousand cases may have one each."""
    alike: dict[object, list[Doubt]] = {}
    for each in doubts:
        alike.setdefault((each.evaluator, each.judge, each.further), []).append(each)
    return [
        first if not others else replace(first, why=f"{first.why} (and {len(others)} more like it)")
        for first, *others in alike.values()
    ]
