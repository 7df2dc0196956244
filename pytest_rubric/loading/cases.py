"""From the nodes of a file to its cases, with defaults merged in and faults collected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from pytest_rubric.loading.evaluating import EvaluatorChoice
from pytest_rubric.loading.faults import Fault, Faults, Source, known_entries
from pytest_rubric.loading.fields import FieldReader
from pytest_rubric.loading.human import refuse_labels, settle
from pytest_rubric.loading.ids import assign, slug
from pytest_rubric.loading.keys import CASE_KEYS
from pytest_rubric.loading.nodes import Entry, ListNode, MapNode, Node, ScalarNode
from pytest_rubric.loading.places import Place
from pytest_rubric.loading.repeating import WITHOUT_REPEAT
from pytest_rubric.loading.turns import whole_rubric
from pytest_rubric.model import Case, Location, Overrides
from pytest_rubric.scoring.lint import repeats

_FIELDS: Mapping[str, str] = {
    "Input": "input",
    "Context": "context",
    "ExpectedOutput": "expected_output",
    "Judge": "rubric",
    "JudgeFile": "rubric",
    "compare": "compare",
    "turns": "turns",
    "evaluators": "evaluators",
    "catalog": "catalog",
    "key_points": "key_points",
    "key_actions": "key_actions",
    "human": "human",
    "ActualOutput": "actual_output",
    "ActualOutputFile": "actual_output_file",
    "target": "target",
    "targets": "targets",
    "repeat": "repeat",
    "pass_rule": "pass_rule",
    "RunLog": "run_log",
    "RunLogFile": "run_log_file",
    "tags": "tags",
    "marks": "marks",
    "metadata": "metadata",
}
"""The field of :class:`Case` for each key; the other keys are ids or overrides."""

_OVERRIDES = frozenset(each.name for each in fields(Overrides))
_NO_OVERRIDES = Overrides()

# Ways to say one thing. A case that uses one sets aside whichever one the defaults use.
_ALTERNATIVES = (
    frozenset({"ActualOutput", "ActualOutputFile", "target", "targets"}),
    frozenset({"turns", "ActualOutput", "ActualOutputFile"}),
    frozenset({"Judge", "JudgeFile", "compare"}),
    frozenset({"RunLog", "RunLogFile"}),
)
_EXCLUSIVE = (
    ("ActualOutput", "ActualOutputFile"),
    ("Judge", "JudgeFile"),
    ("RunLog", "RunLogFile"),
    ("turns", "ActualOutput"),
    ("turns", "ActualOutputFile"),
    ("turns", "compare"),
    ("target", "targets"),
    ("ActualOutput", "targets"),
    ("ActualOutputFile", "targets"),
    ("Judge", "compare"),
    ("JudgeFile", "compare"),
)

_LABELS_IN_DEFAULTS = "labels of criteria are about one output: write them into its case"

NOTHING_TO_JUDGE_BY = (
    "there is nothing to judge by: give the case a `Judge`, an `ExpectedOutput`, `evaluators` or `compare`"
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What one mapping says: values by the first names of their keys, and faults by the key that they
    are about (``""`` for those about none)."""

    values: Mapping[str, object] = field(default_factory=dict)
    faults: Mapping[str, Sequence[Fault]] = field(default_factory=dict)
    judge_line: int | None = None


