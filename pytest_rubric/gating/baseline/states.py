"""What a case came to, as far as it is compared with another run, and under which name it is found."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pytest_rubric.loading.ids import slug
from pytest_rubric.model.lines import ELLIPSIS, one_line
from pytest_rubric.reporting.compared import JudgeRecord
from pytest_rubric.reporting.numbers import out_of
from pytest_rubric.reporting.record import CriterionRecord, PointRecord, Record
from pytest_rubric.scoring.figures import exact

# Characters; longer texts make a file that nobody reviews.
_CRITERION = 300
_EVIDENCE = 160
# As many as digests of a single output have.
_DIGITS = 16
_CASE_FILES = (".yaml", ".yml")
# What stands behind a node id; the brackets of a parametrized one may hold a `#` too.
_CHECK = re.compile(r"#[^\]]*$")


@dataclass(frozen=True, slots=True)
class JudgeState:
    """Who judged: ``judge_id`` where that is set, else ``model`` and ``base_url``; none of them where
    nobody can tell. ``prompts`` has the version of each prompt, by its name."""

    judge_id: str | None = None
    model: str | None = None
    base_url: str | None = None
    prompts: Mapping[str, str] = field(default_factory=dict)

    @property
    def identity(self) -> tuple[str | None, str | None, str | None]:
        """What tells it from other judges."""
        return (self.judge_id, self.model, self.base_url)

    def record(self) -> JudgeRecord:
        """As it stands in records."""
        return {
            "judge_id": self.judge_id,
            "model": self.model,
            "base_url": self.base_url,
            "prompts": dict(self.prompts),
        }


@dataclass(frozen=True, slots=True)
class Decision:
    """One criterion, or one point of another evaluator.

    ``status`` is that of the criterion, or the point's score as text (``3/5``). ``points`` are the
    criterion's, ``None`` for a point. ``evidence`` is a quote that was found, else the reason.
    """

    id: int = field(compare=False)
    criterion: str
    status: str
    evidence: str = ""
    points: Fraction | None = None


@dataclass(frozen=True, slots=True)
class CaseState:
    """A case that was judged.

    ``score``, ``low`` and ``high`` are 0 to 100, the last two the ends of its interval; ``None`` for an
    evaluator that gives a verdict only. ``passed`` is the gate of the evaluation alone.
    """

    passed: bool
    score: Fraction | None
    low: Fraction | None
    high: Fraction | None
    threshold: Fraction
    verdict: str | None = None
    decisions: tuple[Decision, ...] = ()
    case_hash: str | None = None
    output_hash: str | None = None
    judge: JudgeState | None = None


def state_of(record: Record) -> CaseState | None:
    """What this record came to; ``None`` where it was not judged, its test ended in an error, or the test
    wanted it to fail."""
    passed = record["passed"]
    if passed is None or record["state"] != "judged" or record["outcome"] in ("error", "skipped"):
        return None
    if was_to_fail(record):
        return None
    score = _exact(record["score"])
    interval = record["interval"]
    low, high = (_exact(end) for end in interval) if interval is not None else (score, score)
    judge = record["judge"]
    return CaseState(
        passed=passed,
        score=score,
        low=low,
        high=high,
        threshold=exact(record["threshold"]),
        verdict=record["verdict"],
        decisions=tuple(_decisions(record)),
        case_hash=record["case_hash"],
        output_hash=_output_hash(record),
        judge=None
        if judge is None
        else JudgeState(judge["judge_id"], judge["model"], judge["base_url"], dict(judge["prompts"])),
    )


def was_to_fail(record: Record) -> bool:
    """Whether a check in a Python test failed as its test wanted it to (``pytest.raises``): nothing in it can
    get worse, and as a known failure it would not be raised any more."""
    return record["passed"] is False and record["outcome"] == "passed"


def _output_hash(record: Record) -> str | None:
    """The digest of the output; of all outputs, in any order, where a target ran several times.

    The record's own is that of the run that is shown: it may be the same although others are not.
    """
    repeat = record.get("repeat")
    if repeat is None:
        return record["output_hash"]
    outputs = [run["output_hash"] for run in repeat["runs"]]
    known = sorted(output for output in outputs if output is not None)
    if len(known) < len(outputs):
        return None  # of a run without an output nobody knows whose doing a difference is
    return hashlib.sha256(" ".join(known).encode()).hexdigest()[:_DIGITS]


def _exact(value: float | None) -> Fraction | None:
    # through text: 83.33 shall be 8333 hundredths
    return None if value is None else exact(value)


def _decisions(record: Record) -> Iterator[Decision]:
    for criterion in record["criteria"]:
        yield Decision(
            criterion["id"],
            capped(criterion["criterion"], _CRITERION),
            criterion["status"],
            capped(_of_criterion(criterion), _EVIDENCE),
            exact(criterion["points"]),
        )
    for number, point in enumerate(record["points"], 1):
        yield Decision(
            number,
            capped(point["label"], _CRITERION),
            _status(point),
            capped(point["evidence"] or "", _EVIDENCE),
        )


def _of_criterion(criterion: CriterionRecord) -> str:
    for quote in criterion["quotes"]:
        if quote["found"]:
            return quote["text"]
    return criterion["reason"]


def _status(point: PointRecord) -> str:
    if point["score"] is not None:
        return out_of(point["score"], point["maximum"])
    return capped(point["status"] or "undecided", _EVIDENCE)


def capped(text: str, limit: int) -> str:
    """On one line of at most ``limit`` characters; what is cut ends in an ellipsis.

    In characters and not in columns: a file must not depend on a version of Unicode's tables.
    """
    told = one_line(text)
    return told if len(told) <= limit else told[: limit - 1].rstrip() + ELLIPSIS


def key_of(nodeid: str, id: str, earlier: int = 0) -> str:
    """The name under which an evaluation is found in other runs: its node id.

    A Python test may check several times: behind its node id stands ``#`` and the id of the check, unless
    that is the test's own name, and its number where ``earlier`` checks of the test have that id too.
    """
    path, _, rest = nodeid.partition("::")
    if path.endswith(_CASE_FILES):
        return nodeid
    name = nodeid if id == slug(rest.rpartition("::")[2]) else f"{nodeid}#{id}"
    return name if not earlier else f"{name}#{earlier + 1}"


def keyed(records: Iterable[Record]) -> Iterator[tuple[str, Record]]:
    """Each record of a run with its key, in their order."""
    seen: dict[tuple[str, str], int] = {}
    for record in records:
        name = (record["nodeid"], record["id"])
        earlier = seen.get(name, 0)
        seen[name] = earlier + 1
        yield key_of(*name, earlier), record


def nodeid_of(key: str) -> str:
    """The node id in a key."""
    path, colons, rest = key.partition("::")
    return key if path.endswith(_CASE_FILES) else path + colons + _CHECK.sub("", rest)


def file_of(key: str) -> str:
    """The file in a key, relative to the root directory, with ``/``."""
    return key.partition("::")[0]


def order(key: str) -> tuple[str, str]:
    """What keys are sorted by: file, then id."""
    path, _, rest = key.partition("::")
    return path, rest
