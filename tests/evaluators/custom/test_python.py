"""Evaluators that are classes with one method."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pytest_rubric import ScriptedJudge, Subject
from pytest_rubric.errors import EvaluatorError
from pytest_rubric.evaluators.registry import EvaluatorRegistry
from pytest_rubric.model import Evaluation, Point
from tests.evaluators.presets.building import subject


class Returns:
    """Returns what it was made with."""

    id = "returns"

    def __init__(self, said: object = None, **attributes: object) -> None:
        self._said = said
        for name, value in attributes.items():
            setattr(self, name, value)
        self.seen: list[Subject] = []

    def assess(self, subject: Subject) -> object:
        self.seen.append(subject)
        if isinstance(self._said, BaseException):
            raise self._said
        return self._said


def evaluate(simple: Any, made: Subject | None = None) -> Evaluation:
    registry = EvaluatorRegistry()
    registry.register(simple)
    evaluator = registry.named(simple.id)
    return asyncio.run(evaluator.evaluate(made or subject("Hello there."), ScriptedJudge(lambda request: {})))


LOG = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello there."}]


def test_a_whole_result() -> None:
    said = {
        "score": 55.55,
        "verdict": "部分通过",
        "summary": "One greeting is missing.",
        "evidence": "2 of 4 words\n1 of 2 greetings",
        "points": [
            {"label": "Greets", "score": 0, "status": "missing", "evidence": "none", "suggestion": "Greet.",
             "anchors": ["step-2", "step-9", "here"]},
            {"label": "Length", "status": "covered"},
        ],
    }  # fmt: skip
    evaluation = evaluate(Returns(said), subject("Hello there.", run_log=LOG))
    assert (evaluation.state, evaluation.score, evaluation.verdict, evaluation.passed) == (
        "judged",
        Fraction("55.6"),
        "warn",
        False,
    )
    assert evaluation.points == (
        Point("Greets", 0.0, "missing", "none", "Greet.", ("step-2",), 100.0),
        Point("Length", None, "covered", None, None, (), 100.0, set_aside=True),
    )
    assert evaluation.calculation == ("2 of 4 words", "1 of 2 greetings")
    assert evaluation.notes == ("anchors that are no steps of the run log are left out: step-9, here",)
    assert (evaluation.summary, evaluation.usage.calls) == ("One greeting is missing.", 0)


@pytest.mark.parametrize(
    ("said", "state", "score", "verdict", "passed"),
    [
        ({"score": 0}, "judged", 0, "fail", False),
        ({"score": "79.9"}, "judged", Fraction("79.9"), "warn", True),
        ({"score": 90, "verdict": "fail"}, "judged", 90, "fail", False),
        ({"score": 20, "verdict": "pass"}, "judged", 20, "pass", False),
        ({"verdict": "pass"}, "judged", None, "pass", True),
        ({"verdict": "未通过"}, "judged", None, "fail", False),
        ({"verdict": "splendid"}, "unscored", None, None, None),
        ({"score": True}, "unscored", None, None, None),
        ({}, "unscored", None, None, None),
    ],
)
def test_any_subset_is_valid(
    said: dict[str, object], state: str, score: object, verdict: str | None, passed: bool | None
) -> None:
    found = evaluate(Returns(said))
    assert (found.state, found.score, found.verdict, found.passed) == (state, score, verdict, passed)
    if state == "unscored":
        assert found.summary == "evaluator returns gave neither a score nor a verdict"


def test_a_reason_without_a_score_is_why_it_is_skipped() -> None:
    assert evaluate(Returns({"summary": "Nothing to count."})).summary == "Nothing to count."


def test_a_pass_without_that_verdict_says_so() -> None:
    assert evaluate(Returns({"score": 70})).warnings == ("passed with the verdict warn (70)",)
    assert evaluate(Returns({"score": 90})).warnings == ()


def test_the_scale_is_what_it_says() -> None:
    assert evaluate(Returns({"score": 0.7})).score == Fraction("0.7")
    for scale in ("0-1", "auto"):
        found = evaluate(Returns({"score": 0.7}, scale=scale))
        assert (found.score, found.notes) == (70, ("numbers up to 1 are read as shares of 100",))


def test_it_may_be_async() -> None:
    class Slow:
        id = "slow"

        async def assess(self, subject: Subject) -> dict[str, object]:
            await asyncio.sleep(0)
            return {"score": len(subject.output.text)}

    assert evaluate(Slow()).score == 12


@pytest.mark.parametrize("returned", [None, 85, "85", [{"score": 85}]])
def test_what_is_no_mapping_breaks_the_row(returned: object) -> None:
    found = evaluate(Returns(returned))
    assert (found.state, found.error) == (
        "broken",
        f"evaluator returns returned {returned!r}; it must return a mapping with any of score, verdict, summary, "
        "points, evidence",
    )


@pytest.mark.parametrize("raised", [ValueError("no such word"), SystemExit("no such word")])
def test_what_it_raises_breaks_the_row_and_shows_its_line(raised: BaseException) -> None:
    found = evaluate(Returns(raised))
    assert found.state == "broken"
    assert str(found.error).startswith(f"evaluator returns raised {type(raised).__name__}: no such word")
    assert "raise self._said" in str(found.error_details)


def test_one_that_hangs_ends_at_the_time_limit() -> None:
    class Hangs:
        id = "hangs"

        def assess(self, subject: Subject) -> dict[str, object]:
            time.sleep(30)
            return {}

    made = subject("Hello there.")
    found = evaluate(Hangs(), replace(made, settings=replace(made.settings, timeout=0.1)))
    assert (found.state, found.error) == (
        "broken",
        "evaluator hangs took longer than 0.1 s; raise `timeout`, or make it faster",
    )


def test_what_it_needs_is_checked_first() -> None:
    simple = Returns({"score": 1}, needs=["reference", "log"])
    found = evaluate(simple, subject("Hello there.", expected_output="Hi"))
    assert (found.state, simple.seen) == ("blocked", [])
    assert found.error == (
        "returns needs a run log: give the case a RunLog or RunLogFile, or return one from its target; nothing "
        "was asked"
    )
    assert evaluate(simple, subject("Hello there.", expected_output="Hi", run_log=LOG)).score == 1


class NoMethod:
    id = "no-method"


WRONG: Sequence[tuple[object, str]] = [
    (NoMethod(), "NoMethod is no evaluator: give it an `id` and a method `assess(subject)`, or `evaluate(subject, judge)` as pytest_rubric.Evaluator has it"),
    (Returns, "Returns is a class: register an object of it, Returns()"),
    (Returns(id=""), "Returns needs an `id`: a text without blanks, brackets, `:` and `@`, found ''"),
    (Returns(id="a b"), "Returns needs an `id`: a text without blanks, brackets, `:` and `@`, found 'a b'"),
    (Returns(category="result"), "evaluator 'returns': `category` must be one of res, traj, found 'result'"),
    (Returns(scale="0-10"), "evaluator 'returns': `scale` must be one of 0-100, 0-1, auto, found '0-10'"),
    (Returns(needs="input"), "evaluator 'returns': `needs` can hold reference, query, context, log, evidence, catalog, found 'input'"),
]  # fmt: skip


@pytest.mark.parametrize(("simple", "message"), WRONG, ids=range(len(WRONG)))
def test_what_can_not_be_registered(simple: Any, message: str) -> None:
    with pytest.raises(EvaluatorError) as caught:
        EvaluatorRegistry().register(simple)
    assert str(caught.value) == message


def test_ids_are_unique() -> None:
    registry = EvaluatorRegistry()
    registry.register(Returns())
    with pytest.raises(EvaluatorError, match=r"^two evaluators are registered as 'returns'; ids are unique"):
        registry.register(Returns())
