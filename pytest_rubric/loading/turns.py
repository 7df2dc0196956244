"""``turns``: a scripted conversation, each turn with criteria of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pytest_rubric.loading import values
from pytest_rubric.loading.faults import Faults, known_entries
from pytest_rubric.loading.keys import TURN_KEYS
from pytest_rubric.loading.nodes import ListNode, MapNode, Node, ScalarNode
from pytest_rubric.model import CriteriaRubric, Criterion, Rubric, ScriptedTurn

_SHAPE = "`turns` must be a list of what the user says: texts, or mappings with `user` and `Judge`"


@dataclass(frozen=True, slots=True)
class TurnReading:
    """One turn as it stands in the file: its ``criteria`` are numbered within the turn."""

    turn: ScriptedTurn
    criteria: tuple[Criterion, ...] = ()


def turns(
    node: Node, judge: Callable[[Node, Faults], Rubric | None], faults: Faults
) -> tuple[TurnReading, ...]:
    """The turns in their order; ``judge`` reads a ``Judge``."""
    if isinstance(node, ScalarNode) and node.is_null:
        return ()
    if not isinstance(node, ListNode):
        faults.wrong(node, _SHAPE)
        return ()
    if not node.items:
        faults.add(node, "`turns` is an empty list; give it at least one turn, or leave it out")
    found: list[TurnReading] = []
    for number, item in enumerate(node.items, 1):
        before = len(faults.found)
        turn = _turn(item, judge, faults)
        faults.prefix(before, f"turn {number}: ")
        if turn is not None:
            found.append(turn)
    return tuple(found)


def whole_rubric(
    read: Sequence[TurnReading], rubric: Rubric | None, complain: Callable[[str], None]
) -> CriteriaRubric | None:
    """The criteria of all turns, then those of the whole conversation, numbered through.

    A criterion of a turn has the tag ``turn:<number>``, which sums up the turn's score.
    """
    if rubric is not None and not isinstance(rubric, CriteriaRubric):
        complain("with `turns`, `Judge` must be a list of criteria for the whole conversation")
        return None
    found = [
        replace(criterion, turn=number, tags=(*criterion.tags, f"turn:{number}"))
        for number, turn in enumerate(read, 1)
        for criterion in turn.criteria
    ]
    found += rubric.criteria if rubric is not None else ()
    if not found:
        return None
    return CriteriaRubric(tuple([replace(each, id=number) for number, each in enumerate(found, 1)]))


def _turn(node: Node, judge: Callable[[Node, Faults], Rubric | None], faults: Faults) -> TurnReading | None:
    if isinstance(node, ScalarNode) and not node.is_null:
        said = values.word(node, "user", faults)
        return None if said is None else TurnReading(ScriptedTurn(said))
    if not isinstance(node, MapNode):
        faults.wrong(node, "must be a text or a mapping with `user` and `Judge`")
        return None
    entries = known_entries(node, TURN_KEYS, faults)
    if "user" not in entries:
        faults.add(node, "`user` is missing: what the user says in this turn")
        return None
    said = values.word(entries["user"][3], "user", faults)
    reply = (
        values.text(entries["ActualOutput"][3], "ActualOutput", faults) if "ActualOutput" in entries else None
    )
    rubric = judge(entries["Judge"][3], faults) if "Judge" in entries else None
    if rubric is not None and not isinstance(rubric, CriteriaRubric):
        faults.add(entries["Judge"][3], "`Judge` of a turn must be a list of criteria")
        return None
    if said is None:
        return None
    return TurnReading(ScriptedTurn(said, reply), rubric.criteria if rubric is not None else ())
