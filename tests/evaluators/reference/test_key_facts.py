"""The key facts of a reference: listed once, in its own words, without a look at the output."""

from __future__ import annotations

import pytest

from pytest_rubric.errors import JudgeCallFailed, JudgeUnavailable
from tests.evaluators.reference.building import (
    CHILDREN,
    COVERED,
    MISSING,
    OPENING,
    OUTPUT,
    TWO,
    fact,
    judged,
    key_fact,
    key_facts,
    question,
    reply,
    settings,
    subject,
    without_key,
)

INVENTED = "The sauna is closed"
SAID = reply(COVERED, MISSING)


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        pytest.param(
            key_fact(3, INVENTED), 'Fact 3: this does not stand in the REFERENCE: "The sauna', id="invented"
        ),
        pytest.param(key_fact(3, 7), 'Fact 3: this does not stand in the REFERENCE: ""', id="no text"),
        pytest.param(key_fact(3, "Bring a padlock", "high"), 'Fact 3: importance is "high" - it', id="word"),
        pytest.param(
            without_key(key_fact(3, "Bring a padlock"), "importance"), "Fact 3: importance is None", id="none"
        ),
    ],
)
def test_an_entry_that_is_no_fact_is_asked_about_alone(bad: dict[str, object], told: str) -> None:
    mended = key_facts(key_fact(3, "Bring a padlock"))
    said = reply(COVERED, fact(2), fact(3, "missing"))
    listed = key_facts(OPENING, CHILDREN, bad)
    evaluation, judge = judged(subject(), mended, said, listed=listed)
    assert judge.calls == 2
    assert told in judge.requests[0].messages[-1].content
    assert "Fact 1" not in judge.requests[0].messages[-1].content
    assert evaluation.score == 65
    assert evaluation.usage.reasks == 1


@pytest.mark.parametrize(
    "second",
    [
        pytest.param(key_facts(key_fact(3, INVENTED)), id="again"),
        pytest.param(key_facts(), id="left out"),
        pytest.param("I don't know.", id="unreadable"),
    ],
)
def test_an_invented_fact_is_left_out_and_told(second: object) -> None:
    listed = key_facts(OPENING, CHILDREN, key_fact(3, INVENTED))
    evaluation, judge = judged(subject(), second, SAID, listed=listed)
    assert judge.calls == 2
    assert evaluation.score == 48, "of two facts one is covered"
    assert evaluation.notes[0] == (
        "entries of the list of key facts that count for nothing: 1 (a fact that does not stand in the "
        "reference: “The sauna is closed”)"
    )
    assert INVENTED not in judge.requests[-1].messages[-1].content


def test_invented_facts_alone_are_no_judgement() -> None:
    listed = key_facts(key_fact(1, INVENTED), key_fact(2, "The bar is open"))
    evaluation, judge = judged(subject(), listed, listed=listed)
    assert judge.calls == 1, "nothing is asked about the output"
    assert (evaluation.state, evaluation.score, evaluation.interval) == ("broken", None, None)
    assert evaluation.error == (
        "the judge made no usable decision: none of the listed facts can be used: a fact that does not stand in "
        "the reference: “The sauna is closed”"
    )


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        pytest.param([], "facts: the list is empty.", id="empty"),
        pytest.param(None, "facts: it must be a list", id="null"),
        pytest.param("all of them", "facts: it must be a list", id="text"),
        pytest.param(["opens at seven"], "facts: it must be a list of objects", id="texts"),
        pytest.param([OPENING, OPENING], "facts: every entry needs an id of its own", id="same id"),
        pytest.param([without_key(OPENING, "id")], "facts: every entry needs an id", id="no id"),
        pytest.param([OPENING | {"id": True}], "facts: every entry needs an id", id="boolean id"),
        pytest.param(
            [key_fact(n) for n in range(1, 14)],
            "facts: there are too many entries. Keep the 12 most important ones.",
            id="too many",
        ),
    ],
)
def test_a_list_that_is_none_is_asked_for_again(facts: object, told: str) -> None:
    evaluation, judge = judged(subject(), TWO, SAID, listed={"facts": facts})
    assert told in judge.requests[0].messages[-1].content
    assert (judge.calls, evaluation.score) == (2, 48)
    broken, judge = judged(subject(), {"facts": facts}, listed={"facts": facts})
    assert judge.calls == 1
    assert (broken.state, broken.interval, broken.usage.calls) == ("broken", None, 2)
    assert str(broken.error).startswith("the judge made no usable decision: ")


@pytest.mark.parametrize(
    "text", ["The reference is fine.", '{"facts": [{"id": 1', '{"fact": "opens at seven"}', "[]"]
)
def test_an_unreadable_list_is_asked_for_again(text: str) -> None:
    evaluation, judge = judged(subject(), TWO, SAID, listed=text)
    assert judge.requests[0].messages[-1].content.startswith("Your reply could not be read:")
    assert evaluation.score == 48
    broken, _ = judged(subject(), text, listed=text)
    assert (broken.state, broken.interval) == ("broken", None)


def test_the_output_is_not_shown_and_does_not_matter() -> None:
    from pytest_rubric.evaluators.reference.evaluator import ReferenceEvaluator

    evaluator = ReferenceEvaluator()
    made = subject(context="Opening hours: 7 to 22.")
    (one,) = evaluator.requests(made)
    (other,) = evaluator.requests(subject(output="Closed.", settings=settings(lang="zh", samples=3)))
    assert one.messages == other.messages
    assert OUTPUT not in one.messages[1].content
    assert "7 to 22" not in one.messages[1].content
    assert "opens at seven" in one.messages[1].content


def test_the_list_is_asked_for_once_however_many_samples_there_are() -> None:
    evaluation, judge = judged(subject(settings=settings(samples=3)), SAID, SAID, SAID)
    assert [request.ids for request in judge.requests] == [
        (("facts", 1), ("facts", 2), "claims", "format", "relevance")
    ] * 3
    assert evaluation.usage.calls == 4


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (JudgeCallFailed("timed out"), "the judge made no usable decision: timed out"),
        (JudgeUnavailable("no judge here"), "no judge here"),
    ],
)
def test_a_call_that_fails_ends_the_case_with_its_cause(error: JudgeCallFailed, said: str) -> None:
    evaluation, judge = judged(subject(settings=settings(threshold=0)), listed=error)
    assert judge.calls == 0
    assert (evaluation.state, evaluation.error, evaluation.usage.calls) == ("broken", said, 1)


def test_a_follow_up_about_the_list_shows_its_form_alone() -> None:
    _, judge = judged(subject(), "?", listed="?")
    assert question(judge).splitlines()[-1] == (
        '{"facts": [{"id": number, "fact": "...", "importance": "core or detail"}]}'
    )
