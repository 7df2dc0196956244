"""What each field of a record may hold, in the order of :class:`~pytest_rubric.reporting.record.Record`."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, get_args

from pytest_rubric.gating.shapes import (
    Anything,
    Fields,
    Interval,
    Listed,
    MismatchError,
    Named,
    Number,
    OrNull,
    Text,
    Truth,
)
from pytest_rubric.model import Status
from pytest_rubric.model.comparison import Expect, Side, Winner
from pytest_rubric.model.result import State, Verdict
from pytest_rubric.reporting.compared import Cause, Changed, Direction, Standing
from pytest_rubric.reporting.record import VERSION
from pytest_rubric.reporting.totals import OUTCOMES
from pytest_rubric.scoring.points import status_for

_TEXT = Text()
_TEXT_OR_NULL = OrNull(_TEXT)
_TEXTS = Listed(_TEXT)
_NUMBER = Number()
_NUMBER_OR_NULL = OrNull(_NUMBER)
_SCORE = Number(0, 100)
_SCORE_OR_NULL = OrNull(_SCORE)
_INTERVAL_OR_NULL = OrNull(Interval())
_COUNT = Number(0, whole=True)
_PLACE = Number(1, whole=True)
_STATUS = Text(get_args(Status))
_STATE = Text(get_args(State))
_VERDICT_OR_NULL = OrNull(Text(get_args(Verdict)))
_TOKENS = Fields({"input": _COUNT, "output": _COUNT})


@dataclass(frozen=True, slots=True)
class CriterionShape:
    """A criterion, whose status and label are such as the sign of its points allows."""

    fields: Fields
    allowed: str = field(default="an object", init=False)

    def read(self, value: object) -> dict[str, Any]:
        made = self.fields.read(value)
        decided = [status_for(Fraction(made["points"]), holds) for holds in (True, False)]
        for name, statuses in (("status", (*decided, "undecided")), ("human", decided)):
            if name in made:
                try:
                    Text(tuple(statuses)).read(made[name])
                except MismatchError as error:
                    raise error.inside(name) from None
        return made


QUOTE = Fields(
    {
        "from": _TEXT,
        "text": _TEXT,
        "found": Truth(),
        "start": OrNull(_COUNT),
        "end": OrNull(_COUNT),
    }
)
CRITERION = Fields(
    {
        "id": _PLACE,
        "criterion": _TEXT,
        "points": Number(zero=False),
        "tags": _TEXTS,
        "required": Truth(),
        "status": _STATUS,
        "basis": _TEXT,
        "reason": _TEXT,
        "quotes": Listed(QUOTE),
        "confidence": _NUMBER_OR_NULL,
    },
    optional={"turn": _PLACE, "check": _TEXT, "human": _STATUS},
)
POINT = Fields(
    {
        "label": _TEXT,
        "score": _NUMBER_OR_NULL,
        "maximum": _NUMBER_OR_NULL,
        "status": _TEXT_OR_NULL,
        "evidence": _TEXT_OR_NULL,
        "suggestion": _TEXT_OR_NULL,
        "anchors": _TEXTS,
    }
)
HUMAN = Fields({"score": _SCORE_OR_NULL, "reason": _TEXT_OR_NULL}, optional={"criteria": Named(_STATUS)})
WEAKNESS = Fields({"cause": _TEXT_OR_NULL, "text": _TEXT, "quote": _TEXT_OR_NULL})
JUDGE = Fields(
    {
        "judge_id": _TEXT_OR_NULL,
        "model": _TEXT_OR_NULL,
        "base_url": _TEXT_OR_NULL,
        "prompts": Named(_TEXT),
    }
)
FLIP = Fields(
    {
        "id": _PLACE,
        "criterion": _TEXT,
        "before": _TEXT,
        "now": _TEXT,
        "direction": Text(get_args(Direction)),
        "evidence_before": _TEXT,
        "evidence_now": _TEXT,
    }
)
BASELINE = Fields(
    {
        "nodeid": _TEXT,
        "standing": Text(get_args(Standing)),
        "passed": Truth(),
        "score": _SCORE_OR_NULL,
        "interval": _INTERVAL_OR_NULL,
        "threshold": _SCORE,
        "verdict": _VERDICT_OR_NULL,
        "change": OrNull(Number(-100, 100)),
        "fell": _SCORE,
        "flips": Listed(FLIP),
        "cause": OrNull(Text(get_args(Cause))),
        "case_changed": OrNull(Text(get_args(Changed))),
        "judge_before": OrNull(JUDGE),
    }
)
DECISION = Fields({"id": _PLACE, "status": _STATUS})
RUN = Fields(
    {
        "passed": OrNull(Truth()),
        "state": _STATE,
        "score": _SCORE_OR_NULL,
        "interval": _INTERVAL_OR_NULL,
        "verdict": _VERDICT_OR_NULL,
        "summary": _TEXT,
        "criteria": Listed(DECISION),
        "output_hash": _TEXT_OR_NULL,
        "error": _TEXT_OR_NULL,
    }
)
REPEAT = Fields(
    {
        "n": _PLACE,
        "rule": _TEXT,
        "needed": _COUNT,
        "passed": _COUNT,
        "failed": _COUNT,
        "open": _COUNT,
        "shown": _PLACE,
        "runs": Listed(RUN),
    }
)
_WINNER_OR_NULL = OrNull(Text(get_args(Winner)))
ORDER = Fields(
    {
        "first": Text(get_args(Side)),
        "sample": _COUNT,
        "winner": _WINNER_OR_NULL,
        "stated": _WINNER_OR_NULL,
    }
)
COMPARISON = Fields(
    {"winner": _WINNER_OR_NULL, "expect": OrNull(Text(get_args(Expect))), "orders": Listed(ORDER)},
    # the document that stands in a file of its own: nobody computes with it
    optional=dict.fromkeys(("reasoning", "rubric", "output_quality", "expectation_results"), Anything()),
)
NOTE = Fields({"code": _TEXT, "text": _TEXT})
RECORD = Fields(
    {
        "version": Number(VERSION, VERSION, whole=True),
        "nodeid": _TEXT,
        "id": _TEXT,
        "title": _TEXT,
        "case_tags": _TEXTS,
        "file": _TEXT_OR_NULL,
        "line": OrNull(_PLACE),
        "evaluator": _TEXT,
        "outcome": Text(OUTCOMES),
        "state": _STATE,
        "summary": _TEXT,
        "score": _SCORE_OR_NULL,
        "raw_score": _NUMBER_OR_NULL,
        "interval": _INTERVAL_OR_NULL,
        "verdict": _VERDICT_OR_NULL,
        "threshold": _SCORE,
        "achieved_points": _NUMBER_OR_NULL,
        "total_positive": _NUMBER_OR_NULL,
        "criteria": Listed(CriterionShape(CRITERION)),
        "points": Listed(POINT),
        "figures": Named(_NUMBER_OR_NULL),
        "tags": OrNull(Named(_SCORE_OR_NULL)),
        "calls": _COUNT,
        "stored": _COUNT,
        "tokens": _TOKENS,
        "model": _TEXT_OR_NULL,
        "seconds": _NUMBER_OR_NULL,
        "error": _TEXT_OR_NULL,
        "target": _TEXT_OR_NULL,
        "target_calls": _COUNT,
        "target_tokens": _TOKENS,
        "comparison": OrNull(COMPARISON),
        "category": _TEXT_OR_NULL,
        "human": OrNull(HUMAN),
        "effective_score": _SCORE_OR_NULL,
        "weaknesses": OrNull(Listed(WEAKNESS)),
        "criterion_tags": _TEXTS,
        "remedy": _TEXT_OR_NULL,
        "passed": OrNull(Truth()),
        "case_hash": _TEXT_OR_NULL,
        "output_hash": _TEXT_OR_NULL,
        "judge": OrNull(JUDGE),
        "baseline": OrNull(BASELINE),
        "repeat": OrNull(REPEAT),
        "notes": Listed(NOTE),
    }
)
