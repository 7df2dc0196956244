"""From one exchange to what it says of A and B: the places are mapped back, and nothing else is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pytest_rubric.evaluators.asking import Exchange, said_in
from pytest_rubric.evaluators.pairwise.contract import PairwiseContract
from pytest_rubric.evaluators.pairwise.criteria import PARTS, Graded
from pytest_rubric.evaluators.pairwise.decision import Answer, Preference, Remarks
from pytest_rubric.evaluators.pairwise.parts import POSITIONS, PREFERENCE, Topic, topics
from pytest_rubric.evaluators.pairwise.requests import side_at
from pytest_rubric.evaluators.remedies import Cause, cause_of
from pytest_rubric.model.comparison import SIDES, Side, Winner
from pytest_rubric.scoring.comparison import ANY, Grades, Winners, possible_winners

Key = tuple[Topic, Side]
"""An answer by what it is about."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What one reply says, or that it says nothing usable: then ``fault`` is why, and ``causes`` are
    what kinds of faults it has.

    ``answers`` are those that stand. ``winners`` are who may win by this reply alone;
    ``preferred`` is who the judge itself says is better, ``None`` where it says nothing usable.
    """

    first: Side
    sample: int
    answers: Mapping[Key, Answer] = field(default_factory=dict)
    grades: Mapping[Side, Grades] = field(default_factory=dict)
    winners: Winners = ANY
    preferred: Winner | None = None
    reason: str = ""
    remarks: Remarks | None = None
    fault: str = ""
    causes: frozenset[Cause | None] = frozenset()

    @property
    def is_usable(self) -> bool:
        """Whether anything about the outputs was decided."""
        return bool(self.answers) or self.preferred is not None

    @property
    def winner(self) -> Winner | None:
        """Who wins by this reply, ``None`` where it leaves that open."""
        return next(iter(self.winners)) if len(self.winners) == 1 else None

    @property
    def contradicts_itself(self) -> bool:
        """Whether the judge prefers another output than its own scores do."""
        return {self.preferred, self.winner} == {"A", "B"}


def reading(exchange: Exchange, first: Side, criteria: Sequence[Graded], expectations: int) -> Reading:
    """What an exchange says, with ``first`` shown first; ``expectations`` is how many there are."""
    sample, contract = exchange.request.sample, exchange.request.contract
    assert isinstance(contract, PairwiseContract)
    if exchange.reply is None:
        assert exchange.error is not None
        fault = said_in(contract.report_lang, exchange.error)
        return Reading(first, sample, fault=fault, causes=frozenset({cause_of(exchange.error)}))
    decisions = exchange.reply.decisions
    answers: dict[Key, Answer] = {}
    for topic in topics(len(criteria), expectations):
        for position in POSITIONS:
            found = decisions.get((topic, position))
            if isinstance(found, Answer):
                answers[topic, side_at(position, first)] = found
    grades = {side: _grades(answers, side, criteria, expectations) for side in SIDES}
    preference = decisions.get(PREFERENCE)
    preferred: Winner | None = None
    if isinstance(preference, Preference):
        preferred = "TIE" if preference.position is None else side_at(preference.position, first)
    questions = exchange.reply.questions
    faults = [contract.note(id_, complaint) for id_, complaint in questions.items()]
    remarks = exchange.reply.extras
    return Reading(
        first,
        sample,
        answers,
        grades,
        possible_winners(grades["A"], grades["B"], preferred),
        preferred,
        preference.reason if isinstance(preference, Preference) else "",
        remarks if isinstance(remarks, Remarks) else None,
        faults[0] if faults else "",
        frozenset(contract.cause(id_, complaint) for id_, complaint in questions.items()),
    )


def _grades(
    answers: Mapping[Key, Answer], side: Side, criteria: Sequence[Graded], expectations: int
) -> Grades:
    def level(number: int) -> int | None:
        found = answers.get((("criteria", number), side))
        return None if found is None else int(found.value)

    def holds(number: int) -> bool | None:
        found = answers.get((("expectations", number), side))
        return None if found is None else bool(found.value)

    content, structure = (
        tuple(level(number) for number, each in enumerate(criteria, 1) if each.part == part) for part in PARTS
    )
    return Grades(content, structure, tuple(holds(number) for number in range(1, expectations + 1)))
