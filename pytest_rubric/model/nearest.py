"""What somebody may have meant."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(written: str, known: Iterable[str]) -> str | None:
    """The known name that is spelled most like what was written, ``None`` where none is like it."""
    # only messages about mistakes need it, and the import takes longer than most of our own modules
    import difflib

    return next(iter(difflib.get_close_matches(written, list(known), n=1)), None)
