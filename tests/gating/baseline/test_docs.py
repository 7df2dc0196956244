"""The examples of ``docs/gates.md`` on baselines are what the code makes."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

from pytest_rubric.gating.baseline import messages, summary
from pytest_rubric.gating.baseline.comparing import compare
from pytest_rubric.gating.baseline.file_format import Baseline, dump
from pytest_rubric.gating.baseline.parsing import parse
from pytest_rubric.gating.baseline.runs import Run, compare_runs
from tests.gating.baseline.building import decision, state
from tests.reporting.samples import evaluated, record_of, refund_results

PAGE = Path(__file__).parents[3].joinpath("docs", "gates.md").read_text(encoding="utf-8")
SECTION = PAGE.split("\n## Baselines\n")[1].split("\n## ")[0]


def block(language: str, at: int = 0) -> str:
    found: list[str] = re.findall(rf"^```{language}\n(.*?)^```$", SECTION, re.MULTILINE | re.DOTALL)
    return found[at]


def test_the_failure_text() -> None:
    now = decision("States that the return window is 30 days", "not_met", "It says 14 days.", id=2)
    before = decision("States that the return window is 30 days", "met", "within 30 days", id=2)
    compared = compare(
        "lamp.rubric.yaml::return-window",
        state("80", now, threshold=80, output_hash="o2", verdict="pass"),
        "lamp.rubric.yaml::return-window",
        state("100", before, threshold=80, verdict="pass"),
    )
    message = "rubric: 80 >= 80 (pass): 1 of 3 criteria lost, #2 -20\n\nreturn-window  (lamp.rubric.yaml:2)"
    assert messages.failure_text(message, compared, Fraction(10), "en") + "\n" == block("text")


def test_the_summary() -> None:
    scores = {
        "return-window": ("100", "50"),
        "shipping": ("90", "86"),
        "price": ("55", "60"),
        "colours": ("55", "58"),
        **{f"known-{n}": ("40", "40") for n in range(3)},
        **{f"same-{n}": ("90", "90") for n in range(5)},
    }
    keys = {name: f"cases/lamp.rubric.yaml::{name}" for name in scores}
    outputs = {"return-window": "o2", "price": "o2", "colours": "o2"}
    before = Baseline({keys[name]: state(then) for name, (then, _) in scores.items()})
    now = {
        keys[name]: state(score, output_hash=outputs.get(name, "o1")) for name, (_, score) in scores.items()
    }
    now["cases/lamp.rubric.yaml::warranty"] = state("80", case_hash="new")
    found = summary.lines(compare_runs(before, Run(now), is_gone=lambda key: True), before, None)
    shown = block("text", 1).splitlines()
    assert [f"baseline: {line}" for line in found] == shown


def test_the_file() -> None:
    assert dump(parse(block("json"), "b.json")) == block("json")


def test_the_table_names_every_field() -> None:
    record = record_of("a", evaluated(refund_results()), "failed")
    assert record["baseline"] is None
    table = SECTION.split("| in `baseline` | value |")[1].split("\n\n")[0]
    named = [
        name
        for row in re.findall(r"^\| (`[^|]*`) \|", table, re.MULTILINE)
        for name in re.findall("`([^`]+)`", row)
    ]
    made = compare("f.yaml::a", state("1"), "f.yaml::a", state("1")).record(None)
    assert named == list(made)
