"""From the answers of all samples to one decision about a criterion."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pytest_rubric.evaluators.entries import Rejection
from pytest_rubric.evaluators.rubric.decision import Decision
from pytest_rubric.evaluators.rubric.wording import Wording
from pytest_rubric.model import Criterion, CriterionResult
from pytest_rubric.scoring.points import status_for

Vote = Decision | Rejection[Decision]
"""What one sample says of one criterion: an answer that counts, or why there is none."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """The votes about one criterion, one a sample, in the order of the samples."""

    votes: tuple[Vote, ...]

    @property
    def usable(self) -> tuple[Decision, ...]:
        return tuple(vote for vote in self.votes if isinstance(vote, Decision))

    @property
    def outcome(self) -> bool | None:
        """What a strict majority of the usable votes says; ``None`` where there is none."""
        usable = self.usable
        yes = sum(vote.yes for vote in usable)
        return _majority(yes, len(usable) - yes)

    def result(self, criterion: Criterion, words: Wording) -> CriterionResult:
        """The criterion's result, with the reason and the quotes of a vote for the decision."""
        usable = self.usable
        yes = sum(vote.yes for vote in usable)
        votes = (yes, len(usable) - yes, len(self.votes) - len(usable))
        outcome = _majority(*votes[:2])
        if outcome is None:
            return self._undecided(criterion, votes, words)
        speaker = _speaker(vote for vote in usable if vote.yes is outcome)
        kept = speaker.without_evidence
        return CriterionResult(
            criterion,
            status_for(criterion.points, outcome),
            reason=speaker.reason,
            basis=speaker.basis,
            quotes=speaker.quotes,
            note=None if kept is None else words.kept_without_evidence.format(kept),
            votes=votes,
            confidence=max(votes[:2]) / len(usable) if len(usable) > 1 else None,
        )

    def _undecided(
        self, criterion: Criterion, votes: tuple[int, int, int], words: Wording
    ) -> CriterionResult:
        if self.usable:
            note = words.no_majority.format(*votes[:2])
            return CriterionResult(criterion, "undecided", note=note, votes=votes)
        last = next((vote for vote in reversed(self.votes) if isinstance(vote, Rejection)), None)
        if last is None:
            return CriterionResult(criterion, "undecided", votes=votes)
        said = last.said or Decision(yes=True)
        return CriterionResult(
            criterion, "undecided", reason=said.reason, quotes=said.quotes, note=last.note, votes=votes
        )


def _majority(yes: int, no: int) -> bool | None:
    return None if yes == no else yes > no


def _speaker(votes: Iterable[Decision]) -> Decision:
    """The vote that speaks for the majority: the first with evidence, else the first."""
    return min(votes, key=lambda vote: vote.without_evidence is not None)
