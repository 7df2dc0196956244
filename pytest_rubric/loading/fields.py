"""Reads the value of each key of a case."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from pytest_rubric.loading import values
from pytest_rubric.loading.compare import compare
from pytest_rubric.loading.evaluating import catalog, evaluators, weighted_texts
from pytest_rubric.loading.faults import Faults, known_entries
from pytest_rubric.loading.human import human
from pytest_rubric.loading.judge import JudgeReader
from pytest_rubric.loading.keys import EVIDENCE, FEEDBACK, LANGUAGES, MESSAGE_KEYS, STRATEGIES
from pytest_rubric.loading.nodes import ListNode, MapNode, Node, ScalarNode, plain
from pytest_rubric.loading.places import Place, template_path
from pytest_rubric.loading.repeating import pass_rule, repeat
from pytest_rubric.loading.target import target
from pytest_rubric.loading.targets import TargetsReader
from pytest_rubric.loading.turns import turns
from pytest_rubric.model import InputMessage, MarkSpec, NamedTarget

_MARK_NAME = re.compile(r"[^\W\d]\w*")


class FieldReader:
    """Reads values by the first names of their keys; ``None`` or empty is absent or wrong."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._judge = JudgeReader(place)
        self._readers: Mapping[str, Callable[[Node, Faults], object]] = {
            "id": lambda node, faults: values.text(node, "id", faults),
            "Input": chat_or_text,
            "Context": texts,
            "ExpectedOutput": text_or_yaml,
            "Judge": self._judge.value,
            "JudgeFile": self._judge.file,
            "compare": lambda node, faults: compare(node, place, faults),
            "turns": lambda node, faults: turns(node, self._judge.value, faults),
            "evaluators": evaluators,
            "catalog": catalog,
            "key_points": lambda node, faults: weighted_texts(node, "key_points", faults),
            "key_actions": lambda node, faults: weighted_texts(node, "key_actions", faults),
            "human": human,
            "ActualOutput": _actual_output,
            "ActualOutputFile": self._path("ActualOutputFile"),
            "target": lambda node, faults: target(node, place, faults),
            "targets": self._targets,
            "repeat": repeat,
            "pass_rule": pass_rule,
            "RunLog": free_data,
            "RunLogFile": self._path("RunLogFile"),
            "threshold": lambda node, faults: values.threshold(node, "threshold", faults),
            "samples": lambda node, faults: values.integer(node, "samples", 1, faults),
            "extra_samples": lambda node, faults: values.integer(node, "extra_samples", 0, faults),
            "strategy": lambda node, faults: values.choice(node, "strategy", STRATEGIES, faults),
            "evidence": lambda node, faults: values.choice(node, "evidence", EVIDENCE, faults),
            "feedback": lambda node, faults: values.choice(node, "feedback", FEEDBACK, faults),
            "lang": lambda node, faults: values.choice(node, "lang", LANGUAGES, faults),
            "timeout": lambda node, faults: values.seconds(node, "timeout", faults),
            "tags": lambda node, faults: values.text_list(node, "tags", faults),
            "marks": _marks,
            "metadata": metadata,
        }

    def _targets(self, node: Node, faults: Faults) -> tuple[NamedTarget, ...]:
        return TargetsReader(self._place, self.read).read(node, faults)

    @property
    def names(self) -> frozenset[str]:
        """The keys that can be read."""
        return frozenset(self._readers)

    def read(self, name: str, node: Node, faults: Faults) -> object:
        """The value of one key."""
        return self._readers[name](node, faults)

    def _path(self, name: str) -> Callable[[Node, Faults], str | None]:
        def read(node: Node, faults: Faults) -> str | None:
            if isinstance(node, ScalarNode) and node.is_null:
                return None
            return template_path(node, name, self._place, faults)

        return read


