"""``target:``: what makes the output under test."""

from __future__ import annotations

from dataclasses import replace

from pytest_rubric.loading import values
from pytest_rubric.loading.faults import Faults, known_entries
from pytest_rubric.loading.keys import TARGET_KEYS, folded
from pytest_rubric.loading.nodes import Entry, ListNode, MapNode, Node, ScalarNode
from pytest_rubric.loading.places import Place, template_path
from pytest_rubric.model import TargetSpec
from pytest_rubric.model.template import COMMAND_PLACEHOLDERS, complaint

_MODEL_KEYS = frozenset({folded("model"), folded("prompt_file")})
_COMMAND_ONLY = ("stdin", "env", "cwd")


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
    for key, line, column, _ in node.entries:
        if folded(key) in _MODEL_KEYS:
            faults.add_at(
                line,
                column,
                f"`{key}`: a model as the target is not supported in this version; "
                "call the model from a `function` or a `command`",
            )
            return None
    return _from_mapping(node, place, faults)


def _from_mapping(node: MapNode, place: Place, faults: Faults) -> TargetSpec | None:
    before = len(faults.found)
    entries = known_entries(node, TARGET_KEYS, faults)
    if len(faults.found) == before and ("function" in entries) == ("command" in entries):
        faults.add(node, "`target` must have either `function` or `command`")
    if "function" in entries:
        for name in _COMMAND_ONLY:
            if name in entries:
                _add_at_key(entries[name], f"`{name}` of `target` is for a `command` only", faults)
    elif "concurrency" in entries:
        _add_at_key(entries["concurrency"], "`concurrency` of `target` is for a `function` only", faults)
    function: str | None = None
    command: tuple[str, ...] | None = None
    stdin: str | None = None
    env: dict[str, str] = {}
    cwd: str | None = None
    timeout: float | None = None
    concurrency: int | None = None
    for name, (_, _, _, value) in entries.items():
        if name == "function":
            function = values.function(value, "function", faults)
        elif name == "command":
            command = _command(value, faults)
        elif name == "stdin":
            stdin = values.text(value, "stdin", faults)
            _check_template(value, stdin, "stdin", faults)
        elif name == "env":
            env = _environment(value, faults)
        elif name == "cwd":
            cwd = template_path(value, "cwd", place, faults)
        elif name == "timeout":
            timeout = values.seconds(value, "timeout", faults)
        else:
            concurrency = values.integer(value, "concurrency", 1, faults)
    if len(faults.found) > before:
        return None
    made = TargetSpec(
        function=function, command=command, stdin=stdin, env=env, cwd=cwd, concurrency=concurrency
    )
    return made if timeout is None else replace(made, timeout=timeout)


def _command(node: Node, faults: Faults) -> tuple[str, ...] | None:
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
            _check_template(item, item.text, "command", faults)
        else:
            faults.wrong(item, expected)
    if words and not words[0].strip():
        faults.wrong(node.items[0], "the program of `command` must not be empty")
    return tuple(words)


def _environment(node: Node, faults: Faults) -> dict[str, str]:
    if isinstance(node, ScalarNode) and node.is_null:
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


def _check_template(node: Node, text: str | None, name: str, faults: Faults) -> None:
    wrong = complaint(text, COMMAND_PLACEHOLDERS) if text else None
    if wrong is not None:
        faults.add(node, f"`{name}`: {wrong}")


def _add_at_key(entry: Entry, text: str, faults: Faults) -> None:
    faults.add_at(entry[1], entry[2], text)
