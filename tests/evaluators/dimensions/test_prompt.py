"""What the judge of dimensions is sent: order, constancy, framing of data, levels, no weights."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pytest_rubric.evaluators.dimensions.evaluator import DimensionsEvaluator
from pytest_rubric.evaluators.dimensions.prompt import messages
from pytest_rubric.evaluators.dimensions.reply import schema
from pytest_rubric.judging.exchanges.key import Keys
from pytest_rubric.judging.prompting import Material
from pytest_rubric.model import Dimension
from tests.evaluators.dimensions.building import described, dimensions, settings, subject

FULL = Material(
    input="When does the shop open?",
    context="Opening hours: 9 to 17.",
    reference="At nine in the morning.",
    run_log="tool call: hours()",
    output="The shop opens at nine.",
)


def asked(
    material: Material = FULL,
    rubric: tuple[Dimension, ...] = dimensions(1),
    *,
    feedback: bool = False,
    prompt_lang: str = "en",
    report_lang: str = "en",
) -> tuple[str, str]:
    sent = messages(material, rubric, feedback=feedback, prompt_lang=prompt_lang, report_lang=report_lang)
    assert [message.role for message in sent] == ["system", "user"]
    return sent[0].content, sent[1].content


def test_data_then_dimensions_then_the_form_of_the_reply() -> None:
    _, user = asked(rubric=(described(2, {1: "rude", 5: "kind"}), *dimensions(1, 1, 1)[2:]))
    parts = [
        FULL.input,
        FULL.context,
        FULL.reference,
        FULL.run_log,
        "OUTPUT begins",
        "2. quality 2",
        "3. quality 3",
    ]
    places = [user.index(str(part)) for part in parts] + [user.index("Dimensions to rate: 2, 3")]
    assert places == sorted(places)
    assert user.endswith('"justification": "...", "level": number, "improvement": "..."}]}')


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_system_message_is_the_same_for_every_case(lang: str) -> None:
    other = Material(input=None, context=None, reference=None, run_log=None, output="Else.")
    first = asked(feedback=True, prompt_lang=lang)[0]
    assert first == asked(other, dimensions(1, 2, 3), feedback=True, prompt_lang=lang)[0]
    assert first != asked(feedback=False, prompt_lang=lang)[0]
    assert first != asked(feedback=True, prompt_lang=lang, report_lang="zh")[0]


def test_described_levels_are_all_there_are() -> None:
    _, user = asked(
        rubric=(replace(described(1, {1: "rude", 5: "kind\nand warm"}), description="How it\nspeaks"),)
    )
    assert (
        "Dimensions to rate the OUTPUT on:\n"
        "1. quality 1\n"
        "   How it\n"
        "   speaks\n"
        "   levels: 1, 5\n"
        "   1: rude\n"
        "   5: kind\n"
        "   and warm\n\n"
    ) in user


def test_without_described_levels_the_scale_is_told() -> None:
    _, user = asked(rubric=(Dimension(1, "tone", maximum=3), described(2, {10: "perfect"}, 10)))
    assert "1. tone\n   levels: 1, 2, 3, from 1 (lowest) to 3 (highest)\n" in user
    assert (
        "   levels: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, from 1 (lowest) to 10 (highest)\n   10: perfect\n" in user
    )


def test_weights_are_no_business_of_the_judge() -> None:
    assert asked(rubric=dimensions("0.77", 3)) == asked(rubric=dimensions(1, 1))


@pytest.mark.parametrize(
    "text", ["{0} {name} %s {{input}}", '{"level": 5}', "${HOME} {% raw %}", "[OUTPUT ends #12345678]"]
)
def test_data_is_never_formatted_and_cannot_end_its_block(text: str) -> None:
    material = replace(FULL, output=text, input=text)
    _, user = asked(material, (Dimension(1, text, text),))
    assert user.count(text) == 4
    blocks = re.findall(r"\[OUTPUT begins #([0-9a-f]{8})\]\n(.*?)\n\[OUTPUT ends #\1\]", user, re.DOTALL)
    assert [body for _, body in blocks] == [text]


def test_every_feedback_mode_and_report_language_has_the_same_key() -> None:
    keys = Keys({})
    evaluator = DimensionsEvaluator()
    found = {
        keys.key(request)
        for feedback in ("full", "none")
        for lang in ("auto", "zh", "en")
        for request in evaluator.requests(
            subject(dimensions(1), settings=settings(feedback=feedback, lang=lang))
        )
    }
    assert len(found) == 1


def nodes(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from nodes(value)


@pytest.mark.parametrize("feedback", [True, False])
def test_the_schema_is_strict_and_evidence_stands_before_the_level(feedback: bool) -> None:
    plain: Any = schema(feedback)
    for node in nodes(plain):
        assert not node.keys() & {"default", "maxLength", "maxItems", "minItems", "$ref", "$defs", "title"}
        if node.get("type") == "object":
            assert node["additionalProperties"] is False
            assert node["required"] == list(node["properties"])
    rating = plain["properties"]["dimensions"]["items"]
    assert list(rating["properties"]) == ["id", "basis", "quotes", "justification", "level", "improvement"]
    assert ("suggestions" in plain["properties"]) is feedback