def chat_or_text(node: Node, faults: Faults, name: str = "Input") -> str | tuple[InputMessage, ...] | None:
    """A text, or a list of messages with `role` and `content`."""
    if not isinstance(node, ListNode):
        if isinstance(node, MapNode):
            faults.wrong(node, f"`{name}` must be text or a list of messages with `role` and `content`")
            return None
        return values.text(node, name, faults)
    if not node.items:
        faults.add(node, f"`{name}` is an empty list; give it at least one message, or leave it out")
    messages: list[InputMessage] = []
    for number, item in enumerate(node.items, 1):
        before = len(faults.found)
        if isinstance(item, MapNode):
            message = _message(item, faults)
            if message is not None:
                messages.append(message)
        else:
            faults.wrong(item, "must be a mapping with `role` and `content`")
        faults.prefix(before, f"message {number} of `{name}`: ")
    return tuple(messages)


def _message(node: MapNode, faults: Faults) -> InputMessage | None:
    entries = known_entries(node, MESSAGE_KEYS, faults)
    for name in ("role", "content"):
        if name not in entries:
            faults.add(node, f"`{name}` is missing")
            return None
    role = values.word(entries["role"][3], "role", faults)
    content = values.text(entries["content"][3], "content", faults)
    return None if role is None else InputMessage(role, content or "")


def texts(node: Node, faults: Faults, name: str = "Context") -> str | None:
    """A text, or a list of texts that are joined by blank lines."""
    if not isinstance(node, ListNode):
        return values.text(node, name, faults)
    return "\n\n".join(values.text_list(node, name, faults)) or None


def text_or_yaml(node: Node, faults: Faults, name: str = "ExpectedOutput") -> str | None:
    """A text; a list or mapping becomes YAML text, an empty one is absent."""
    if not isinstance(node, (ListNode, MapNode)):
        return values.text(node, name, faults)
    if not (node.items if isinstance(node, ListNode) else node.entries):
        return None
    from pytest_rubric.loading.rendering import MAX_CHARACTERS, as_yaml

    before = len(faults.found)
    faults.report_below(node)
    if len(faults.found) > before:
        return None
    rendered = as_yaml(node)
    if rendered is None:
        faults.add(node, f"`{name}` is longer than {MAX_CHARACTERS:,} characters as text")
    return rendered


def _actual_output(node: Node, faults: Faults) -> str | None:
    if isinstance(node, (ListNode, MapNode)):
        remedy = "write it as a text (`|`), or name a file with `ActualOutputFile`"
        faults.wrong(node, "`ActualOutput` must be text", remedy)
        return None
    return values.text(node, "ActualOutput", faults)


def free_data(node: Node, faults: Faults) -> object:
    """Plain data as it is."""
    faults.report_below(node)
    return plain(node)


def metadata(node: Node, faults: Faults, name: str = "metadata") -> Mapping[str, object] | None:
    """A mapping with anything in it."""
    if isinstance(node, MapNode):
        faults.report_below(node)
        return {key: plain(value) for key, _, _, value in node.entries}
    if not (isinstance(node, ScalarNode) and node.is_null):
        faults.wrong(node, f"`{name}` must be a mapping")
    return None


def _marks(node: Node, faults: Faults) -> tuple[MarkSpec, ...]:
    expected = "each of `marks` must be a name or one `name: argument`"
    if isinstance(node, ScalarNode) and node.is_null:
        return ()
    if not isinstance(node, ListNode):
        faults.wrong(node, "`marks` must be a list such as [slow, {xfail: known weakness}]")
        return ()
    marks: list[MarkSpec] = []
    for item in node.items:
        name, argument = "", None
        if isinstance(item, MapNode) and len(item.entries) == 1 and not item.problems:
            name = item.entries[0][0]
            argument = free_data(item.entries[0][3], faults)
        elif isinstance(item, ScalarNode) and not item.is_null:
            name = item.text
        if _MARK_NAME.fullmatch(name):
            marks.append(MarkSpec(name, argument, faults.source.line(item.line)))
        elif isinstance(item, MapNode) and item.problems:
            faults.report_below(item)
        else:
            faults.wrong(item, expected)
    return tuple(marks)
