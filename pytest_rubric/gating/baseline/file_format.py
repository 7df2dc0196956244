"""The baseline file: JSON that is stable, and whose changes can be reviewed.

Sorted, one key a line, without times and without paths of a machine.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from pytest_rubric.gating.baseline.states import CaseState, Decision, JudgeState, order
from pytest_rubric.reporting.numbers import Number, plain

VERSION = 1

_Counted = TypeVar("_Counted")


@dataclass(frozen=True)
class Baseline:
    """The cases of earlier runs, each by its key."""

    cases: Mapping[str, CaseState] = field(default_factory=dict)

    @cached_property
    def by_content(self) -> Mapping[str, Sequence[str]]:
        """The keys of the cases with each ``case_hash``."""
        found: dict[str, list[str]] = {}
        for key, state in self.cases.items():
            if state.case_hash is not None:
                found.setdefault(state.case_hash, []).append(key)
        return found


def dump(baseline: Baseline) -> str:
    """The text of the file, ending in a newline: the same text for the same cases, in whatever order."""
    cases = {key: baseline.cases[key] for key in sorted(baseline.cases, key=order)}
    judge = _most_common(cases.values())
    document = {
        "version": VERSION,
        "judge": None if judge is None else _judge(judge),
        "cases": {key: _case(state, judge) for key, state in cases.items()},
    }
    return json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2) + "\n"


def _most_common(states: Iterable[CaseState]) -> JudgeState | None:
    """The judge of most cases, and of each prompt the version that most of its cases were asked with."""
    judges = [state.judge for state in states if state.judge is not None]
    if not judges:
        return None
    identity = _first(Counter(judge.identity for judge in judges))
    versions: dict[str, Counter[str]] = {}
    for judge in judges:
        if judge.identity == identity:
            for name, version in judge.prompts.items():
                versions.setdefault(name, Counter())[version] += 1
    return JudgeState(*identity, {name: _first(versions[name]) for name in sorted(versions)})


def _first(counted: Counter[_Counted]) -> _Counted:
    """The most frequent one; of several the first by name, so that no file changes by chance."""
    return min(counted, key=lambda each: (-counted[each], repr(each)))


def _judge(judge: JudgeState) -> dict[str, object]:
    named = {"judge_id": judge.judge_id, "model": judge.model, "base_url": judge.base_url}
    told = {name: value for name, value in named.items() if value is not None}
    return {
        # a judge that nobody can name is one of its own, too
        **(told or {"model": None}),
        "prompts": dict(sorted(judge.prompts.items())),
    }


def _case(state: CaseState, common: JudgeState | None) -> dict[str, object]:
    made: dict[str, object] = {
        "outcome": "passed" if state.passed else "failed",
        "score": plain(state.score),
    }
    if (state.low, state.high) != (state.score, state.score):
        made |= {"low": plain(state.low), "high": plain(state.high)}
    made |= {"threshold": plain(state.threshold), "verdict": state.verdict}
    if (own := _own(state.judge, common)) is not None:
        made["judge"] = own
    made |= {"case_hash": state.case_hash, "output_hash": state.output_hash}
    made["decisions"] = [_decision(decision) for decision in state.decisions]
    return made


def _own(judge: JudgeState | None, common: JudgeState | None) -> dict[str, object] | None:
    """What a case has to say of its judge: nothing, where it is the common one."""
    if judge is None or common is None:
        return None
    if judge.identity != common.identity:
        return _judge(judge)
    others = {name: version for name, version in judge.prompts.items() if common.prompts.get(name) != version}
    return {"prompts": dict(sorted(others.items()))} if others else None


def _decision(decision: Decision) -> dict[str, str | Number]:
    made: dict[str, str | Number] = {"criterion": decision.criterion}
    if decision.points is not None:
        made["points"] = plain(decision.points)
    made["status"] = decision.status
    if decision.evidence:
        made["evidence"] = decision.evidence
    return made
