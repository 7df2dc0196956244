"""``target:``: what makes the output under test."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from pytest_rubric.loading import values
from pytest_rubric.loading.faults import Faults, known_entries
from pytest_rubric.loading.keys import TARGET_KEYS
from pytest_rubric.loading.nodes import Entry, ListNode, MapNode, Node, ScalarNode, plain
from pytest_rubric.loading.places import Place, template_path
from pytest_rubric.model import ModelSpec, TargetSpec, template

_KINDS = ("function", "command", "model")
_KINDS_OF: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("stdin", "env", "cwd"), ("command",)),
    **dict.fromkeys(("prompt", "prompt_file", "system", "parameters", "base_url", "api_key_env"), ("model",)),
    "concurrency": ("function", "model"),
}
"""The kinds of target that a key is for, where it isn't for all of them."""

# What the request has from elsewhere, or what makes several outputs of one.
_NO_PARAMETERS = ("model", "messages", "n", "extra_headers", "extra_query")


def target(node: Node, place: Place, faults: Faults) -> TargetSpec | None:
    """The target that stands under ``target:``; ``None`` where there is none, or a wrong one."""
    if isinstance(node, ScalarNode):
        if node.is_null:
            return None
        function = values.function(node, "target", faults)
        return None if function is None else TargetSpec(function=function)
    if not isinstance(node, MapNode):
        faults.wrong(node, "`target` must be `package.module:function` or a mapping")
        return None
    before = len(faults.found)
    entries = known_entries(node, TARGET_KEYS, faults)
    kinds_matter = len(faults.found) == before
    return target_of(node, entries, place, faults, kinds_matter=kinds_matter)


def target_of(
    node: MapNode, entries: Mapping[str, Entry], place: Place, faults: Faults, *, kinds_matter: bool
) -> TargetSpec | None:
    """The target that known entries of a mapping give; ``None`` where one of them is wrong.

    Without ``kinds_matter`` a missing kind is no complaint: its key is one that was not known.
    """
    before = len(faults.found)
    kinds = [kind for kind in _KINDS if kind in entries]
    if kinds_matter and len(kinds) != 1:
        faults.add(node, "`target` must have exactly one of `function`, `command` and `model`")
    for name, wanted in _KINDS_OF.items():
        if name in entries and kinds and not set(kinds) & set(wanted):
            allowed = " or a ".join(f"`{kind}`" for kind in wanted)
            _add_at_key(entries[name], f"`{name}` of `target` is for a {allowed} only", faults)
    reader = _Reader(entries, place, faults)
    timeout = reader.timeout()
    made = TargetSpec(
        function=reader.function(),
        command=reader.command(),
        model=reader.model(),
        stdin=reader.stdin(),
        env=reader.env(),
        cwd=reader.path("cwd"),
        concurrency=reader.concurrency(),
    )
    if len(faults.found) > before or not kinds:
        return None
    return made if timeout is None else replace(made, timeout=timeout)


