"""One criterion of a rubric, from YAML or from Python data."""

from __future__ import annotations

from fractions import Fraction

from pytest_rubric.loading import values
from pytest_rubric.loading.checks import check, check_text
from pytest_rubric.loading.faults import Faults, known_entries
from pytest_rubric.loading.human import LabelledCriterion, label
from pytest_rubric.loading.keys import CRITERION_KEYS
from pytest_rubric.loading.nodes import MapNode, Node, ScalarNode
from pytest_rubric.model import Criterion

DEFAULT_POINTS = Fraction(10)

_POINTS = "`points` must be a number other than 0"


def criterion(node: Node, number: int, faults: Faults) -> Criterion | None:
    """A criterion: a mapping, or a plain text for the default points. ``number`` counts from 1."""
    before = len(faults.found)
    made: Criterion | None = None
    if isinstance(node, MapNode):
        made = _from_mapping(node, number, faults)
    elif isinstance(node, ScalarNode) and not node.is_null and node.text.strip():
        made = Criterion(number, node.text, DEFAULT_POINTS, line=faults.source.line(node.line))
    else:
        faults.wrong(node, "must be a text or a mapping with `criterion` and `points`")
    if len(faults.found) > before:
        faults.prefix(before, f"criterion {number}: ")
        return None
    return made


def _from_mapping(node: MapNode, number: int, faults: Faults) -> Criterion | None:
    entries = known_entries(node, CRITERION_KEYS, faults)
    made_check = check(entries["check"][3], faults) if "check" in entries else None
    text: str | None = None
    if "criterion" in entries:
        value = entries["criterion"][3]
        is_absent = isinstance(value, ScalarNode) and value.is_null
        if not (is_absent and made_check is not None):
            text = values.word(value, "criterion", faults)
    elif "check" not in entries:
        faults.add(node, "`criterion` is missing")
    if text is None and made_check is not None:
        text = check_text(made_check)
    points = DEFAULT_POINTS
    if "points" in entries:
        value = entries["points"][3]
        read = values.number(value, _POINTS, faults)
        if read is not None:
            points = read
            if not points:
                faults.wrong(value, _POINTS)
    tags = values.text_list(entries["tags"][3], "tags", faults) if "tags" in entries else ()
    required = values.boolean(entries["required"][3], "required", faults) if "required" in entries else None
    human = label(entries["human"][3], points, faults) if "human" in entries else None
    if text is None:
        return None
    made = Criterion(
        number,
        text,
        points,
        tags=tags,
        required=bool(required),
        check=made_check,
        line=faults.source.line(node.line),
    )
    return made if human is None else LabelledCriterion.of(made, human, entries["human"])
