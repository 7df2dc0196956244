"""What of a reply stands, and what is asked once more."""

from __future__ import annotations

import pytest

from pytest_rubric.evaluators.quoting import Sources
from pytest_rubric.evaluators.rubric.contract import RubricContract
from pytest_rubric.evaluators.rubric.decision import Decision
from pytest_rubric.evaluators.rubric.prompt import complaints
from pytest_rubric.judging.prompting import Material
from pytest_rubric.judging.protocol import CheckedReply
from pytest_rubric.model import InputMessage
from tests.evaluators.rubric.building import OUTPUT, entry, reply

TELL = complaints("en")
MATERIAL = Material(
    input=(InputMessage("user", "What about the lift?"), InputMessage("assistant", "One moment.")),
    context="House rules: no bicycles on the stairs.",
    reference="Use the stairs while the lift is repaired.",
    run_log="tool: door_status() -> closed",
    output=OUTPUT,
)


def contract(*ids: int, lenient: bool = False, lang: str = "en") -> RubricContract:
    return RubricContract(ids, Sources(MATERIAL), lenient=lenient, prompt_lang="en", report_lang=lang)


def check(*entries: dict[str, object], ids: tuple[int, ...] = (1,), lenient: bool = False) -> CheckedReply:
    return contract(*ids, lenient=lenient).check(reply(*entries))


def decision(checked: CheckedReply, id_: int = 1) -> Decision:
    found = checked.decisions[id_]
    assert isinstance(found, Decision)
    return found


# --- the decision -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "yes"),
    [
        (False, False),
        ("false", False),
        ("No", False),
        ("0", False),
        (0, False),
        ("否", False),
        ("nein", False),
        (True, True),
        ("TRUE", True),
        (" yes ", True),
        (1, True),
        ("是", True),
        ("**Yes**", True),
    ],
)
def test_yes_and_no_in_many_spellings(said: object, yes: bool) -> None:
    checked = check(entry(1, said, quotes=["take the stairs"]))
    assert decision(checked).yes is yes
    assert checked.questions == {}


@pytest.mark.parametrize(
    "said", ["yes/no", "maybe", "N/A", "", None, 2, 0.5, "not sure", "the answer is yes, I think"]
)
def test_any_other_spelling_is_asked_again(said: object) -> None:
    made = contract(1)
    checked = made.check(reply(entry(1, said)))
    assert checked.known
    assert (checked.decisions, checked.fallbacks) == ({}, {})
    assert checked.questions == {1: TELL.unknown_answer(said)}
    note = made.rejection(1, checked.questions[1]).note
    assert note.startswith("neither yes nor no: ")


@pytest.mark.parametrize(
    ("said", "shown"), [([True], "list"), ({"yes": True}, "dict"), ("yes " * 1000, ("yes " * 1000)[:200])]
)
def test_an_answer_of_any_size_and_depth_is_shown_in_short(said: object, shown: str) -> None:
    assert check(entry(1, said)).questions == {1: TELL.unknown_answer(shown)}


def test_a_missing_answer_is_no_answer() -> None:
    checked = check({"id": 1, "reason": "nothing found"})
    assert (checked.decisions, checked.questions) == ({}, {1: TELL.unknown_answer(None)})


def test_the_decision_counts_and_not_the_words_around_it() -> None:
    checked = contract(1).check(
        {
            "criteria": [entry(1, False, reason="It is there, the statement holds.")],
            "score": 100,
            "pass": True,
        }
    )
    assert not decision(checked).yes


def test_fields_of_a_reply_that_count_for_nothing_are_remembered() -> None:
    made = contract(1)
    made.check(reply(entry(1, False), score=1.0, strengths=[]) | {"passed": True})
    assert made.unused_fields == {"score", "passed"}


# --- ids --------------------------------------------------------------------------------------


def test_missing_ids_are_asked_again_and_the_others_stand() -> None:
    checked = check(entry(1, True), entry(2, False), ids=(1, 2, 3, 4))
    assert {id_: decision(checked, id_).yes for id_ in checked.decisions} == {1: True, 2: False}
    assert checked.questions == {3: TELL.missing, 4: TELL.missing}


