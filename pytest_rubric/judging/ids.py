"""Which entry of a reply answers which part of a question, where a reply is a list of entries with ids."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pytest_rubric.judging.protocol import Id
from pytest_rubric.judging.words import as_id, as_name

# Where a judge is asked about one part only, it may count its one entry instead of naming it.
_COUNTED = (0, 1)

Entry = Mapping[Any, Any]


@dataclass(frozen=True, slots=True)
class Matching:
    """``entries`` are those that can be relied on, by id; ``repeated`` the ids with more than one.

    ``unknown`` are the ids that nobody asked about, as the judge wrote them (``None`` for an entry
    without one). ``repaired`` says that the only entry stands for the only id, though it is counted or
    not named at all.
    """

    entries: Mapping[Id, Entry]
    repeated: frozenset[Id] = frozenset()
    unknown: tuple[object, ...] = ()
    repaired: bool = False


def match_entries(entries: Sequence[object], ids: Collection[Id], *, name: str = "id") -> Matching | None:
    """Match ``entries`` with the ``ids`` that were asked about; ``None`` where none of them is meant.

    ``ids`` are whole numbers or texts; what a judge does to them is undone (``"#1"``, ``"**Tone**"``).
    A number that nobody asked about puts all numbers in doubt: a judge that splits one part in two
    counts the parts behind it differently. Then no entry can be relied on. A name speaks for
    itself, so one that nobody asked about is left out.
    """
    given = [entry for entry in entries if isinstance(entry, Mapping)]
    by_id: dict[Id, list[Entry]] = {}
    unknown: list[object] = []
    for entry in given:
        said = entry.get(name)
        id_ = _meant(said, ids)
        if id_ is None:
            unknown.append(said)
        else:
            by_id.setdefault(id_, []).append(entry)
    if not by_id:
        only = _only(given, ids, name)
        return None if only is None else Matching({next(iter(ids)): only}, repaired=True)
    repeated = frozenset(id_ for id_, found in by_id.items() if len(found) > 1)
    single = {id_: found[0] for id_, found in by_id.items() if len(found) == 1}
    if unknown and any(isinstance(id_, int) for id_ in ids):
        single = {}
    return Matching(single, repeated, tuple(unknown))


def _meant(said: object, ids: Collection[Id]) -> Id | None:
    """The id that the judge means, ``None`` where it is none of those asked about."""
    number = as_id(said)
    if number is not None and number in ids:
        return number
    if not isinstance(said, str):
        return None
    if said in ids:
        return said
    names = [id_ for id_ in ids if isinstance(id_, str) and as_name(id_) == as_name(said) != ""]
    return names[0] if len(names) == 1 else None


def _only(given: Sequence[Entry], ids: Collection[Id], name: str) -> Entry | None:
    """The one entry, where it can be about nothing but the one id."""
    if len(ids) != 1 or len(given) != 1:
        return None
    said = given[0].get(name)
    return given[0] if said is None or as_id(said) in _COUNTED else None
