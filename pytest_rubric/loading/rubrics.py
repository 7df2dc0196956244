"""A rubric as the YAML that a case file holds under ``Judge``."""

from __future__ import annotations

import json
from fractions import Fraction

from pytest_rubric.loading.keys import SCALES
from pytest_rubric.loading.nodes import from_python
from pytest_rubric.model import CriteriaRubric, Criterion, Dimension, DimensionsRubric


def rubric_text(rubric: CriteriaRubric | DimensionsRubric) -> str:
    """The rubric as YAML text in block style: loading it gives the rubric again."""
    from pytest_rubric.loading.rendering import as_yaml

    rendered = as_yaml(from_python(rubric_data(rubric)))
    assert rendered is not None, "a rubric is no longer than the file that it is from"
    return rendered


def rubric_json(rubric: CriteriaRubric | DimensionsRubric) -> str:
    """The same on one line, for places where YAML is in flow style."""
    return json.dumps(rubric_data(rubric), ensure_ascii=False, default=_number)


def rubric_data(rubric: CriteriaRubric | DimensionsRubric) -> list[dict[str, object]]:
    """The rubric as plain data; numbers are exact fractions."""
    if isinstance(rubric, CriteriaRubric):
        return [_criterion(each) for each in rubric.criteria]
    return [_dimension(each) for each in rubric.dimensions]


def _criterion(criterion: Criterion) -> dict[str, object]:
    made: dict[str, object] = {"criterion": criterion.text, "points": criterion.points}
    if criterion.tags:
        made["tags"] = list(criterion.tags)
    if criterion.required:
        made["required"] = True
    if criterion.check is not None:
        made["check"] = {criterion.check.kind: criterion.check.argument}
    return made


def _dimension(dimension: Dimension) -> dict[str, object]:
    made: dict[str, object] = {"name": dimension.name}
    if dimension.description:
        made["description"] = dimension.description
    made["weight"] = dimension.weight
    if dimension.scale != SCALES[1]:
        made["scale"] = dimension.scale
    if dimension.levels:
        made["levels"] = {level.score: level.description for level in dimension.levels}
    return made


def _number(value: object) -> int | float:
    assert isinstance(value, Fraction)
    return int(value) if value.denominator == 1 else float(value)
