"""Evaluators that are written as prompts: inside a case file, or in a file of their own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Literal

from pytest_rubric.errors import CaseFileError
from pytest_rubric.loading import values
from pytest_rubric.loading.faults import Faults, Source, known_entries
from pytest_rubric.loading.keys import CATEGORIES, CUSTOM_KEYS, EVALUATOR_FILE_KEYS, POINT_KEYS
from pytest_rubric.loading.nodes import Entry, ListNode, MapNode, Node, ScalarNode
from pytest_rubric.loading.parsing import parse, read_text
from pytest_rubric.model import CustomEvaluator, CustomPoint, template
from pytest_rubric.model.custom import CUSTOM_PLACEHOLDERS, JUDGED_PLACEHOLDERS
from pytest_rubric.model.lines import one_line

DEFINING = ("prompt", "points", "category")
"""The keys that only an evaluator has which is written where it is named."""

NAME = re.compile(r"[^\W\d_][\w-]{1,63}")
"""What the name of a custom evaluator looks like."""

MOST_POINTS = 64
_LONGEST_LABEL = 120
_WEIGHT = "`weight` must be a number above 0"


def definition(node: MapNode, entries: Mapping[str, Entry], faults: Faults) -> CustomEvaluator | None:
    """The evaluator that a mapping writes; ``None`` where it can't be used, with the faults."""
    before = len(faults.found)
    for needed in ("name", "prompt"):
        if needed not in entries:
            faults.add(node, f"a custom evaluator needs `name` and `prompt`; `{needed}` is missing")
    if not {"name", "prompt"} <= set(entries):
        return None
    name = _name(entries["name"][3], faults)
    prompt = values.word(entries["prompt"][3], "prompt", faults)
    if prompt is not None:
        _check_placeholders(entries["prompt"][3], prompt, faults)
    found = _points(entries["points"][3], faults) if "points" in entries else ()
    threshold = (
        values.threshold(entries["threshold"][3], "threshold", faults) if "threshold" in entries else None
    )
    category = (
        values.choice(entries["category"][3], "category", CATEGORIES, faults)
        if "category" in entries
        else None
    )
    if len(faults.found) > before or name is None or prompt is None:
        return None
    return CustomEvaluator(
        name,
        prompt,
        _category(category, prompt),
        found,
        threshold,
        faults.source.position(node.line, node.column).strip(" :"),
    )


def load_evaluators(path: Path, file: str) -> tuple[CustomEvaluator, ...]:
    """The evaluators of a file of their own: one mapping, or a list of them under ``evaluators``.

    ``file`` names it in messages. Raises :class:`CaseFileError` with everything that is wrong.
    """
    document = parse(read_text(path, file), file)
    faults = Faults(Source(file))
    expected = "the top level must be an evaluator (`name`, `prompt` ...) or `evaluators`, a list of such"
    if document is None or (isinstance(document, ScalarNode) and document.is_null):
        raise CaseFileError(f"is empty; {expected}", file)
    found: list[CustomEvaluator] = []
    for node in _written(document, expected, faults):
        if not isinstance(node, MapNode):
            faults.wrong(node, "an evaluator must be a mapping with `name` and `prompt`")
            continue
        made = definition(node, known_entries(node, CUSTOM_KEYS, faults), faults)
        if made is None:
            continue
        if any(each.id == made.id for each in found):
            faults.add(node, f"two evaluators of this file have the id {made.id}")
        found.append(made)
    if faults.found:
        first, *others = faults.found
        told = [
            first.text,
            *(f"{each.source.position(each.line, each.column)}{each.text}" for each in others),
        ]
        raise CaseFileError("\n".join(told), file, first.line, first.column)
    return tuple(found)


def _written(document: Node, expected: str, faults: Faults) -> list[Node]:
    if not isinstance(document, MapNode):
        faults.wrong(document, expected)
        return []
    if not any(EVALUATOR_FILE_KEYS.canonical(key) for key, _, _, _ in document.entries):
        return [document]
    listed = known_entries(document, EVALUATOR_FILE_KEYS, faults)["evaluators"][3]
    if not isinstance(listed, ListNode) or not listed.items:
        faults.wrong(listed, "`evaluators` must be a list of evaluators")
        return []
    return listed.items


def _name(node: Node, faults: Faults) -> str | None:
    name = values.word(node, "name", faults)
    if name is None or NAME.fullmatch(name):
        return name
    faults.wrong(
        node, "the `name` of a custom evaluator must be 2 to 64 letters, digits, `_` and `-`, a letter first"
    )
    return None


def _check_placeholders(node: Node, prompt: str, faults: Faults) -> None:
    wrong = template.complaint(prompt, CUSTOM_PLACEHOLDERS)
    if wrong is not None:
        faults.add(node, f"`prompt`: {wrong}")
    elif not set(template.placeholders(prompt)) & set(JUDGED_PLACEHOLDERS):
        faults.add(
            node,
            "`prompt` must place {{actual_output}} or {{trace_summary}}: the judge sees only what it places",
        )


def _category(written: str | None, prompt: str) -> Literal["res", "traj"]:
    """As written; else by what is read: the steps of the run, or the output alone."""
    reads_steps = "trace_summary" in template.placeholders(prompt)
    return "traj" if written == "traj" or (written is None and reads_steps) else "res"


def _points(node: Node, faults: Faults) -> tuple[CustomPoint, ...]:
    if isinstance(node, ScalarNode) and node.is_null:
        return ()
    if not isinstance(node, ListNode):
        faults.wrong(node, "`points` must be a list of labels, or of mappings with `label`")
        return ()
    if not node.items:
        faults.add(node, "`points` is an empty list; leave it out to let the judge name the points")
    if len(node.items) > MOST_POINTS:
        faults.add(node, f"`points` has {len(node.items)} entries; {MOST_POINTS} are allowed")
    found: list[CustomPoint] = []
    for item in node.items:
        point = _point(item, faults)
        if point is None:
            continue
        if any(_folded(each.label) == _folded(point.label) for each in found):
            faults.add(item, f'`points` has the label "{point.label}" more than once')
        found.append(point)
    return tuple(found)


def _point(node: Node, faults: Faults) -> CustomPoint | None:
    if not isinstance(node, MapNode):
        return _labelled(node, Fraction(1), "", False, faults)
    entries = known_entries(node, POINT_KEYS, faults)
    if "label" not in entries:
        faults.add(node, "an entry of `points` needs `label`")
        return None
    weight = values.number(entries["weight"][3], _WEIGHT, faults) if "weight" in entries else None
    if weight is not None and weight <= 0:
        faults.wrong(entries["weight"][3], _WEIGHT)
    meant = values.text(entries["definition"][3], "definition", faults) if "definition" in entries else None
    may_not_apply = (
        values.boolean(entries["na_allowed"][3], "na_allowed", faults) if "na_allowed" in entries else None
    )
    weight = Fraction(1) if weight is None else weight
    return _labelled(entries["label"][3], weight, (meant or "").strip(), bool(may_not_apply), faults)


def _labelled(
    node: Node, weight: Fraction, meant: str, may_not_apply: bool, faults: Faults
) -> CustomPoint | None:
    label = values.word(node, "label", faults)
    if label is None:
        return None
    label = one_line(label)
    if len(label) > _LONGEST_LABEL:
        faults.add(
            node,
            f"a label has at most {_LONGEST_LABEL} characters, this one has {len(label)}; say more in "
            "`definition`",
        )
    return CustomPoint(label, weight, meant, may_not_apply)


def _folded(label: str) -> str:
    return label.casefold().strip("`#* ")
