"""The page of replies and the models that replies are asked for by: the same shapes, preset by preset."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from pytest_rubric.evaluators import presets
from pytest_rubric.evaluators.presets.answers import depth, instruction_questions, quality_questions
from pytest_rubric.evaluators.presets.claims import reply_models as claims
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.judging.schemas import reply_schema
from pytest_rubric.model import Case, CaseSettings, CatalogEntry, Output

PAGE = (Path(__file__).parents[3] / "docs" / "preset-replies.md").read_text(encoding="utf-8")

# What is asked once the first questions are answered.
LATER: Mapping[str, list[tuple[str, Callable[[], type[BaseModel]]]]] = {
    "agent-task-completion": [("agent-task-completion", lambda: claims.CompletionModel)],
    "result-accuracy": [("result-accuracy", lambda: claims.AccuracyModel)],
    "result-faithfulness": [("result-faithfulness", lambda: claims.FaithfulnessModel)],
    "depth-result": [("depth-result-verdicts", depth._verdicts_model)],
    "result-instruction": [("result-instruction-verdicts", instruction_questions._verdicts_model)],
    "result-answer": [
        ("result-answer-relevance", quality_questions._relevance_model),
        ("result-answer-completeness", quality_questions._completeness_model),
    ],
}
LOG = [
    {"role": "user", "content": "What is it?"},
    {"role": "assistant", "tool_calls": [{"id": "1", "function": {"name": "look", "arguments": "{}"}}]},
    {"role": "tool", "tool_call_id": "1", "content": "fine"},
    {"role": "assistant", "content": "It is fine."},
]


def shape(schema: Mapping[str, Any]) -> str:
    """A schema on one line: names with kinds, or with the words to choose from."""
    if "enum" in schema:
        return " | ".join(
            f'"{each}"' if isinstance(each, str) else str(each).lower() for each in schema["enum"]
        )
    if "anyOf" in schema:
        return " | ".join(shape(each) for each in schema["anyOf"])
    match schema.get("type"):
        case "object":
            inner = ", ".join(f'"{name}": {shape(each)}' for name, each in schema["properties"].items())
            return "{" + inner + "}"
        case "array":
            return f"[{shape(schema['items'])}]"
        case kind:
            return {"string": "text", "integer": "whole number", "boolean": "true | false"}.get(
                str(kind), str(kind)
            )


def inlined(node: Any, defs: Mapping[str, Any]) -> Any:
    """The schema with its definitions in their places."""
    if isinstance(node, list):
        return [inlined(each, defs) for each in node]
    if not isinstance(node, Mapping):
        return node
    if "$ref" in node:
        return inlined(defs[node["$ref"].rpartition("/")[2]], defs)
    return {name: inlined(each, defs) for name, each in node.items() if name != "$defs"}


def asked(id_: str) -> Iterator[tuple[str, str]]:
    """The questions of a preset with the shapes of their replies, in their order."""
    case = Case(
        "a", "a", input="What is it?", context="c", expected_output="Fine.", catalog=(CatalogEntry("look"),)
    )
    subject = Subject(case, Output("It is fine.", run_log=LOG), CaseSettings(Fraction(60)))
    found: list[tuple[str, Mapping[str, Any]]] = [
        (each.evaluator, each.schema) for each in presets.make(id_).requests(subject)
    ]
    found += [(name, reply_schema(model())) for name, model in LATER.get(id_, [])]
    for name, schema in found:
        yield name, shape(inlined(schema, schema.get("$defs", {})))


def block(id_: str) -> str:
    """What the page has to say about a preset."""
    lines = [f"### {id_}", ""]
    for name, told in asked(id_):
        lines += [f"`{name}`:", "", "```text", told, "```", ""]
    return "\n".join(lines)


@pytest.mark.parametrize("id_", sorted(presets.PRESETS))
def test_the_page_has_the_shapes_that_are_asked_for(id_: str) -> None:
    assert block(id_) in PAGE


def test_the_page_has_every_preset_in_order_and_no_other() -> None:
    assert re.findall(r"^### (.+)$", PAGE, re.MULTILINE) == sorted(presets.PRESETS)
