"""``pytest-rubric prune --delete`` after real runs: what they asked still serves, whatever asked it and however."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import pytest_rubric
from tests.evaluators.free_text.building import POINTS
from tests.plugin import test_custom, test_free_text, test_presets_answers, test_presets_claims
from tests.plugin.comparing import BETTER, WORSE, fair
from tests.support.loopback import Body, LoopbackJudge, criteria_of, rubric_reply
from tests.support.project import Project, Run, case

Reply = Callable[[Body], Any]
PAIR = {
    "id": "pair",
    "Input": "What about the lift?",
    "ActualOutput": BETTER,
    "compare": {"with": {"output": WORSE}},
}


def steady(body: Body) -> Any:
    return rubric_reply(lambda text, _: True, body, criteria_of(body))


def wavering() -> Reply:
    """A judge that says yes to B every other time only."""
    asked: Counter[str] = Counter()

    def decide(text: str, body: Body) -> bool:
        asked[text] += 1
        return text != "B" or bool(asked[text] % 2)

    return lambda body: rubric_reply(decide, body, criteria_of(body))


def two_minds() -> Reply:
    """A judge that finds the first output better every other time only."""
    asked: list[Body] = []

    def reply(body: Body) -> Any:
        asked.append(body)
        return {**fair(body), "winner": "first" if len(asked) % 2 else "second"}

    return reply


def custom(project: Project) -> None:
    project.write("pytest.ini", "[pytest]\nrubric_evaluators = judges/*.evaluator.yaml\n")
    project.write("judges/tone.evaluator.yaml", test_custom.TONE)
    project.write_cases([test_custom.PARCEL])


def previous(project: Project) -> None:
    project.write("pytest.ini", "[pytest]\nrubric_previous_outputs = saved\n")
    project.write("saved/lift.md", WORSE)
    project.write_cases([{**PAIR, "id": "lift", "compare": {"with": "previous"}}])


def suite(*cases: dict[str, Any]) -> Callable[[Project], None]:
    def write(project: Project) -> None:
        project.write_cases(cases)

    return write


TIE = suite(case("a lamp", "A", "B", "C", id="tie", threshold=90))
KINDS: dict[str, tuple[Callable[[Project], None], Callable[[], Reply], tuple[str, ...]]] = {
    "presets that share claims": (
        suite(test_presets_claims.CASE),
        lambda: test_presets_claims.reply,
        ("--rubric-lang", "zh"),
    ),
    "presets in several questions": (suite(test_presets_answers.CASE), test_presets_answers.reply, ()),
    "prose": (
        suite(test_free_text.prose(POINTS, id="prose")),
        lambda: test_free_text.reply,
        ("--rubric-strategy", "criterion", "--rubric-samples", "2"),
    ),
    "an evaluator in a file of its own": (custom, lambda: test_custom.MANNERS, ()),
    "a pair": (suite(PAIR), lambda: fair, ()),
    "a pair of an earlier output": (previous, lambda: fair, ()),
    "a pair that samples disagree about": (suite(PAIR), two_minds, ("--rubric-samples", "2")),
    "samples of the command line": (TIE, lambda: steady, ("--rubric-samples", "3")),
    "samples that leave it open": (TIE, wavering, ("--rubric-samples", "2")),
    "samples of the case that leave it open": (
        suite(case("a lamp", "A", "B", "C", id="tie", threshold=90, samples=2)),
        wavering,
        (),
    ),
    "further samples of the command line": (
        TIE,
        wavering,
        ("--rubric-samples", "4", "--rubric-extra-samples", "3"),
    ),
    "without feedback": (
        TIE,
        lambda: steady,
        ("--rubric-feedback", "none", "--rubric-strategy", "criterion", "--rubric-samples", "2"),
    ),
}


def ended(run: Run) -> list[tuple[str, str, Any]]:
    return [(record["nodeid"], record["outcome"], record["score"]) for record in run.records]


def stored(project: Project) -> list[Path]:
    return sorted(project.path.glob(".rubric_replies/*/*.json"))


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_run_asked_serves_the_next_one(project: Project, kind: str) -> None:
    write, make, options = KINDS[kind]
    write(project)
    with LoopbackJudge(reply=make()) as judge:
        recorded = project.run(*options, judge=judge.base_url)
        asked = judge.calls
        assert asked
        before = stored(project)
        assert before
        pruned = pytest_rubric("prune", "--delete", cwd=project.path)
        again = project.run("--rubric-replies", "only", *options, judge=judge.base_url)
        assert judge.calls == asked
    number = f"{len(before)} stored {'replies' if len(before) > 1 else 'reply'}"
    assert (pruned.code, pruned.lines) == (
        0,
        [f"{number}: {len(before)} used, 0 unused, 0 kept because they may be used"],
    )
    assert stored(project) == before
    assert ended(again) == ended(recorded)


@pytest.mark.parametrize(
    ("before", "reply", "first", "then", "unused"),
    [
        (test_presets_claims.CASE, test_presets_claims.reply, 5, 2, 2),
        (test_free_text.prose(POINTS, id="prose"), test_free_text.reply, 2, 1, 1),
    ],
    ids=["presets", "prose"],
)
def test_of_what_is_asked_in_several_steps_only_the_replies_about_an_old_output_go(
    project: Project, before: dict[str, Any], reply: Reply, first: int, then: int, unused: int
) -> None:
    """The first steps, about the reference or the rubric, are the same for both outputs."""
    project.write_cases([before])
    with LoopbackJudge(reply=reply) as judge:
        project.run(judge=judge.base_url)
        assert judge.calls == first
        project.write_cases([{**before, "ActualOutput": before["ActualOutput"] + " So it is."}])
        run = project.run(judge=judge.base_url)
        assert judge.calls == first + then
        pruned = pytest_rubric("prune", "--delete", cwd=project.path)
        again = project.run("--rubric-replies", "only", judge=judge.base_url)
        assert judge.calls == first + then
    assert pruned.lines[-2:] == [
        f"{first + then} stored replies: {first + then - unused} used, {unused} unused, 0 kept because they may "
        "be used",
        f"deleted: {unused} {'replies' if unused > 1 else 'reply'}",
    ]
    assert ended(again) == ended(run)


def test_samples_of_a_case_that_is_gone_are_unused_beside_one_with_samples(project: Project) -> None:
    project.write_cases([case("a lamp", "A", "B", id="stays"), case("a bed", "A", id="goes")])
    options = ("--rubric-samples", "3")
    with LoopbackJudge(reply=steady) as judge:
        project.run(*options, judge=judge.base_url)
        assert judge.calls == 6
        project.write_cases([case("a lamp", "A", "B", id="stays"), case("a new bed", "A", id="new")])
        project.run("-k", "new", judge=judge.base_url)
        assert judge.calls == 7
        pruned = pytest_rubric("prune", "--delete", cwd=project.path)
        run = project.run("-k", "stays", "--rubric-replies", "only", *options)
    assert pruned.lines[-2:] == [
        "7 stored replies: 4 used, 3 unused, 0 kept because they may be used",
        "deleted: 3 replies",
    ]
    assert run.outcomes["passed"] == 1


def test_a_sample_that_is_missing_keeps_what_may_have_followed(project: Project) -> None:
    TIE(project)
    with LoopbackJudge(reply=wavering()) as judge:
        project.run("--rubric-samples", "4", judge=judge.base_url)
        assert judge.calls > 4
    numbers = {path: json.loads(path.read_text("utf-8"))["sample"] for path in stored(project)}
    (second,) = [path for path, number in numbers.items() if number == 1]
    second.unlink()
    before = stored(project)
    pruned = pytest_rubric("prune", "--delete", cwd=project.path)
    assert pruned.code == 0
    assert stored(project) == before


def test_an_evaluator_that_stops_each_run_is_told(project: Project) -> None:
    custom(project)
    with LoopbackJudge(reply=test_custom.MANNERS) as judge:
        project.run(judge=judge.base_url)
        assert judge.calls == 1
    project.write("judges/tone.evaluator.yaml", test_custom.TONE.replace("points:", "scores:"))
    pruned = pytest_rubric("prune", "--delete", cwd=project.path)
    assert (pruned.code, pruned.lines) == (2, [])
    assert pruned.err.startswith("pytest-rubric prune: judges/tone.evaluator.yaml:5:1: ")
    assert len(stored(project)) == 1
