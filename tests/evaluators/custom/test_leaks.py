"""A prompt must not know the sentences that it will judge."""

from __future__ import annotations

import pytest

from pytest_rubric.evaluators.custom.leaks import leak, shared_passage
from pytest_rubric.model import Case, InputMessage, ScriptedTurn
from tests.evaluators.custom.building import OUTPUT, definition, evaluate, point, reply, said
from tests.evaluators.presets.building import subject

EIGHT = "the red kettle on the shelf boils quickly"


@pytest.mark.parametrize(
    ("prompt", "text", "shared"),
    [
        (f"Good: {EIGHT}. {{{{output}}}}", "I said: The red  kettle, on the\nshelf: boils quickly!", "The red kettle, on the shelf: boils quickly"),
        ("the red kettle on the shelf boils {{output}}", EIGHT, None),
        ("the red kettle on the {{output}} shelf boils quickly", EIGHT, None),
        ("例如“红色水壶放在架子上烧得很快”。{{output}}", "她说红色水壶放在架子上烧得很快。", "红色水壶放在架子上烧得很"),
        ("例如红色水壶，放在架子上，烧得很快。{{output}}", "红色水壶放在架子上烧得很快", "红色水壶放在架子上烧得很"),
        ("红色水壶放在架子上烧得{{output}}", "红色水壶放在架子上烧得很快", None),
        ("红色水壶放在 shelf 架子上烧得很快{{output}}", "红色水壶放在架子上烧得很快", None),
        ("{{output}}", EIGHT, None),
    ],
)  # fmt: skip
def test_a_shared_run_is_found(prompt: str, text: str, shared: str | None) -> None:
    assert shared_passage(definition("a", prompt=prompt), [None, "", text]) == shared


CASES = [
    Case("input", "input", input=f"Is it true that {EIGHT}?"),
    Case("chat", "chat", input=(InputMessage("user", EIGHT),)),
    Case("expected", "expected", expected_output=EIGHT),
    Case("actual", "actual", actual_output=EIGHT),
    Case("turns", "turns", turns=(ScriptedTurn("Hello", EIGHT),)),
]


@pytest.mark.parametrize(
    ("case", "key"),
    list(zip(CASES, ["Input", "Input", "ExpectedOutput", "ActualOutput", "turns"], strict=True)),
)
def test_every_text_of_a_case_counts(case: Case, key: str) -> None:
    written = definition("a", prompt=f"Such as: {EIGHT}. {{{{output}}}}", source="x.evaluator.yaml:1:1")
    assert leak(written, [Case("clean", "clean", input="Is it?"), case]) == (
        f"x.evaluator.yaml:1:1: the prompt of custom-manners shares a passage with `{key}` of case {case.id}: "
        f'"{EIGHT}"; a prompt that knows a test sentence judges that sentence, so put another example in its '
        "place"
    )


def test_what_points_say_is_part_of_the_prompt() -> None:
    assert leak(definition(point("a", meant=f"as in: {EIGHT}")), CASES) is not None
    assert leak(definition(point(EIGHT)), CASES) is not None
    assert leak(definition(point("a", meant="as in: the blue kettle")), CASES) is None


def test_an_output_that_the_prompt_knows_is_never_judged() -> None:
    written = definition("Greets", prompt=f"Bad: {OUTPUT} {{{{output}}}}")
    evaluation, judge = evaluate(written, subject(OUTPUT), reply(said("Greets", "met", "Good")))
    assert (evaluation.state, judge.requests) == ("blocked", [])
    assert evaluation.error == (
        "the prompt of custom-manners shares a passage with `ActualOutput` of case case: "
        '"Good morning. Your parcel is late because of"; a prompt that knows a test sentence judges that '
        "sentence, so put another example in its place"
    )
