"""From the answers of all samples to one level of a dimension.

A strict majority decides, as everywhere. A median would always have an answer: of 1, 3 and 5 it
makes a sure 3 that hides a judge who has no idea.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pytest_rubric.evaluators.dimensions.rated import Rated
from pytest_rubric.evaluators.dimensions.wording import Wording
from pytest_rubric.evaluators.entries import Rejection
from pytest_rubric.model import Dimension
from pytest_rubric.scoring.dimensions import Rating

Vote = Rated | Rejection[Rated]


@dataclass(frozen=True, slots=True)
class Result:
    """What came out about one dimension.

    ``answer`` speaks for the level, or is what an answer said that did not stand. ``note`` says why
    it is undecided, or that it was kept without evidence; ``votes`` are the levels of all usable
    samples, where there is more than one.
    """

    rating: Rating
    answer: Rated | None = None
    note: str | None = None
    votes: tuple[int, ...] = ()

    @property
    def is_undecided(self) -> bool:
        return self.rating.level is None


def result(dimension: Dimension, votes: Sequence[Vote], words: Wording) -> Result:
    """The result of a dimension from its votes, one a sample."""
    usable = [vote for vote in votes if isinstance(vote, Rated)]
    levels = tuple(vote.level for vote in usable)
    level = _majority(levels)
    cast = levels if len(levels) > 1 else ()
    if level is None:
        undecided = Rating(dimension, None)
        if usable:
            return Result(undecided, note=words.no_majority.format(", ".join(map(str, levels))), votes=cast)
        last = next((vote for vote in reversed(votes) if isinstance(vote, Rejection)), None)
        return Result(undecided, last.said, last.note) if last is not None else Result(undecided)
    agreeing = [vote for vote in usable if vote.level == level]
    speaker = min(agreeing, key=lambda vote: vote.without_evidence is not None)
    kept = speaker.without_evidence
    note = None if kept is None else words.kept_without_evidence.format(kept)
    return Result(Rating(dimension, level), speaker, note, cast)


def _majority(levels: Sequence[int]) -> int | None:
    """The level that more than half of the votes are for."""
    if not levels:
        return None
    level, times = Counter(levels).most_common(1)[0]
    return level if times * 2 > len(levels) else None
