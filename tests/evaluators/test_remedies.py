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
