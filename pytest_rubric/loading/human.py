"""``human``: the score and the labels that people give, of a case and of its criteria."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from pytest_rubric.loading import values
from pytest_rubric.loading.faults import Faults, known_entries
from pytest_rubric.loading.keys import HUMAN_KEYS, LABELS
from pytest_rubric.loading.nodes import Entry, ListNode, MapNode, Node, ScalarNode
from pytest_rubric.model import CriteriaRubric, Criterion, FreeTextRubric, HumanLabels, Rubric
from pytest_rubric.model.lines import first_of, one_line, shortened

_SHAPE = "`human` must be a mapping with `score` and `reason`, with `criteria`, or with both"
_YES = frozenset({"yes", "true", "met", "violated"})
_OF_POSITIVE = ("yes", "no", "true", "false", "met", "not_met")
_OF_NEGATIVE = ("yes", "no", "true", "false", "violated", "clean")
_MOST_NAMED = 12
_LONGEST_NUMBER = 10


@dataclass(frozen=True, slots=True)
class LabelledCriterion(Criterion):
    """A criterion with what people say of it, as it stands in a file.

    Cases keep labels apart from what is judged, so that no evaluator sees them: see :func:`settle`.
    """

    label: bool = False
    label_line: int = 0
    label_column: int = 0

    @classmethod
    def of(cls, criterion: Criterion, label: bool, entry: Entry) -> LabelledCriterion:
        """A criterion with the label in an entry of its mapping."""
        return cls(**_fields(criterion), label=label, label_line=entry[1], label_column=entry[2])

    def bare(self) -> Criterion:
        """The criterion alone."""
        return Criterion(**_fields(self))


def _fields(criterion: Criterion) -> dict[str, Any]:
    return {each.name: getattr(criterion, each.name) for each in fields(Criterion)}


@dataclass(frozen=True, slots=True)
class HumanReading:
    """``human`` as it stands in a file: what its ``criteria`` mean is known where the rubric is."""

    score: Fraction | None = None
    reason: str | None = None
    criteria: Node | None = None


def human(node: Node, faults: Faults) -> HumanReading | None:
    """A score, which needs a reason, labels of criteria, or both."""
    if isinstance(node, ScalarNode) and node.is_null:
        return None
    if not isinstance(node, MapNode):
        faults.wrong(node, _SHAPE)
        return None
    entries = known_entries(node, HUMAN_KEYS, faults)
    written = entries["criteria"][3] if "criteria" in entries else None
    for name, other in (("score", "reason"), ("reason", "score")):
        if name not in entries and (other in entries or written is None):
            if name == "score" and written is not None:
                continue  # a reason for the labels
            faults.add(node, f"`human` needs `score` and `reason`; `{name}` is missing")
            return None
    score = values.threshold(entries["score"][3], "score", faults) if "score" in entries else None
    reason = values.word(entries["reason"][3], "reason", faults) if "reason" in entries else None
    if "score" in entries and score is None and not faults.found:
        faults.wrong(entries["score"][3], "`score` must be a number from 0 to 100")
    return HumanReading(score, reason, written)


def human_score(node: Node, faults: Faults) -> HumanLabels | None:
    """``human`` of an entry of ``evaluators``: a score and its reason; it has no criteria."""
    read = human(node, faults)
    if read is None:
        return None
    if read.criteria is not None:
        faults.add(
            read.criteria,
            "`criteria` labels the criteria of a `Judge`, which an entry of `evaluators` has none of; "
            "write them into the `human` of the case, or give `score` and `reason` here",
        )
    if read.score is None or read.reason is None:
        return None
    return HumanLabels(read.score, read.reason)


def label(node: Node, points: Fraction, faults: Faults) -> bool | None:
    """Whether people say that the output does what a criterion describes; ``None`` where they don't say."""
    if isinstance(node, ScalarNode):
        if node.is_null:
            return None
        word = node.text.strip().lower().replace(" ", "_").replace("-", "_")
        if word in _allowed(points):
            return word in _YES
    sign = "positive" if points > 0 else "negative"
    faults.wrong(
        node,
        f"`human` must be one of {', '.join(_allowed(points))}, since the points are {sign}",
        "leave it out where they have not decided",
    )
    return None


def _allowed(points: Fraction) -> tuple[str, ...]:
    return _OF_POSITIVE if points > 0 else _OF_NEGATIVE


