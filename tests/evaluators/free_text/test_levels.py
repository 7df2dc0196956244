"""Levels that a judge leaves inside of other parts: found in the text, and asked for."""

from __future__ import annotations

import asyncio

import pytest

from pytest_rubric import ScriptedJudge
from pytest_rubric.evaluators.free_text.compiler import compile_text
from pytest_rubric.evaluators.free_text.steps import steps_in
from pytest_rubric.judging.reask import ReAskJudge
from pytest_rubric.model import Level
from tests.evaluators.free_text.building import (
    compiled,
    criteria_of,
    criterion,
    dimension,
    dimensions_of,
    error_of,
    level,
    other,
    part,
    parts,
)

DAY = "- 日期（60%）：是否写明停运到哪天\n  - 写到日期得 60 分；只写月份得 20 分（略粗）；没写得 0 分"
TONE = "- 语气（40%）：是否友好"
TEXT = f"{DAY}\n{TONE}"
FIRST, LEVELS = DAY.splitlines()
DAY_LEVELS = (level("写到日期得 60 分", 60), level("只写月份得 20 分（略粗）", 20), level("没写得 0 分", 0))


@pytest.mark.parametrize(
    "swallowing",
    [
        [dimension(DAY, 60)],
        [dimension(FIRST, 60), level(LEVELS, 60)],
        [dimension(FIRST, 60), part("level", LEVELS)],
        [dimension(FIRST, 60), other(LEVELS)],
        [dimension(FIRST, 60), level("写到日期得 60 分；只写月份得 20 分", 60), other("没写得 0 分")],
        [dimension(FIRST, 60), other("写到日期得 60 分"), other("只写月份得 20 分"), other("没写得 0 分")],
    ],
)
def test_levels_inside_of_another_part_are_asked_for(swallowing: list[dict[str, object]]) -> None:
    judge = ScriptedJudge([parts(*swallowing, dimension(TONE, 40)), parts(*DAY_LEVELS)])
    outcome = asyncio.run(compile_text(TEXT, ReAskJudge(judge), label="lift", timeout=60, lang="zh"))
    assert judge.requests[1].messages[-1].content.splitlines()[:5] == [
        "列表漏掉了原文中计分的地方：",
        "- 没有哪个档位单独引用「写到日期得 60 分」，而它计了 得 60 分",
        "- 没有哪个档位单独引用「只写月份得 20 分」，而它计了 得 20 分",
        "- 没有哪个档位单独引用「没写得 0 分」，而它计了 得 0 分",
        "请只给出这些地方的部分，形式相同。只回复一个 JSON 对象，不要写别的：",
    ]
    assert judge.calls == 2
    day, tone = dimensions_of(outcome).dimensions
    assert (day.name, day.description) == ("日期", "是否写明停运到哪天")
    assert (day.scale, day.levels) == (
        "0-60",
        (Level(0, "没写"), Level(20, "只写月份得 20 分（略粗）"), Level(60, "写到日期")),
    )
    assert (tone.scale, tone.description) == ("1-5", "是否友好")
    assert outcome.notes == ("由 `Judge` 的文字整理而来：2 个维度",)


def test_levels_that_stay_inside_of_another_part_are_an_error() -> None:
    text = "Tone (40%): is it kind? Friendly gets 40 points; cold gets 10 points. Facts (60%)"
    whole = parts(
        dimension("Tone (40%): is it kind? Friendly gets 40 points; cold gets 10 points", 40),
        dimension("Facts (60%)", 60),
    )
    outcome = compiled(text, whole, whole)
    assert error_of(outcome) == (
        "the text of `Judge` could not be made a rubric: no level quotes “Friendly gets 40 points” alone, "
        "which counts gets 40 points; no level quotes “cold gets 10 points” alone, which counts gets 10 points"
    )
    assert outcome.usage.calls == 2
    some = compiled(text, whole, parts(level("Friendly gets 40 points", 40)))
    assert error_of(some).endswith(
        "rubric: no level quotes “cold gets 10 points” alone, which counts gets 10 points"
    )


@pytest.mark.parametrize(
    ("text", "scale"),
    [
        ("Tone (40%): the lobby gets 20 points, the stairs get 20 points", "1-5"),
        ("Tone (40%): friendly gets 25 points, brief gets 15 points", "1-5"),
        ("Tone (40%): each kind word gets 5 points, every joke gets 10 points", "1-5"),
        ("Tone (40%): 5 points for each kind word; 10 points for every joke", "1-5"),
        ("Tone (40%): friendly gets 40 points, an extra 5 points for a joke", "1-5"),
        ("Tone (40%): does it say (who gets 40 points, who gets 10 points)", "1-5"),
        ("Tone (40%): whoever gets 40 points is kind and who gets 10 points is not", "1-5"),
        ("Tone (40%): rude words lose 5 points; shouting loses 10 points", "1-5"),
        ("语气（40%）：满分 40 分，及格 24 分", "1-5"),
    ],
)
def test_what_may_be_no_levels_is_not_asked_for(text: str, scale: str) -> None:
    outcome = compiled(text, parts(dimension(text, 40)))
    assert outcome.usage.calls == 1
    assert [each.scale for each in dimensions_of(outcome).dimensions] == [scale]


