"""What one table of keys is, and how a key is matched: without regard to case, ``_`` and ``-``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pytest_rubric.model.nearest import nearest


def folded(spelling: str) -> str:
    """A key without what does not matter in it."""
    return spelling.lower().replace("_", "").replace("-", "")


def is_extension(spelling: str) -> bool:
    """Whether a key is the author's own: it begins with ``x-`` and is never looked at."""
    return spelling[:2] in ("x-", "X-")


@dataclass(frozen=True, slots=True)
class Key:
    """One key. ``shape`` names a definition of the JSON Schema; ``about`` is its description."""

    name: str
    shape: str
    about: str
    aliases: tuple[str, ...] = ()

    @property
    def spellings(self) -> tuple[str, ...]:
        """The first name and the aliases."""
        return (self.name, *self.aliases)


class KeyTable:
    """The keys of one kind of mapping. ``what`` names the kind in messages."""

    def __init__(self, what: str, keys: Iterable[Key]) -> None:
        self.what = what
        self.keys = tuple(keys)
        spellings = [(spelling, key.name) for key in self.keys for spelling in key.spellings]
        self._folded = {folded(spelling): name for spelling, name in spellings}
        # Nearly every key of a real file is in one of these spellings, which saves the folding.
        self._exact = {
            variant: name
            for spelling, name in spellings
            for variant in (spelling, spelling.lower(), _snake(spelling), _camel(spelling))
        }

    def canonical(self, spelling: str) -> str | None:
        """The first name of a key in any spelling, ``None`` where there is no such key."""
        return self._exact.get(spelling) or self._folded.get(folded(spelling))

    def complaint(self, spelling: str) -> str:
        """That there is no such key: with the nearest one, or with all where none is near."""
        near = self.nearest(spelling)
        article = "an" if self.what[0] in "aeiou" else "a"
        if near is not None:
            return f"unknown key `{spelling}` in {article} {self.what}; did you mean `{near}`?"
        allowed = ", ".join(key.name for key in self.keys)
        return f"unknown key `{spelling}` in {article} {self.what} (allowed: {allowed})"

    def nearest(self, spelling: str) -> str | None:
        """The known key or alias that is most like this one, ``None`` where none is."""
        near = nearest(folded(spelling), self._folded)
        if near is None:
            return None
        return next(s for key in self.keys for s in key.spellings if folded(s) == near)


def _snake(spelling: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", spelling).lower()


def _camel(spelling: str) -> str:
    return spelling[0].lower() + spelling[1:]
