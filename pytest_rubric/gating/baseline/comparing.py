"""One case then and now: what changed, whether it got worse, and whose doing it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from pytest_rubric.gating.baseline.states import CaseState, Decision, JudgeState
from pytest_rubric.reporting.compared import BaselineRecord, Cause, Changed, Direction, Standing
from pytest_rubric.reporting.numbers import plain

_WORTH = {
    "met": Fraction(1),
    "clean": Fraction(1),
    "not_met": Fraction(0),
    "violated": Fraction(0),
}
# A status may be any text of an evaluator's: one that only looks like a number, such as 1e999999999, would
# keep a process busy for ever.
_DECIMAL = r"-?\d{1,24}(?:\.\d{1,24})?"
_SCORED = re.compile(rf"(?P<score>{_DECIMAL})(?:/(?P<maximum>{_DECIMAL}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Flip:
    """A decision that is not what it was; both are about the same criterion."""

    before: Decision
    now: Decision

    @property
    def direction(self) -> Direction:
        """``open`` where one of the two is no decision, or nobody can tell which is better."""
        before, now = _worth(self.before.status), _worth(self.now.status)
        if before is None or now is None or before == now:
            return "open"
        return "worse" if now < before else "better"


@dataclass(frozen=True, slots=True)
class Comparison:
    """A case in two runs. ``key`` is its name now, ``key_before`` the one it was found under.

    ``cause``: ``agent`` where the output is another one; ``judge`` where the same output was decided
    otherwise; ``judge_changed`` where judge or prompt are others, so that nobody can tell; ``None``
    where nothing changed, where the case itself or a check in code did, or where the hashes are missing.
    ``case_changed``: ``rubric`` where the criteria are others, ``case`` where something else of it is.
    """

    key: str
    key_before: str
    before: CaseState
    now: CaseState
    flips: tuple[Flip, ...]
    cause: Cause | None
    case_changed: Changed | None

    @property
    def change(self) -> Fraction | None:
        """By how many points the score changed; with undecided criteria the low ends count."""
        if self.before.score is None or self.now.score is None:
            return None
        return self.now.score - self.before.score

    @property
    def fell(self) -> Fraction:
        """The points that were lost for certain: from the low end then to the high end now, 0 or more.

        What undecided criteria leave open is no drop.
        """
        return _above(self.before.low, self.now.high)

    @property
    def rose(self) -> Fraction:
        """The points that were gained for certain, 0 or more."""
        return _above(self.now.low, self.before.high)

    def standing(self, max_drop: Fraction | None) -> Standing:
        """How the case stands now.

        ``worse`` (passed before and fails now, or fails and fell), ``fell`` (reaches its threshold and fell
        by more than ``max_drop``), ``known`` (failed before, fails now and did not fall); without fault:
        ``lower``, ``better``, ``same``.
        """
        if not self.now.passed:
            return "worse" if self.before.passed or self.fell else "known"
        if max_drop is not None and self.fell > max_drop:
            return "fell"
        if self.fell:
            return "lower"
        return "better" if self.rose or not self.before.passed else "same"

    def record(self, max_drop: Fraction | None) -> BaselineRecord:
        """As it stands in the record of the case."""
        before = self.before
        other = self.cause == "judge_changed" and before.judge is not None
        return {
            "nodeid": self.key_before,
            "standing": self.standing(max_drop),
            "passed": before.passed,
            "score": plain(before.score),
            "interval": None
            if before.low is None or before.high is None
            else [plain(before.low), plain(before.high)],
            "threshold": plain(before.threshold),
            "verdict": before.verdict,
            "change": plain(self.change),
            "fell": plain(self.fell),
            "flips": [
                {
                    "id": flip.now.id,
                    "criterion": flip.now.criterion,
                    "before": flip.before.status,
                    "now": flip.now.status,
                    "direction": flip.direction,
                    "evidence_before": flip.before.evidence,
                    "evidence_now": flip.now.evidence,
                }
                for flip in self.flips
            ],
            "cause": self.cause,
            "case_changed": self.case_changed,
            "judge_before": before.judge.record() if other and before.judge else None,
        }


def compare(key: str, now: CaseState, key_before: str, before: CaseState) -> Comparison:
    """Hold a case against what it was."""
    flips = tuple(_flips(before.decisions, now.decisions))
    case_changed = _case_changed(before, now)
    # a threshold that was moved is nobody's doing
    by_verdict = now.score is None and before.passed != now.passed
    differs = bool(flips) or before.score != now.score or by_verdict
    return Comparison(
        key,
        key_before,
        before,
        now,
        flips,
        _cause(before, now) if differs and case_changed is None else None,
        case_changed,
    )


def same_judge(before: JudgeState | None, now: JudgeState | None) -> bool:
    """Whether both were judged by one judge with the same prompts, as far as both used them.

    Code that decides needs no judge: it changes with none.
    """
    if before is None or now is None:
        return True
    return before.identity == now.identity and all(
        before.prompts.get(name, version) == version for name, version in now.prompts.items()
    )


def _above(higher: Fraction | None, lower: Fraction | None) -> Fraction:
    if higher is None or lower is None:
        return Fraction(0)
    return max(Fraction(0), higher - lower)


def _flips(before: tuple[Decision, ...], now: tuple[Decision, ...]) -> Iterator[Flip]:
    """Decisions about one text are one criterion, wherever it stands; equal texts are paired in order."""
    earlier: dict[str, list[Decision]] = {}
    for decision in before:
        earlier.setdefault(decision.criterion, []).append(decision)
    for decision in now:
        found = earlier.get(decision.criterion)
        if found and (first := found.pop(0)).status != decision.status:
            yield Flip(first, decision)


def _worth(status: str) -> Fraction | None:
    """What a status is worth beside others of the same criterion; ``None`` for no decision."""
    if status in _WORTH:
        return _WORTH[status]
    found = _SCORED.fullmatch(status)
    if found is None:
        return None
    maximum = Fraction(found["maximum"] or 1)
    return Fraction(found["score"]) / maximum if maximum else None


def _case_changed(before: CaseState, now: CaseState) -> Changed | None:
    if before.case_hash is not None and before.case_hash == now.case_hash:
        return None
    if _rubric(before) != _rubric(now):
        return "rubric"
    return None if before.case_hash is None or now.case_hash is None else "case"


def _rubric(state: CaseState) -> list[tuple[str, Fraction]]:
    return sorted((each.criterion, each.points) for each in state.decisions if each.points is not None)


def _cause(before: CaseState, now: CaseState) -> Cause | None:
    if not same_judge(before.judge, now.judge):
        return "judge_changed"
    if before.output_hash is None or now.output_hash is None:
        return None
    if before.output_hash != now.output_hash:
        return "agent"
    return None if now.judge is None else "judge"
