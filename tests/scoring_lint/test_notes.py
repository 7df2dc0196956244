"""Notes: each code with its sentence and line, and the cases next to it that get none."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from pytest_rubric.model import Case, CaseSettings, Check, CompareSpec, CriteriaRubric, Criterion
from pytest_rubric.model.comparison import FileSource, OwnSource
from pytest_rubric.scoring import lint
from pytest_rubric.scoring.lint import Note
from tests.scoring_lint.rubrics import case_of, checked, judged

PRICE = judged("Names the price", 60)
INSULT = judged("Insults the reader", -20)


def notes(case: Case, threshold: Fraction | int | str = 60) -> list[Note]:
    return list(lint.notes(case, CaseSettings(threshold=Fraction(threshold))))


def codes(case: Case, threshold: Fraction | int | str = 60) -> list[str]:
    return [note.code for note in notes(case, threshold)]


def test_a_sound_case_has_no_note() -> None:
    assert notes(case_of(PRICE, judged("Names the date", 40), INSULT)) == []


def test_a_case_without_criteria_can_be_sound() -> None:
    assert notes(Case("c", "c", input="What is the capital?", expected_output="Paris")) == []


# --- the case ---------------------------------------------------------------------------------


def test_a_threshold_above_1_is_taken_at_its_word() -> None:
    assert notes(case_of(PRICE, INSULT), "1.5") == []


def test_threshold_0_asserts_nothing() -> None:
    assert notes(case_of(PRICE, INSULT), 0) == [
        Note(
            "cannot-fail",
            "this case asserts nothing: with threshold 0 it can't fail; set a threshold above 0, or mark a "
            "criterion `required: true`",
            3,
        )
    ]


def test_penalties_too_small_to_reach_the_threshold_assert_nothing() -> None:
    case = case_of(judged("Insults the reader", -5), judged("Reveals a secret", -10))
    assert notes(case, 85) == [
        Note(
            "cannot-fail",
            "this case asserts nothing: with threshold 85 it can't fail; it scores 85 at worst; raise the "
            "threshold, or the penalties",
            3,
        )
    ]
    assert notes(case, 86) == []


def test_a_required_criterion_asserts_something_at_any_threshold() -> None:
    assert notes(case_of(replace(PRICE, required=True), INSULT), 0) == []
    assert notes(case_of(judged("Insults the reader", -5, required=True)), 60) == []


def test_threshold_0_of_other_kinds_of_cases() -> None:
    reference = Case("c", "c", expected_output="Paris")
    assert codes(reference, 0) == ["cannot-fail"]
    # these can fail for another reason than their score
    assert codes(replace(reference, evaluators=("toxicity",)), 0) == []
    compared = CompareSpec(OwnSource(), FileSource("old.md"), "A")
    assert codes(replace(reference, compare=compared), 0) == []


def test_a_comparison_that_expects_nothing_is_noted() -> None:
    case = Case("two", "two", compare=CompareSpec(OwnSource(), FileSource("old.md")))
    told = "this case asserts nothing: give `compare` an `expect`"
    assert [(note.code, note.message) for note in notes(case)] == [("cannot-fail", told)]


def test_a_reference_still_to_be_written() -> None:
    case = case_of(PRICE, INSULT, expected_output="To be filled in after the first run")
    assert notes(case) == [
        Note(
            "placeholder",
            '`ExpectedOutput` is still a placeholder ("To be filled in after the first run"); write the '
            "reference answer, or leave the key out",
            3,
        )
    ]


def test_an_input_still_to_be_written() -> None:
    case = replace(case_of(PRICE, INSULT), input="TODO")
    assert notes(case) == [Note("placeholder", '`Input` is still a placeholder ("TODO"); write it', 3)]


def test_a_case_of_python_has_no_lines() -> None:
    case = Case("c", "c", rubric=CriteriaRubric((judged("Is good", 10),)), expected_output="TBD")
    assert [(note.code, note.line) for note in notes(case)] == [
        ("placeholder", None),
        ("vague", None),
    ]


# --- the rubric -------------------------------------------------------------------------------


FACTS = [judged(f"Names the {thing}", 10) for thing in ("date", "seller", "warranty")]


def test_nothing_costs_points() -> None:
    assert notes(case_of(PRICE, *FACTS)) == [
        Note(
            "no-penalty",
            "no criterion has negative points, so nothing bad that the output adds can cost any; add one for "
            "the worst thing it could say",
            5,
        )
    ]


@pytest.mark.parametrize(
    "check",
    [Check("not_contains", "lamp"), Check("not_regex", "l.mp"), Check("max_words", 9), Check("max_chars", 9)],
    ids=lambda check: check.kind,
)
def test_a_check_that_forbids_something_is_as_good_as_a_penalty(check: Check) -> None:
    assert codes(case_of(PRICE, *FACTS, checked(check, 10))) == []


def test_other_checks_forbid_nothing() -> None:
    assert codes(case_of(PRICE, *FACTS, checked(Check("contains", "lamp"), 10))) == ["no-penalty"]


def test_a_small_rubric_needs_no_penalty() -> None:
    assert codes(case_of(PRICE, *FACTS[:2])) == []


def test_checks_need_no_penalty_and_what_can_not_fail_stands_out() -> None:
    checks = [checked(Check("contains", word), 10) for word in ("a", "b", "c", "d", "e")]
    assert [note.code for note in notes(case_of(*checks), "0")] == ["cannot-fail"]


def test_penalties_above_half() -> None:
    assert notes(case_of(PRICE, judged("Insults the reader", -30), judged("Reveals a secret", "-0.5"))) == [
        Note(
            "heavy-penalties",
            "penalties add up to 30.5, more than half of the 60 positive points, so one slip outweighs much "
            "that is right; lower them, or mark what must never happen `required: true`",
            5,
        )
    ]


def test_penalties_of_just_half_are_fine() -> None:
    assert notes(case_of(PRICE, judged("Insults the reader", -30))) == []


def many(number: int) -> list[Criterion]:
    return [
        INSULT,
        *(judged(f"Names city {name}", 10) for name in "abcdefghijklmnopqrstuvwxyz"[: number - 1]),
    ]


def test_too_many_criteria() -> None:
    assert codes(case_of(*many(25))) == []
    assert notes(case_of(*many(26))) == [
        Note(
            "many-criteria",
            "26 criteria in one case (above 25) are judged less carefully and each weighs little; split the "
            "case or merge criteria",
            5,
        )
    ]


def test_a_statement_twice() -> None:
    case = case_of(PRICE, INSULT, judged("**names** the price.", 40), judged("Names the Price", 5))
    assert notes(case) == [
        Note("duplicate", "#3 says the same as #1, which counts twice; remove one and add up the points", 30),
        Note("duplicate", "#4 says the same as #1, which counts twice; remove one and add up the points", 40),
    ]


def test_a_check_and_its_opposite_penalty_are_one_statement() -> None:
    case = case_of(PRICE, checked(Check("contains", "ok"), 40), checked(Check("not_contains", "ok"), -10))
    assert codes(case) == ["duplicate"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (judged("Names the date", 40), judged("names the date", -10)),
        (checked(Check("contains", "ok"), 40), checked(Check("not_contains", "ok"), 10)),
        (checked(Check("regex", "o+k"), -15), checked(Check("not_regex", "o+k"), -10)),
    ],
    ids=["signs", "checks", "penalties"],
)
def test_a_statement_that_pulls_both_ways(first: Criterion, second: Criterion) -> None:
    assert notes(case_of(PRICE, judged("Names the maker", 40), first, second), 30) == [
        Note(
            "contradiction",
            "#4 pulls against #3: the same answer decides both, and whatever it is, one of them loses "
            "points; remove one",
            40,
        )
    ]


# --- one criterion ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "tag", "shown"),
    [(-20, "type:positive", "-20"), (10, "type:negative", "10"), (10, "Type: Negative", "10")],
)
def test_a_tag_that_contradicts_the_sign(points: int, tag: str, shown: str) -> None:
    odd = judged("Names the date", points, tags=["axis:accuracy", tag])
    assert notes(case_of(PRICE, INSULT, odd), 20)[-1] == Note(
        "sign-tag",
        f"#3 has {shown} points and the tag `{tag}`; only the sign of the points counts, so change the one "
        "that is wrong",
        30,
    )


@pytest.mark.parametrize(
    ("points", "tag"), [(10, "type:positive"), (-10, "type:negative"), (10, "types:negative")]
)
def test_tags_that_agree_with_the_sign(points: int, tag: str) -> None:
    assert codes(case_of(PRICE, INSULT, judged("Names the date", points, tags=[tag]))) == []


def test_a_type_tag_of_another_kind() -> None:
    assert notes(case_of(PRICE, INSULT, judged("Names the date", 10, tags=["type:neutral"]))) == [
        Note(
            "type-tag",
            "#3 has the tag `type:neutral`; `type:` is for `type:positive` and `type:negative`, use another "
            "name in front of the colon",
            30,
        )
    ]


@pytest.mark.parametrize(
    ("text", "points", "code", "sentence"),
    [
        (
            "Names the price and gives the date",
            10,
            "double-barrelled",
            "seems to hold two statements, and an output that does one of them is judged at random; make two "
            "criteria",
        ),
        (
            "Uses at most 100 words",
            10,
            "countable",
            "asks for a count, which models get wrong; let a check decide (`max_words`, `min_words`, "
            "`max_chars`, `count`), or write one criterion for each thing",
        ),
        (
            "The output is valid JSON",
            10,
            "checkable",
            "is about exact text or syntax; let a check decide (`contains`, `regex`, `starts_with`, `is_json`), "
            "without a call",
        ),
        ("Is helpful", 10, "vague", "rests on a word of praise; say what a reader would see in the output"),
        (
            "Does not name a source",
            -10,
            "negated-penalty",
            "costs points when its statement is true, and it states that something is not done; state the bad "
            "thing itself, or give positive points",
        ),
        (
            "Agrees with the reference answer",
            10,
            "missing-reference",
            "names a reference answer, and the case has no `ExpectedOutput`; add it, or write what it says "
            "into the criterion",
        ),
        ("TODO", 10, "placeholder", 'is still a placeholder ("TODO"); write the criterion'),
    ],
)
def test_the_words_of_a_criterion(text: str, points: int, code: str, sentence: str) -> None:
    assert notes(case_of(PRICE, INSULT, judged(text, points))) == [Note(code, f"#3 {sentence}", 30)]


def test_a_negated_statement_with_positive_points_is_fine() -> None:
    assert codes(case_of(PRICE, INSULT, judged("Does not name a source", 10))) == []


def test_a_reference_that_is_there_may_be_named() -> None:
    case = case_of(PRICE, INSULT, judged("Agrees with the reference answer", 10), expected_output="Paris")
    assert codes(case) == []


def test_the_words_of_a_check_are_no_criterion() -> None:
    assert (
        codes(case_of(PRICE, INSULT, checked(Check("contains", "is good and gives the rest; TODO"), 10)))
        == []
    )


def test_notes_stand_in_the_order_of_the_file() -> None:
    case = case_of(
        judged("Is good", 10),
        judged("Names the price; the date", 10),
        judged("is good", 10),
        judged("Names the seller", 10),
    )
    found = notes(case, "0")
    assert [(note.line, note.code) for note in found] == [
        (3, "cannot-fail"),
        (5, "no-penalty"),
        (10, "vague"),
        (20, "double-barrelled"),
        (30, "duplicate"),
        (30, "vague"),
    ]


# --- the codes --------------------------------------------------------------------------------


def test_the_page_lists_every_code_and_no_other() -> None:
    page = Path(__file__).parents[2] / "docs" / "lint.md"
    rows = [
        line.split("|") for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("| `")
    ]
    listed = {row[1].strip().strip("`"): row[2].strip() for row in rows}
    assert listed == dict(lint.CODES)


def test_the_codes_are_permanent() -> None:
    assert list(lint.CODES) == [
        "any-run-passes",
        "cannot-fail",
        "checkable",
        "contradiction",
        "countable",
        "double-barrelled",
        "duplicate",
        "heavy-penalties",
        "label-of-new-output",
        "level-out-of-reach",
        "many-criteria",
        "missing-need",
        "missing-reference",
        "negated-penalty",
        "no-penalty",
        "overlapping-evaluators",
        "placeholder",
        "rule-needs-all",
        "sign-tag",
        "type-tag",
        "unknown-evaluator",
        "vague",
    ]
