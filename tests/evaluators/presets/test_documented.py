"""The ledger of the documentation and the registry: the same presets, needs and dimensions."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_rubric.evaluators import presets
from pytest_rubric.evaluators.presets.evaluator import PresetEvaluator

PAGE = (Path(__file__).parents[3] / "docs" / "evaluators.md").read_text(encoding="utf-8")
LEDGER = PAGE.split("\n## Who owns what\n")[1]
ROWS = {
    cells[1].strip(" `"): [cell.strip() for cell in cells[2:5]]
    for cells in (line.split("|") for line in LEDGER.splitlines())
    if len(cells) > 4 and "`" in cells[1]
}


def preset(id_: str) -> PresetEvaluator:
    made = presets.make(id_)
    assert isinstance(made, PresetEvaluator)
    return made


def test_the_ledger_lists_every_preset_and_no_other() -> None:
    assert set(ROWS) == set(presets.PRESETS)


@pytest.mark.parametrize("id_", sorted(presets.PRESETS))
def test_a_row_of_the_ledger_is_what_the_registry_says(id_: str) -> None:
    made = preset(id_)
    needs = ", ".join(f"`{need}`" for need in made.needs) or "-"
    assert ROWS[id_] == [made.category, needs, ", ".join(made.dimensions)]


@pytest.mark.parametrize("id_", sorted(presets.PRESETS))
def test_every_preset_has_a_formula_on_the_page(id_: str) -> None:
    assert f"`{id_}`" in PAGE.split("\n## Who owns what\n")[0]


def test_no_dimension_belongs_to_two_presets() -> None:
    owned = [(dimension, id_) for id_ in presets.PRESETS for dimension in preset(id_).dimensions]
    names = [dimension for dimension, _ in owned]
    # Completeness of an answer and of a run are two things, told apart by their presets.
    assert {name for name in names if names.count(name) > 1} <= {"completeness"}