def test_ids_may_be_written_as_text() -> None:
    checked = check(entry(1, False) | {"id": "**1**"}, entry(2, True) | {"id": "#2"}, ids=(1, 2))
    assert set(checked.decisions) == {1, 2}


def test_a_repeated_id_is_asked_again_even_if_both_say_the_same() -> None:
    checked = check(entry(1, False), entry(2, False), entry(1, False), ids=(1, 2))
    assert set(checked.decisions) == {2}
    assert checked.questions == {1: TELL.repeated}


@pytest.mark.parametrize(
    ("ids", "given", "unknown"),
    [
        ((1, 2), (1, 7, 2), [7]),
        ((1, 2, 3), (1, 2, 3, 4), [4]),
        ((1, 2, 3), (0, 1, 2), [0]),
        ((3, 4, 5, 6), (1, 2, 3, 4), [1, 2]),
        ((1, 2), (1, 2, "all"), ["all"]),
        ((1, 2), (1, 2, None), [None]),
        ((1, 2), (1, 2, {"a": "b"}), ["dict"]),
        ((1, 2), (1, *range(10, 20)), [10, 11, 12, 13, 14]),
    ],
    ids=[
        "between",
        "split in two",
        "from 0",
        "from 1, with checks before them",
        "a word",
        "none",
        "odd",
        "many",
    ],
)
def test_an_id_that_was_not_asked_about_leaves_nothing_decided(
    ids: tuple[int, ...], given: tuple[object, ...], unknown: list[object]
) -> None:
    made = contract(*ids)
    checked = made.check(reply(*[entry(1, True) | {"id": id_} for id_ in given]))
    assert checked.known
    assert (checked.decisions, checked.fallbacks) == ({}, {})
    assert checked.questions == dict.fromkeys(ids, TELL.unknown_ids(unknown))
    note = made.rejection(ids[0], checked.questions[ids[0]]).note
    assert note.startswith("the reply has entries with ids that were not asked about (")
    assert note.endswith("), so none can be relied on")


def test_what_the_judge_is_told_about_an_unknown_id() -> None:
    assert TELL.unknown_ids([4, "all"]) == (
        'the reply also has an entry with the id 4, "all", which no statement has, so it is not sure which entry is about '
        "this one. Give one entry for each statement, with the statement's own number as id."
    )


@pytest.mark.parametrize("said", [1, 0, "1.", None])
def test_the_only_entry_about_the_only_criterion_is_read_and_marked_as_repaired(said: object) -> None:
    checked = contract(5).check(reply(entry(5, True) | {"id": said}))
    assert decision(checked, 5).yes
    assert (checked.questions, checked.repaired) == ({}, True)
    assert not contract(5).check(reply(entry(5, True))).repaired


@pytest.mark.parametrize("given", [(2,), (1, 2), (1, 1)])
def test_any_other_entry_about_the_only_criterion_is_no_answer(given: tuple[int, ...]) -> None:
    checked = contract(5).check(reply(*[entry(id_, True) for id_ in given]))
    assert (checked.known, checked.decisions) == (False, {})


@pytest.mark.parametrize(
    "parsed",
    [
        None,
        True,
        3,
        "criteria",
        [],
        [entry(1, True)],
        {},
        {"criteria": None},
        {"criteria": {}},
        {"criteria": []},
        {"criteria": ["1: yes", None, 3]},
        {"criteria": [entry(8, True)]},
        {"criteria": [{"id": True, "present": True}]},
        {"results": [entry(1, True)]},
        entry(1, True),
    ],
)
def test_what_is_no_answer_at_all_is_not_known(parsed: object) -> None:
    assert contract(1).check(parsed) == CheckedReply(known=False)