class _Reader:
    """Reads the entries of one target; what is absent is ``None`` or empty."""

    def __init__(self, entries: Mapping[str, Entry], place: Place, faults: Faults) -> None:
        self._entries = entries
        self._place = place
        self._faults = faults

    def _node(self, name: str) -> Node | None:
        return self._entries[name][3] if name in self._entries else None

    def function(self) -> str | None:
        node = self._node("function")
        return None if node is None else values.function(node, "function", self._faults)

    def stdin(self) -> str | None:
        node = self._node("stdin")
        written = None if node is None else values.text(node, "stdin", self._faults)
        if node is not None and written:
            wrong = template.complaint(written, template.COMMAND_PLACEHOLDERS)
            self._complain(node, "stdin", wrong)
        return written

    def path(self, name: str) -> str | None:
        node = self._node(name)
        return None if node is None else template_path(node, name, self._place, self._faults)

    def timeout(self) -> float | None:
        node = self._node("timeout")
        return None if node is None else values.seconds(node, "timeout", self._faults)

    def concurrency(self) -> int | None:
        node = self._node("concurrency")
        return None if node is None else values.integer(node, "concurrency", 1, self._faults)

    def command(self) -> tuple[str, ...] | None:
        node, faults = self._node("command"), self._faults
        if node is None:
            return None
        expected = "`command` must be a list of words, the program first, such as [python, agent.py]"
        if not isinstance(node, ListNode) or not node.items:
            remedy = "no shell is used" if isinstance(node, ScalarNode) and not node.is_null else ""
            faults.wrong(node, expected, remedy)
            return None
        words: list[str] = []
        for item in node.items:
            if isinstance(item, ScalarNode):
                # An empty argument is a fine argument, and so is one that YAML takes for null.
                words.append(item.text)
                wrong = template.complaint(item.text, template.COMMAND_PLACEHOLDERS)
                self._complain(item, "command", wrong)
            else:
                faults.wrong(item, expected)
        if words and not words[0].strip():
            faults.wrong(node.items[0], "the program of `command` must not be empty")
        return tuple(words)

    def env(self) -> dict[str, str]:
        node, faults = self._node("env"), self._faults
        if node is None or (isinstance(node, ScalarNode) and node.is_null):
            return {}
        if not isinstance(node, MapNode):
            faults.wrong(node, "`env` must be a mapping of names to texts")
            return {}
        for problem in node.problems:
            faults.report(problem)
        found: dict[str, str] = {}
        for key, line, column, value in node.entries:
            if not key or "=" in key:
                faults.add_at(line, column, f'`env` has a name that no variable can have: "{key}"')
            elif isinstance(value, ScalarNode):
                found[key] = value.text
            else:
                faults.wrong(value, f"`env` must be a mapping of names to texts; `{key}` must be text")
        return found

    def model(self) -> ModelSpec | None:
        node = self._node("model")
        if "prompt" in self._entries and "prompt_file" in self._entries:
            text = "`prompt` and `prompt_file` exclude each other: give one of them"
            _add_at_key(self._entries["prompt_file"], text, self._faults)
        prompt = self._prompt("prompt", template.PROMPT_PLACEHOLDERS)
        system = self._prompt("system", template.SYSTEM_PLACEHOLDERS)
        if prompt and system and "input" not in template.placeholders(prompt):
            text = (
                "`prompt` has no {{input}}, so it is the system message itself: leave `system` out, "
                "or write {{input}} where the input belongs"
            )
            _add_at_key(self._entries["system"], text, self._faults)
        spec = ModelSpec(
            name=(None if node is None else values.word(node, "model", self._faults)) or "",
            prompt=prompt,
            prompt_file=self.path("prompt_file"),
            system=system,
            parameters=self._parameters(),
            base_url=self._word("base_url"),
            api_key_env=self._variable(),
        )
        return spec if node is not None else None

    def _word(self, name: str) -> str | None:
        node = self._node(name)
        return None if node is None else values.word(node, name, self._faults)

    def _prompt(self, name: str, allowed: tuple[str, ...]) -> str | None:
        written = self._word(name)
        if written is not None:
            wrong = template.complaint_of_prompt(written, allowed)
            self._complain(self._entries[name][3], name, wrong)
        return written

    def _parameters(self) -> Mapping[str, object]:
        node, faults = self._node("parameters"), self._faults
        if node is None or (isinstance(node, ScalarNode) and node.is_null):
            return {}
        if not isinstance(node, MapNode):
            faults.wrong(node, "`parameters` must be a mapping such as {temperature: 0.2}")
            return {}
        faults.report_below(node)
        for key, line, column, _ in node.entries:
            if key in _NO_PARAMETERS:
                faults.add_at(
                    line,
                    column,
                    f"`{key}` can't be one of `parameters`: the model and its messages come from the target, "
                    "and one output is judged",
                )
        return {key: plain(value) for key, _, _, value in node.entries}

    def _variable(self) -> str | None:
        node = self._node("api_key_env")
        if node is None or (isinstance(node, ScalarNode) and node.is_null):
            return None
        if isinstance(node, ScalarNode) and re.fullmatch(values.VARIABLE, node.text):
            return node.text
        # What was found is not shown: it may be the key itself.
        self._faults.add(
            node,
            "`api_key_env` must be the name of an environment variable, such as OTHER_API_KEY; "
            "a key never stands in a case file",
        )
        return None

    def _complain(self, node: Node, name: str, wrong: str | None) -> None:
        if wrong is not None:
            self._faults.add(node, f"`{name}`: {wrong}")


def _add_at_key(entry: Entry, text: str, faults: Faults) -> None:
    faults.add_at(entry[1], entry[2], text)
