"""The text of a baseline file: stable, and nothing in it is guessed."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from pytest_rubric.errors import ConfigError
from pytest_rubric.gating.baseline.comparing import same_judge
from pytest_rubric.gating.baseline.file_format import Baseline, dump
from pytest_rubric.gating.baseline.parsing import parse
from pytest_rubric.gating.baseline.states import JudgeState
from tests.gating.baseline.building import SMALL, decision, state

MEND = "restore it from version control, or delete it and record it anew with --rubric-update-baseline"


def test_the_whole_file() -> None:
    cases = {
        "b.rubric.yaml::退款": state("70", decision("说明了期限", "not_met", "没有提到「14 天」")),
        "a.rubric.yaml::z": state("65", high="85.5", verdict=None),
        "a.rubric.yaml::b": state(
            "33.33",
            decision("A", "violated", points=-5),
            decision("accuracy", "3/5", points=None),
            judge=replace(SMALL, prompts={"rubric": "2"}),
        ),
        "a.rubric.yaml::a": state(None, passed=True, judge=JudgeState(judge_id="ours")),
    }
    text = dump(Baseline(cases))
    assert text == dump(Baseline(dict(reversed(cases.items()))))
    assert (
        text
        == """\
{
  "version": 1,
  "judge": {
    "model": "small",
    "base_url": "http://localhost:8080/v1",
    "prompts": {
      "rubric": "1"
    }
  },
  "cases": {
    "a.rubric.yaml::a": {
      "outcome": "passed",
      "score": null,
      "threshold": 60,
      "verdict": "warn",
      "judge": {
        "judge_id": "ours",
        "prompts": {}
      },
      "case_hash": "c1",
      "output_hash": "o1",
      "decisions": []
    },
    "a.rubric.yaml::b": {
      "outcome": "failed",
      "score": 33.33,
      "threshold": 60,
      "verdict": "warn",
      "judge": {
        "prompts": {
          "rubric": "2"
        }
      },
      "case_hash": "c1",
      "output_hash": "o1",
      "decisions": [
        {
          "criterion": "A",
          "points": -5,
          "status": "violated"
        },
        {
          "criterion": "accuracy",
          "status": "3/5"
        }
      ]
    },
    "a.rubric.yaml::z": {
      "outcome": "passed",
      "score": 65,
      "low": 65,
      "high": 85.5,
      "threshold": 60,
      "verdict": null,
      "case_hash": "c1",
      "output_hash": "o1",
      "decisions": []
    },
    "b.rubric.yaml::退款": {
      "outcome": "passed",
      "score": 70,
      "threshold": 60,
      "verdict": "warn",
      "case_hash": "c1",
      "output_hash": "o1",
      "decisions": [
        {
          "criterion": "说明了期限",
          "points": 10,
          "status": "not_met",
          "evidence": "没有提到「14 天」"
        }
      ]
    }
  }
}
"""
    )
    read = parse(text, "b.json")
    assert dump(read) == text
    assert read.cases == cases


@pytest.mark.parametrize(
    "judges",
    [
        [None],
        [SMALL, None],
        [SMALL, SMALL, JudgeState(model="large", base_url="u", prompts={"rubric": "1"})],
        [SMALL, SMALL, JudgeState(prompts={"rubric": "1"})],
        [JudgeState(prompts={"rubric": "1"}), JudgeState(prompts={"rubric": "1"}), SMALL],
        [replace(SMALL, prompts={"text-tone": "3"}), SMALL],
        [replace(SMALL, prompts={"rubric": "2"}), SMALL, SMALL],
    ],
)
def test_each_case_gets_its_judge_back(judges: list[JudgeState | None]) -> None:
    cases = {f"f.yaml::{at}": state("70", judge=judge) for at, judge in enumerate(judges)}
    text = dump(Baseline(cases))
    read = parse(text, "b.json")
    for key, case in cases.items():
        assert same_judge(read.cases[key].judge, case.judge)
        assert case.judge is None or read.cases[key].judge is not None
    assert dump(read) == text


def test_no_case_at_all() -> None:
    assert parse(dump(Baseline()), "b.json") == Baseline()


def document(**more: Any) -> dict[str, Any]:
    case = {"outcome": "passed", "score": 80, "threshold": 60, "verdict": "pass", "decisions": []}
    return {"version": 1, "judge": None, "cases": {"f.yaml::a": {**case, **more}}}


def test_what_may_be_missing() -> None:
    (case,) = parse(json.dumps(document()), "b.json").cases.values()
    assert [case.low, case.high] == [80, 80]
    assert (case.case_hash, case.judge) == (None, None)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", f"is empty; {MEND}"),
        (" \n", f"is empty; {MEND}"),
        ('{"version": 1, "cases": {', None),
        ("results", f"is broken JSON at line 1, column 1: Expecting value; {MEND}"),
        ("[]", f"is no baseline: it needs an object with `version` and `cases`; {MEND}"),
        ('{"version": 1}', f"is no baseline: it needs an object with `version` and `cases`; {MEND}"),
        ('{"version": 2, "cases": {}}', f"has version 2, this pytest-rubric reads 1; {MEND}"),
        ('{"version": true, "cases": {}}', f"has version true, this pytest-rubric reads 1; {MEND}"),
        ('{"cases": {}}', f"has version null, this pytest-rubric reads 1; {MEND}"),
        (
            '{"version": 1, "cases": {"f.yaml::a": {}, "f.yaml::a": {}}}',
            f'has the key "f.yaml::a" twice in one object; {MEND}',
        ),
        ('{"version": NaN, "cases": {}}', f"has version NaN, this pytest-rubric reads 1; {MEND}"),
        ("[" * 100_000, f"is nested too deeply; {MEND}"),
        (
            '{\n<<<<<<< HEAD\n"version": 1,\n=======\n"version": 1,\n>>>>>>> topic\n"cases": {}}',
            "holds the marks of a merge conflict; take one side and run once more with "
            "--rubric-update-baseline",
        ),
        ('{"version": 1, "cases": []}', f"cases: found [], allowed: an object; {MEND}"),
    ],
)
def test_a_text_that_is_no_baseline(text: str, told: str | None) -> None:
    with pytest.raises(ConfigError) as raised:
        parse(text, "b.json")
    if told is None:
        assert re.fullmatch(
            r"baseline b\.json: is broken JSON at line 1, column \d+: .*; " + MEND, str(raised.value)
        )
    else:
        assert str(raised.value) == f"baseline b.json: {told}"
