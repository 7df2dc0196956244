"""What the records of a run add up to: the figures that the terminal, ``summary.md`` and GitHub share.

Everything here reads plain records (:mod:`~pytest_rubric.reporting.record`), since under xdist
nothing else reaches the process that has the terminal.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pytest_rubric.model.lines import one_line
from pytest_rubric.reporting.numbers import plural, short, signed
from pytest_rubric.reporting.record import CriterionRecord, Record
from pytest_rubric.scoring.figures import exact, figure, rounded
from pytest_rubric.scoring.means import mean
from pytest_rubric.scoring.points import LOST, is_type_tag, rests_on_quotes

# As the loader puts it before each fault: ``cases/a.rubric.yaml:5:17: case lamp: ``
_PLACE = re.compile(r"^\S+?:\d+(?::\d+)?: (?:case \S+: )?")

OUTCOMES = ("failed", "error", "passed", "xfailed", "xpassed", "skipped")


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums over records. ``mean`` is over the ``judged`` ones only, ``None`` if there are none.

    ``lost_by_tag`` holds lost points, most first. ``whole`` counts decisions that rest on the
    whole output; ``quotes`` and ``quotes_missing`` those that a decision needed.
    """

    items: int
    judged: int
    mean: Fraction | None
    outcomes: Mapping[str, int]
    lost_by_tag: Mapping[str, Fraction]
    calls: int
    stored: int
    input_tokens: int
    output_tokens: int
    whole: int
    quotes: int
    quotes_missing: int
    target_calls: int
    target_input_tokens: int
    target_output_tokens: int

    @property
    def many_quotes_missing(self) -> bool:
        """Whether more than a fifth of the quotes are not where the judge says."""
        return self.quotes_missing * 5 > self.quotes


def totals(records: Sequence[Record]) -> Totals:
    """Add up. Errors and skipped items have no score and are in no mean."""
    scores = [exact(record["score"]) for record in records if record["score"] is not None]
    criteria = [criterion for record in records for criterion in record["criteria"]]
    needed = [
        quote
        for criterion in criteria
        if rests_on_quotes(criterion["status"])
        for quote in criterion["quotes"]
    ]
    return Totals(
        items=len(records),
        judged=len(scores),
        mean=mean(scores) if scores else None,
        outcomes=Counter(record["outcome"] for record in records),
        lost_by_tag=_lost_by_tag(records),
        calls=sum(record["calls"] for record in records),
        stored=sum(record["stored"] for record in records),
        input_tokens=sum(record["tokens"]["input"] for record in records),
        output_tokens=sum(record["tokens"]["output"] for record in records),
        whole=sum(c["basis"] == "whole" and c["status"] != "undecided" for c in criteria),
        quotes=len(needed),
        quotes_missing=sum(not quote["found"] for quote in needed),
        target_calls=sum(record["target_calls"] for record in records),
        target_input_tokens=sum(record["target_tokens"]["input"] for record in records),
        target_output_tokens=sum(record["target_tokens"]["output"] for record in records),
    )


def _lost_by_tag(records: Iterable[Record]) -> dict[str, Fraction]:
    lost: dict[str, Fraction] = {}
    # An item that was not judged has lost nothing yet, whatever its checks say.
    judged = [record for record in records if record["score"] is not None or record["interval"] is not None]
    for criterion in [criterion for record in judged for criterion in record["criteria"]]:
        if criterion["status"] in LOST:
            for tag in criterion["tags"]:
                if not is_type_tag(tag):
                    lost[tag] = lost.get(tag, Fraction(0)) + loss_of(criterion)
    return dict(sorted(lost.items(), key=lambda item: -item[1]))


def loss_of(criterion: CriterionRecord) -> Fraction:
    """The points that a lost criterion of a record cost, above 0."""
    points = criterion["points"]
    # through text where it isn't whole: 0.1 shall stay one tenth
    return abs(Fraction(points if isinstance(points, int) else str(points)))


def lost_criteria(record: Record) -> list[CriterionRecord]:
    """The lost criteria of a record, the dearest first."""
    lost = [criterion for criterion in record["criteria"] if criterion["status"] in LOST]
    return sorted(lost, key=lambda criterion: -loss_of(criterion))


def lost_most(record: Record) -> str:
    """What an item lost most by, or why it has no score, on one line: ``#4 -40 Answers in Chinese``."""
    if record["error"]:
        return _short_cause(record)
    told = ""
    # fields that files of earlier versions don't have
    repeat, before = record.get("repeat"), record.get("baseline")
    if before is not None and before["standing"] == "fell":
        told += f"fell by {short(before['fell'])}: "
    if repeat is not None and repeat["passed"] < repeat["n"]:
        told += f"{repeat['passed']} of {repeat['n']} runs passed: "
    return told + _lost_most(record)