def settle(
    read: HumanReading | None, rubric: Rubric | None, faults: Faults, *, unread: bool = False
) -> tuple[Rubric | None, HumanLabels | None]:
    """The rubric without the labels at its criteria, and all labels of the case.

    ``unread`` says that the rubric could not be read, so that nobody knows which criteria there are.
    """
    criteria = rubric.criteria if isinstance(rubric, CriteriaRubric) else ()
    labels: dict[int, bool] = {}
    if any(isinstance(each, LabelledCriterion) for each in criteria):
        labels = {each.id: each.label for each in criteria if isinstance(each, LabelledCriterion)}
        rubric = without_labels(criteria)
    if read is None:
        return rubric, HumanLabels(criteria=labels) if labels else None
    if read.criteria is not None and not unread:
        if criteria:
            _Labels(criteria, labels, faults).read(read.criteria)
        elif not (isinstance(read.criteria, ScalarNode) and read.criteria.is_null):
            faults.add(read.criteria, _nothing_to_label(rubric))
    return rubric, HumanLabels(read.score, read.reason, labels)


def without_labels(criteria: Sequence[Criterion]) -> CriteriaRubric:
    """The criteria as they are judged."""
    return CriteriaRubric(
        tuple([each.bare() if isinstance(each, LabelledCriterion) else each for each in criteria])
    )


def refuse_labels(rubric: Rubric | None, faults: Faults, text: str) -> Rubric | None:
    """The rubric without labels, each of which is complained about where none can stand."""
    criteria = rubric.criteria if isinstance(rubric, CriteriaRubric) else ()
    found = [each for each in criteria if isinstance(each, LabelledCriterion)]
    for each in found:
        faults.add_at(each.label_line, each.label_column, f"criterion {each.id}: {text}")
    return without_labels(criteria) if found else rubric


def _nothing_to_label(rubric: Rubric | None) -> str:
    told = "`criteria` labels the criteria of a `Judge`, and this case has none"
    if isinstance(rubric, FreeTextRubric):
        return f"{told}: its `Judge` is a text; `pytest-rubric compile` prints it as a list"
    return f"{told}; give `score` and `reason` instead"


class _Labels:
    """Reads ``criteria`` below ``human``, into the labels that stand at the criteria themselves."""

    def __init__(self, criteria: Sequence[Criterion], labels: dict[int, bool], faults: Faults) -> None:
        self._criteria = {each.id: each for each in criteria}
        self._own = frozenset(labels)
        self._labels = labels
        self._faults = faults

    def read(self, node: Node) -> None:
        """A mapping of criteria to labels, or a list with one for each criterion."""
        if isinstance(node, MapNode):
            for problem in node.problems:
                self._faults.report(problem)
            for entry in node.entries:
                self._by_name(entry)
        elif isinstance(node, ListNode):
            self._by_position(node)
        elif not (isinstance(node, ScalarNode) and node.is_null):
            expected = f"a mapping of criteria to one of {', '.join(LABELS)}, or a list of these"
            self._faults.wrong(node, f"`criteria` must be {expected}")

    def _by_name(self, entry: Entry) -> None:
        key, line, column, node = entry
        id = self._named(key)
        if id is None:
            self._faults.add_at(
                line,
                column,
                f"`{shortened(key)}` is no criterion of this case; it has {self._existing()}",
            )
        else:
            self._take(id, node, line, column)

    def _by_position(self, node: ListNode) -> None:
        labels, criteria = len(node.items), len(self._criteria)
        if labels == criteria:
            for id, item in zip(self._criteria, node.items, strict=True):
                self._take(id, item, item.line, item.column)
            return
        self._faults.add(
            node,
            f"`criteria` is a list of {labels}, but there are {criteria} criteria: write one label for each, "
            f"~ for one without; the case has {self._existing()}",
        )

    def _take(self, id: int, node: Node, line: int, column: int) -> None:
        before = len(self._faults.found)
        found = label(node, self._criteria[id].points, self._faults)
        self._faults.prefix(before, f"criterion {id}: ")
        if found is None:
            return
        if id in self._own:
            text = f"criterion {id} has a label of its own already (`human` below it); keep one of them"
            self._faults.add_at(line, column, text)
        elif id in self._labels:
            self._faults.add_at(line, column, f"criterion {id} has two labels; keep one of them")
        self._labels[id] = found

    def _named(self, key: str) -> int | None:
        """The id of the criterion that a key means: its number, or its text."""
        if key.isascii() and key.isdigit() and len(key) < _LONGEST_NUMBER:
            return int(key) if int(key) in self._criteria else None
        wanted = _folded(key)
        found = [each.id for each in self._criteria.values() if _folded(each.text) == wanted]
        return found[0] if len(found) == 1 else None

    def _existing(self) -> str:
        named = [f"{each.id} ({shortened(each.text, 40)})" for each in self._criteria.values()]
        return first_of(named, _MOST_NAMED)


def _folded(text: str) -> str:
    return one_line(text).casefold()
