"""The output contract, read from loose input: shapes are forgiven, numbers are never made up."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import pytest

from pytest_rubric.scoring.normalise import (
    Normalised,
    NormalisedPoint,
    Scale,
    normalise,
    status_word,
    verdict_word,
)


@pytest.mark.parametrize(
    ("written", "score"),
    [
        (0, "0"), ("0", "0"), (0.0, "0"), (85, "85"), ("85.25", "85.3"), (85.25, "85.3"), (85.24, "85.2"),
        (59.95, "60"), (" 85 ", "85"), ("+1", "1"), (".5", "0.5"), ("1e2", "100"), (1, "1"), (0.85, "0.9"), (100.04, "100"), (101, "100"), (-3, "0"), (10**400, "100"),
        (Decimal("12.345"), "12.3"), (Fraction(200, 3), "66.7"), ("-0.01", "0"),
    ],
)  # fmt: skip
def test_numbers_are_scores_and_a_zero_stays_one(written: object, score: str) -> None:
    assert normalise({"score": written}).score == Fraction(score)
    assert normalise({"points": [{"label": "a", "score": written}]}).points[0].score == Fraction(score)


@pytest.mark.parametrize(
    "written",
    [True, False, None, "", "high", "85%", "85/100", "nan", "inf", math.nan, math.inf, -math.inf, [85], {}, "1e999",
     "9" * 41, Decimal("NaN"), Decimal("1e1000000"), b"85", "٨٥"],
)  # fmt: skip
def test_what_is_no_number_is_no_score(written: object) -> None:
    assert normalise({"score": written}) == Normalised()
    assert normalise({"points": [{"label": "a", "score": written}]}).points == (NormalisedPoint("a"),)


@pytest.mark.parametrize(
    ("scale", "score", "points", "read"),
    [
        ("0-100", 0.85, [0.5], ("0.9", ["0.5"], False)),
        ("0-100", 1, [], ("1", [], False)),
        ("0-1", 0.85, [0.5, 1], ("85", ["50", "100"], True)),
        ("0-1", 85, [], ("100", [], True)),
        ("auto", 0.85, [], ("85", [], True)),
        ("auto", 1, [], ("100", [], True)),
        ("auto", 0, [], ("0", [], False)),
        ("auto", 0, [0.5], ("0", ["50"], True)),
        ("auto", 0.85, [0.5, 1], ("85", ["50", "100"], True)),
        ("auto", 0.85, [50], ("0.9", ["50"], False)),
        ("auto", 60, [0.5], ("60", ["0.5"], False)),
        ("auto", "0.5", [True], ("50", [None], True)),
    ],
)
def test_the_scale_is_decided_once_for_a_whole_result(
    scale: Scale, score: object, points: list[object], read: tuple[str, list[str | None], bool]
) -> None:
    found = normalise({"score": score, "points": [{"label": "a", "score": each} for each in points]}, scale)
    assert (found.score, [point.score for point in found.points], found.scaled) == (
        Fraction(read[0]),
        [None if each is None else Fraction(each) for each in read[1]],
        read[2],
    )


def test_a_scale_that_there_is_none_of() -> None:
    with pytest.raises(ValueError, match=r"^scale must be one of 0-100, 0-1, auto, found '0-10'$"):
        normalise({}, "0-10")  # type: ignore[arg-type]  # what a user may write


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        (("pass", "Passed", " OK ", "SUCCESS", "met", "达成", "通过", "完成"), "pass"),
        (("warn", "Warning", "partial", "partially_met", "部分达成", "部分完成", "部分通过"), "warn"),
        (("fail", "FAILED", "not_met", "miss", "未达成", "未通过", "未完成", "失败"), "fail"),
        (("", "good", "yes", "不通过", None, True, 1, ["pass"]), None),
    ],
)
def test_verdicts_in_words(words: tuple[object, ...], verdict: str | None) -> None:
    assert [verdict_word(word) for word in words] == [verdict] * len(words)
    assert normalise({"verdict": words[0]}).verdict == verdict


def test_statuses_in_words() -> None:
    assert [status_word(word) for word in ("covered", "已覆盖", "Partial", "部分覆盖", " missing", "未覆盖", "met", None, 3)] == [
        "covered", "covered", "partial", "partial", "missing", "missing", None, None, None,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("summary", "read"),
    [
        ("  two\n words ", "two words"),
        ("", ""),
        (None, ""),
        (3, ""),
        ("a" * 200, "a" * 200),
        ("a" * 201, "a" * 199 + "…"),
    ],
)
def test_summaries(summary: object, read: str) -> None:
    assert normalise({"summary": summary}).summary == read


def test_without_a_summary_the_evidence_begins_it() -> None:
    assert normalise({"evidence": "First\nparagraph.\n\nSecond."}).summary == "First paragraph."
    assert normalise({"evidence": "First.", "summary": "Own."}).summary == "Own."


@pytest.mark.parametrize(
    ("evidence", "text"),
    [
        ("as it is", "as it is"),
        ({"md": "**bold**"}, "**bold**"),
        ({"json": {"数": 1}}, '{"数": 1}'),
        ({"seen": [1, 2]}, '{"seen": [1, 2]}'),
        ([1], "[1]"),
        (7, "7"),
        (None, ""),
        ({}, ""),
        ("bell\x07", "bell\\x07"),
    ],
)
def test_evidence(evidence: object, text: str) -> None:
    assert normalise({"evidence": evidence}).evidence == text
    assert normalise({"points": [{"label": "a", "evidence": evidence}]}).points[0].evidence == text


def test_a_broken_point_is_left_out_alone() -> None:
    points = [
        {"label": " a\n b "},
        "text",
        {"score": 3},
        {"label": " "},
        {"label": 4},
        None,
        {"label": "x" * 130},
    ]
    assert [point.label for point in normalise({"points": points}).points] == ["a b", "x" * 120]
    assert normalise({"points": {"label": "a"}}).points == ()


def test_at_most_64_points_are_read_and_the_others_counted() -> None:
    found = normalise({"points": [{"label": str(number)} for number in range(70)]})
    assert (len(found.points), found.cut_points) == (64, 6)


def test_a_whole_point() -> None:
    found = normalise(
        {
            "points": [
                {
                    "label": "Order",
                    "score": 50,
                    "status": "部分覆盖",
                    "evidence": {"md": "step 2 first"},
                    "suggestion": " Swap. ",
                    "anchors": [
                        " step-2 ",
                        "",
                        None,
                        3,
                        "step-2",
                        *(f"step-{number}" for number in range(40, 90)),
                    ],
                }
            ]
        }
    )
    (point,) = found.points
    assert point.anchors[:2] == ("step-2", "step-40")
    assert len(point.anchors) == 32
    assert point.score == 50
    assert (point.status, point.evidence, point.suggestion) == ("partial", "step 2 first", "Swap.")
    assert normalise({"points": [{"label": "a", "anchors": "step-1"}]}).points[0].anchors == ("step-1",)


def test_nothing_known_is_nothing() -> None:
    assert normalise({}) == Normalised()
    assert normalise({"grade": 3, 4: 5}) == Normalised()  # type: ignore[dict-item]  # loose indeed


def test_evidence_that_json_can_not_hold_is_shown_and_costs_no_score() -> None:
    round_: dict[str, object] = {"score": 90}
    round_["evidence"] = round_
    found = normalise(round_)
    assert found.score == 90
    assert found.evidence.startswith("{'evidence': ")
    assert normalise({"evidence": {(1, 2): "x"}}).evidence == "{(1, 2): 'x'}"
