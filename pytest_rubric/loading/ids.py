"""Ids that survive node ids, ``-k``, ``--lf``, JUnit, xdist, and being file names."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

MAX_BYTES = 120
"""Longest id in UTF-8: with a report's ending it stays far below the 255 bytes of a file name."""

_UNSAFE = re.compile(r"[^\w.+/-]+")
_OPERATOR = re.compile(r"(?:and|or|not)(?!\w)", re.IGNORECASE)
_DIGEST_LENGTH = 8


def slug(text: str) -> str:
    """An id from what an author wrote: letters and digits of any script and ``_ - . + /``.

    Every run of other characters becomes ``-``, as do path steps of dots alone and empty ones.
    A leading ``and``, ``or`` or ``not`` gets ``case-`` before it. A long text is cut, with a
    digest of all of it at the end. Never empty.
    """
    normal = unicodedata.normalize("NFC", text)
    steps = (step.strip("-") for step in _UNSAFE.sub("-", normal).split("/"))
    made = "/".join(step for step in steps if step.strip("."))
    if not made:
        return f"case-{_digest(normal)}"
    if _OPERATOR.match(made):
        made = f"case-{made}"
    if len(made.encode()) > MAX_BYTES:
        kept = made.encode()[: MAX_BYTES - _DIGEST_LENGTH - 1].decode("utf-8", "ignore").rstrip("-/.")
        made = f"{kept}-{_digest(normal)}"
    return made


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST_LENGTH]


@dataclass(frozen=True, slots=True)
class AssignedId:
    """The id of one case; ``earlier`` is the position of the case that already has the wanted one."""

    id: str
    earlier: int | None = None


def assign(wanted: Sequence[str | None]) -> list[AssignedId]:
    """Unique ids for the cases of a file, from the ids that they ask for (``None``: by position).

    A case that asks for an id that is taken gets it with the next free number behind it.
    """
    asked = [f"case-{index}" if name is None else name for index, name in enumerate(wanted)]
    first: dict[str, int] = {}
    taken = set(asked)
    assigned: list[AssignedId] = []
    for index, name in enumerate(asked):
        if name not in first:
            first[name] = index
            assigned.append(AssignedId(name))
            continue
        number = 2
        while f"{name}-{number}" in taken:
            number += 1
        unique = f"{name}-{number}"
        taken.add(unique)
        assigned.append(AssignedId(unique, first[name]))
    return assigned
