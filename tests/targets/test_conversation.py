"""Conversations: who is asked what, in which turn, and what comes of it."""

from __future__ import annotations

import asyncio
import functools
from pathlib import Path

import pytest

from pytest_rubric.errors import TargetError
from pytest_rubric.model import Case, InputMessage, Output, ScriptedTurn, Settings, TurnOutput
from pytest_rubric.targets.conversation import ConversationTarget, converse
from pytest_rubric.targets.fixture import run_fixture_target
from pytest_rubric.targets.resolver import TargetResolver


def talk(*said: str | tuple[str, str | None], opening: tuple[InputMessage, ...] | None = None) -> Case:
    turns = [ScriptedTurn(each) if isinstance(each, str) else ScriptedTurn(*each) for each in said]
    return Case("talk", "talk", input=opening, turns=tuple(turns))


class Echo:
    """Answers with how many messages it was given and what the last one says."""

    label = "echo"
    is_at_hand = False

    def __init__(self) -> None:
        self.asked: list[tuple[InputMessage, ...]] = []

    def answer(self, case: Case) -> Output:
        assert isinstance(case.input, tuple)
        assert case.turns == ()
        self.asked.append(case.input)
        text = f"{len(case.input)}: {case.input[-1].content}"
        return Output(text, run_log=f"log of {text}", usage={"input": 2}, notes=("slow",))

    async def run(self, case: Case) -> Output:
        return self.answer(case)


def test_each_turn_is_asked_with_all_that_was_said_before() -> None:
    system = InputMessage("system", "Be brief.")
    echo = Echo()
    output = asyncio.run(ConversationTarget(echo).run(talk("Hello", "And now?", opening=(system,))))
    user, reply = InputMessage("user", "Hello"), InputMessage("assistant", "2: Hello")
    assert echo.asked == [(system, user), (system, user, reply, InputMessage("user", "And now?"))]
    assert output.text == "2: Hello\n\n4: And now?"
    assert output.turns == (
        TurnOutput("Hello", "2: Hello", "log of 2: Hello"),
        TurnOutput("And now?", "4: And now?", "log of 4: And now?"),
    )
    assert output.usage == {"input": 4}
    assert output.notes == ("turn 1: slow", "turn 2: slow")
    assert output.run_log == "turn 1\nlog of 2: Hello\n\nturn 2\nlog of 4: And now?"


def test_a_function_that_answers_here_and_now_is_asked_alike() -> None:
    echo = Echo()
    assert converse(talk("Hello", "And now?"), echo.answer).text == "1: Hello\n\n3: And now?"


def test_recorded_replies_are_not_asked_for() -> None:
    echo = Echo()
    output = asyncio.run(ConversationTarget(echo).run(talk(("Hello", "Hi."), "And now?")))
    assert [turn.reply for turn in output.turns] == ["Hi.", "3: And now?"]
    assert len(echo.asked) == 1
    assert output.run_log == "log of 3: And now?"


def test_a_conversation_that_is_recorded_whole_needs_no_target() -> None:
    target = TargetResolver(Settings(Path("/")), stem_of=None).target_for(talk(("Hello", "Hi."), ("Bye", "")))
    assert target.is_at_hand
    assert asyncio.run(target.run(talk(("Hello", "Hi."), ("Bye", "")))).text == "Hi.\n\n"


@pytest.mark.parametrize("opening", [None, (InputMessage("system", "Be brief."),)])
def test_an_error_names_its_turn(opening: tuple[InputMessage, ...] | None) -> None:
    class Forgetful(Echo):
        def answer(self, case: Case) -> Output:
            if len(self.asked) == 1:
                raise TargetError("it hung up")
            return super().answer(case)

    case = talk("Hello", "And now?", "Bye", opening=opening)
    for run in (
        functools.partial(asyncio.run, ConversationTarget(Forgetful()).run(case)),
        functools.partial(converse, case, Forgetful().answer),
    ):
        with pytest.raises(TargetError, match=r"^turn 2 of 3: it hung up$"):
            run()


def test_a_turn_without_reply_or_target_says_how_to_give_one() -> None:
    resolver = TargetResolver(Settings(Path("/")), stem_of=None)
    with pytest.raises(TargetError, match=r"^case talk has no output to judge: give it "):
        resolver.target_for(talk(("Hello", "Hi."), "And now?"))


def test_a_folder_of_outputs_has_no_turns() -> None:
    resolver = TargetResolver(Settings(Path("/"), outputs_dir=Path("/out")), stem_of=None)
    with pytest.raises(TargetError) as raised:
        resolver.target_for(talk("Hello"))
    assert str(raised.value) == (
        "case talk is a conversation (`turns`): --rubric-outputs has one output a case; record its replies as "
        "`ActualOutput` of the turns, or run it without --rubric-outputs"
    )


def test_a_fixture_answers_turn_by_turn_whether_async_or_not() -> None:
    def chat(messages: list[dict[str, str]]) -> str:
        return f"{len(messages)} messages"

    async def achat(messages: list[dict[str, str]]) -> str:
        return f"{len(messages)} messages"

    made = run_fixture_target(chat, talk("Hello", "And now?"), Path("/"))
    assert isinstance(made, Output)
    target = run_fixture_target(achat, talk("Hello", "And now?"), Path("/"))
    assert not isinstance(target, Output)
    awaited = asyncio.run(target.run(talk("Hello", "And now?")))
    assert made.text == awaited.text == "1 messages\n\n3 messages"


def test_a_fixture_that_returns_something_to_await_is_told_what_it_must_be() -> None:
    def chat(messages: object) -> object:
        return asyncio.Future(loop=loop)

    loop: asyncio.AbstractEventLoop = asyncio.new_event_loop()
    try:
        with pytest.raises(TargetError) as raised:
            run_fixture_target(chat, talk("Hello"), Path("/"))
    finally:
        loop.close()
    assert str(raised.value) == (
        "turn 1 of 1: fixture rubric_target returned something to await; for `turns` it must be an "
        "`async def` itself"
    )