class CaseReader:
    """Reads the cases of one file."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._source = Source(place.file)
        self._fields = FieldReader(place)

    def cases(self, nodes: ListNode, defaults: Node | None) -> tuple[Case, ...]:
        """All cases of a file. The nodes are given up on the way, to save memory."""
        default = self._defaults(defaults)
        lines = [node.line for node in nodes.items]
        ids = assign([_wanted_id(node) for node in nodes.items])
        made: list[Case] = []
        for index, assigned in enumerate(ids):
            node = nodes.items[index]
            nodes.items[index] = _GONE
            faults = Faults(self._source)
            if assigned.earlier is not None:
                name, line = ids[assigned.earlier].id, lines[assigned.earlier]
                faults.add(
                    node, f"the id `{name}` is taken by the case at line {line}; ids must be unique in a file"
                )
            made.append(self._case(node, index, assigned.id, default, faults))
        return tuple(made)

    def _defaults(self, node: Node | None) -> Reading:
        if node is None or (isinstance(node, ScalarNode) and node.is_null):
            return Reading()
        if not isinstance(node, MapNode):
            faults = Faults(self._source)
            faults.wrong(node, "`defaults` must be a mapping with keys of a case")
            return Reading(faults={"": faults.found})
        reading = self._read(node)
        about: dict[str, list[Fault]] = {
            name: [replace(fault, text=f"in `defaults`: {fault.text}") for fault in found]
            for name, found in reading.faults.items()
        }
        values = dict(reading.values)
        if "id" in values:
            del values["id"]
            text = "in `defaults`: `id` can't have a default, since every case has its own"
            about.setdefault("", []).append(Fault(self._source, node.line, node.column, text))
        self._refuse_labels(values, about)
        return Reading(values, about, reading.judge_line)

    def _refuse_labels(self, values: dict[str, Any], about: dict[str, list[Fault]]) -> None:
        """Take labels of criteria out of the defaults: they are about the output of one case."""
        faults = Faults(self._source)
        if values.get("Judge") is not None:
            values["Judge"] = refuse_labels(values["Judge"], faults, _LABELS_IN_DEFAULTS)
        human = values.get("human")
        if human is not None and human.criteria is not None:
            faults.add(human.criteria, f"`human`: {_LABELS_IN_DEFAULTS}")
            del values["human"]
        for fault in faults.found:
            about.setdefault("", []).append(replace(fault, text=f"in `defaults`: {fault.text}"))

    def _read(self, node: MapNode) -> Reading:
        faults = Faults(self._source)
        entries = known_entries(node, CASE_KEYS, faults)
        for first, second in _EXCLUSIVE:
            if _is_given(entries.get(first)) and _is_given(entries.get(second)):
                _, line, column, _ = entries[second]
                faults.add_at(line, column, f"`{first}` and `{second}` exclude each other: give one of them")
        about: dict[str, Sequence[Fault]] = {"": faults.found[:]} if faults.found else {}
        values: dict[str, object] = {}
        for name, entry in entries.items():
            before = len(faults.found)
            values[name] = self._fields.read(name, entry[3], faults)
            if len(faults.found) > before:
                about[name] = faults.found[before:]
        judge = [entries[name] for name in ("Judge", "JudgeFile") if _is_given(entries.get(name))]
        return Reading(values, about, self._source.line(judge[0][1]) if judge else None)

    def _case(self, node: Node, index: int, case_id: str, default: Reading, faults: Faults) -> Case:
        location = Location(self._place.path, node.line, node.column)
        if not isinstance(node, MapNode):
            faults.wrong(node, "a case must be a mapping with keys such as `Input` and `Judge`")
            return Case(case_id, case_id, index, location, faults=_messages(faults.found, case_id))
        own = self._read(node)
        reading = _merge(own, default)
        for found in reading.faults.values():
            faults.found.extend(found)
        judged_by_something = _has_something_to_judge_by(reading)
        if "turns" in reading.values:
            reading = _with_turns(reading, node, faults)
            judged_by_something |= "turns" in reading.faults or _has_something_to_judge_by(reading)
        if not judged_by_something:
            faults.add(node, NOTHING_TO_JUDGE_BY)
        reading = _settled(reading, faults)
        if reading.values.get("evaluators") or reading.values.get("human"):
            _check_humans(reading.values, node, faults)
        if reading.values.get("targets"):
            _check_targets(reading.values, node, faults)
        if own.values.get("pass_rule") and "repeat" not in reading.values:
            faults.add(node, WITHOUT_REPEAT)
        title = reading.values.get("id")
        arguments: dict[str, Any] = {
            _FIELDS[name]: value
            for name, value in reading.values.items()
            if value is not None and name in _FIELDS
        }
        chosen: Sequence[EvaluatorChoice] = arguments.pop("evaluators", ())
        case = Case(
            case_id,
            (" ".join(title.split()) if isinstance(title, str) else "") or case_id,
            index,
            location,
            overrides=_overrides(reading.values),
            faults=_messages(faults.found, case_id),
            unread=_unread(reading),
            judge_line=reading.judge_line,
            evaluators=tuple([each.name for each in chosen]),
            **_chosen(chosen),
            **arguments,
        )
        if case.repeat > 1 and "repeat" not in own.values and any(repeats.faults(case)):
            return replace(case, repeat=1)  # a default holds for the cases that have something to run again
        return case


def _unread(reading: Reading) -> frozenset[str]:
    if not reading.faults:
        return _ALL_READ
    return frozenset(name.removeprefix("defaults ") for name in reading.faults) & _ASKING


def _chosen(choices: Sequence[EvaluatorChoice]) -> dict[str, Any]:
    """What entries of ``evaluators`` say beside their names; most cases have none."""
    if not choices:
        return {}
    return {
        "evaluator_thresholds": {each.name: each.threshold for each in choices if each.threshold is not None},
        "evaluator_humans": {each.name: each.human for each in choices if each.human is not None},
        "custom_evaluators": tuple([each.custom for each in choices if each.custom is not None]),
    }


_RUBRICS = frozenset({"Judge", "JudgeFile", "turns"})
_ASKING = frozenset({"compare", "Judge", "JudgeFile", "turns", "evaluators"})
_ALL_READ: frozenset[str] = frozenset()
_GONE = ScalarNode("", "", 0, 0)


def _wanted_id(node: Node) -> str | None:
    """The id that a case asks for, ``None`` where it has none."""
    if isinstance(node, MapNode):
        for key, _, _, value in node.entries:
            if CASE_KEYS.canonical(key) == "id":
                if isinstance(value, ScalarNode) and not value.is_null and value.text.strip():
                    return slug(value.text)
                return None
    return None


def _is_given(entry: Entry | None) -> bool:
    return entry is not None and not (isinstance(entry[3], ScalarNode) and entry[3].is_null)


def _merge(own: Reading, default: Reading) -> Reading:
    """A case with the defaults that it leaves in force."""
    if not default.values and not default.faults:
        return own
    aside = set(own.values)
    for alternatives in _ALTERNATIVES:
        if aside & alternatives:
            aside |= alternatives
    return Reading(
        {**{name: value for name, value in default.values.items() if name not in aside}, **own.values},
        {
            **{f"defaults {name}": found for name, found in default.faults.items() if name not in aside},
            **own.faults,
        },
        own.judge_line or (default.judge_line if not aside & {"Judge"} else None),
    )


def _has_something_to_judge_by(reading: Reading) -> bool:
    for name in ("Judge", "JudgeFile", "ExpectedOutput", "evaluators", "compare"):
        value = reading.values.get(name)
        if value.strip() if isinstance(value, str) else value not in (None, ()):
            return True
        if name in reading.faults or f"defaults {name}" in reading.faults:
            return True  # it is there, if only it could be read
    return False


def _with_turns(reading: Reading, node: MapNode, faults: Faults) -> Reading:
    """The reading of a case with ``turns``: their criteria before those of the whole conversation."""
    read: Any = reading.values["turns"] or ()
    name = "JudgeFile" if "JudgeFile" in reading.values else "Judge"
    rubric: Any = reading.values.get(name)
    if isinstance(reading.values.get("Input"), str) and read:
        faults.add(
            node,
            "with `turns`, `Input` must be a list of the messages before the first turn: "
            "what the user says stands in `turns`",
        )
    return replace(
        reading,
        values={
            **reading.values,
            "turns": tuple([each.turn for each in read]),
            name: whole_rubric(read, rubric, lambda text: faults.add(node, text)) if read else rubric,
        },
    )


def _settled(reading: Reading, faults: Faults) -> Reading:
    """The reading with all labels of people under ``human``, and none in the rubric."""
    name = "JudgeFile" if reading.values.get("JudgeFile") is not None else "Judge"
    given: Any = reading.values.get("human")
    written: Any = reading.values.get(name)
    unread = any(each.removeprefix("defaults ") in _RUBRICS for each in reading.faults)
    rubric, human = settle(given, written, faults, unread=unread)
    if rubric is written and human is given:
        return reading
    return replace(reading, values={**reading.values, name: rubric, "human": human})


def _check_targets(values: Mapping[str, Any], node: MapNode, faults: Faults) -> None:
    """What can't stand beside ``targets``, also where one of the two comes from the defaults."""
    for name in ("RunLog", "RunLogFile"):
        if values.get(name) is not None:
            faults.add(
                node,
                f"`{name}` belongs to one output, and the case has several `targets`: write it below "
                "the target that it belongs to",
            )
    if not values.get("turns"):
        return
    if all(turn.reply is not None for turn in values["turns"]):
        faults.add(node, "every reply of `turns` is recorded, so there is nothing that `targets` could make")
    for each in values["targets"]:
        if each.target is None:
            faults.add(
                node,
                f"`{each.name}` of `targets` is one output, and a conversation (`turns`) needs a target that "
                "answers each turn",
            )


def _check_humans(values: Mapping[str, Any], node: MapNode, faults: Faults) -> None:
    """A person's score must be about one item."""
    chosen: Sequence[EvaluatorChoice] = values.get("evaluators") or ()
    of_case = values.get("human") is not None
    has_own_item = any(values.get(name) for name in ("Judge", "JudgeFile", "compare")) or not chosen
    if of_case and not has_own_item:
        faults.add(
            node,
            "`human` is about what `Judge` asks for, and this case has none: write it below one of its "
            "`evaluators`",
        )
    if values.get("targets") and (of_case or any(each.human is not None for each in chosen)):
        faults.add(node, "`human` is about one output, and the case has several `targets`: leave it out")


def _overrides(values: Mapping[str, object]) -> Overrides:
    given: dict[str, Any] = {
        name: value for name, value in values.items() if value is not None and name in _OVERRIDES
    }
    return Overrides(**given) if given else _NO_OVERRIDES


def _messages(found: Sequence[Fault], case_id: str) -> tuple[str, ...]:
    return tuple([fault.of_case(case_id) for fault in found])
