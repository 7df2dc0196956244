"""What a log tells without a model."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from pytest_rubric.runlog import Repeat, RetryRun, Tokens, facts
from tests.runlog.building import called, chat, run, said


def test_calls_are_counted() -> None:
    found = facts(chat(("read", {}, "a"), ("write", {}, "b"), ("read", {"n": 1}, "c"), ("list", {}, "d")))
    assert found.sequence == ("read", "write", "read", "list")
    assert found.counts == {"read": 2, "write": 1, "list": 1}
    assert (found.top_tool, found.top_share, found.concentration) == (
        "read",
        Fraction(1, 2),
        Decimal("0.3750"),
    )


def test_a_run_without_calls_has_no_shares() -> None:
    found = facts(run(said("Hello.", "user"), said("Hello.")))
    assert (found.sequence, found.top_tool, found.top_share, found.concentration) == ((), None, None, None)
    assert (found.messages, found.tokens, found.duration_ms) == (2, None, None)


def test_a_storm_that_hides_behind_a_counter_is_still_one_run_of_retries() -> None:
    log = run(
        said("Create it.", "user"),
        called("create", {"name": "a"}, output="ok"),
        *[called("call_api", {"attempt": n}, error="[401] no") for n in range(8)],
        called("report"),
    )
    found = facts(log)
    assert found.retries == (RetryRun("main", "call_api", tuple(range(3, 11))),)
    assert found.unrecovered == found.retries
    assert found.repeats == ()
    assert (found.errors, found.errors_by_tool) == (tuple(range(3, 11)), {"call_api": 8})


def test_identical_retries_that_end_with_other_arguments() -> None:
    log = run(
        *[called("create_user", {"mail": "x"}, error="[400] mail") for _ in range(3)],
        called("create_user", {"mail": "x@y.z"}, output="42"),
    )
    found = facts(log)
    assert found.retries == (RetryRun("main", "create_user", (1, 2, 3), 4, strategy_changed=True),)
    assert found.repeats == (Repeat(2, 1, "create_user"), Repeat(3, 1, "create_user"))
    assert found.unrecovered == ()


@pytest.mark.parametrize(
    ("between", "arguments", "changed", "recovered"),
    [
        ([], {"q": 1}, False, 3),
        ([], {"q": 2}, True, 3),
        ([called("refresh_token")], {"q": 1}, True, 4),
    ],
)
def test_whether_a_recovery_took_another_way(
    between: list[dict[str, object]], arguments: object, changed: bool, recovered: int
) -> None:
    log = run(
        called("get", {"q": 0}, output="ok"),
        called("get", {"q": 1}, error="[503] busy"),
        *between,
        called("get", arguments, output="ok"),
    )
    (retry,) = facts(log).retries
    assert (retry.steps, retry.recovered, retry.strategy_changed) == ((2,), recovered, changed)


def test_another_call_between_two_failures_makes_two_runs() -> None:
    log = run(called("get", error="no"), called("look"), called("get", error="no"), called("get", output="3"))
    assert [retry.steps for retry in facts(log).retries] == [(1,), (3,)]
    assert [retry.recovered for retry in facts(log).retries] == [4, 4]


def test_actors_do_not_retry_or_repeat_for_each_other() -> None:
    scout = {"role": "subagent", "subagent_session_id": "scout"}
    log = run(
        called("get", error="no"), called("get", error="no", **scout), called("get", output="3", **scout)
    )
    found = facts(log)
    assert [(retry.actor, retry.steps, retry.recovered) for retry in found.retries] == [
        ("main", (1,), None),
        ("scout", (2,), 3),
    ]
    assert found.repeats == (Repeat(3, 2, "get"),)


def test_the_order_of_arguments_does_not_matter_and_unknown_tools_are_no_repeats() -> None:
    assert facts(chat(("get", {"a": 1, "b": 2}, "x"), ("get", {"b": 2, "a": 1}, "x"))).repeats == (
        Repeat(3, 2, "get"),
    )
    unseen = "user: hi\nassistant: None\ntool: a\nassistant: None\ntool: b\nassistant: bye"
    from tests.runlog.building import understood

    assert facts(understood(unseen)).repeats == ()
    assert facts(understood(unseen)).sequence == ("unknown tool", "unknown tool")


@pytest.mark.parametrize(
    ("tools", "catalog", "outside"),
    [
        (None, None, ()),
        ([], None, (2, 3)),
        ([{"name": "read"}], None, (3,)),
        (None, ["READ", "write"], ()),
        ([{"name": "read"}], ["write"], (2,)),
    ],
)
def test_calls_outside_of_the_catalog(
    tools: list[object] | None, catalog: list[str] | None, outside: tuple[int, ...]
) -> None:
    log = chat(("read", {}, "a"), ("write", {}, "b"), tools=tools)
    assert facts(log, catalog).outside == outside


def test_calls_without_a_result_are_named() -> None:
    assert facts(chat(("read", {}, None), ("write", {}, "b"))).unanswered == (2,)


@pytest.mark.parametrize(
    ("result", "later", "use"),
    [
        ("order 48213 is late", "Your order 48213 is late.", "used"),
        ("order 48213 is late", "I can't tell.", "unused"),
        ("all is well", "All is well.", "undecidable"),
        ("write to help@shop.example", "Write to help@shop.example, please.", "used"),
        ("see /srv/data/list.txt", "It is in /srv/data/list.txt", "used"),
        ('the name is "blue lagoon"', "I book “blue lagoon”.", "used"),
    ],
)
def test_whether_a_result_turns_up_later(result: str, later: str, use: str) -> None:
    log = run(said("Where is it?", "user"), called("get", output=result), said(later))
    assert facts(log).use == {2: use}


def test_what_was_known_before_proves_no_use() -> None:
    log = run(
        said("Where is order 48213?", "user"),
        called("get", output="order 48213: sent"),
        said("48213 is sent."),
    )
    assert facts(log).use == {2: "undecidable"}


def test_tokens_and_time_add_up() -> None:
    log = run(
        said("Now.", usage={"input": 1, "output": 2}, timeInfo={"created": 100, "completed": 200}),
        called("get", usage={"total": 5}, timeInfo={"created": 150, "completed": 900}),
    )
    found = facts(log)
    assert found.tokens == Tokens(1, 2, total=8)
    assert found.duration_ms == 800


def test_ten_thousand_steps_are_read_and_told_about() -> None:
    log = run(*[called("get", {"page": n}, output=f"page {n} of 10000") for n in range(10_000)])
    found = facts(log)
    assert (len(log.steps), found.counts, found.repeats) == (10_000, {"get": 10_000}, ())


def test_skills_and_delegations_are_no_tools_that_a_list_could_lack() -> None:
    log = chat(
        ("load_skill", {"name": "tables"}, "loaded"),
        ("task", {"subagent_type": "scout"}, "seen"),
        ("task", {"title": "tidy up"}, "noted"),
        tools=[{"name": "load_skill"}],
    )
    assert [call.capability for call in log.calls] == ["skill", "delegate", "tool"]
    assert facts(log).outside == (4,)


@pytest.mark.parametrize("arguments", [{"skill": "tables"}, {"skillName": "tables"}, "tables"])
def test_a_skill_goes_by_its_own_name(arguments: object) -> None:
    (call,) = chat(("Skill", arguments, "loaded")).calls
    assert (call.tool, call.capability) == ("tables", "skill")


def test_a_skill_is_no_repeat_of_a_tool_of_its_name_and_case_does_not_matter() -> None:
    log = chat(
        ("tables", {"name": "tables"}, "a"),
        ("skill", {"name": "tables"}, "b"),
        ("TABLES", {"name": "tables"}, "c"),
    )
    assert facts(log).repeats == (Repeat(4, 2, "TABLES"),)


def test_failures_of_tools_without_a_name_are_no_run() -> None:
    from tests.runlog.building import understood

    unseen = "user: hi\nassistant: None\ntool: Error: a\nassistant: None\ntool: Error: b\nassistant: bye"
    assert [retry.steps for retry in facts(understood(unseen)).retries] == [(2,), (3,)]
