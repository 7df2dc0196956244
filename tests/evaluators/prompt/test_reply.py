"""The schema of the reply: strict, the same for every case, evidence before the decision."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from pydantic import BaseModel

from pytest_rubric.evaluators.rubric.reply import schema
from pytest_rubric.evaluators.rubric.reply_models import DecisionsReply, FullReply
from pytest_rubric.judging.schemas import reply_schema

DECISION = {
    "id": 1,
    "reason": "It says nine.",
    "basis": "quote",
    "quotes": [{"from": "output", "text": "at nine"}],
    "present": True,
}
FEEDBACK = {
    "strengths": [{"text": "Short.", "quote": "", "beyond_reference": False}],
    "weaknesses": [{"cause": "prompt", "text": "No closing hour.", "quote": ""}],
    "suggestions": [{"aim": "edge_cases", "text": "Ask for the closing hour too."}],
}


def nodes(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from nodes(value)
    elif isinstance(node, list):
        for value in node:
            yield from nodes(value)


@pytest.mark.parametrize("feedback", [True, False])
def test_every_object_is_strict(feedback: bool) -> None:
    objects = [node for node in nodes(schema(feedback)) if node.get("type") == "object"]
    assert len(objects) == (6 if feedback else 3)
    for node in objects:
        assert node["additionalProperties"] is False
        assert node["required"] == list(node["properties"])


@pytest.mark.parametrize("feedback", [True, False])
@pytest.mark.parametrize("key", ["default", "maxLength", "maxItems", "minItems", "$ref", "$defs", "title"])
def test_what_servers_choke_on_is_not_there(feedback: bool, key: str) -> None:
    assert all(key not in node for node in nodes(schema(feedback)))


def test_evidence_stands_before_the_decision() -> None:
    plain: Any = schema(False)
    decision = plain["properties"]["criteria"]["items"]
    assert list(decision["properties"]) == ["id", "reason", "basis", "quotes", "present"]
    assert list(schema(True)["properties"]) == ["criteria", "strengths", "weaknesses", "suggestions"]  # type: ignore[call-overload]


def test_the_contract_reply_is_valid() -> None:
    for feedback, reply in ((False, {"criteria": [DECISION]}), (True, {"criteria": [DECISION], **FEEDBACK})):
        assert jsonschema.Draft202012Validator(schema(feedback)).is_valid(reply)


@pytest.mark.parametrize(
    "change",
    [{"present": "yes"}, {"basis": "guess"}, {"quotes": ["at nine"]}, {"id": "1"}, {"points": 10}],
)
def test_another_shape_is_not_valid(change: dict[str, object]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"criteria": [{**DECISION, **change}]}, schema(False))


def test_feedback_has_no_place_where_it_was_not_asked_for() -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"criteria": [DECISION], **FEEDBACK}, schema(False))


@pytest.mark.parametrize(("feedback", "model"), [(True, FullReply), (False, DecisionsReply)])
def test_the_schemas_in_files_are_those_of_the_models(feedback: bool, model: type[BaseModel]) -> None:
    """The order of keys too: a server writes a reply in it. To mend: write the schema of the changed
    model, as it is printed by this test, into the file."""
    assert json.dumps(schema(feedback), indent=1) == json.dumps(reply_schema(model), indent=1)


def test_a_request_needs_no_pydantic() -> None:
    code = (
        "import sys\n"
        "from pytest_rubric.evaluators.rubric.evaluator import RubricEvaluator\n"
        "from pytest_rubric.evaluators.rubric.reply import schema\n"
        "print(schema(True)['type'], 'pydantic' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "object False\n"


def test_one_schema_for_all_cases() -> None:
    assert schema(True) is schema(True)
    assert schema(True) != schema(False)
