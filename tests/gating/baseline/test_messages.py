"""A case then and now in words."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pytest_rubric.gating.baseline import messages
from pytest_rubric.gating.baseline.comparing import Comparison, compare
from pytest_rubric.gating.baseline.states import CaseState, JudgeState
from tests.gating.baseline.building import SMALL, decision, state

MESSAGE = "rubric: 50 < 60 (fail): 1 of 2 criteria lost, #2 -50\n\na  (f.yaml:2)\n\nLost 50 points\n\nOutput:\n  | x"


def compared(before: CaseState, now: CaseState) -> Comparison:
    return compare("f.yaml::a", now, "f.yaml::a", before)


def flipped(**now: object) -> Comparison:
    before = state("100", decision("Names the limit", "met", "within 30 days"), verdict="pass")
    after = state("50", decision("Names the limit", "not_met", "It says 14 days."), verdict="fail")
    return compared(before, replace(after, **now))  # type: ignore[arg-type]  # fields by name


def test_what_got_worse() -> None:
    assert messages.failure_text(MESSAGE, flipped(output_hash="o2"), None, "en") == (
        "rubric: was 100, now 50 < 60 (fail): 1 of 2 criteria lost, #2 -50\n"
        "\n"
        "a  (f.yaml:2)\n"
        "\n"
        "Baseline: 100 (pass) then, 50 (fail) now (-50)\n"
        "  #1 met, now not met  Names the limit\n"
        "      then: within 30 days\n"
        "      now: It says 14 days.\n"
        "  the output is another one, so the agent changed\n"
        "\n"
        "Lost 50 points\n"
        "\n"
        "Output:\n"
        "  | x"
    )


def test_what_fell_too_far() -> None:
    fell = compared(state("90.5"), state("72", high="75"))
    text = messages.failure_text(
        "rubric: 72-75 >= 60 (warn): nothing lost\n\na  (f.yaml:2)", fell, Fraction(10), "en"
    )
    assert text == (
        "rubric: fell by 15.5 (allowed 10), was 90.5, now 72-75 >= 60 (warn): nothing lost\n"
        "\n"
        "a  (f.yaml:2)\n"
        "\n"
        "Baseline: 90.5 (warn) then, 72-75 (warn) now (-18.5)\n"
        "  the output is the same, so the judge decided otherwise"
    )


@pytest.mark.parametrize(
    ("now", "lang", "told"),
    [
        ("75", "en", "the test fails: it fell by 15.5, allowed 10"),
        ("75", "zh", "测试失败：下降 15.5 分，允许 10 分"),
        ("85", "en", None),
    ],
)
def test_a_report_says_that_a_drop_fails_the_test(now: str, lang: str, told: str | None) -> None:
    remarks = messages.remarks(compared(state("90.5"), state(now)), Fraction(10), lang)
    assert remarks[1:-1] == ((told,) if told else ())


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "the test is expected to fail: it failed in the baseline, and did not fall since"),
        ("zh", "测试的失败在预期之中：基线中已失败，此后没有下降"),
    ],
)
def test_a_report_says_that_a_failure_is_expected(lang: str, told: str) -> None:
    remarks = messages.remarks(compared(state("45"), state("47.5")), None, lang)
    assert remarks[1] == told


def test_in_chinese() -> None:
    text = messages.failure_text(MESSAGE, flipped(threshold=Fraction(70)), None, "zh")
    assert text.split("\n\n")[2] == (
        "基线：当时 100（pass），现在 50（fail） (-50)\n"
        "  #1 当时满足，现在未满足  Names the limit\n"
        "      当时：within 30 days\n"
        "      现在：It says 14 days.\n"
        "  输出相同，是评审的判定变了\n"
        "  当时的阈值为 60"
    )


@pytest.mark.parametrize(
    ("now", "told"),
    [
        ({"output_hash": "o2"}, "the output is another one, so the agent changed"),
        ({}, "the output is the same, so the judge decided otherwise"),
        (
            {"judge": JudgeState(judge_id="ours")},
            "judged by ours, then by small at http://localhost:8080/v1, so this may be the judge's doing",
        ),
        (
            {"judge": replace(SMALL, prompts={"rubric": "2"})},
            "judged by prompt rubric 2, then by prompt rubric 1, so this may be the judge's doing",
        ),
        (
            {"judge": JudgeState(prompts={"rubric": "1"})},
            "judged by a judge without a name, then by small at http://localhost:8080/v1, so this may be the "
            "judge's doing",
        ),
        ({"case_hash": "c2"}, "the case changed since (its input, context or reference)"),
        (
            {"case_hash": "c2", "decisions": ()},
            "the rubric changed since, so the scores measure different things",
        ),
    ],
)
def test_whose_doing_it_is(now: dict[str, object], told: str) -> None:
    remarks = messages.remarks(flipped(**now), None, "en")
    assert remarks[-1] == told
    lines = messages.changes(flipped(**now), "en")
    assert " ".join(line.strip() for line in lines).endswith(told)


def test_many_decisions_and_long_texts_are_bounded() -> None:
    many = [f"Criterion number {n} " + "with much to say " * 10 for n in range(12)]
    found = compared(
        state("100", *(decision(text, "met", "yes " * 40, id=n) for n, text in enumerate(many, 1))),
        state("0", *(decision(text, "not_met", "no " * 50, id=n) for n, text in enumerate(many, 1))),
    )
    remarks = messages.remarks(found, None, "en")
    assert len(remarks) == 11
    assert remarks[9] == "... and 4 more that changed: see --rubric-json"
    assert max(map(len, remarks)) <= 300
    lines = messages.changes(found, "en")
    assert max(map(len, lines)) <= 92
    assert "  ... and 4 more that changed: see --rubric-json" in lines


def test_why_a_failure_is_expected() -> None:
    assert messages.known(compared(state("45"), state("47.5"))) == (
        "known: 45 in the baseline, 47.5 now, threshold 60"
    )
    bad = state(None, passed=False, verdict=None)
    assert messages.known(compared(bad, bad)) == "known: fail in the baseline, fail now, threshold 60"
    open_ends = compared(state("20", high="50"), state("30"))
    assert messages.known(open_ends) == "known: 20-50 in the baseline, 30 now, threshold 60"
