"""What ``docs/scoring.md`` says of reference cases is what the code does."""

from __future__ import annotations

import json
import re
from pathlib import Path

from pytest_rubric.evaluators.reference.parts import ALL_PARTS
from pytest_rubric.evaluators.reference.reply import key_facts_schema, schema
from pytest_rubric.scoring.reference import Fact, Findings, tally
from tests.evaluators.reference.building import (
    CHILDREN,
    CONTRADICTED,
    COVERED,
    OPENING,
    PADLOCK,
    claim,
    fact,
    judged,
    key_facts,
    reply,
    subject,
)

PAGE = Path(__file__).parents[3].joinpath("docs", "scoring.md").read_text(encoding="utf-8")
SECTION = PAGE.split("\n## Reference\n")[1].split("\n## ")[0]


def test_the_calculation_is_what_the_code_makes() -> None:
    said = reply(
        COVERED,
        CONTRADICTED,
        fact(3, "missing"),
        claims=[claim(1), claim(2, "The water is warm", "useful")],
        format={"reason": "one long line", "grade": "fair"},
    )
    listed = key_facts(OPENING, CHILDREN, PADLOCK | {"importance": "detail"})
    evaluation, _ = judged(subject(), said, listed=listed)
    assert "```\n" + "\n".join(evaluation.calculation) + "\n```" in SECTION


def test_the_replies_have_the_keys_that_are_asked_for() -> None:
    facts, judgement = (json.loads(text) for text in re.findall(r"```json\n(.*?)```", SECTION, re.DOTALL))
    assert list(facts) == key_facts_schema()["required"]
    assert list(judgement) == schema(ALL_PARTS, True)["required"]
    properties = schema(ALL_PARTS, True)["properties"]
    assert isinstance(properties, dict)
    for name, value in judgement.items():
        entry = value[0] if isinstance(value, list) else value
        assert set(entry) == set(properties[name].get("items", properties[name])["properties"])


def test_the_table_of_bands_says_what_the_formula_gives() -> None:
    core, detail = Fact("covered"), Fact("covered", core=False)
    missing, contradicted = Fact("missing"), Fact("contradicted")
    made = [
        ("nothing or only useful things added", Findings((core,), ("useful",))),
        ("all covered, one unsupported claim", Findings((core,), ("unsupported",))),
        ("a detail missing beside", Findings((core,) * 2 + (detail,) * 3 + (Fact("missing", core=False),))),
        ("one of five core facts missing", Findings((core,) * 4 + (missing,))),
        ("all covered, one wrong claim", Findings((core,), ("wrong",))),
        ("one of three core facts missing", Findings((core,) * 2 + (missing,))),
        (
            "a detail contradicted beside",
            Findings((core,) * 2 + (detail,) * 3 + (Fact("contradicted", core=False),)),
        ),
        ("one of five core facts contradicted", Findings((core,) * 4 + (contradicted,))),
        ("half of the facts missing", Findings((core, missing))),
        ("one of two core facts contradicted", Findings((core, contradicted))),
    ]
    for said, findings in made:
        (row,) = [line for line in SECTION.splitlines() if said in line and line.startswith("|")]
        assert row.split("|")[2].strip() == str(tally(findings).score)
