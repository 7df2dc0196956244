"""What of a reply stands, and what is asked once more."""

from __future__ import annotations

import pytest

from pytest_rubric.evaluators.dimensions.contract import DimensionsContract, read_level
from pytest_rubric.evaluators.dimensions.prompt import complaints
from pytest_rubric.evaluators.dimensions.rated import Rated
from pytest_rubric.evaluators.quoting import Sources
from pytest_rubric.judging.prompting import Material
from pytest_rubric.judging.protocol import CheckedReply
from pytest_rubric.model import Dimension
from tests.evaluators.dimensions.building import OUTPUT, described, dimensions, entry, reply

TELL = complaints("en")
MATERIAL = Material(
    input="What about the lift?",
    context=None,
    reference="Use the stairs.",
    run_log="tool: door_status() -> closed",
    output=OUTPUT,
)
ENDS = described(1, {1: "rude", 5: "kind"})


def contract(*rubric: Dimension, lenient: bool = False) -> DimensionsContract:
    return DimensionsContract(rubric, Sources(MATERIAL), lenient=lenient, prompt_lang="en", report_lang="en")


def check(*entries: dict[str, object], count: int = 1) -> CheckedReply:
    return contract(*dimensions(*[1] * count)).check(reply(*entries))


def levels(checked: CheckedReply) -> dict[int, int]:
    return {id_: rated.level for id_, rated in checked.decisions.items() if isinstance(rated, Rated)}


@pytest.mark.parametrize("said", [4, 4.0, "4", " 4 ", "**4**", "4/5", " 4 / 5 "])
def test_a_level_in_many_spellings(said: object) -> None:
    checked = check(entry(1, said))
    assert (levels(checked), checked.questions) == ({1: 4}, {})


@pytest.mark.parametrize(
    "said", [90, 0, -1, 6, 4.5, 0.8, "4.5", "90", "4/10", "8/10", "3-4", "high", "", None, True, [4], {"level": 4}]
)  # fmt: skip
def test_what_is_no_level_of_the_scale_is_asked_again_and_never_clamped_or_rescaled(said: object) -> None:
    checked = check(entry(1, said))
    assert (checked.known, checked.decisions, checked.fallbacks) == (True, {}, {})
    assert list(checked.questions) == [1]
    assert checked.questions[1].endswith(" - it must be one of the numbers 1, 2, 3, 4, 5")


def test_between_described_levels_there_is_nothing() -> None:
    made = contract(ENDS)
    checked = made.check(reply(entry(1, 3)))
    assert checked.questions == {1: "level is 3 - it must be one of the numbers 1, 5"}
    assert made.rejection(1, checked.questions[1]).note == "no level that may be given: 3 (allowed: 1, 5)"
    assert read_level(5, ENDS) == 5


def test_with_one_described_level_the_whole_scale_may_be_given() -> None:
    assert read_level(2, described(1, {5: "perfect"})) == 2


def test_missing_and_repeated_dimensions_are_asked_again_and_the_others_stand() -> None:
    checked = check(entry(1, 2), entry(3, 3), entry(3, 3), count=4)
    assert levels(checked) == {1: 2}
    assert checked.questions == {2: TELL.missing, 3: TELL.repeated, 4: TELL.missing}


def test_an_unknown_dimension_puts_all_entries_in_doubt() -> None:
    made = contract(*dimensions(1, 1))
    checked = made.check(reply(entry(1, 2), entry(9, 5)))
    assert (checked.known, checked.decisions) == (True, {})
    assert checked.questions == dict.fromkeys((1, 2), TELL.unknown_ids([9]))
    assert made.rejection(1, checked.questions[1]).note == (
        "the reply has entries with ids that were not asked about (9), so none can be relied on"
    )


def test_entries_that_are_counted_instead_of_named_decide_nothing() -> None:
    rubric = dimensions(1, 1, 1)[1:]
    checked = contract(*rubric).check(reply(entry(1, 5), entry(2, 5)))
    assert (checked.known, checked.decisions) == (True, {})
    assert checked.questions == dict.fromkeys((2, 3), TELL.unknown_ids([1]))


@pytest.mark.parametrize(
    "parsed",
    [None, 3, [], {}, {"dimensions": None}, {"dimensions": []}, {"dimensions": [entry(7, 3)]}, {"scores": [entry(1, 3)]}],
)  # fmt: skip
def test_what_is_no_answer_at_all_is_not_known(parsed: object) -> None:
    assert contract(*dimensions(1)).check(parsed) == CheckedReply(known=False)


@pytest.mark.parametrize(
    ("fields", "complaint", "note"),
    [
        ({"quotes": []}, TELL.no_evidence, "a level without a quote"),
        ({"quotes": [" "]}, TELL.no_evidence, "a level without a quote"),
        (
            {"quotes": [{"from": "reference", "text": "Use the stairs"}]},
            TELL.evidence_not_from_output,
            "a level without a quote from the output or the run log",
        ),
        (
            {"quotes": ["the lift works again"]},
            TELL.quote_not_found(["the lift works again"]),
            "a level whose quote does not stand in the text: “the lift works again”",
        ),
        (
            {"basis": "whole", "quotes": [], "justification": " "},
            TELL.whole_without_reason,
            "a level for the whole output without a reason",
        ),
    ],
)
def test_a_level_without_evidence_is_asked_again(
    fields: dict[str, object], complaint: str, note: str
) -> None:
    made = contract(*dimensions(1))
    checked = made.check(reply(entry(1, 5, **fields)))
    assert (checked.decisions, checked.questions, checked.fallbacks) == ({}, {1: complaint}, {})
    assert made.rejection(1, complaint).note == note
    kept = contract(*dimensions(1), lenient=True).check(reply(entry(1, 5, **fields)))
    stand_in = kept.fallbacks[1]
    assert isinstance(stand_in, Rated)
    assert (stand_in.level, stand_in.without_evidence) == (5, note)


@pytest.mark.parametrize(
    "fields",
    [
        {"quotes": "take the stairs"},
        {"quotes": ["made up", "lit at night"]},
        {"quotes": [{"from": "run_log", "text": "door_status()"}]},
        {"basis": "whole", "quotes": [], "justification": "All of it is polite."},
        {"basis": "whole", "quotes": ["made up"], "justification": "All of it is polite."},
    ],
)
def test_a_level_with_evidence_stands(fields: dict[str, object]) -> None:
    assert levels(check(entry(1, 5, **fields))) == {1: 5}


def test_what_a_reply_adds_of_its_own_counts_for_nothing() -> None:
    made = contract(*dimensions(1))
    checked = made.check(reply(entry(1, 2, score=5, maxScore=5)) | {"overallScore": 5, "strengths": []})
    assert levels(checked) == {1: 2}
    assert made.unused_fields == {"overallScore"}
