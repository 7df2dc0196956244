"""What a run had seen when it gave its answer, and which of it a judge is shown."""

from __future__ import annotations

import itertools

import pytest

from pytest_rubric.evaluators.presets.claims.evidence_pool import (
    CHUNK,
    MOST_CHARACTERS,
    Source,
    _seen,
    chunks,
    pool,
    shown,
)
from pytest_rubric.evaluators.presets.view import view
from pytest_rubric.runlog import RunLog, Step
from tests.evaluators.presets.building import subject

ANSWER = "It is 12 degrees."


def called(index: int, actor: str = "main") -> Step:
    return Step("tool_call", "assistant", index=index, actor=actor, tool="read", result=f"result {index}")


def said(index: int, text: str, actor: str = "main") -> Step:
    return Step("assistant", "assistant", text, index=index, actor=actor)


def seen(*steps: Step, answer: str | None = None) -> list[int]:
    return [step.index for step in _seen(RunLog(steps, answer=answer), ANSWER)]


def test_results_before_the_answer_count() -> None:
    assert seen(called(1), said(2, "wait"), called(3), said(4, ANSWER), called(5)) == [1, 3]


def test_the_last_message_that_is_the_answer_counts() -> None:
    steps = (called(1), said(2, ANSWER), called(3), said(4, " It is\n12 degrees. "), called(5))
    assert seen(*steps) == [1, 3]


def test_an_answer_that_is_not_in_the_log_came_after_all_of_it() -> None:
    assert seen(said(1, "let me look"), called(2), called(3, "helper")) == [2]


def test_the_log_may_name_the_answer() -> None:
    assert seen(called(1), said(2, "done"), called(3), answer="done") == [1]


def test_another_agent_s_results_are_not_what_the_writer_saw() -> None:
    assert seen(called(1), called(2, "helper"), said(3, ANSWER)) == [1]
    assert seen(called(1), called(2, "helper"), said(3, ANSWER, "helper")) == [2]


def test_a_compaction_takes_away_what_came_before() -> None:
    compaction = Step("compaction", "system", index=2)
    assert seen(called(1), compaction, called(3), said(4, ANSWER)) == [3]
    elsewhere = Step("compaction", "system", index=2, actor="helper")
    assert seen(called(1), elsewhere, called(3), said(4, ANSWER)) == [1, 3]
    later = Step("compaction", "system", index=4)
    assert seen(called(1), called(2), said(3, ANSWER), later) == [1, 2]


def test_a_result_without_a_call_was_seen_too() -> None:
    orphan = Step("orphan_result", "tool", "12 degrees", index=1)
    assert seen(orphan, said(2, ANSWER)) == [1]
    log = [{"role": "tool", "content": "12 degrees"}, {"role": "assistant", "content": ANSWER}]
    assert [source.text for source in pool(view(subject(ANSWER, run_log=log)))] == ["12 degrees"]


def test_blank_results_are_no_evidence() -> None:
    tool = {"id": "a", "function": {"name": "read", "arguments": "{}"}}
    log = [
        {"role": "assistant", "content": "", "tool_calls": [tool]},
        {"role": "tool", "tool_call_id": "a", "content": " \n"},
    ]
    assert pool(view(subject(ANSWER, run_log=log))) == ()
    assert pool(view(subject(ANSWER, run_log=log, context="12"))) == (Source("context", "12"),)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "one line",
        "x" * CHUNK,
        "x" * (3 * CHUNK + 7),
        "\n".join(f"line {number}" for number in range(2000)),
        "\n".join("y" * 2000 for _ in range(9)),
        "\n" * (2 * CHUNK),
        "\n".join(["short", "z" * (CHUNK + 1), "short"]),
    ],
    ids=["empty", "one line", "one chunk", "a long line", "many lines", "wide lines", "no text", "mixed"],
)
def test_chunks_hold_everything_and_are_never_too_long(text: str) -> None:
    made = chunks(text)
    assert all(len(chunk) <= CHUNK for chunk in made)
    lines = iter([line for chunk in made for line in chunk.split("\n")])
    for line in text.split("\n"):
        for start in range(0, len(line) or 1, CHUNK):
            assert line[start : start + CHUNK] in lines  # goes on behind the one that was found
    assert len(made) <= 2 + 2 * len(text) // CHUNK


def test_chunks_overlap_by_two_lines() -> None:
    made = chunks("\n".join(f"this is line {number:04}" for number in range(400)))
    assert len(made) > 2
    for one, other in itertools.pairwise(made):
        assert one.split("\n")[-2:] == other.split("\n")[:2]


def test_a_short_pool_is_shown_whole() -> None:
    half = "x" * (MOST_CHARACTERS // 2)
    sources = [Source("context", half), Source("step-1", half)]
    assert [(part.source.name, part.text, part.count) for part in shown(sources, ["claim"])] == [
        ("context", half, 1),
        ("step-1", half, 1),
    ]


def long_source(name: str, marked: dict[int, str]) -> Source:
    """Forty chunks of filler, with other words at the start of some, counted from 1."""
    filler = "lorem " * (CHUNK // 6)
    lines = [(marked.get(number, "") + " " + filler)[:CHUNK] for number in range(1, 41)]
    return Source(name, "\n".join(lines))


def test_of_a_long_pool_the_nearest_excerpts_are_shown() -> None:
    source = long_source("step-2", {7: "the bridge is 412 m long", 30: "the tower"})
    parts = shown([source], ["The bridge is 412 m long."])
    assert [(part.number, part.count) for part in parts][:1] == [(7, 40)]
    assert {part.number for part in parts} <= {7, 30}


def test_each_claim_has_five_excerpts_at_most_and_each_is_shown_once() -> None:
    source = long_source("step-2", dict.fromkeys(range(10, 20), "harbour"))
    assert [part.number for part in shown([source], ["harbour", "the harbour!"])] == [10, 11, 12, 13, 14]


def test_where_no_word_is_shared_both_ends_are_shown() -> None:
    assert [part.number for part in shown([long_source("step-2", {})], ["harbour"])] == [1, 2, 3, 39, 40]


def test_chinese_is_compared_by_pairs_of_characters() -> None:
    source = long_source("step-2", {12: "大桥全长四百米", 20: "全部"})
    assert [part.number for part in shown([source], ["这座大桥全长多少"])] == [12]


def test_excerpts_come_in_the_order_of_the_evidence() -> None:
    sources = [long_source("context", {9: "harbour"}), long_source("step-2", {3: "harbour"})]
    assert [(part.source.name, part.number) for part in shown(sources, ["harbour"])] == [
        ("context", 9),
        ("step-2", 3),
    ]
