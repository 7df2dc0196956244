"""``check:`` of a criterion: one key and its argument."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Callable, Mapping

from pytest_rubric.loading import values
from pytest_rubric.loading.faults import Faults, known_entries
from pytest_rubric.loading.keys import CHECK_KEYS, COUNT_KEYS, TOOL_ARGUMENTS_KEYS, TOOL_CALLED_KEYS
from pytest_rubric.loading.nodes import ListNode, MapNode, Node, ScalarNode, plain
from pytest_rubric.model import Check


def check(node: Node, faults: Faults) -> Check | None:
    """The check that stands under ``check:``; ``None`` where there is none, or a wrong one."""
    if isinstance(node, ScalarNode) and node.is_null:
        return None
    if not isinstance(node, MapNode):
        # the name of a check that has nothing to say but true is the likeliest to stand alone
        bare = CHECK_KEYS.canonical(node.text) if isinstance(node, ScalarNode) else None
        remedy = f"write {{{bare}: true}}" if bare and _READERS[bare] is _true else ""
        faults.wrong(node, "`check` must be a mapping with one key, such as {contains: text}", remedy)
        return None
    before = len(faults.found)
    entries = known_entries(node, CHECK_KEYS, faults)
    if len(faults.found) > before:
        return None
    if len(entries) != 1:
        found = ", ".join(entries) or "none"
        faults.add(node, f"`check` must have one key, found {found}; write one criterion for each check")
        return None
    [(kind, (_, _, _, value))] = entries.items()
    argument = _READERS[kind](value, kind, faults)
    return None if len(faults.found) > before else Check(kind, argument)


def check_text(made: Check) -> str:
    """A check as the text of its criterion, where that is left out."""
    if isinstance(made.argument, str):
        return f"{made.kind}: {made.argument}"
    return f"{made.kind}: {json.dumps(made.argument, ensure_ascii=False)}"


def _regex(node: Node, kind: str, faults: Faults) -> str | None:
    pattern = values.some_text(node, kind, faults)
    if pattern is None:
        return None
    try:
        # What only warns today would end a session that makes errors of warnings.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        faults.add(node, f"`{kind}` is not a regular expression that Python reads: {error}")
    return pattern


def _json_schema(node: Node, kind: str, faults: Faults) -> object:
    schema = plain(node)
    if schema is True:
        return True
    if not isinstance(schema, dict):
        faults.wrong(node, f"`{kind}` must be a JSON Schema (a mapping) or true")
        return None
    before = len(faults.found)
    faults.report_below(node)
    if len(faults.found) > before:
        return None

    import jsonschema  # only here, since it is slow to import

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an unknown `$schema` is read as the latest one
            jsonschema.validators.validator_for(schema).check_schema(schema)
    except jsonschema.SchemaError as error:
        faults.add(node, f"`{kind}` is not a JSON Schema: {error.json_path}: {error.message}")
    return schema


def _true(node: Node, kind: str, faults: Faults) -> object:
    if plain(node) is not True:
        faults.wrong(node, f"`{kind}` can only be true")
    return True


def _limit(minimum: int) -> Callable[[Node, str, Faults], object]:
    def read(node: Node, kind: str, faults: Faults) -> int | None:
        value = values.integer(node, kind, minimum, faults)
        if value is None and isinstance(node, ScalarNode) and node.is_null:
            faults.wrong(node, f"`{kind}` must be a whole number of at least {minimum}")
        return value

    return read


def _count(node: Node, kind: str, faults: Faults) -> object:
    if not isinstance(node, MapNode):
        faults.wrong(node, "`count` must be a mapping such as {contains: text, min: 2, max: 4}")
        return None
    entries = known_entries(node, COUNT_KEYS, faults)
    argument: dict[str, object] = {}
    for name, (_, _, _, value) in entries.items():
        argument[name] = _COUNT_READERS[name](value, name, faults)
    if ("regex" in argument) == ("contains" in argument):
        faults.add(node, "`count` must have either `contains` or `regex`")
    low, high = argument.get("min"), argument.get("max")
    if "min" not in argument and "max" not in argument:
        faults.add(node, "`count` must have `min`, `max` or both")
    elif isinstance(low, int) and isinstance(high, int) and low > high:
        faults.add(node, f"`min` of `count` must not be above `max`, found {low} and {high}")
    return argument


def _tools(node: Node, kind: str, faults: Faults) -> object:
    if isinstance(node, ListNode):
        if not node.items:
            faults.add(node, f"`{kind}` is an empty list; name at least one tool")
        return list(values.text_list(node, kind, faults))
    if isinstance(node, ScalarNode):
        return values.word(node, kind, faults)
    faults.wrong(node, f"`{kind}` must be the name of a tool or a list of names")
    return None


def _tool_called(node: Node, kind: str, faults: Faults) -> object:
    if not isinstance(node, MapNode):
        return _tools(node, kind, faults)
    entries = known_entries(node, TOOL_CALLED_KEYS, faults)
    if "tool" not in entries:
        faults.add(node, f"`tool` of `{kind}` is missing: the tool's name")
    argument: dict[str, object] = {}
    for name, (_, _, _, value) in entries.items():
        argument[name] = (
            values.word(value, name, faults) if name == "tool" else _limit(0)(value, name, faults)
        )
    low, high = argument.get("min", 1), argument.get("max")
    if isinstance(low, int) and isinstance(high, int) and low > high:
        faults.add(node, f"`min` of `{kind}` must not be above `max`, found {low} and {high}")
    return argument


def _tool_order(node: Node, kind: str, faults: Faults) -> object:
    if not isinstance(node, ListNode) or len(node.items) < 2:
        faults.wrong(node, f"`{kind}` must be a list of at least two names of tools")
        return None
    return list(values.text_list(node, kind, faults))


def _tool_arguments(node: Node, kind: str, faults: Faults) -> object:
    if not isinstance(node, MapNode):
        faults.wrong(node, f"`{kind}` must be a mapping such as {{tool: search, arguments: {{q: fees}}}}")
        return None
    entries = known_entries(node, TOOL_ARGUMENTS_KEYS, faults)
    for name in ("tool", "arguments"):
        if name not in entries:
            faults.add(node, f"`{name}` of `{kind}` is missing")
            return None
    tool = values.word(entries["tool"][3], "tool", faults)
    wanted = entries["arguments"][3]
    faults.report_below(wanted)
    if not isinstance(wanted, MapNode) or not wanted.entries:
        faults.wrong(wanted, f"`arguments` of `{kind}` must be a mapping with at least one argument")
        return None
    return {"tool": tool, "arguments": plain(wanted)}


_Reader = Callable[[Node, str, Faults], object]

_READERS: Mapping[str, _Reader] = {
    "contains": values.some_text,
    "not_contains": values.some_text,
    "equals": values.some_text,
    "starts_with": values.some_text,
    "ends_with": values.some_text,
    "regex": _regex,
    "not_regex": _regex,
    "json_schema": _json_schema,
    "is_json": _true,
    "max_words": _limit(0),
    "min_words": _limit(1),
    "max_chars": _limit(0),
    "min_chars": _limit(1),
    "count": _count,
    "tool_called": _tool_called,
    "tool_not_called": _tools,
    "tool_order": _tool_order,
    "tool_arguments": _tool_arguments,
    "max_steps": _limit(0),
    "no_unrecovered_error": _true,
    "python": values.function,
}

_COUNT_READERS: Mapping[str, _Reader] = {
    "contains": values.some_text,
    "regex": _regex,
    "min": _limit(0),
    "max": _limit(0),
}
