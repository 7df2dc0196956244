"""What holds for every preset: requirements first, whole answers or none, its card as a result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from pytest_rubric.evaluators.presets.evaluator import PresetEvaluator
from pytest_rubric.evaluators.presets.protocol import Card, CardPoint, Category, Need, Unscored, r0, r1
from pytest_rubric.evaluators.presets.questions import Question, Questions
from pytest_rubric.evaluators.presets.reading import Answer, anchor_of, passage
from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.model import Case, CatalogEntry, InputMessage, Verdict
from tests.evaluators.presets.building import evaluate, subject

if TYPE_CHECKING:
    from pydantic import BaseModel

NAMES = ("tone", "length")


def model() -> type[BaseModel]:
    from pytest_rubric.evaluators.reply_models import StrictModel

    class Entry(StrictModel):
        name: str
        reason: str
        quote: str
        level: str

    class Reply(StrictModel):
        entries: list[Entry]

    return Reply


class Sample:
    """Two dimensions, good or bad, half of the points each."""

    id = "sample"
    category: Category = "res"
    dimensions = NAMES

    def __init__(
        self, needs: Sequence[Need] = (), verdict: Verdict | None = None, unscored: bool = False
    ) -> None:
        self.needs = needs
        self._verdict = verdict
        self._unscored = unscored

    def question(self, view: View) -> Question[dict[str, tuple[str, str]]]:
        def read(parsed: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
            answer = Answer(parsed, view)
            made = {}
            for name, entry in answer.each_once("entries", "name", NAMES).items():
                level = answer.choice(entry, "level", ("good", "bad"), name)
                quote = answer.quote(entry, name, needed=level == "bad")
                made[name] = (level, passage(quote))
            return answer.finish(made)

        return Question("sample", "1", "Judge.", (view.answer, "Reply in JSON."), model, "entries", read)

    async def assess(self, view: View, ask: Questions) -> Card | Unscored:
        if self._unscored:
            return Unscored("nothing to score here")
        levels = await ask(self.question(view))
        good = sum(level == "good" for level, _ in levels.values())
        points = tuple(
            CardPoint(name, Fraction(100 if level == "good" else 0), evidence=quote)
            for name, (level, quote) in levels.items()
        )
        return Card(r1(Fraction(100 * good, 3)), points, "a summary", ("one line",), verdict=self._verdict)

    def on_empty(self, view: View) -> Card | Unscored | None:
        return Unscored("the output is empty")

    def first(self, view: View) -> Sequence[Question[object]]:
        return (self.question(view),)

    def most_calls(self, case: Case) -> int:
        return 1


def entry(name: str, level: str, quote: str = "", **more: object) -> dict[str, object]:
    return {"name": name, "reason": "r", "quote": quote, "level": level, **more}


def answer(*entries: dict[str, object]) -> dict[str, object]:
    return {"entries": list(entries)}


GOOD = answer(entry("tone", "good"), entry("length", "bad", "far too short"))
TEXT = "This is far too short."


def test_a_card_becomes_a_result() -> None:
    evaluation, judge = evaluate(PresetEvaluator(Sample()), subject(TEXT), {"sample": GOOD})
    assert (evaluation.state, evaluation.score, evaluation.passed) == ("judged", Fraction("33.3"), False)
    assert (evaluation.verdict, evaluation.summary, evaluation.calculation) == (
        "fail",
        "a summary",
        ("one line",),
    )
    assert [(point.label, point.score, point.evidence) for point in evaluation.points] == [
        ("tone", 100.0, None),
        ("length", 0.0, "far too short"),
    ]
    assert (evaluation.usage.calls, judge.asked) == (1, ["sample"])


@pytest.mark.parametrize("verdict", ["fail", "pass"])
def test_a_verdict_of_fail_fails_whatever_the_score(verdict: Verdict) -> None:
    made = subject(TEXT)
    both = answer(entry("tone", "good"), entry("length", "good"))
    evaluation, _ = evaluate(PresetEvaluator(Sample(verdict=verdict)), made, {"sample": both})
    assert (evaluation.score, evaluation.passed, evaluation.verdict) == (
        Fraction("66.7"),
        verdict == "pass",
        verdict,
    )


WRONG = [
    (answer(entry("tone", "good")), "`length` is missing from `entries`: every one is answered exactly once"),
    (
        answer(entry("tone", "good"), entry("length", "good"), entry("tone", "bad", "far")),
        "`tone` stands more than once in `entries`: every one is answered exactly once",
    ),
    (
        answer(entry("tone", "good"), entry("length", "good"), entry("humour", "good")),
        '`"humour"` in `entries` is none of those asked about',
    ),
    (
        answer(entry("tone", "very good"), entry("length", "good")),
        '`level` of tone is "very good"; it must be one of good, bad',
    ),
    (answer(entry("tone", "bad"), entry("length", "good")), "tone needs a quote, copied letter for letter"),
    (
        answer(entry("tone", "bad", "never said"), entry("length", "good")),
        'the quote of tone does not stand in the text: "never said"',
    ),
    ({"entries": {}}, "`entries` must be a list"),
    ({"entries": ["good"]}, "every entry of `entries` must be an object"),
]


@pytest.mark.parametrize(("wrong", "complaint"), WRONG)
def test_what_is_wrong_is_told_once_and_then_the_row_is_broken(
    wrong: dict[str, object], complaint: str
) -> None:
    evaluation, judge = evaluate(PresetEvaluator(Sample()), subject(TEXT), {"sample": wrong})
    assert (evaluation.state, evaluation.score, len(judge.requests)) == ("broken", None, 2)
    assert str(evaluation.error).startswith("the judge's reply can't be used: ")
    assert complaint[:60] in str(evaluation.error)
    assert f"- {complaint}" in judge.requests[1].messages[-1].content
    assert judge.requests[1].messages[-1].content.endswith("Reply in JSON.")


@pytest.mark.parametrize("wrong", [wrong for wrong, _ in WRONG])
def test_a_mended_answer_counts(wrong: dict[str, object]) -> None:
    evaluation, judge = evaluate(PresetEvaluator(Sample()), subject(TEXT), {"sample": [wrong, GOOD]})
    assert (evaluation.score, len(judge.requests)) == (Fraction("33.3"), 2)


NEEDS: list[tuple[Need, dict[str, object], str]] = [
    ("reference", {"expected_output": "It is."}, "a reference answer: give the case an ExpectedOutput"),
    ("query", {"input": "Is it?"}, "the question: give the case an Input"),
    ("log", {"run_log": [{"role": "user", "content": "Is it?"}]}, "a run log: give the case a RunLog or RunLogFile, "
     "or return one from its target"),
    ("evidence", {"context": "It is."}, "what the run saw: a run log with results of tools, or a Context"),
    ("catalog", {"catalog": ()}, "the list of tools that were on offer: give the case a `catalog` (it may be empty)"),
]  # fmt: skip


@pytest.mark.parametrize(("need", "given", "named"), NEEDS)
def test_a_missing_requirement_blocks_before_anything_is_asked(
    need: Need, given: dict[str, Any], named: str
) -> None:
    evaluator = PresetEvaluator(Sample([need]))
    evaluation, judge = evaluate(evaluator, subject(TEXT), {"sample": GOOD})
    assert (evaluation.state, judge.requests) == ("blocked", [])
    assert evaluation.error == f"sample needs {named}; nothing was asked"
    assert evaluator.requests(subject(TEXT)) == ()
    evaluation, judge = evaluate(evaluator, subject(TEXT, **given), {"sample": GOOD})
    assert (evaluation.state, len(judge.requests)) == ("judged", 1)


def test_everything_that_is_missing_is_told_at_once() -> None:
    evaluator = PresetEvaluator(Sample(["reference", "catalog", "log"]))
    evaluation, judge = evaluate(evaluator, subject(TEXT, run_log={"a": 1}), {"sample": GOOD})
    assert (evaluation.state, judge.requests) == ("blocked", [])
    assert evaluation.error == (
        "sample needs a reference answer: give the case an ExpectedOutput; and the list of tools that were on "
        "offer: give the case a `catalog` (it may be empty); and a run log of a known shape, and this one has "
        "none; nothing was asked"
    )


def test_what_is_missing_is_told_in_chinese() -> None:
    made = subject("好。", input=None, expected_output=None, lang="zh")
    evaluation, _ = evaluate(PresetEvaluator(Sample(["reference", "query"])), made, {"sample": GOOD})
    assert evaluation.error == (
        "sample 需要参考答案：请给用例写 ExpectedOutput；以及问题：请给用例写 Input；没有向评审提问"
    )


def test_a_log_of_unknown_shape_blocks_with_its_own_reason() -> None:
    evaluation, judge = evaluate(
        PresetEvaluator(Sample(["log"])), subject(TEXT, run_log={"a": 1}), {"sample": GOOD}
    )
    assert judge.requests == []
    assert (
        evaluation.error
        == "sample needs a run log of a known shape, and this one has none; nothing was asked"
    )


def test_a_question_of_the_log_stands_in_for_an_input() -> None:
    made = subject(TEXT, run_log=[{"role": "user", "content": "Is it?"}])
    evaluation, _ = evaluate(PresetEvaluator(Sample(["query"])), made, {"sample": GOOD})
    assert evaluation.state == "judged"


@pytest.mark.parametrize("output", ["", " \n\t"])
def test_an_empty_output_is_never_asked_about(output: str) -> None:
    evaluation, judge = evaluate(PresetEvaluator(Sample()), subject(output), {"sample": GOOD})
    assert (evaluation.state, evaluation.summary, judge.requests) == ("unscored", "the output is empty", [])


def test_nothing_to_score_is_no_score() -> None:
    evaluation, _ = evaluate(PresetEvaluator(Sample(unscored=True)), subject(TEXT), {"sample": GOOD})
    assert (evaluation.state, evaluation.score, evaluation.passed) == ("unscored", None, None)
    assert evaluation.summary == "nothing to score here"


@pytest.mark.parametrize(
    ("value", "whole", "decimal"),
    [
        ("85.5", 86, "85.5"),
        ("53.846", 54, "53.8"),
        ("63.35", 63, "63.4"),
        ("0.5", 1, "0.5"),
        ("-3", 0, "0"),
        ("101", 100, "100"),
    ],
)
def test_rounding_is_half_up_and_clamped(value: str, whole: int, decimal: str) -> None:
    assert (r0(Fraction(value)), r1(Fraction(value))) == (Fraction(whole), Fraction(decimal))


@pytest.mark.parametrize(
    ("written", "anchor"),
    [(3, "step-3"), ("3", "step-3"), ("step-3", "step-3"), ("Step 3", "step-3"), ("#3", "step-3"), ("step_03", "step-3"),
     ("three", None), ("", None), (True, None), (3.5, None), (None, None)],
)  # fmt: skip
def test_ways_to_name_a_step(written: object, anchor: str | None) -> None:
    assert anchor_of(written) == anchor


def test_instructions_are_no_question_and_the_catalog_may_come_from_the_log() -> None:
    from pytest_rubric.evaluators.presets.view import view

    log = {"messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hi"}],
           "tools": [{"name": "read"}]}  # fmt: skip
    chat = (InputMessage("system", "Be kind."), InputMessage("user", "Is it?"))
    seen = view(subject(TEXT, run_log=log, input=chat))
    assert (seen.query, seen.system) == ("Is it?", ("Be kind.", "Be brief."))
    assert seen.catalog == (CatalogEntry("read", definition={"name": "read"}),)
    assert view(subject(TEXT, run_log=log, catalog=())).catalog == ()
