"""``--rubric-save-outputs``: outputs of this run as files, for the comparisons of the next one.

A stored output must not change while the run may still read it, in whatever process. So each
output is written beside its place first, and the process with the terminal puts all of them into
their places when the run is over.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from pytest_rubric.plugin import session as session_module

if TYPE_CHECKING:
    from pytest_rubric.execution.engine import Judged
    from pytest_rubric.model import Case, Output
    from pytest_rubric.plugin.items import RubricItem


class _Files(TypedDict):
    moves: list[tuple[str, str]]
    removes: list[str]


class Saved(_Files):
    """An output that was written. ``case`` is whose it is, ``moves`` are pairs of a file and the place
    it is to be put, ``removes`` what an earlier run left beside it."""

    case: str


_numbers = count()


def stage(item: RubricItem, judged: Judged) -> Saved | None:
    """Write the case's own output beside its place; ``None`` where it is not to be stored.

    Where the case is compared with the stored output, only a comparison that passed puts another one in
    its place: what was found worse must not become what the next run is measured by. Raises ``OSError``.
    """
    state = session_module.of(item.config)
    output = _to_store(item.case, judged)
    if state.settings.save_outputs is None or output is None or not _may_save(item, judged):
        return None
    place = state.resolver.saved_path(item.case)
    assert place is not None, "outputs are stored"
    return {"case": f"{item.path}::{item.case.label}", **_staged(output, place)}


def kept_back(item: RubricItem, judged: Judged) -> bool:
    """Whether the stored output stays because the new one did not pass its comparison."""
    state = session_module.of(item.config)
    if state.settings.save_outputs is None or _to_store(item.case, judged) is None:
        return False
    return _is_compared_with_stored(item.case) and item.is_comparison and not _may_save(item, judged)


def put_in_place(saved: Iterable[Saved]) -> tuple[int, list[str]]:
    """Put all outputs into their places. Raises ``OSError``.

    Returns how many were stored, and the places that outputs of different cases want: nothing is put
    there, since the next run could not tell whose it is measured by.
    """
    by_place: dict[str, list[Saved]] = {}
    for each in saved:
        by_place.setdefault(each["moves"][0][1], []).append(each)
    stored, wanted_twice = 0, []
    for place, found in by_place.items():
        if len({each["case"] for each in found}) > 1:
            wanted_twice.append(place)
            for each in found:
                discard(each)
            continue
        stored += 1
        for each in found:
            for file, target in each["moves"]:
                os.replace(file, target)
            for left in each["removes"]:
                Path(left).unlink(missing_ok=True)
    return stored, wanted_twice


def discard(saved: Saved) -> None:
    """Forget an output that counts for nothing: another attempt of its test follows."""
    for file, _ in saved["moves"]:
        Path(file).unlink(missing_ok=True)


def _may_save(item: RubricItem, judged: Judged) -> bool:
    case = item.case
    if case.turns or not item.judges_own_output:
        return False
    if not _is_compared_with_stored(case):
        return True
    evaluation = judged.evaluation
    return item.is_comparison and (evaluation.passed is True or evaluation.state == "unscored")


def _to_store(case: Case, judged: Judged) -> Output | None:
    """The output that counts: of several runs that of the first, whatever its score, since a choice by
    score would be measured against ever after. Where they are compared with the stored one, that of
    the first that passed."""
    repeat = judged.evaluation.repeat
    if repeat is None:
        return judged.output
    made = [run for run in repeat.runs if run.output is not None]
    if _is_compared_with_stored(case):
        made = [run for run in made if run.evaluation.passed] or made
    return made[0].output if made else None


def _is_compared_with_stored(case: Case) -> bool:
    return case.compare is not None and case.compare.uses_previous


def _staged(output: Output, place: Path) -> _Files:
    """The output, and its run log in a file that ``--rubric-outputs`` finds beside it."""
    moves = [_written(place, output.text)]
    as_json, as_text = (place.with_name(f"{place.stem}.run_log{suffix}") for suffix in (".json", ".txt"))
    removes = [as_json, as_text]
    if output.run_log is not None:
        text = _as_json(output.run_log)
        log = as_text if text is None else as_json
        removes.remove(log)
        moves.append(_written(log, str(output.run_log) if text is None else text))
    return {"moves": moves, "removes": [str(path) for path in removes]}


def _as_json(log: object) -> str | None:
    """Plain data as JSON; ``None`` for a text, and for what JSON can't hold."""
    if isinstance(log, str):
        return None
    try:
        return json.dumps(log, ensure_ascii=False, indent=1)
    except (TypeError, ValueError):
        return None


def _written(place: Path, text: str) -> tuple[str, str]:
    place.parent.mkdir(parents=True, exist_ok=True)
    file = place.with_name(f".{place.name}.{os.getpid()}-{next(_numbers)}.part")
    file.write_text(text, encoding="utf-8", newline="\n")
    return str(file), str(place)
