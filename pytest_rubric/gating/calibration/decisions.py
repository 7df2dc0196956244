"""Decisions about criteria, and what people say of them, taken out of records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from pytest_rubric.model import Status
from pytest_rubric.model.lines import one_line
from pytest_rubric.reporting.record import CriterionRecord, Record
from pytest_rubric.scoring.figures import exact

_YES: tuple[Status, ...] = ("met", "violated")


@dataclass(frozen=True, slots=True)
class Decision:
    """One criterion of one item: what became of it, and what people say.

    ``points`` are above or below 0. ``machine`` may be ``undecided``; ``human`` is ``None`` without a
    label. ``by_code`` says that no judge was asked. ``quote`` is the first that was found.
    """

    nodeid: str
    case: str
    id: int
    text: str
    points: Fraction
    tags: tuple[str, ...]
    machine: Status
    human: Status | None = None
    by_code: bool = False
    reason: str = ""
    quote: str | None = None

    @property
    def name(self) -> str:
        """As people name it: ``#3 of late-refund``."""
        return f"#{self.id} of {self.case}"

    @property
    def subject(self) -> str:
        """What tells criteria apart across cases: their text, white space and case aside."""
        return one_line(self.text).casefold()

    @property
    def decided(self) -> bool:
        """Whether there is a decision to speak of."""
        return self.machine != "undecided"

    @property
    def compared(self) -> bool:
        """Whether a judge's decision stands beside a label."""
        return self.decided and self.human is not None and not self.by_code

    @property
    def wrong(self) -> bool:
        """Whether people decide otherwise."""
        return self.decided and self.human is not None and self.human != self.machine

    @property
    def yes(self) -> bool:
        """Whether the judge says that the output does what the criterion describes."""
        return self.machine in _YES

    @property
    def pair(self) -> tuple[str, str]:
        """The two answers (human, machine) as ``yes`` and ``no``. Of compared decisions only."""
        return ("yes" if self.human in _YES else "no", "yes" if self.yes else "no")


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two labels of people for one criterion of one output."""

    decision: Decision
    labels: tuple[Status, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Everything that can be said from records: of each output the latest that was judged.

    ``repeated`` counts records beside which another one counts. ``contradictions`` are labels that contradict
    each other, whose decisions have none in ``decisions``. ``not_judged`` counts labels of items that
    came to no decisions at all.
    """

    records: tuple[Record, ...] = ()
    decisions: tuple[Decision, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    repeated: int = 0
    not_judged: int = 0

    @property
    def compared(self) -> tuple[Decision, ...]:
        """Decisions of the judge that have a label."""
        return tuple(each for each in self.decisions if each.compared)

    @property
    def undecided(self) -> int:
        """Labels beside which there is no decision."""
        return sum(each.human is not None and not each.decided for each in self.decisions)

    @property
    def decided_by_code(self) -> int:
        """Labels beside which code has decided, so that they say nothing of the judge."""
        return sum(each.by_code and each.decided and each.human is not None for each in self.decisions)

    @property
    def labels(self) -> int:
        """All labels, whatever became of what they are about."""
        labelled = sum(each.human is not None for each in self.decisions)
        return labelled + self.not_judged + len(self.contradictions)


def gather(runs: Sequence[Sequence[Record]]) -> Evidence:
    """The evidence in one or several runs, the later ones counting where they are about the same output.

    One that came to no judgement (the endpoint was down, say) takes nothing from an earlier one.
    """
    latest: dict[_Key, Record] = {}
    labels: dict[tuple[_Key, int, str], dict[Status, None]] = defaultdict(dict)
    repeated = 0
    for records in runs:
        for key, record in _keyed(records):
            repeated += key in latest
            if key not in latest or _judged(record) or not _judged(latest[key]):
                latest[key] = record
            for decision in _decisions(record):
                if decision.human is not None:
                    labels[key, decision.id, decision.subject][decision.human] = None
    decisions: list[Decision] = []
    contradictions = []
    # as in the files: results come in as workers finish, and a report must not depend on that
    latest = dict(sorted(latest.items(), key=lambda each: _place(each[1])))
    for key, record in latest.items():
        for decision in _decisions(record):
            said = labels.get((key, decision.id, decision.subject), {})
            if len(said) > 1:
                decision = _without_label(decision)
                contradictions.append(Contradiction(decision, tuple(sorted(said))))
            decisions.append(decision)
    return Evidence(
        tuple(latest.values()),
        tuple(decisions),
        tuple(contradictions),
        repeated,
        sum(_labels_alone(record) for record in latest.values()),
    )


_Key = tuple[str, str, str, int, str | None]


def _keyed(records: Sequence[Record]) -> Iterator[tuple[_Key, Record]]:
    """Each record with what tells its output from others. One Python test may hold several checks."""
    seen: dict[tuple[str, str, str], int] = defaultdict(int)
    for record in records:
        name = (record["nodeid"], record["id"], record["evaluator"])
        yield (*name, seen[name], record["output_hash"]), record
        seen[name] += 1


def _judged(record: Record) -> bool:
    return record["state"] == "judged"


def _place(record: Record) -> tuple[str, int, str]:
    return (record["file"] or "", record["line"] or 0, record["nodeid"])


def _decisions(record: Record) -> Iterator[Decision]:
    empty = record["state"] == "judged" and record["raw_score"] is None and record["score"] == 0
    for each in record["criteria"]:
        yield Decision(
            record["nodeid"],
            _case(record),
            each["id"],
            each["criterion"],
            exact(each["points"]),
            tuple(each["tags"]),
            each["status"],
            each.get("human"),
            # an empty output is decided without asking anybody
            empty or "check" in each,
            each["reason"],
            _quote(each),
        )


def _case(record: Record) -> str:
    target = record["target"]
    return record["id"] if target is None else f"{record['id']}/{target}"


def _quote(criterion: CriterionRecord) -> str | None:
    return next((quote["text"] for quote in criterion["quotes"] if quote["found"]), None)


def _without_label(decision: Decision) -> Decision:
    return replace(decision, human=None)


def _labels_alone(record: Record) -> int:
    """Labels of a record that came to no decisions."""
    human = record["human"]
    return len(human.get("criteria", ())) if human is not None and not record["criteria"] else 0
