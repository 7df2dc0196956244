"""What a model under test is sent, and prompts that can't be sent."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_rubric.model import InputMessage, ScriptedTurn
from tests.support.loopback import LoopbackJudge, failure
from tests.targets.model.asking import asking, model_case, roles
from tests.targets.support import Bench

CHAT = (
    InputMessage("user", "Do you ship to Norway?"),
    InputMessage("assistant", "Yes."),
    InputMessage("user", "How fast?"),
)
AS_MESSAGES = [(message.role, message.content) for message in CHAT]
AS_TEXT = "user: Do you ship to Norway?\nassistant: Yes.\nuser: How fast?"


@pytest.mark.parametrize(
    ("spec", "fields", "sent"),
    [
        ({"prompt": "Be kind."}, {}, [("system", "Be kind."), ("user", "hello")]),
        ({"prompt": "Be kind.\n\n"}, {}, [("system", "Be kind."), ("user", "hello")]),
        ({"prompt": "Q: {{input}} {x}"}, {}, [("user", "Q: hello {x}")]),
        (
            {"prompt": "{{ QUERY }}!", "system": "From {{context}}."},
            {"context": "facts"},
            [("system", "From facts."), ("user", "hello!")],
        ),
        ({}, {}, [("user", "hello")]),
        ({"system": "Be kind."}, {}, [("system", "Be kind."), ("user", "hello")]),
        ({"prompt": "Use {{context}}."}, {}, [("system", "Use ."), ("user", "hello")]),
        (
            {"prompt": "Be kind."},
            {"context": "never sent unasked"},
            [("system", "Be kind."), ("user", "hello")],
        ),
        ({"prompt": "Tell a joke."}, {"input": None}, [("user", "Tell a joke.")]),
        ({"prompt": "Tell a joke."}, {"input": "  "}, [("user", "Tell a joke.")]),
        ({}, {"input": CHAT}, AS_MESSAGES),
        ({"prompt": "Be kind."}, {"input": CHAT}, [("system", "Be kind."), *AS_MESSAGES]),
        ({"prompt": "Answer:\n{{input}}"}, {"input": CHAT}, [("user", f"Answer:\n{AS_TEXT}")]),
        (
            {"prompt": "{{input}} {{context}}"},
            {"input": "{{context}}", "context": "{{input}}"},
            [("user", "{{context}} {{input}}")],
        ),
    ],
)
def test_messages(
    bench: Bench, spec: dict[str, Any], fields: dict[str, Any], sent: list[tuple[str, str]]
) -> None:
    with LoopbackJudge(reply="fine") as endpoint:
        bench.set(base_url=endpoint.base_url)
        case = replace(bench.case(expected_output="the secret answer"), **fields)
        assert asking(bench, model_case(bench, case, **spec)).output.text == "fine"
        (body,) = endpoint.bodies
    assert roles(body) == sent
    assert set(body) == {"model", "messages"}
    assert "secret" not in str(body)


def test_parameters_are_sent_as_they_are(bench: Bench) -> None:
    parameters = {"temperature": 0.2, "max_tokens": 50, "stop": ["a"], "extra_body": {"top_k": 3}}
    with LoopbackJudge(reply="fine") as endpoint:
        bench.set(base_url=endpoint.base_url, model="judge", model_parameters={"seed": 1})
        asking(bench, model_case(bench, name="vendor/m", parameters=parameters))
        (body,) = endpoint.bodies
    del body["messages"]
    assert body == {"model": "vendor/m", "temperature": 0.2, "max_tokens": 50, "stop": ["a"], "top_k": 3}


class TestFiles:
    def test_a_file_is_read_for_each_case_anew(self, bench: Bench) -> None:
        path = bench.write("evals/prompts/a.md", b"\xef\xbb\xbfBe kind.\r\nBe short.\r\n")
        case = model_case(bench, prompt_file="prompts/{{id}}.md")

        def reply(body: dict[str, Any]) -> str:
            path.write_text("Be loud.\n")
            return "fine"

        with LoopbackJudge(reply=reply) as endpoint:
            bench.set(base_url=endpoint.base_url)
            asking(bench, case, case)
            assert [roles(body)[0] for body in endpoint.bodies] == [
                ("system", "Be kind.\nBe short."),
                ("system", "Be loud."),
            ]

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            (None, "prompt_file of case a/short: there is no file {path}; nothing was judged in its place"),
            (" \n", "prompt_file of case a/short: {path} is empty"),
            (b"caf\xe9", "prompt_file of case a/short: {path} is not UTF-8 throughout; save it as UTF-8"),
            (
                "{{contxt}}",
                "prompt_file of case a/short: {path}: placeholder {{contxt}} is unknown; did you mean "
                "{{context}}? (allowed: {{input}}, {{context}})",
            ),
            (
                "Say {{expected_output}}",
                "prompt_file of case a/short: {path}: placeholder {{expected_output}} can't be used here: a "
                "prompt under test must not see the reference answer (allowed: {{input}}, {{context}})",
            ),
        ],
    )
    def test_files_that_hold_no_prompt(self, bench: Bench, content: str | bytes | None, message: str) -> None:
        path = bench.file.parent / "p.md"
        if content is not None:
            bench.write("evals/p.md", content)
        case = replace(model_case(bench, prompt_file="p.md"), target_name="short")
        with LoopbackJudge(reply="fine") as endpoint:
            bench.set(base_url=endpoint.base_url)
            assert asking(bench, case).error == message.replace("{path}", str(path))
            assert endpoint.calls == 0

    def test_a_file_that_is_the_system_message_takes_no_other_beside_it(self, bench: Bench) -> None:
        bench.write("evals/p.md", "Be kind.")
        with LoopbackJudge(reply="fine") as endpoint:
            bench.set(base_url=endpoint.base_url)
            assert asking(bench, model_case(bench, prompt_file="p.md", system="Be short.")).error == (
                "model model-1: the prompt in p.md has no {{input}}, so it is the system message itself: leave "
                "`system` out, or write {{input}} where the input belongs"
            )
            assert endpoint.calls == 0


def test_a_conversation_is_held_with_the_model_and_what_it_took_is_added_up(bench: Bench) -> None:
    turns = (ScriptedTurn("One?"), ScriptedTurn("Two?"), ScriptedTurn("Three?"))
    case = replace(model_case(bench, prompt="Be kind."), input=None, turns=turns)
    with LoopbackJudge(reply=["Yes.", "No.", "Maybe."]) as endpoint:
        bench.set(base_url=endpoint.base_url)
        output = asking(bench, case).output
        assert roles(endpoint.bodies[2]) == [
            ("system", "Be kind."),
            ("user", "One?"),
            ("assistant", "Yes."),
            ("user", "Two?"),
            ("assistant", "No."),
            ("user", "Three?"),
        ]
    assert [turn.reply for turn in output.turns] == ["Yes.", "No.", "Maybe."]
    assert output.usage == {"input": 30, "output": 2, "calls": 3}


def test_a_conversation_that_breaks_off_counts_what_it_took(bench: Bench) -> None:
    turns = (ScriptedTurn("One?"), ScriptedTurn("Two?"))
    case = replace(model_case(bench), input=None, turns=turns)
    with LoopbackJudge(reply=["Yes, certainly.", failure(400, "no more")]) as endpoint:
        bench.set(base_url=endpoint.base_url)
        (error,) = asking(bench, case).errors
        assert endpoint.calls == 2
    assert str(error).startswith(
        "turn 2 of 2: model model-1: the endpoint refuses the request: HTTP 400: no more"
    )
    assert error.usage == {"input": 10, "output": 3, "calls": 2}


@pytest.mark.parametrize(
    ("prompt", "message"),
    [
        (None, "model model-1: case a has no Input, and its target has no prompt; give it one of them"),
        ("Q: {{input}}", "model model-1: its prompt asks for {{input}}, and case a has no Input"),
    ],
)
def test_nothing_to_send(bench: Bench, prompt: str | None, message: str) -> None:
    case = model_case(bench, bench.case(input=None), prompt=prompt)
    with LoopbackJudge(reply="fine") as endpoint:
        bench.set(base_url=endpoint.base_url)
        assert asking(bench, case).error == message
        assert endpoint.calls == 0
