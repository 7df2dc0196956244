"""The text of a baseline file, checked: everything in it is used to decide, so nothing in it is guessed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NoReturn

from pytest_rubric.errors import ConfigError
from pytest_rubric.gating.baseline.file_format import VERSION, Baseline
from pytest_rubric.gating.baseline.states import CaseState, Decision, JudgeState
from pytest_rubric.model.lines import shortened
from pytest_rubric.model.text import visible
from pytest_rubric.scoring.figures import exact

MEND = "restore it from version control, or delete it and record it anew with --rubric-update-baseline"
_IDENTITY = ("judge_id", "model", "base_url")
_CONFLICT = "<<<<<<< "


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
        _fail(name, f"has version {_shown(version)}, this pytest-rubric reads {VERSION}; {MEND}")
    reader = _Reader(name)
    common = reader.judge(data.get("judge"), "judge", None)
    cases = reader.mapping(data["cases"], "cases")
    return Baseline(
        {visible(key): reader.case(value, f"cases.{key}", common) for key, value in cases.items()}
    )


def _json(text: str, name: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
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
    except ValueError as error:
        _fail(name, f"{error}; {MEND}")
    except RecursionError:
        _fail(name, f"is nested too deeply; {MEND}")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made:
            raise ValueError(f"has the key {_shown(key)} twice in one object")
        made[key] = value
    return made


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"holds {text}, which is no number")


class _Reader:
    """Reads values of one file; ``at`` is the way to a value, for the message."""

    def __init__(self, name: str) -> None:
        self._name = name

    def mapping(self, value: object, at: str) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            self._refuse(value, at, "an object")
        return value

    def case(self, value: object, at: str, common: JudgeState | None) -> CaseState:
        data = self.mapping(value, at)
        outcome = data.get("outcome")
        if outcome not in ("passed", "failed"):
            self._refuse(outcome, f"{at}.outcome", "passed, failed")
        if "score" not in data:  # null is an evaluator without scores: then nothing can fall
            self._fail(f"{at}.score", "nothing", "a number from 0 to 100, or null")
        score = self._score(data["score"], f"{at}.score")
        low = self._score(data["low"], f"{at}.low") if "low" in data else score
        high = self._score(data["high"], f"{at}.high") if "high" in data else score
        if low is not None and high is not None and low > high:
            self._refuse(data.get("high"), f"{at}.high", "a number from `low` to 100")
        if score is not None and not (score if low is None else low) <= score <= (
            score if high is None else high
        ):
            self._refuse(data["score"], f"{at}.score", "a number from `low` to `high`")
        threshold = self._score(data.get("threshold"), f"{at}.threshold")
        if threshold is None:
            self._refuse(None, f"{at}.threshold", "a number from 0 to 100")
        decisions = data.get("decisions", [])
        if not isinstance(decisions, list):
            self._refuse(decisions, f"{at}.decisions", "a list")
        return CaseState(
            passed=outcome == "passed",
            score=score,
            low=low,
            high=high,
            threshold=threshold,
            verdict=self._maybe_text(data, "verdict", at),
            decisions=tuple(
                self._decision(each, f"{at}.decisions[{number}]", number)
                for number, each in enumerate(decisions, 1)
            ),
            case_hash=self._maybe_text(data, "case_hash", at),
            output_hash=self._maybe_text(data, "output_hash", at),
            judge=self.judge(data.get("judge"), f"{at}.judge", common),
        )

    def judge(self, value: object, at: str, common: JudgeState | None) -> JudgeState | None:
        """The judge of a case: the common one, unless it says something else."""
        if value is None:
            return common
        data = self.mapping(value, at)
        prompts = {
            name: self._text(version, f"{at}.prompts.{name}")
            for name, version in self.mapping(data.get("prompts", {}), f"{at}.prompts").items()
        }
        if common is not None and not any(name in data for name in _IDENTITY):
            return JudgeState(*common.identity, {**common.prompts, **prompts})
        judge_id, model, base_url = (self._maybe_text(data, name, at) for name in _IDENTITY)
        return JudgeState(judge_id, model, base_url, prompts)

    def _decision(self, value: object, at: str, number: int) -> Decision:
        data = self.mapping(value, at)
        points = data.get("points")
        return Decision(
            number,
            self._text(data.get("criterion"), f"{at}.criterion"),
            self._text(data.get("status"), f"{at}.status"),
            self._maybe_text(data, "evidence", at) or "",
            None if points is None else self._number(points, f"{at}.points", "a number"),
        )

    def _score(self, value: object, at: str) -> Fraction | None:
        if value is None:
            return None
        allowed = "a number from 0 to 100"
        score = self._number(value, at, allowed)
        if not 0 <= score <= 100:
            self._refuse(value, at, allowed)
        return score

    def _number(self, value: object, at: str, allowed: str) -> Fraction:
        if isinstance(value, bool) or not isinstance(value, int | float):
            self._refuse(value, at, allowed)
        try:
            return exact(value)
        except ValueError:  # 1e999 is read as infinity
            self._refuse(value, at, allowed)

    def _text(self, value: object, at: str) -> str:
        if not isinstance(value, str):
            self._refuse(value, at, "a text")
        return visible(value)

    def _maybe_text(self, data: Mapping[str, Any], name: str, at: str) -> str | None:
        value = data.get(name)
        return None if value is None else self._text(value, f"{at}.{name}")

    def _refuse(self, value: object, at: str, allowed: str) -> NoReturn:
        self._fail(at, _shown(value), allowed)

    def _fail(self, at: str, found: str, allowed: str) -> NoReturn:
        _fail(self._name, f"{shortened(at, 160)}: found {found}, allowed: {allowed}; {MEND}")


def _fail(name: str, told: str) -> NoReturn:
    raise ConfigError(f"baseline {name}: {told}")


def _shown(value: object) -> str:
    return shortened(json.dumps(value, ensure_ascii=False))
