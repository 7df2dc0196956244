"""Scores, percentages and floors as people write them in options and ini files."""

from __future__ import annotations

import re
from fractions import Fraction

_KAPPA = re.compile(r"-?[01]?(\.\d{1,20})?(?<=\d)", re.ASCII)
_NO_SHARE = "a number from 0 to 100, as in 80 (no share of 1, such as 0.8)"
_SCORE = re.compile(r"\d{1,3}(\.\d{1,20})?", re.ASCII)


def parsed_score(text: str) -> Fraction:
    """A score of 0 to 100. Raises ``ValueError`` that says what is allowed."""
    # Fraction also reads "1/2", "1_0" and "1e1000000000", which would take for ever
    score = Fraction(text) if _SCORE.fullmatch(text) else None
    if score is None or not 0 <= score <= 100:
        raise ValueError("a number from 0 to 100")
    return score


def parsed_threshold(text: str) -> Fraction:
    """The score that cases must reach, 0 to 100. Raises ``ValueError`` as above, also for what looks like
    a share: nearly every case reaches 0.8 points of 100."""
    score = parsed_score(text)
    if 0 < score <= 1:
        raise ValueError(_NO_SHARE)
    return score


def parsed_floors(text: str) -> tuple[Fraction, Fraction]:
    """The floors of *pass* and *warn*, as in ``80,60``. Raises ``ValueError`` as above."""
    allowed = "two numbers from 0 to 100, the higher first, as in 80,60"
    parts = text.split(",")
    if len(parts) != 2:
        raise ValueError(allowed)
    try:
        high, low = (parsed_score(part.strip()) for part in parts)
    except ValueError:
        raise ValueError(allowed) from None
    if high < low or 0 < high <= 1:
        raise ValueError(allowed)
    return high, low


def parsed_floor(text: str) -> Fraction:
    """A floor for a whole run, 0 to 100. Raises ``ValueError`` as above, also for what looks like a
    share: a floor of 0.8 points or percent would hold whatever happens."""
    try:
        floor = parsed_score(text)
    except ValueError:
        floor = Fraction(1)
    if 0 < floor <= 1:
        raise ValueError(_NO_SHARE)
    return floor


def parsed_tag_floor(line: str) -> tuple[str, Fraction]:
    """A tag, which may hold spaces, and its floor: ``axis:accuracy 80``. Raises ``ValueError`` as above."""
    parts = line.rsplit(maxsplit=1)
    if len(parts) != 2:
        raise ValueError("a tag and a number from 0 to 100, as in axis:accuracy 80")
    return parts[0], parsed_floor(parts[1])


def parsed_kappa(text: str) -> Fraction:
    """A value of Cohen's kappa, -1 to 1. Raises ``ValueError`` that says what is allowed."""
    kappa = Fraction(text) if _KAPPA.fullmatch(text) else None
    if kappa is None or not -1 <= kappa <= 1:
        raise ValueError("a number from -1 to 1, such as 0.6")
    return kappa
