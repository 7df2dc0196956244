"""What to do about an evaluation without an outcome: advice that fits the cause, for every kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import pytest

from pytest_rubric.errors import (
    BudgetSpent,
    InvalidReply,
    JudgeCallFailed,
    JudgeError,
    JudgeRefused,
    JudgeUnavailable,
    MissingRecording,
)
from pytest_rubric.evaluators.remedies import Cause, Means, cause_of, remedy
from pytest_rubric.judging.faults import BadRequest, NotScripted
from pytest_rubric.model import CaseSettings
from pytest_rubric.model.settings import Replier

ALL: tuple[Cause, ...] = ("votes", "evidence", "form", "refusal", "call")
FORM = "the judge does not keep to the form of the reply, and more samples seldom help: "
EVIDENCE = "the judge's quotes do not stand in the text: "
MODEL = "take another model (--rubric-model)"
SPLIT = "ask one thing a call (--rubric-strategy criterion)"
KEEP = "keep such decisions, marked (--rubric-evidence warn)"


@pytest.mark.parametrize(
    ("cause", "means", "told"),
    [
        ("form", Means(), f"{FORM}{MODEL}."),
        ("form", Means(splits=True, keeps=True), f"{FORM}{MODEL}, or {SPLIT}."),
        ("evidence", Means(), f"{EVIDENCE}{MODEL}."),
        ("evidence", Means(splits=True, keeps=True), f"{EVIDENCE}{MODEL}, or {SPLIT}, or {KEEP}."),
        (
            "votes",
            Means(rewording="reword it"),
            "the judge's answers differ from sample to sample: raise --rubric-extra-samples, or reword it.",
        ),
        ("refusal", Means(), f"the judge refuses to answer: see what in the case it may mean, or {MODEL}."),
        (
            "call",
            Means(splits=True),
            "run this test again; where it stays so, raise --rubric-timeout or lower --rubric-concurrency.",
        ),
    ],
)
def test_each_cause_has_advice_of_its_own(cause: Cause, means: Means, told: str) -> None:
    assert remedy([cause], "en", means) == told


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_only_votes_that_differ_are_helped_by_more_samples(lang: str) -> None:
    helped = [cause for cause in ALL if "--rubric-extra-samples" in remedy([cause], lang, Means(True, True))]
    assert helped == ["votes"]


def test_several_causes_are_told_once_each_and_in_one_order() -> None:
    assert (
        remedy(["form", "call", "form", None], "en") == f"{remedy(['call'], 'en')} {remedy(['form'], 'en')}"
    )
    assert remedy([None], "en") == ""


def test_chinese_advice_has_only_names_of_options_in_latin_letters() -> None:
    told = remedy(ALL, "zh", Means(True, True, "写明档位"))
    assert told == (
        "重新运行此测试；若仍如此，请增大 --rubric-timeout 或减小 --rubric-concurrency。"
        "评审拒绝回答：请查看用例中可能引起拒绝的内容，或换用其他模型（--rubric-model）。"
        "评审没有按要求的格式回复，增加次数一般无济于事：可换用其他模型（--rubric-model），"
        "或每次只问一项（--rubric-strategy criterion）。"
        "评审的引文在原文中找不到：可换用其他模型（--rubric-model），或每次只问一项（--rubric-strategy criterion），"
        "或保留并标记这类判断（--rubric-evidence warn）。"
        "各次评审的回答不一致：可增大 --rubric-extra-samples，或写明档位。"
    )


@pytest.mark.parametrize(
    ("given", "splits", "means"),
    [
        ({}, True, Means(True, True)),
        ({}, False, Means(False, True)),
        ({"strategy": "criterion"}, True, Means(False, True)),
        ({"evidence": "warn"}, True, Means(True, False)),
        ({"replier": "script"}, False, Means(False, True, replier="script")),
    ],
)
def test_what_is_done_already_is_not_advised(given: Mapping[str, str], splits: bool, means: Means) -> None:
    settings = CaseSettings(Fraction(60), **given)  # type: ignore[arg-type]
    assert Means.of(settings, splits=splits) == means


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (JudgeCallFailed, "call"),
        (BadRequest, None),
        (NotScripted, None),
        (JudgeRefused, "refusal"),
        (InvalidReply, "form"),
        (JudgeUnavailable, None),
        (BudgetSpent, None),
        (MissingRecording, None),
    ],
)
def test_errors_of_the_judge_by_their_cause(error: Callable[[str], JudgeError], cause: Cause | None) -> None:
    assert cause_of(error("?")) == cause


SCRIPTED = Means(splits=True, keeps=True, rewording="reword it", replier="script")


@pytest.mark.parametrize(
    ("cause", "told"),
    [
        (
            "call",
            "the script of ScriptedJudge raises this error; where the test is not about that, give a reply in "
            "its place.",
        ),
        (
            "refusal",
            "the script of ScriptedJudge refuses to answer; where the test is not about that, give a reply in "
            "its place.",
        ),
        ("form", "a reply in the script of ScriptedJudge has not the form that request.schema describes."),
        (
            "evidence",
            "quotes in the script of ScriptedJudge do not stand in the text: copy them from there word for "
            "word (in ScriptedJudge.deciding a text is a quote, and True a yes without one).",
        ),
        (
            "votes",
            "the script of ScriptedJudge answers differently from sample to sample; where the test is not "
            "about that, give one answer the majority.",
        ),
    ],
)
def test_a_script_is_to_be_mended_by_whoever_wrote_it(cause: Cause, told: str) -> None:
    assert remedy([cause], "en", SCRIPTED) == told


@pytest.mark.parametrize("replier", ["script", "hook"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_only_a_model_can_be_exchanged_for_another_one(lang: str, replier: Replier) -> None:
    told = remedy(ALL, lang, Means(splits=True, keeps=True, replier=replier))
    assert told
    assert "--rubric-model" not in told


def test_a_judge_of_the_hook_is_exchanged_there() -> None:
    assert remedy(["form"], "en", Means(replier="hook")) == (
        f"{FORM}let pytest_rubric_make_judge give another judge."
    )


def test_chinese_advice_on_a_script() -> None:
    assert remedy(ALL, "zh", SCRIPTED) == (
        "此错误由 ScriptedJudge 的脚本抛出；若测试并非针对它，请改为给出回复。"
        "ScriptedJudge 的脚本拒绝回答；若测试并非针对它，请改为给出回复。"
        "ScriptedJudge 脚本中的回复不符合 request.schema 所描述的格式。"
        "ScriptedJudge 脚本中的引文在原文中找不到：请逐字照抄原文"
        "（在 ScriptedJudge.deciding 中，文字表示引文，True 表示不带引文的“是”）。"
        "ScriptedJudge 的脚本各次回答不一致；若测试并非针对它，请让一种回答占多数。"
    )
