"""The order of the prompt, and that data is joined and never formatted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_rubric.evaluators.pairwise.evaluator import PairwiseEvaluator
from pytest_rubric.judging.exchanges.key import Keys
from pytest_rubric.judging.protocol import JudgeRequest
from pytest_rubric.model import InputMessage
from pytest_rubric.model.comparison import LevelCriterion
from tests.evaluators.pairwise.building import BAD, GOOD, pair, settings

BRACES = "{0} {name} {{input}} %s %(x)s ${x}"


def requests(**fields: object) -> list[JudgeRequest]:
    return list(PairwiseEvaluator().requests(pair(**fields)))  # type: ignore[arg-type]


def test_constant_text_first_then_the_case_then_the_outputs_then_what_is_asked() -> None:
    [a_first, _] = requests(
        context="Lifts are checked on Fridays.",
        expected_output="Take the stairs until Friday.",
        spec={"expectations": ("Says until when",)},
    )
    system, user = a_first.messages
    assert (system.role, user.role) == ("system", "user")
    order = [
        "[INPUT begins", "What about the lift?", "[CONTEXT begins", "[REFERENCE begins",
        "[FIRST begins", GOOD, "[SECOND begins", BAD, "Criteria of content:", "1. correctness",
        "Criteria of structure:", "4. organization", "Expectations:", "1. Says until when",
        "Criteria to grade: 1, 2, 3, 4, 5, 6. Expectations to decide: 1.", '{"reason"', '"winner"',
    ]  # fmt: skip
    places = [user.content.index(part) for part in order]
    assert places == sorted(places)
    assert "What about the lift?" not in system.content


def test_the_system_message_is_the_same_for_every_case() -> None:
    one = requests()[0].messages[0]
    other = requests(a="x", b="y", input="Another?", spec={"content": (LevelCriterion("Flow", {}),)})[
        0
    ].messages[0]
    assert one == other


def test_data_is_never_formatted() -> None:
    [made, _] = requests(
        a=BRACES,
        input=(InputMessage("user", BRACES),),
        spec={"expectations": (BRACES,), "content": (LevelCriterion("Flow", {1: BRACES}),)},
    )
    assert made.messages[1].content.count(BRACES) == 4


def test_no_run_log_is_shown() -> None:
    subject = pair()
    logged = replace(subject, output=replace(subject.output, run_log="searched the web"))
    assert all("searched" not in r.messages[1].content for r in PairwiseEvaluator().requests(logged))


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("feedback", ["full", "none"])
def test_feedback_and_report_language_find_the_same_stored_reply(feedback: str, lang: str) -> None:
    keys = Keys({})
    plain = [keys.key(request) for request in requests(settings=settings(feedback="full", lang="en"))]
    assert [keys.key(r) for r in requests(settings=settings(feedback=feedback, lang=lang))] == plain
    assert len(set(plain)) == 2, "one for each order"


def test_remarks_are_asked_for_once_in_each_order() -> None:
    made = requests(settings=settings(samples=2))
    assert [(request.sample, request.feedback) for request in made] == [
        (0, "full"),
        (0, "full"),
        (1, "none"),
        (1, "none"),
    ]


def test_expectation_threshold_and_case_id_make_no_new_request() -> None:
    keys = Keys({})
    one = [keys.key(request) for request in requests(expect="A")]
    assert [keys.key(request) for request in requests(expect="not_worse", id="other", title="Other")] == one
