"""The text of a baseline file, checked: everything in it is used to decide, so nothing in it is guessed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NoReturn, get_args

from pytest_rubric.errors import ConfigError
from pytest_rubric.gating.baseline.file_format import VERSION, Baseline
from pytest_rubric.gating.baseline.states import CaseState, Decision, JudgeState
from pytest_rubric.gating.json_text import TwiceError, loads, shown
from pytest_rubric.gating.shapes import Fields, Listed, MismatchError, Named, Number, OrNull, Text
from pytest_rubric.model.lines import shortened
from pytest_rubric.model.result import Verdict
from pytest_rubric.scoring.figures import exact

MEND = "restore it from version control, or delete it and record it anew with --rubric-update-baseline"
_IDENTITY = ("judge_id", "model", "base_url")
_CONFLICT = "<<<<<<< "
_WIDEST = 160

_SCORE = Number(0, 100)
_SCORE_OR_NULL = OrNull(_SCORE)
_TEXT_OR_NULL = OrNull(Text())
# Which names are there matters, also where they are null: without any, it is the judge of the whole file.
_JUDGE = Fields({}, optional={**dict.fromkeys(_IDENTITY, _TEXT_OR_NULL), "prompts": Named(Text())})
_DECISION = Fields(
    {"criterion": Text(), "status": Text(), "evidence": _TEXT_OR_NULL},
    optional={"points": Number(zero=False)},
)
_CASE = Fields(
    {
        "outcome": Text(("passed", "failed")),
        "threshold": _SCORE,
        "verdict": OrNull(Text(get_args(Verdict))),
        "judge": OrNull(_JUDGE),
        "case_hash": _TEXT_OR_NULL,
        "output_hash": _TEXT_OR_NULL,
    },
    optional={"score": _SCORE_OR_NULL, "low": _SCORE, "high": _SCORE, "decisions": Listed(_DECISION)},
)
_BASELINE = Fields({"judge": OrNull(_JUDGE), "cases": Named(_CASE)})


def parse(text: str, name: str) -> Baseline:
    """The baseline in the text of a file called ``name``.

    Raises :class:`~pytest_rubric.errors.ConfigError` that says where, what was found, what is allowed
    and what to do.
    """
    data = _json(text, name)
    if not isinstance(data, dict) or "cases" not in data:
        _fail(name, f"is no baseline: it needs an object with `version` and `cases`; {MEND}")
    version = data.get("version")
    if version != VERSION or isinstance(version, bool):
        _fail(name, f"has version {shown(version)}, this pytest-rubric reads {VERSION}; {MEND}")
    try:
        return _baseline(_BASELINE.read(data))
    except MismatchError as error:
        _fail(name, f"{_told(error)}; {MEND}")


def fault_in(text: str) -> str | None:
    """What :func:`parse` would find wrong with a text that was written here, ``None`` for nothing: results of
    evaluators that a user wrote may hold anything."""
    try:
        _baseline(_BASELINE.read(loads(text)))
    except MismatchError as error:
        return _told(error)
    return None


def _told(error: MismatchError) -> str:
    return f"{shortened(error.way, _WIDEST)}: found {error.found}, allowed: {error.allowed}"


def _json(text: str, name: str) -> Any:
    try:
        return loads(text)
    except json.JSONDecodeError as error:
        if any(line.startswith(_CONFLICT) for line in text.splitlines()):
            _fail(
                name,
                "holds the marks of a merge conflict; take one side and run once more with "
                "--rubric-update-baseline",
            )
        if not text.strip():
            _fail(name, f"is empty; {MEND}")
        _fail(name, f"is broken JSON at line {error.lineno}, column {error.colno}: {error.msg}; {MEND}")
    except TwiceError as error:
        _fail(name, f"{error}; {MEND}")
    except RecursionError:
        _fail(name, f"is nested too deeply; {MEND}")


def _baseline(data: Mapping[str, Any]) -> Baseline:
    common = _judge(data["judge"], None)
    cases = {}
    for key, case in data["cases"].items():
        try:
            cases[key] = _case(case, common)
        except MismatchError as error:
            raise error.inside(key).inside("cases") from None
    return Baseline(cases)


def _case(data: Mapping[str, Any], common: JudgeState | None) -> CaseState:
    if "score" not in data:  # null is an evaluator without scores: then nothing can fall
        raise MismatchError("nothing", _SCORE_OR_NULL.allowed, "score")
    low, high = _interval(data)
    return CaseState(
        passed=data["outcome"] == "passed",
        score=_exact(data["score"]),
        low=_exact(low),
        high=_exact(high),
        threshold=exact(data["threshold"]),
        verdict=data["verdict"],
        decisions=tuple(_decision(each, number) for number, each in enumerate(data.get("decisions", ()), 1)),
        case_hash=data["case_hash"],
        output_hash=data["output_hash"],
        judge=_judge(data["judge"], common),
    )


def _interval(data: Mapping[str, Any]) -> tuple[float | None, float | None]:
    """Its ends, each of them the score where it is left out."""
    score = data["score"]
    low, high = data.get("low", score), data.get("high", score)
    if low is None or high is None:
        if low is not high:
            raise MismatchError(
                "nothing", f"{_SCORE.allowed}, as the other end", "low" if low is None else "high"
            )
        return None, None
    if low > high:
        name, allowed = (
            ("high", "a number from `low` to 100")
            if "high" in data
            else ("low", "a number from 0 to `score`")
        )
        raise MismatchError(shown(data[name]), allowed, name)
    if score is not None and not low <= score <= high:
        raise MismatchError(shown(score), "a number from `low` to `high`", "score")
    return low, high


def _judge(data: Mapping[str, Any] | None, common: JudgeState | None) -> JudgeState | None:
    """The judge of a case: the common one, unless it says something else."""
    if data is None:
        return common
    prompts = data.get("prompts", {})
    if common is not None and not any(name in data for name in _IDENTITY):
        return JudgeState(*common.identity, {**common.prompts, **prompts})
    judge_id, model, base_url = (data.get(name) for name in _IDENTITY)
    return JudgeState(judge_id, model, base_url, prompts)


def _decision(data: Mapping[str, Any], number: int) -> Decision:
    return Decision(
        number,
        data["criterion"],
        data["status"],
        data["evidence"] or "",
        _exact(data.get("points")),
    )


def _exact(value: float | None) -> Fraction | None:
    return None if value is None else exact(value)


def _fail(name: str, told: str) -> NoReturn:
    raise ConfigError(f"baseline {name}: {told}")
