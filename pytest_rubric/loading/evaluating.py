"""What a case says to evaluators other than its own ``Judge``: which ones, and what they go by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pytest_rubric.loading import custom, values
from pytest_rubric.loading.faults import Faults, known_entries
from pytest_rubric.loading.human import human_score
from pytest_rubric.loading.keys import CATALOG_KEYS, CATALOG_KINDS, EVALUATOR_KEYS, WEIGHTED_KEYS
from pytest_rubric.loading.nodes import Entry, ListNode, MapNode, Node, ScalarNode, plain
from pytest_rubric.model import CatalogEntry, CustomEvaluator, HumanLabels, WeightedText
from pytest_rubric.model.custom import custom_id

_WEIGHT = "`weight` must be a number above 0"


@dataclass(frozen=True, slots=True)
class EvaluatorChoice:
    """One entry of ``evaluators``: a name, with a threshold and a person's score where it has its own,
    and with all of the evaluator where that is written here and can be read."""

    name: str
    threshold: Fraction | None = None
    human: HumanLabels | None = None
    custom: CustomEvaluator | None = None


def evaluators(node: Node, faults: Faults) -> tuple[EvaluatorChoice, ...]:
    """A list of names, or of mappings: names with what belongs to them, or custom evaluators.

    An entry keeps its name whatever else is wrong with it, so that its complaint is told under it.
    """
    found: list[EvaluatorChoice] = []
    for item in _items(node, "evaluators", "a list of names", faults):
        if isinstance(item, MapNode):
            choice = _choice(item, faults)
        else:
            name = values.word(item, "evaluators", faults)
            choice = None if name is None else EvaluatorChoice(name)
        if choice is None:
            continue
        if any(each.name == choice.name for each in found):
            faults.add(item, f"`evaluators` names {choice.name} more than once")
        else:
            found.append(choice)
    return tuple(found)


def _choice(node: MapNode, faults: Faults) -> EvaluatorChoice | None:
    entries = known_entries(node, EVALUATOR_KEYS, faults)
    said = human_score(entries["human"][3], faults) if "human" in entries else None
    if any(key in entries for key in custom.DEFINING):
        written = custom.definition(node, entries, faults)
        if written is None:
            name = _readable_id(entries)
            return None if name is None else EvaluatorChoice(name)
        return EvaluatorChoice(written.id, written.threshold, said, written)
    if "name" not in entries:
        faults.add(node, "an entry of `evaluators` needs `name`, the evaluator's id")
        return None
    name = values.word(entries["name"][3], "name", faults)
    limit = values.threshold(entries["threshold"][3], "threshold", faults) if "threshold" in entries else None
    return None if name is None else EvaluatorChoice(name, limit, said)


def _readable_id(entries: Mapping[str, Entry]) -> str | None:
    """The id of an evaluator that can't be used, where its name can be read."""
    node = entries["name"][3] if "name" in entries else None
    return custom_id(node.text) if isinstance(node, ScalarNode) and custom.NAME.fullmatch(node.text) else None


def catalog(node: Node, faults: Faults) -> tuple[CatalogEntry, ...] | None:
    """The tools and skills on offer: names, or mappings. ``None`` where it is absent; an empty list
    says that there was none."""
    if isinstance(node, ScalarNode) and node.is_null:
        return None
    found: list[CatalogEntry] = []
    for item in _items(node, "catalog", "a list of names or of mappings with `name`", faults):
        entry = _catalog_entry(item, faults)
        if entry is None:
            continue
        if any(each.name.casefold() == entry.name.casefold() and each.kind == entry.kind for each in found):
            faults.add(item, f"`catalog` names {entry.name} more than once")
        found.append(entry)
    return tuple(found)


def _catalog_entry(item: Node, faults: Faults) -> CatalogEntry | None:
    if not isinstance(item, MapNode):
        name = values.word(item, "catalog", faults)
        return None if name is None else CatalogEntry(name)
    entries = known_entries(item, CATALOG_KEYS, faults)
    if "name" not in entries:
        faults.add(item, "an entry of `catalog` needs `name`, as calls use it")
        return None
    name = values.word(entries["name"][3], "name", faults)
    kind = values.choice(entries["kind"][3], "kind", CATALOG_KINDS, faults) if "kind" in entries else None
    definition: dict[str, object] = {}
    if "description" in entries:
        definition["description"] = values.text(entries["description"][3], "description", faults)
    if "parameters" in entries:
        faults.report_below(entries["parameters"][3])
        definition["parameters"] = plain(entries["parameters"][3])
    return None if name is None else CatalogEntry(name, kind or "tool", definition or None)


def weighted_texts(node: Node, name: str, faults: Faults) -> tuple[WeightedText, ...]:
    """Texts, or mappings with ``text`` and ``weight``."""
    found = []
    for item in _items(node, name, "a list of texts or of mappings with `text` and `weight`", faults):
        if not isinstance(item, MapNode):
            text = values.word(item, name, faults)
            if text is not None:
                found.append(WeightedText(text))
            continue
        entries = known_entries(item, WEIGHTED_KEYS, faults)
        if "text" not in entries:
            faults.add(item, f"an entry of `{name}` needs `text`")
            continue
        text = values.word(entries["text"][3], "text", faults)
        weight = values.number(entries["weight"][3], _WEIGHT, faults) if "weight" in entries else None
        if weight is not None and weight <= 0:
            faults.wrong(entries["weight"][3], _WEIGHT)
        if text is not None:
            found.append(WeightedText(text, Fraction(1) if weight is None else weight))
    return tuple(found)


def _items(node: Node, name: str, expected: str, faults: Faults) -> list[Node]:
    if isinstance(node, ScalarNode) and node.is_null:
        return []
    if isinstance(node, ListNode):
        return node.items
    remedy = f"write [{node.text}]" if isinstance(node, ScalarNode) and node.text.strip() else ""
    faults.wrong(node, f"`{name}` must be {expected}", remedy)
    return []
