"""``gates.json``: every gate of a run, whoever looks at it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from tests.support.loopback import LoopbackJudge
from tests.support.project import Project, case

BASELINE = ("--rubric-baseline", "base.json")
WORSE = (*BASELINE, "--rubric-fail-if-worse")
REPORTS = ("--rubric-report-dir", "reports")
ALL = """\
[pytest]
rubric_min_mean = 10
rubric_min_agreement = 80
rubric_min_kappa = 0.2
"""


def suite(project: Project, ini: str = ALL, *, labels: Sequence[str | None] = ("yes", "no", "yes")) -> None:
    """Six cases, of which the first few have a label; the judge says yes to each."""
    project.write("pytest.ini", ini)
    criteria = [
        {"criterion": "Names the price", "points": 10, **({} if label is None else {"human": label})}
        for label in [*labels, *[None] * (6 - len(labels))]
    ]
    project.write_cases(
        [
            case(f"It costs {at} EUR.", criterion, id=f"case-{at}", Input=f"What is {at}?", threshold=0)
            for at, criterion in enumerate(criteria)
        ]
    )


def gates(project: Project) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((project.path / "reports" / "gates.json").read_text(encoding="utf-8"))
    return found


def short(project: Project) -> list[tuple[Any, ...]]:
    """Of each gate what it is called and what it came to."""
    keys = ("gate", "limit", "value", "held", "counted", "items")
    return [tuple(each[key] for key in keys) for each in gates(project)["gates"]]


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "workers"])
def test_all_gates_of_a_run_stand_in_one_file(workers: Sequence[str], project: Project) -> None:
    suite(project)
    with LoopbackJudge(lambda text, body: True) as judge:
        first = project.run(*WORSE, "--rubric-update-baseline", *REPORTS, *workers, judge=judge.base_url)
        assert judge.calls == 6
        assert short(project) == [
            ("min_mean", 10, 100, True, 6, 6),
            ("fail_if_worse", None, None, None, 0, 0),
            ("min_agreement", 80, 200 / 3, False, 3, 3),
            ("min_kappa", 0.2, 0, False, 3, 3),
        ]
        assert first.code == 1
        assert first.line("--rubric-fail-if-worse: not evaluated") == (
            "baseline: --rubric-fail-if-worse: not evaluated: this run records the first baseline"
        )
    with LoopbackJudge(lambda text, body: False, port=judge.port) as judge:
        second = project.run(*WORSE, "--rubric-replies", "refresh", *REPORTS, *workers, judge=judge.base_url)
        assert judge.calls == 6
    assert second.code == 1
    assert short(project) == [
        ("min_mean", 10, 0, False, 6, 6),
        ("fail_if_worse", None, -100, False, 6, 6),
        ("min_agreement", 80, 100 / 3, False, 3, 3),
        ("min_kappa", 0.2, 0, False, 3, 3),
    ]
    # each of them stands in the summary in the same words
    for each in gates(project)["gates"]:
        assert each["told"] in second.out
    assert gates(project)["not_evaluated"] is None


@pytest.mark.parametrize(
    ("ini", "options", "names"),
    [
        ("[pytest]\nrubric_min_agreement = 50\n", (), ["min_agreement"]),
        ("[pytest]\nrubric_min_kappa = -1\n", (), ["min_kappa"]),
        ("[pytest]\n", ("--rubric-fail-if-worse",), ["fail_if_worse"]),
        ("[pytest]\nrubric_max_errors = 0\n", (), ["max_errors"]),
    ],
)
def test_a_gate_of_any_kind_is_enough_for_the_file(
    ini: str, options: Sequence[str], names: list[str], project: Project
) -> None:
    suite(project, ini)
    with LoopbackJudge(lambda text, body: True) as judge:
        project.run(*BASELINE, "--rubric-update-baseline", judge=judge.base_url)
        assert project.run(*BASELINE, *options, *REPORTS, judge=judge.base_url).code == 0
        assert judge.calls == 6
    assert [(each["gate"], each["held"]) for each in gates(project)["gates"]] == [
        (name, True) for name in names
    ]


def test_a_partial_run_says_why_none_was_looked_at(project: Project) -> None:
    suite(project)
    with LoopbackJudge(lambda text, body: True) as judge:
        run = project.run("-k", "case-1", *REPORTS, judge=judge.base_url)
        assert judge.calls == 1
    assert run.code == 0
    reason = "-k case-1 left out 5 of 6 rubric tests"
    assert gates(project) == {"version": 1, "not_evaluated": reason, "gates": []}


@pytest.mark.parametrize(
    ("labels", "held", "words"),
    [
        ((), False, "kappa: no criterion has a label (`human`)"),
        (("yes", "yes"), None, "kappa: not evaluated: undefined, every label is yes"),
    ],
)
def test_a_gate_without_a_value_says_why(
    labels: Sequence[str], held: bool | None, words: str, project: Project
) -> None:
    suite(project, "[pytest]\nrubric_min_kappa = 0.5\n", labels=labels)
    with LoopbackJudge(lambda text, body: True) as judge:
        run = project.run(*REPORTS, judge=judge.base_url)
        assert judge.calls == 6
    assert run.code == (1 if held is False else 0)
    (gate,) = gates(project)["gates"]
    assert (gate["value"], gate["held"], gate["told"]) == (None, held, words)
    assert run.line(words) == f"gate: {words}"


@pytest.mark.parametrize("options", [(), ("--co",)], ids=["without-gates", "collect-only"])
def test_a_run_without_gates_leaves_no_file(options: Sequence[str], project: Project) -> None:
    suite(project, ALL if options else "[pytest]\n")
    with LoopbackJudge(lambda text, body: True) as judge:
        assert project.run(*options, *REPORTS, judge=judge.base_url).code == 0
        assert judge.calls == (0 if options else 6)
    assert not (project.path / "reports" / "gates.json").exists()


@pytest.mark.parametrize("options", [(), ("-q",)], ids=["loud", "quiet"])
def test_a_place_that_can_not_be_written_costs_no_outcome(options: Sequence[str], project: Project) -> None:
    suite(project)
    (project.path / "reports" / "gates.json").mkdir(parents=True)
    with LoopbackJudge(lambda text, body: True) as judge:
        run = project.run(*options, *REPORTS, judge=judge.base_url)
        assert judge.calls == 6
    assert (run.code, run.outcomes) == (1, {"passed": 6})
    assert run.line("results could not be written").endswith("gates.json: Is a directory")
    assert run.line("gate: kappa 0 < 0.2 over 3 decisions")