def _lost_most(record: Record) -> str:
    if lost := lost_criteria(record):
        first = lost[0]
        return one_line(f"#{first['id']} {signed(-loss_of(first))} {first['criterion']}")
    if waiting := [criterion for criterion in record["criteria"] if criterion["status"] == "undecided"]:
        ids = ", ".join(f"#{criterion['id']}" for criterion in waiting)
        return f"undecided: {ids}"
    return one_line(str(record["summary"] or ""))


def _short_cause(record: Record) -> str:
    """The cause of an error in a few words: without the place and the case, which stand beside it."""
    told = record["summary"] if record["state"] == "broken" else None
    first = one_line(str(told or record["error"]).split("\n")[0])
    return _PLACE.sub("", first)


def score_of(record: Record) -> str:
    """``63``, ``21-36`` where undecided criteria leave it open, ``-`` where nothing was decided."""
    interval = record["interval"]
    if interval is not None and interval[0] != interval[1]:
        return f"{interval[0]}-{interval[1]}"
    return "-" if record["score"] is None else str(record["score"])


def verdict_of(record: Record) -> str:
    """``warn``; ``warn, failed`` where how the item ended doesn't follow; ``error`` without a verdict."""
    outcome, verdict = str(record["outcome"]), record["verdict"]
    if verdict is None or outcome in ("error", "skipped"):
        return outcome
    follows = outcome == "passed" or (outcome == "failed" and verdict == "fail")
    return str(verdict) if follows else f"{verdict}, {outcome}"


def worst_first(records: Iterable[Record]) -> list[Record]:
    """The items with something to say: failures by their score, then errors, then what passed
    with a loss of verdict or with undecided criteria. Clean passes and skipped items are left out."""
    ranked = [(rank, record) for record in records if (rank := _rank(record)) is not None]
    return [record for _, record in sorted(ranked, key=lambda pair: pair[0])]


def _rank(record: Record) -> tuple[int, float] | None:
    score = -1.0 if record["score"] is None else float(record["score"])
    match record["outcome"]:
        case "failed":
            return (0, score)
        case "error":
            return (1, score)
        case "xpassed":
            return (2, score)
        case "passed" if record["verdict"] != "pass" or _is_open(record) or _has_failed_runs(record):
            return (3, score)
    return None


def _has_failed_runs(record: Record) -> bool:
    return record["repeat"] is not None and record["repeat"]["passed"] < record["repeat"]["n"]


def _is_open(record: Record) -> bool:
    low, high = record["interval"] or (0, 0)
    return low != high or any(criterion["status"] == "undecided" for criterion in record["criteria"])


def labels(records: Sequence[Record]) -> list[str]:
    """A short name for each record, for pages: its id and its target, if it has a name, its
    file before it where there are several, and its evaluator behind it unless that is the rubric's."""
    several = len({record["file"] for record in records}) > 1
    names = []
    for record in records:
        name = str(record["id"])
        if record["target"] is not None:
            name += f"/{record['target']}"
        if several and record["file"]:
            name = f"{record['file'].rsplit('/', 1)[-1]}::{name}"
        names.append(name if record["evaluator"] == "rubric" else f"{name} ({record['evaluator']})")
    return names


def pasteable(record: Record) -> str:
    """A name for the terminal: the node id, as pytest takes it on the command line.

    Behind it, in brackets, what the node id doesn't tell: which check of a Python test it is, and
    the evaluator unless that is the rubric's.
    """
    nodeid, evaluator = record["nodeid"], record["evaluator"]
    name = nodeid.rpartition("::")[2]
    told = []
    own = record["id"] if record["target"] is None else f"{record['id']}/{record['target']}"
    if name not in (own, f"{own}/{evaluator}"):
        told.append(record["id"])
    if evaluator != "rubric" and not name.endswith(f"/{evaluator}"):
        told.append(evaluator)
    return f"{nodeid} ({', '.join(told)})" if told else nodeid


def counted(found: Totals) -> str:
    """``3 cases, mean 90 over 2 of 3, 1 error, 2 passed``: errors stand beside the mean."""
    parts = [plural(found.items, "case"), mean_of(found)]
    for outcome in OUTCOMES:
        if number := found.outcomes.get(outcome, 0):
            parts.append(f"{number} {'errors' if outcome == 'error' and number > 1 else outcome}")
    return ", ".join(parts)


def mean_of(found: Totals) -> str:
    """``mean 90 over 2 of 3``: never as if an error had been scored."""
    if found.mean is None:
        return "none scored"
    mean = f"mean {figure(rounded(found.mean, 1))}"
    return mean if found.judged == found.items else f"{mean} over {found.judged} of {found.items}"


def threshold_of(record: Record) -> str:
    """The threshold as text."""
    return short(record["threshold"])
