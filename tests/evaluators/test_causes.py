"""What kept the judge from deciding, told by every kind of evaluator in the language of its report, with
what to do about it."""

from __future__ import annotations

import asyncio
from fractions import Fraction

import pytest

from pytest_rubric import ScriptedJudge
from pytest_rubric.errors import JudgeCallFailed, JudgeError, JudgeRefused
from pytest_rubric.evaluators import built_in, presets
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.evaluators.remedies import Cause, remedy
from pytest_rubric.judging.protocol import JudgeReply, JudgeRequest
from pytest_rubric.judging.reask import ReAskJudge
from pytest_rubric.model import (
    Case,
    CaseSettings,
    CompareSpec,
    CriteriaRubric,
    Criterion,
    Dimension,
    DimensionsRubric,
    Evaluation,
    FreeTextRubric,
    Output,
    Rubric,
)
from pytest_rubric.model.comparison import InlineSource, OwnSource

RUBRICS: dict[str, Rubric] = {
    "rubric": CriteriaRubric((Criterion(1, "Greets the reader", Fraction(10)),)),
    "dimensions": DimensionsRubric((Dimension(1, "Tone"),)),
    "free_text": FreeTextRubric("Greets the reader [10 points]"),
}
KINDS = [*RUBRICS, "reference", "pairwise", "result-accuracy", "text-format"]


class Failing:
    """A judge whose every call ends with one error."""

    def __init__(self, error: JudgeError) -> None:
        self._error = error

    async def ask(self, request: JudgeRequest) -> JudgeReply:
        raise self._error


def evaluated(kind: str, judge: Failing | ReAskJudge, lang: str) -> Evaluation:
    evaluator = presets.make(kind) if kind in presets.names() else built_in.make(kind)
    case = Case(
        "lift",
        "lift",
        input="When is the lift repaired?",
        expected_output="The lift is repaired on Friday.",
        rubric=RUBRICS.get(kind),
        compare=CompareSpec(OwnSource(), InlineSource("Soon."), "A") if kind == "pairwise" else None,
    )
    settings = CaseSettings(Fraction(60), lang=lang)
    versus = Output("Soon.") if kind == "pairwise" else None
    subject = Subject(case, Output("Hello. It is repaired this week."), settings, versus)
    return asyncio.run(evaluator.evaluate(subject, judge))


LATE = "no reply from http://h/v1 within 5 s; raise --rubric-timeout if the model needs longer (2 attempts)"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("error", "cause", "english", "chinese"),
    [
        (JudgeCallFailed(LATE), "call", LATE, "http://h/v1 在 5 秒内没有回复；若模型需要更长时间，请增大"),
        (JudgeRefused("the judge refused: no"), "refusal", "the judge refused: no", "评审拒绝回答：no"),
    ],
    ids=["late", "refused"],
)
def test_a_call_without_a_reply(
    kind: str, error: JudgeError, cause: Cause, english: str, chinese: str
) -> None:
    for lang, told in (("en", english), ("zh", chinese)):
        evaluation = evaluated(kind, Failing(error), lang)
        assert evaluation.state == "broken"
        assert told in (evaluation.error or "")
        assert evaluation.remedy == remedy([cause], lang)


@pytest.mark.parametrize("kind", KINDS)
def test_replies_that_can_not_be_read(kind: str) -> None:
    for lang, told in (("en", "the reply holds no JSON object"), ("zh", "回复中没有 JSON 对象")):
        evaluation = evaluated(kind, ReAskJudge(ScriptedJudge(lambda _: "I think it is fine.")), lang)
        assert evaluation.state == "broken"
        assert told in (evaluation.error or "")
        assert "the reply" not in (evaluation.error or "") or lang == "en"
        assert evaluation.remedy.startswith(remedy(["form"], lang)[:40])


def test_an_answer_of_a_preset_that_does_not_stand() -> None:
    judge = ReAskJudge(ScriptedJudge(lambda _: {"claims": "none"}))
    evaluation = evaluated("result-accuracy", judge, "zh")
    assert evaluation.error == "评审的回复不能用：`claims` 必须是列表"
