"""Whether what a call brought turns up later."""

from __future__ import annotations

import pytest

from pytest_rubric.runlog import facts
from tests.runlog.building import called, chat, run, said


def use(result: str, later: str, asked: str = "Where is it?") -> str:
    return facts(run(said(asked, "user"), called("get", output=result), said(later))).use[2]


@pytest.mark.parametrize(
    ("result", "later"),
    [
        ('{"name": "Blue Lagoon"}', "I booked the Blue Lagoon for you."),
        ("the name is 'Blue Lagoon'", "blue lagoon it is"),
        ('{"id":12345,"ok":1}', "Your number is 12345."),
        ('{"note": "order 48213 is late"}', "48213 is late, I fear."),
        ('{"total": "1,250 euros"}', "It comes to 1250 euros."),
        ("see /srv/data/list.txt.", "It is in /srv/data/list.txt"),
        ("write to help@shop.example.", "Write to help@shop.example"),
        ('{"城市": "青山湖公园"}', "建议去青山湖公园走走。"),
        ("它叫「青山湖公园」", "青山湖公园不错"),
        ('{"title": "' + "On the way to the sea and back again by bus, part two of nine" + '"}',
         "I read On the way to the sea and back again by bus, part two of nine."),
    ],
)  # fmt: skip
def test_what_turns_up_later_was_used(result: str, later: str) -> None:
    assert use(result, later) == "used"
    assert use(result, "I can't tell.") == "unused"


@pytest.mark.parametrize(
    "result",
    [
        '{"status": "completed", "message": "success"}',
        "success=True data={'tasks':[{'status':'completed','count':1}]} error=None",
        "it's done and they're happy, so don't wait",
        "all is well",
        '{"a": "", "b": "xyz"}',
        "",
    ],
)
def test_names_of_fields_and_plain_words_prove_nothing(result: str) -> None:
    log = run(said("Where is it?", "user"), called("get", output=result), said("I can't tell."))
    assert facts(log).use.get(2, "undecidable") == "undecidable"


def test_a_value_that_was_known_before_proves_nothing() -> None:
    assert use('{"name": "Blue Lagoon"}', "Blue Lagoon.", asked="Is the Blue Lagoon open?") == "undecidable"


def test_a_field_name_that_later_calls_share_is_no_use() -> None:
    log = chat(("find", {}, '{"customer_name": "Blue Lagoon"}'), ("send", {"customer_name": "x"}, "ok"))
    assert facts(log).use[2] == "unused"


def test_the_answer_counts_though_it_is_no_step() -> None:
    log = run(said("How many?", "user"), called("count", output='{"users": 1042}'), finalResult="1042 users.")
    assert facts(log).use == {2: "used"}


def test_a_failed_call_has_nothing_to_use() -> None:
    log = run(called("get", output="order 48213", error="no"), said("I can't tell."))
    assert facts(log).use == {}


@pytest.mark.parametrize("text", ["x" * 200_000, "“" * 50_000, "'a" * 50_000, '"' * 50_001, "1," * 50_000])
def test_strange_results_are_read_in_one_go(text: str) -> None:
    assert use(text, "Done.") in ("unused", "undecidable")