def test_points_below_a_blank_line_are_about_the_whole() -> None:
    text = "Tone (40%)\nFacts (60%)\n\nAn empty answer gets 0 points; a copied one gets 10 points."
    outcome = compiled(
        text, parts(dimension("Tone (40%)", 40), dimension("Facts (60%)", 60), other(text.splitlines()[-1]))
    )
    assert outcome.usage.calls == 1
    assert [each.levels for each in dimensions_of(outcome).dimensions] == [(), ()]


def test_a_description_may_name_points_beside_the_levels() -> None:
    text = (
        "Tone (40%): an empty answer gets 0 points, is it kind? Friendly gets 40 points; cold gets 10 points"
    )
    outcome = compiled(
        text,
        parts(
            dimension("Tone (40%): an empty answer gets 0 points, is it kind?", 40),
            level("Friendly gets 40 points", 40),
            level("cold gets 10 points", 10),
        ),
    )
    assert dimensions_of(outcome).dimensions[0].allowed == (10, 40)
    assert outcome.usage.calls == 1


def test_one_level_inside_of_its_dimension_is_told_by_a_note() -> None:
    text = "Form (100%): all there gets 30 points; something missing loses points"
    outcome = compiled(text, parts(dimension(text, 100)))
    assert outcome.notes[1:] == (
        "the levels of “Form” could not be used, since fewer than two count points: it is rated from 1 to 5",
    )
    assert dimensions_of(outcome).dimensions[0].description == text.split(": ")[1]


def test_words_around_levels_stay_in_the_description() -> None:
    text = "Tone (40%): is it kind? Friendly gets 40 points; cold gets 10 points. Greetings don't count."
    outcome = compiled(
        text,
        parts(
            dimension(text, 40),
            level("Friendly gets 40 points", 40),
            level("cold gets 10 points", 10),
        ),
    )
    (tone,) = dimensions_of(outcome).dimensions
    assert tone.description == "is it kind?\nGreetings don't count"
    assert tone.allowed == (10, 40)


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("全对得 30 分，部分对得 10-20 分；全错扣 5 分。", [("全对得 30 分", 30), ("部分对得 10-20 分", 20), ("全错扣 5 分", -5)]),
        ("优秀 25-30 分；良好 15-24 分；差 0-14 分", [("优秀 25-30 分", 30), ("良好 15-24 分", 24), ("差 0-14 分", 14)]),
        ("- 30分：好\n- 10 分：差", [("30分：好", 30), ("10 分：差", 10)]),
        ("20 points if it is kind; 5 points: cold", [("20 points if it is kind", 20), ("5 points: cold", 5)]),
        ("All right gets 30 points (rare). Gaps lose 5 points.", [("All right gets 30 points", 30), ("Gaps lose 5 points", -5)]),
        ("总分为 30 分，得分低于 18 分，约 20 分钟", []),
        ("（全对得 30 分，全错得 0 分）", []),
        ("“全对得 30 分，”", []),
        ("accuracy (40%); gets 40%", []),
    ],
)  # fmt: skip
def test_steps(text: str, steps: list[tuple[str, int]]) -> None:
    assert [(step.clause, int(step.points)) for step in steps_in(text)] == steps


@pytest.mark.parametrize(
    ("text", "first", "second", "fault"),
    [
        (
            "Names the day [15 points], is short [5 points]",
            [criterion("Names the day [15 points], is short [5 points]", 15)],
            [criterion("Names the day [15 points]", 15), criterion("is short [5 points]", 5)],
            "“Names the day [15 points], is short [5 points]” counts in 2 places, each of which belongs to a part of its own: "
            "[15 points], [5 points]",
        ),
        (
            "Tone (40%): is it kind? Facts (60%)",
            [dimension("Tone (40%): is it kind? Facts (60%)", 40)],
            [dimension("Tone (40%): is it kind?", 40), dimension("Facts (60%)", 60)],
            "“Tone (40%): is it kind? Facts (60%)” counts in 2 places, each of which belongs to a part of its own: (40%), (60%)",
        ),
    ],
)
def test_points_or_weights_of_several_things_are_no_one_part(
    text: str, first: list[dict[str, object]], second: list[dict[str, object]], fault: str
) -> None:
    error = error_of(compiled(text, parts(*first), parts(*first)))
    assert error == f"the text of `Judge` could not be made a rubric: {fault}"
    mended = compiled(text, parts(*first), parts(*second))
    assert mended.usage.calls == 2
    assert mended.rubric is not None


def test_a_percentage_in_a_description_is_no_second_weight() -> None:
    text = "Facts (60%): at least most (90%) of them are right. Tone (40%)"
    outcome = compiled(
        text,
        parts(
            dimension("Facts (60%): at least most (90%) of them are right", 60), dimension("Tone (40%)", 40)
        ),
    )
    assert [each.weight for each in dimensions_of(outcome).dimensions] == [60, 40]
    assert outcome.usage.calls == 1


def test_a_bound_in_brackets_beside_the_points_stays_one_criterion() -> None:
    text = "Each reason [5 points each, at most 15 points] counts. Names the day [15 points]"
    found = criterion("Each reason [5 points each, at most 15 points] counts", 5)
    outcome = compiled(text, parts(found, criterion("Names the day [15 points]", 15)))
    assert [points for _, points in criteria_of(outcome)] == [5, 15]
