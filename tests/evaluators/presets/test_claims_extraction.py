"""The claims of an output and the key points of a reference: one list for whoever needs it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from pytest_rubric import ScriptedJudge
from pytest_rubric.evaluators.presets import make
from pytest_rubric.evaluators.presets.claims.extraction import claims_question, key_points_question
from pytest_rubric.evaluators.presets.claims.prompts import texts
from pytest_rubric.evaluators.presets.view import view
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.judging.exchanges.key import Keys
from pytest_rubric.judging.protocol import JudgeRequest
from pytest_rubric.judging.stack import build_judge
from pytest_rubric.model import Settings
from tests.evaluators.presets.building import Answers, evaluate, subject
from tests.evaluators.presets.claims_replies import (
    Reply,
    backed,
    claims,
    compared,
    completion,
    covered,
    decided,
    key_points,
)

OUTPUT = "The ferry leaves at six. It carries no cars."
BOTH = ("The ferry leaves at six", "It carries no cars")
CASE = {
    "input": "When does the ferry leave?",
    "context": "six, no cars",
    "expected_output": "At six, no cars.",
}
ANSWERS: dict[str, Reply] = {
    "claims": claims(*BOTH),
    "result-accuracy": decided(compared(1, "correct", "At six"), compared(2, "correct", "no cars")),
    "result-faithfulness": decided(
        backed(1, "supported", ("context", "six")), backed(2, "supported", ("context", "no cars"))
    ),
}


def first(preset: str, made: Subject) -> JudgeRequest:
    (request,) = make(preset).requests(made)
    return request


def test_accuracy_and_faithfulness_ask_the_same_question() -> None:
    made = subject(OUTPUT, **CASE)
    one, other = (first(preset, made) for preset in ("result-accuracy", "result-faithfulness"))
    keys = Keys({})
    assert keys.key(one) == keys.key(other)
    assert (one.evaluator, one.shared, other.shared) == ("claims", True, True)


@pytest.mark.parametrize(
    "changes",
    [{"expected_output": "At seven."}, {"context": "another"}, {"id": "other", "title": "other"}],
    ids=lambda changes: next(iter(changes)),
)
def test_claims_depend_on_nothing_but_query_and_output(changes: dict[str, str]) -> None:
    keys = Keys({})
    asked = first("result-accuracy", subject(OUTPUT, **CASE))
    assert keys.key(first("result-accuracy", subject(OUTPUT, **{**CASE, **changes}))) == keys.key(asked)


def test_another_query_or_output_has_claims_of_its_own() -> None:
    made = [
        subject(OUTPUT, **CASE),
        subject(f"{OUTPUT} Hurry!", **CASE),
        subject(OUTPUT, **{**CASE, "input": "When?"}),
    ]
    assert len({Keys({}).key(first("result-accuracy", each)) for each in made}) == 3


def test_key_points_depend_on_the_reference_alone() -> None:
    keys = Keys({})
    one = first("agent-task-completion", subject(OUTPUT, **CASE))
    other = first("agent-task-completion", subject("Nothing.", **{**CASE, "input": "Any cars?"}))
    assert keys.key(one) == keys.key(other)
    assert (one.evaluator, one.shared) == ("key-points", True)
    assert "The ferry leaves" not in "".join(message.content for message in one.messages)


@pytest.mark.parametrize("mode", ["off", "auto", "refresh"])
@pytest.mark.parametrize("at_once", [True, False], ids=["at once", "in turn"])
def test_two_items_of_a_case_ask_for_claims_once(tmp_path: Path, mode: str, at_once: bool) -> None:
    script = Answers(ANSWERS)
    inner = ScriptedJudge(script)
    inner.identity = "script"  # type: ignore[attr-defined]  # any judge may have one
    made = subject(OUTPUT, **CASE)
    evaluators = [make("result-accuracy"), make("result-faithfulness")]

    async def run() -> None:
        judge = build_judge(Settings(root=tmp_path, replies=mode), inner=inner)
        if at_once:
            found = await asyncio.gather(*(each.evaluate(made, judge) for each in evaluators))
        else:
            found = [await each.evaluate(made, judge) for each in evaluators]
        assert [evaluation.score for evaluation in found] == [100, 100]
        assert sorted(script.asked) == ["claims", "result-accuracy", "result-faithfulness"]
        assert sum(evaluation.usage.calls for evaluation in found) == 3
        assert sum(evaluation.usage.stored for evaluation in found) == 1

    asyncio.run(run())


def test_two_cases_with_one_reference_ask_for_key_points_once(tmp_path: Path) -> None:
    script = Answers(
        {
            "key-points": key_points("At six", "no cars"),
            "agent-task-completion": completion(covered(1, "missing"), covered(2, "missing")),
        }
    )
    outputs = ("Soon.", "Later.")

    async def run() -> None:
        judge = build_judge(Settings(root=tmp_path, replies="off"), inner=ScriptedJudge(script))
        evaluator = make("agent-task-completion")
        made = [await evaluator.evaluate(subject(output, **CASE), judge) for output in outputs]
        assert [evaluation.score for evaluation in made] == [0, 0]
        assert script.asked == ["key-points", "agent-task-completion", "agent-task-completion"]

    asyncio.run(run())


def listed(*entries: object) -> Reply:
    return {"claims": list(entries)}


def entry(
    number: object, quote: object = BOTH[0], text: object = "It leaves.", whole: object = False
) -> Reply:
    return {"id": number, "quote": quote, "text": text, "needs_full_coverage": whole}


@pytest.mark.parametrize(
    ("reply", "complaint"),
    [
        (
            listed(entry(1), entry(1, BOTH[1], "No cars.")),
            "`1` stands more than once in `claims`: every one is answered exactly once",
        ),
        (listed(entry(1), entry(2)), "claim 2 says the same as claim 1: every claim stands once"),
        (listed(entry(1, "The ferry leaves at seven")), "the quote of claim 1 does not stand in the text"),
        (listed(entry(1, "")), "claim 1 needs a quote, copied letter for letter"),
        (
            listed(entry(1, text=""), entry(2, text="the  Ferry leaves at six")),
            "claim 2 says the same as claim 1: every claim stands once",
        ),
        (listed(entry(1, whole="yes")), '`needs_full_coverage` of claim 1 is "yes"'),
        (listed(entry("first")), '`id` of `claims` is "first"; it must be one of 1-10000'),
        (listed("It leaves."), "every entry of `claims` must be an object"),
        ({"claims": {}}, "`claims` must be a list"),
    ],
)
@pytest.mark.parametrize("preset", ["result-accuracy", "result-faithfulness"])
def test_a_list_of_claims_stands_whole_or_not_at_all(preset: str, reply: Reply, complaint: str) -> None:
    evaluation, judge = evaluate(preset, subject(OUTPUT, **CASE), {"claims": reply})
    assert (evaluation.state, evaluation.score, judge.asked) == ("broken", None, ["claims", "claims"])
    assert complaint in str(evaluation.error)
    assert f"- {complaint}" in judge.requests[1].messages[-1].content


@pytest.mark.parametrize("text", ["", " ", None])
def test_a_claim_without_a_text_of_its_own_is_its_quote(text: object) -> None:
    output = "The ferry *leaves*\nat six. It carries no cars."
    answers: dict[str, Reply] = {
        "claims": listed(entry(1, "the ferry leaves at six", text)),
        "result-accuracy": decided(compared(1, "correct", "At six")),
    }
    evaluation, judge = evaluate("result-accuracy", subject(output, **CASE), answers)
    assert [point.label for point in evaluation.points] == ["The ferry *leaves* at six"]
    assert '1: "The ferry *leaves* at six"' in judge.requests[1].messages[1].content


def test_more_than_twenty_claims_are_cut_and_that_is_said() -> None:
    said = [f"Stop {number} is at quay {number}" for number in range(1, 24)]
    many = claims(*said)
    assert isinstance(many["claims"], list)
    many["claims"][22]["quote"] = "invented, but not judged"
    answers: dict[str, Reply] = {
        "claims": many,
        "result-accuracy": decided(
            *(compared(number, "correct", f"quay {number}") for number in range(1, 21))
        ),
    }
    made = subject(". ".join(said), expected_output=". ".join(said))
    evaluation, judge = evaluate("result-accuracy", made, answers)
    assert (evaluation.score, len(evaluation.points)) == (100, 20)
    assert evaluation.notes == ("claims beyond the first 20 are not judged: 3",)
    assert "Stop 21" not in judge.requests[1].messages[1].content.partition("[CLAIMS begins")[2]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_prompts_hold_the_case_only_between_marks(lang: str) -> None:
    said = texts(lang)
    query, reference = ("When {0}?", "At {six}.") if lang == "en" else ("何时{0}开船？", "{六}点。")
    seen = view(subject("{output}", input=query, expected_output=reference))
    assert seen.prompt_lang == lang
    claims_asked, points_asked = claims_question(seen), key_points_question(seen)
    assert (claims_asked.system, claims_asked.blocks[-1]) == (said.claims.system, said.claims.reply)
    assert (points_asked.system, points_asked.blocks[-1]) == (said.key_points.system, said.key_points.reply)
    assert [query in block for block in claims_asked.blocks] == [True, False, False]
    assert ["{output}" in block for block in claims_asked.blocks] == [False, True, False]
    assert [reference in block for block in points_asked.blocks] == [True, False]


@pytest.mark.parametrize("field", ["claims", "key_points", "accuracy", "faithfulness", "completion"])
def test_both_languages_name_the_same_words_of_a_reply(field: str) -> None:
    import re

    def words(lang: str) -> set[str]:
        prompt = getattr(texts(lang), field)
        return set(re.findall(r'"([a-z_]+)"', prompt.reply)) | set(
            re.findall(r"^- (\w+)", prompt.system, re.M)
        )

    assert words("en") == words("zh") != set()
