"""``result-faithfulness``: claims of the output against what the run saw."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pytest_rubric.evaluators.presets import make
from pytest_rubric.model import CaseSettings
from tests.evaluators.presets.building import evaluate, subject
from tests.evaluators.presets.claims_replies import Reply, backed, claims, decided

OUTPUT = "The train leaves at 9:40. It has two cars. It is never late. The ticket costs 12 euros."
QUOTES = (
    "The train leaves at 9:40",
    "It has two cars",
    "It is never late",
    "The ticket costs 12 euros",
)
TIMES = "departure 9:40, platform 3, three cars"
PRICES = "single 12.00 EUR, return 20.00 EUR"


def call(id_: str, name: str, arguments: str = "{}") -> dict[str, object]:
    tool = {"id": id_, "function": {"name": name, "arguments": arguments}}
    return {"role": "assistant", "content": "", "tool_calls": [tool]}


def result(id_: str, text: str) -> dict[str, object]:
    return {"role": "tool", "tool_call_id": id_, "content": text}


LOG = [
    {"role": "user", "content": "When is the train?"},
    call("a", "timetable", '{"from": "Ulm"}'),
    result("a", TIMES),
    call("b", "prices"),
    result("b", PRICES),
    call("c", "delays"),
    result("c", "Error: no such line"),
    {"role": "assistant", "content": OUTPUT},
]
JUDGED = decided(
    backed(1, "supported", ("step-2", "departure 9:40")),
    backed(2, "contradicted", (2, "three cars"), reason="three cars, not two"),
    backed(3, "not_covered", reason="nothing on delays"),
    backed(4, "supported", ("step-3", "12.00 EUR")),
)


def run(reply: Reply | list[Reply], listed: Reply | None = None, **more: Any) -> Any:
    made = subject(OUTPUT, **{"run_log": LOG, **more})
    return evaluate(
        "result-faithfulness", made, {"claims": listed or claims(*QUOTES), "result-faithfulness": reply}
    )


def test_what_nothing_backs_stays_in_the_denominator() -> None:
    evaluation, judge = run(JUDGED)
    assert (evaluation.state, evaluation.score, evaluation.verdict) == ("judged", Fraction(50), "fail")
    assert judge.asked == ["claims", "result-faithfulness"]
    assert [(point.score, point.status, point.anchors) for point in evaluation.points] == [
        (100.0, "covered", ("step-2",)),
        (0.0, "missing", ("step-2",)),
        (0.0, "missing", ()),
        (100.0, "covered", ("step-3",)),
    ]
    assert evaluation.calculation == (
        "2 supported, 1 contradicted, 1 not covered: 2 of 4 backed",
        "100 × 2 / 4 = 50",
    )
    assert evaluation.summary == "contradicts what the run saw: It has two cars! - three cars, not two"
    assert evaluation.points[1].evidence == (
        'contradicts what the run saw; three cars, not two; output: "It has two cars"; step-2: "three cars"'
    )


def test_all_backed() -> None:
    listed = claims(QUOTES[0])
    evaluation, _ = run(decided(backed(1, "supported", ("2", "9:40"))), listed)
    assert (evaluation.score, evaluation.verdict) == (100, "pass")
    assert evaluation.summary == "every claim is backed by what the run saw"


def test_a_context_is_evidence_too() -> None:
    reply = decided(
        backed(1, "supported", ("context", "9:40")), backed(2, "supported", ("[Context]", "two cars"))
    )
    context = "It leaves at 9:40 with two cars."
    evaluation, judge = run(reply, claims(*QUOTES[:2]), run_log=None, context=context)
    assert (evaluation.score, [point.anchors for point in evaluation.points]) == (100, [(), ()])
    assert 'context: "two cars"' in str(evaluation.points[1].evidence)
    assert "[EVIDENCE context begins" in judge.requests[1].messages[1].content
    reply = decided(
        backed(1, "supported", ("context", "9:40"), ("step-2", "9:40")),
        backed(2, "contradicted", ("step-2", "three cars")),
    )
    evaluation, _ = run(reply, claims(*QUOTES[:2]), context=context)
    assert (evaluation.score, evaluation.points[0].anchors) == (50, ("step-2",))


def test_in_chinese() -> None:
    made = subject("列车九点开。", context="列车十点开。", input="列车几点开？", lang="auto")
    answers = {
        "claims": claims("列车九点开"),
        "result-faithfulness": decided(backed(1, "contradicted", ("context", "十点开"), reason="是十点")),
    }
    evaluation, judge = evaluate("result-faithfulness", made, answers)
    assert evaluation.summary == "与运行中看到的不符：列车九点开!——是十点"
    assert evaluation.calculation == (
        "0 条有依据，1 条相矛盾，0 条未覆盖：0 / 1 条主张有依据",
        "100 × 0 / 1 = 0",
    )
    assert "[证据 context 开始" in judge.requests[1].messages[1].content


NO_CITATION = (
    "without a citation: copy the words of the EVIDENCE that say so, letter for letter; if there are none, "
    'it is "not_covered"'
)


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        (backed(1, "supported"), f"claim 1 is supported {NO_CITATION}"),
        (backed(1, "contradicted"), f"claim 1 is contradicted {NO_CITATION}"),
        (backed(1, "supported", ("step-2", "departure 9:45")), "the quote of claim 1 does not stand in the text"),
        # words of another step, of the call and of the output are no words of the step
        (backed(1, "supported", ("step-3", "departure 9:40")), "the quote of claim 1 does not stand in the text"),
        (backed(1, "supported", ("step-2", "Ulm")), "the quote of claim 1 does not stand in the text"),
        (backed(1, "supported", ("step-2", "leaves at 9:40")), "the quote of claim 1 does not stand in the text"),
        (
            backed(1, "supported", ("step-9", "9:40")),
            'claim 1 cites "step-9", which is no block of the EVIDENCE; there are: step-2, step-3, step-4',
        ),
        (backed(1, "supported", ("step-1", "train")), 'claim 1 cites "step-1", which is no block'),
        (backed(1, "supported", ("step-5", "9:40")), 'claim 1 cites "step-5", which is no block'),
        (backed(1, "supported", ("context", "9:40")), 'claim 1 cites "context", which is no block'),
        (backed(1, "supported", (None, "9:40")), "claim 1 cites null, which is no block"),
        (backed(1, "supported", ("step-2", "9:40"), ("step-3", "9:40")), "the quote of claim 1 does not stand"),
        ({**backed(1, "supported"), "citations": {}}, "`citations` must be a list"),
        ({**backed(1, "supported"), "citations": ["9:40"]}, "every entry of `citations` must be an object"),
    ],
)  # fmt: skip
def test_citations_that_do_not_hold_break_the_row(entry: Reply, complaint: str) -> None:
    evaluation, judge = run(decided(entry), claims(QUOTES[0]))
    assert (evaluation.state, evaluation.score, len(judge.asked)) == ("broken", None, 3)
    assert complaint in str(evaluation.error)


def test_what_is_cited_beside_a_no_counts_for_nothing() -> None:
    evaluation, judge = run(decided(backed(1, "not_covered", ("step-9", "invented"))), claims(QUOTES[0]))
    assert (evaluation.score, len(judge.asked)) == (0, 2)
    assert (evaluation.points[0].anchors, "invented" in str(evaluation.points[0].evidence)) == ((), False)


def test_what_the_judge_sees() -> None:
    _, judge = run(JUDGED, claims(*QUOTES, whole=[3]))
    asked = judge.requests[1].messages[1].content
    order = [
        asked.index(part)
        for part in (
            '[call of step-2 begins',
            'timetable {"from": "Ulm"}',
            "[EVIDENCE step-2 begins",
            TIMES,
            "[EVIDENCE step-3 begins",
            "[EVIDENCE step-4 (failed call) begins",
            "[CLAIMS begins",
            '3: "It is never late!" (about the whole)',
            "Reply with one JSON object",
        )
    ]  # fmt: skip
    assert order == sorted(order)
    assert "When is the train?" not in asked
    assert '2: "It has two cars!"\n' in asked


@pytest.mark.parametrize(("count", "sizes"), [(1, [1]), (8, [8]), (9, [8, 1]), (20, [8, 8, 4])])
def test_eight_claims_a_call(count: int, sizes: list[int]) -> None:
    said = [f"Gate {number} is open" for number in range(1, count + 1)]
    context = ". ".join(said)
    replies, start = [], 1
    for size in sizes:
        numbers = range(start, start + size)
        replies.append(
            decided(
                *(backed(number, "supported", ("context", f"Gate {number} is open")) for number in numbers)
            )
        )
        start += size
    made = subject(context, context=context)
    evaluation, judge = evaluate(
        "result-faithfulness", made, {"claims": claims(*said), "result-faithfulness": replies}
    )
    assert (evaluation.score, len(evaluation.points)) == (100, count)
    assert judge.asked == ["claims", *["result-faithfulness"] * len(sizes)]
    assert [point.label for point in evaluation.points] == [f"{text}!" for text in said]


def test_one_broken_batch_breaks_the_row() -> None:
    said = [f"Gate {number} is open" for number in range(1, 10)]
    context = ". ".join(said)
    right = decided(*(backed(number, "supported", ("context", "Gate 1 is open")) for number in range(1, 9)))
    made = subject(context, context=context)
    evaluation, _ = evaluate(
        "result-faithfulness", made, {"claims": claims(*said), "result-faithfulness": [right, decided()]}
    )
    assert (evaluation.state, evaluation.score) == ("broken", None)
    assert "`9` is missing from `claims`" in str(evaluation.error)


def test_nothing_to_judge_is_no_score() -> None:
    evaluation, judge = run(decided(), claims())
    assert (evaluation.state, evaluation.summary) == (
        "unscored",
        "the output states nothing that could be checked",
    )
    assert judge.asked == ["claims"]
    evaluation, judge = evaluate("result-faithfulness", subject(" ", run_log=LOG), {})
    assert (evaluation.state, judge.asked) == ("unscored", [])


def test_no_evidence_is_no_rating() -> None:
    evaluation, judge = evaluate("result-faithfulness", subject(OUTPUT, run_log=[LOG[0], LOG[-1]]), {})
    assert (evaluation.state, judge.asked) == ("blocked", [])
    assert str(evaluation.error).startswith("result-faithfulness needs what the run saw")
    # results, but none before the answer
    late = [LOG[0], LOG[-1], call("a", "timetable"), result("a", TIMES)]
    evaluation, judge = evaluate("result-faithfulness", subject(OUTPUT, run_log=late), {})
    assert (evaluation.state, evaluation.score, judge.asked) == ("unscored", None, [])
    assert evaluation.summary == (
        "the agent that wrote the answer saw no result of a tool before it, and there is no context"
    )
    assert not make("result-faithfulness").requests(subject(OUTPUT, run_log=late))


def test_at_most_four_calls() -> None:
    case = subject(OUTPUT).case
    assert make("result-faithfulness").most_calls(case, CaseSettings(threshold=Fraction(60))) == 4