@pytest.mark.parametrize("junk", ["x", None, 3, [entry(1, True)]])
def test_entries_of_another_shape_are_left_out(junk: object) -> None:
    checked = contract(1, 2).check({"criteria": [junk, entry(2, False), junk]})
    assert set(checked.decisions) == {2}
    assert checked.questions == {1: TELL.missing}


# --- evidence ---------------------------------------------------------------------------------


def test_a_yes_needs_a_quote_that_is_found() -> None:
    answer = decision(check(entry(1, True, quotes=[{"from": "output", "text": "TAKE the  stairs"}])))
    [quote] = answer.quotes
    assert (quote.found, quote.text, quote.passage) == (True, "TAKE the  stairs", "take the stairs")
    assert OUTPUT[quote.start : quote.end] == "take the stairs"


@pytest.mark.parametrize(
    "quotes",
    [
        "take the stairs",
        ["take the stairs"],
        {"text": "take the stairs"},
        [{"text": "take the stairs"}],
        [{"from": "Output", "text": "take the stairs"}],
        [{"from": None, "text": "take the stairs"}],
        [{"from": "the answer", "text": "take the stairs"}],
        [None, 5, "", "take the stairs"],
    ],
)
def test_quotes_are_read_in_many_shapes(quotes: object) -> None:
    answer = decision(check(entry(1, True, quotes=quotes)))
    assert [(quote.source, quote.found) for quote in answer.quotes] == [("output", True)]


def test_the_run_log_is_evidence_too() -> None:
    answer = decision(check(entry(1, True, quotes=[{"from": "run log", "text": "door_status()"}])))
    assert [(quote.source, quote.found) for quote in answer.quotes] == [("run_log", True)]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("reference", "while the lift is repaired"),
        ("context", "no bicycles on the stairs"),
        ("input", "What about the lift?"),
    ],
)
def test_what_was_given_to_the_author_of_the_output_is_no_evidence(source: str, text: str) -> None:
    made = contract(1)
    checked = made.check(reply(entry(1, True, quotes=[{"from": source, "text": text}])))
    assert checked.questions == {1: TELL.evidence_not_from_output}
    rejection = made.rejection(1, TELL.evidence_not_from_output)
    assert rejection.note == "a yes without a quote from the output or the run log"
    assert rejection.said is not None
    assert [(quote.source, quote.found) for quote in rejection.said.quotes] == [(source, True)]


def test_a_yes_without_a_quote_is_asked_again() -> None:
    checked = check(entry(1, True, quotes=[]))
    assert (checked.decisions, checked.questions) == ({}, {1: TELL.yes_without_evidence})


def test_an_invented_quote_is_asked_again_with_its_words() -> None:
    made = contract(1)
    checked = made.check(reply(entry(1, True, quotes=["the lift is fixed"])))
    assert checked.questions == {1: TELL.quote_not_found(["the lift is fixed"])}
    rejection = made.rejection(1, checked.questions[1])
    assert rejection.note == "a yes whose quote does not stand in the text: “the lift is fixed”"
    assert rejection.said is not None
    assert [(quote.text, quote.found) for quote in rejection.said.quotes] == [("the lift is fixed", False)]


def test_one_found_quote_is_enough_and_the_others_are_struck_out() -> None:
    answer = decision(check(entry(1, True, quotes=["the lift is fixed", "take the stairs"])))
    assert [(quote.text, quote.found) for quote in answer.quotes] == [
        ("the lift is fixed", False),
        ("take the stairs", True),
    ]


def test_a_quote_must_stand_in_the_text_that_it_names() -> None:
    checked = check(entry(1, True, quotes=[{"from": "run_log", "text": "take the stairs"}]))
    assert checked.questions == {1: TELL.quote_not_found(["take the stairs"])}


def test_a_no_needs_no_evidence() -> None:
    answer = decision(check(entry(1, False, reason="", quotes=["the lift is fixed"])))
    assert not answer.yes
    assert [quote.found for quote in answer.quotes] == [False]


