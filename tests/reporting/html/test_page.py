"""The whole page: what stands in it, and that it is sound."""

from __future__ import annotations

import itertools
import re
from fractions import Fraction

import pytest

from pytest_rubric.reporting import markdown
from pytest_rubric.reporting.html import Unmatched, charts, style
from pytest_rubric.reporting.html.script import SCRIPT
from pytest_rubric.reporting.html.style import STYLE
from tests.reporting.html.reading import page, read
from tests.reporting.html.runs import a_run, in_baseline, own_rows
from tests.reporting.samples import (
    case_of,
    complexity_results,
    evaluated,
    judged_points,
    record_of,
    refund_results,
)


def test_the_page_is_sound_for_people_who_do_not_see_it() -> None:
    record = in_baseline(record_of("old", evaluated(refund_results()), "failed"))
    made = read(page([*a_run(), record], told=["gate: mean 65 < 70"]))
    assert made.one("html").attributes["lang"] == "en"
    assert [each.name for each in made.one("body").inside] == ["header", "nav", "main", "script"]
    every = made.all()
    ids = [each.attributes["id"] for each in every if "id" in each.attributes]
    assert len(ids) == len(set(ids))
    for each in every:
        if "aria-labelledby" in each.attributes:
            assert each.attributes["aria-labelledby"] in ids
        if each.name == "a":
            assert each.attributes["href"][1:] in ids
        if each.name in ("input", "select"):
            assert [label for label in made.every("label") if each in label.inside]
        if each.name == "svg":
            assert each.attributes.get("aria-label") or each.attributes.get("aria-hidden") == "true"
        if each.name == "th":
            assert each.attributes["scope"] in ("col", "row")
    levels = [int(each.name[1]) for each in every if re.fullmatch("h[1-6]", each.name)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


def test_each_text_has_the_language_that_it_is_in() -> None:
    results = complexity_results()
    chinese = markdown.render(case_of(results), None, evaluated(results, lang="zh"))
    english = markdown.render(case_of(refund_results()), None, evaluated(refund_results()))
    made = read(page([a_run()[2], a_run()[1]], [chinese, english]))
    by_name = {row.every("bdi")[0].text: row for row in own_rows(made)}
    assert by_name["归并排序"].every("bdi")[0].attributes["lang"] == "zh"
    assert by_name["归并排序"].every("div")[0].attributes["lang"] == "zh"
    assert "lang" not in by_name["late-refund"].every("div")[0].attributes


def test_totals_and_what_is_told_of_the_run() -> None:
    made = read(page(a_run(), told=["gate: mean 51.7 < 60: fails"]))
    assert made.one("title").text == (
        "4 cases, mean 51.7 over 3 of 4, 2 failed, 1 error, 1 passed - rubric evaluations"
    )
    assert made.one("header").text.split("\n")[2] == "Run that ended 2026-03-01 14:05:09 +0200, after 3.2 s"
    assert made.one("time").attributes["datetime"] == "2026-03-01T14:05:09+02:00"
    tiles = made.one("dl").every("div")
    assert [(each.one("dt").text, each.one("dd").text) for each in tiles] == [
        ("mean score", "51.7"),
        ("failed", "2"),
        ("errors", "1"),
        ("passed", "1"),
    ]
    lines = [each.text for each in made.one("section", **{"aria-labelledby": "totals-title"}).every("li")]
    assert lines == [
        "4 cases, mean 51.7 over 3 of 4, 2 failed, 1 error, 1 passed",
        "judge: 3 calls, 0 replies from the store, 2,500 tokens in, 710 out",
        "gate: mean 51.7 < 60: fails",
    ]


def test_of_a_file_it_says_which_and_of_when() -> None:
    told = read(page(a_run(), source="results.jsonl")).one("header").text
    assert "Results of results.jsonl, written 2026-03-01 14:05:09 +0200" in told
    assert "after" not in told


def test_scores_as_a_picture_and_as_a_table() -> None:
    records = a_run()
    counted = [(each.low, each.high, each.reached, each.missed) for each in charts.bins(records)]
    assert [each for each in counted if each[2] + each[3]] == [(20, 29, 0, 1), (60, 69, 1, 1)]
    section = read(page(records)).one("section", **{"aria-labelledby": "spread-title"})
    assert section.one("svg").attributes["aria-label"] == (
        "3 scores in steps of ten; 2 below their threshold; thresholds 60, 80"
    )
    assert len([each for each in section.every("path") if each.attributes["class"] == "threshold"]) == 2
    table = [[cell.text for cell in row.every("td")] for row in section.one("tbody").every("tr")]
    assert [row for row in table if row != ["0", "0"]] == [["0", "1"], ["1", "1"]]


@pytest.mark.parametrize(("score", "place"), [(0, 0), (9, 0), (10, 1), (99, 9), (100, 9)])
def test_every_score_has_one_place(score: int, place: int) -> None:
    counted = [
        each.reached + each.missed for each in charts.bins([record_of("a", judged_points(score), "passed")])
    ]
    assert counted == [int(at == place) for at in range(10)]


def test_of_many_thresholds_none_is_drawn() -> None:
    records = [
        record_of(f"case-{n}", evaluated(refund_results(), threshold=n), "passed") for n in range(50, 60)
    ]
    section = read(page(records)).one("section", **{"aria-labelledby": "spread-title"})
    assert [each for each in section.every("path") if each.attributes["class"] == "threshold"] == []
    assert "10 thresholds from 50 to 59" in section.one("figcaption").text


def test_means_by_tag_the_lowest_first() -> None:
    section = read(page(a_run())).one("section", **{"aria-labelledby": "tags-title"})
    table = [[cell.text for cell in row.inside] for row in section.one("tbody").every("tr")]
    assert table == [
        ["axis:reasoning", "0", "", "1", "45"],
        ["smoke", "51.7", "", "3 of 4", ""],
        ["axis:safety", "85", "", "1", "15"],
        ["axis:accuracy", "85.5", "", "2", "20"],
        ["axis:tone", "100", "", "1", ""],
    ]


def test_cases_stand_the_worst_first_with_what_chooses_them() -> None:
    made = read(page(a_run()))
    assert [
        (
            row.every("bdi")[0].text,
            [cell.text for cell in row.every("tr")[0].every("td")],
            row.one("summary").text,
        )
        for row in own_rows(made)
    ] == [
        ("归并排序", ["failed", "25", "fail", "60"], "#2 -25 说明了递归树的层数"),
        (
            "late-refund",
            ["failed", "65", "warn, failed", "80"],
            "#2 -20 Says that refunds end 14 days after delivery",
        ),
        ("no-file", ["error", "-", "error", "80"], "the file a.txt is missing; write it"),
        ("facts (reference)", ["passed", "65", "warn", "60"], "half of the key facts are missing"),
    ]
    first = own_rows(made)[0].attributes
    tags = {each.attributes["value"]: each.text for each in made.one("select", id="tag").every("option")}
    assert (first["data-run"], first["data-state"], first["data-score"]) == ("2", "failed", "25")
    assert [tags[place] for place in first["data-tags"].split()] == [
        "smoke",
        "axis:accuracy",
        "axis:reasoning",
    ]
    states = [each.text for each in made.one("select", id="state").every("option")]
    assert states == ["all", "failed (2)", "error (1)", "passed (1)"]
    # it can do nothing without the script
    assert "hidden" in made.one("form").attributes


def test_a_case_without_its_report_shows_what_its_record_holds() -> None:
    report = own_rows(read(page(a_run())))[1].every("div")[0]
    cells = [[cell.text for cell in row.every("td")] for row in report.one("tbody").every("tr")]
    assert cells[2] == [
        "3",
        "Names the support address",
        "+50",
        "met",
        '"Write to support at any time.""support@example.com" (not found)It points to support.',
    ]


def test_changes_against_the_baseline_the_worst_first_with_both_evidences() -> None:
    flip = {
        "id": 2,
        "criterion": "Says that refunds end 14 days after delivery",
        "before": "met",
        "now": "not_met",
        "direction": "worse",
        "evidence_before": "14 days after delivery",
        "evidence_now": "The answer names no time limit at all.",
    }
    records = [
        in_baseline(record_of("same", evaluated(refund_results()), "failed"), standing="same", change=0),
        in_baseline(record_of("lower", evaluated(refund_results()), "failed"), cause="agent"),
        in_baseline(
            record_of("worse", evaluated(refund_results()), "failed"),
            standing="worse",
            flips=[flip],
            case_changed="rubric",
            change=-21.5,
        ),
    ]
    unmatched = Unmatched(["c.yaml::new"], ["c.yaml::gone"], [("c.yaml::old", "c.yaml::now")])
    made = read(page(records, unmatched=unmatched))
    section = made.one("section", **{"aria-labelledby": "changes-title"})
    assert [each.text.replace("\n", "|") for each in section.every("tbody")] == [
        "worse8065 (-21.5)worse|the rubric changed#2 Says that refunds end 14 days after delivery: met → not met (worse)"
        "then: 14 days after deliverynow: The answer names no time limit at all.",
        "lower8065 (-15)lower|another output",
    ]
    assert [each.attributes["href"] for each in section.every("a")] == ["#case-2", "#case-1"]
    assert [each.text for each in section.every("details")] == [
        "New, not in the baseline: 1c.yaml::new",
        "Missing, in the baseline only: 1c.yaml::gone",
        "Renamed: 1c.yaml::old → c.yaml::now",
    ]
    assert [row.every("td")[4].text for row in own_rows(made)] == ["80"] * 3


def test_without_a_baseline_nothing_is_said_of_one() -> None:
    text = page(a_run())
    assert "baseline" not in text.replace(STYLE, "").replace(SCRIPT, "")


def test_a_run_without_a_case_says_so() -> None:
    made = read(page([]))
    assert made.one("title").text == "Rubric evaluations"
    assert (
        made.one("section", **{"aria-labelledby": "cases-title"}).every("p")[0].text == "No rubric case ran."
    )
    assert made.every("form") == []


@pytest.mark.parametrize("inks", [style.LIGHT, style.DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ink", ["ink", "faint", "link", "good", "bad", "open"])
@pytest.mark.parametrize("ground", ["ground", "raised"])
def test_every_ink_stands_out_from_its_ground(inks: dict[str, str], ink: str, ground: str) -> None:
    lighter, darker = sorted((_luminance(inks[ink]), _luminance(inks[ground])), reverse=True)
    assert (lighter + 0.05) / (darker + 0.05) >= 4.5


def _luminance(colour: str) -> float:
    """As accessibility guidelines define it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_a_bar_is_as_long_as_its_score() -> None:
    assert 'class="fill" width="67"' in charts.bar(Fraction(200, 3))
