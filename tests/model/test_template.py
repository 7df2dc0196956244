from __future__ import annotations

import pytest

from pytest_rubric.errors import ConfigError
from pytest_rubric.model.template import ALIASES, complaint, fill, placeholders


def test_placeholders_come_in_order_once_and_under_their_first_name() -> None:
    assert placeholders("{{id}} {{ Query }} {{input}} {{expected-output}} {{nope}}") == [
        "id",
        "input",
        "expected_output",
        "nope",
    ]


@pytest.mark.parametrize("name", list(ALIASES))
def test_every_name_and_alias_is_filled(name: str) -> None:
    for spelling in (name, name.upper(), *ALIASES[name]):
        assert fill(f"<{{{{{spelling}}}}}>", {name: "value"}) == "<value>"


@pytest.mark.parametrize(
    "text",
    ["", "plain", '{"status": {"ok": 1}}', "{index}", "{ {id} }", "${HOME} $(id) %s {0} {% raw %}"],
)
def test_anything_but_double_braces_is_text(text: str) -> None:
    assert placeholders(text) == []
    assert fill(text, {}) == text


def test_braces_around_a_placeholder_stay() -> None:
    assert fill("{{{input}}}", {"input": "x"}) == "{x}"


def test_a_value_that_looks_like_a_placeholder_is_not_replaced() -> None:
    assert fill("{{input}} {{id}}", {"input": r"{{id}} \1 \g<0>", "id": "a"}) == r"{{id}} \1 \g<0> a"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "out/{{indx}}.txt",
            "placeholder {{indx}} is unknown; did you mean {{index}}? (allowed: {{index}}, {{id}})",
        ),
        ("{{ user.name }}", "placeholder {{user.name}} is unknown (allowed: {{index}}, {{id}})"),
        ("{{}}", "placeholder {{}} is unknown (allowed: {{index}}, {{id}})"),
        ("{{query}}", "placeholder {{input}} can't be used here (allowed: {{index}}, {{id}})"),
    ],
)
def test_a_placeholder_without_a_value_is_an_error(text: str, message: str) -> None:
    assert complaint(text, ("index", "id")) == message
    with pytest.raises(ConfigError) as caught:
        fill(text, {"index": "0", "id": "a"})
    assert str(caught.value) == message


def test_without_any_allowed_placeholder_the_message_says_none() -> None:
    assert complaint("{{id}}", ()) == "placeholder {{id}} can't be used here (allowed: none)"