@pytest.mark.parametrize("basis", ["whole", " Whole "])
def test_a_yes_about_the_whole_needs_a_reason_only(basis: str) -> None:
    answer = decision(check(entry(1, True, basis=basis, quotes=[])))
    assert (answer.yes, answer.basis, answer.reason) == (True, "whole", "reason 1")


@pytest.mark.parametrize("reason", ["", "  ", None, 5])
def test_a_yes_about_the_whole_without_a_reason_is_asked_again(reason: object) -> None:
    checked = check(entry(1, True, basis="whole", quotes=[], reason=reason))
    assert checked.questions == {1: TELL.whole_without_reason}


def test_basis_and_source_have_defaults() -> None:
    answer = decision(
        contract(1).check({"criteria": [{"id": 1, "quotes": ["lit at night"], "present": True}]})
    )
    assert (answer.basis, answer.reason, answer.quotes[0].source) == ("quote", "", "output")


def test_texts_are_cleaned_for_display_after_the_look_up() -> None:
    answer = decision(
        check(entry(1, True, reason="seen\x1b[31m \ud800", quotes=["take the stairs\x07", "take the stairs"]))
    )
    assert answer.reason == "seen\\x1b[31m \\ud800"
    assert answer.quotes[0].text == "take the stairs\\x07"


def test_a_formula_is_found_as_it_stood_before_unescaping() -> None:
    sources = Sources(Material(None, None, None, None, r"The answer is \frac{1}{2} of it."))
    made = RubricContract((1,), sources, lenient=False, prompt_lang="en", report_lang="en")
    answer = decision(made.check(reply(entry(1, True, quotes=["\frac{1}{2}"]))))
    assert [quote.passage for quote in answer.quotes] == [r"\frac{1}{2}"]


# --- evidence: warn ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "note"),
    [
        ({"quotes": []}, "a yes without a quote"),
        (
            {"quotes": ["the lift is fixed"]},
            "a yes whose quote does not stand in the text: “the lift is fixed”",
        ),
        ({"quotes": [], "basis": "whole", "reason": ""}, "a yes about the whole output without a reason"),
    ],
)
def test_a_yes_without_evidence_stands_in_where_that_is_allowed(fields: dict[str, object], note: str) -> None:
    checked = check(entry(1, True, **fields), lenient=True)
    assert set(checked.questions) == {1}
    stand_in = checked.fallbacks[1]
    assert isinstance(stand_in, Decision)
    assert (stand_in.yes, stand_in.without_evidence) == (True, note)


@pytest.mark.parametrize("said", ["perhaps", None])
def test_what_is_no_answer_never_stands_in(said: object) -> None:
    assert check(entry(1, said), lenient=True).fallbacks == {}


# --- complaints -------------------------------------------------------------------------------


def test_the_follow_up_names_only_what_is_in_question() -> None:
    made = contract(1, 2, 3)
    checked = made.check(reply(entry(1, True), entry(3, True, quotes=["the lift is fixed"])))
    text = made.follow_up(checked.questions, None)
    assert f"2: {TELL.missing}" in text
    assert f"3: {TELL.quote_not_found(['the lift is fixed'])}" in text
    assert "1: " not in text


def test_an_earlier_answer_tells_more_than_a_reply_without_one() -> None:
    made = contract(1, 2)
    first = made.check(reply(entry(1, True, quotes=["the lift is fixed"]), entry(2, False)))
    second = made.check(reply(entry(2, False)))
    assert second.questions == {1: TELL.missing}
    assert made.rejection(1, second.questions[1]) == made.rejection(1, first.questions[1])
    assert made.rejection(1, "the re-ask failed: too slow").said == made.rejection(1, first.questions[1]).said
    assert made.rejection(1, "the re-ask failed: too slow").note == "the re-ask failed: too slow"


def test_notes_are_in_the_language_of_the_report() -> None:
    made = contract(1, lang="zh")
    checked = made.check(reply(entry(1, True, quotes=[])))
    assert checked.questions == {1: TELL.yes_without_evidence}
    assert made.rejection(1, TELL.yes_without_evidence).note == "判断为“是”却没有引文"
