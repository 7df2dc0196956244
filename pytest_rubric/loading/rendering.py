"""Data as YAML text, where a text is expected and its author wrote a list or mapping."""

from __future__ import annotations

from typing import Any

import yaml

from pytest_rubric.loading.nodes import ListNode, MapNode, Node, ScalarNode, plain

MAX_CHARACTERS = 5_000_000
"""Longest rendered text: aliases let a short source stand for a long one."""


class _Dumper(yaml.SafeDumper):
    """Writes shared values out in full: anchors would be noise to a judge."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def as_yaml(node: Node) -> str | None:
    """A node as YAML text, ``None`` where that would be too long."""
    return None if _is_too_long(node) else dump(plain(node))


def dump(data: object) -> str:
    """Plain data as YAML text, keys in their order, lines not folded."""
    text: str = yaml.dump(
        data, Dumper=_Dumper, allow_unicode=True, sort_keys=False, default_flow_style=False, width=2**31
    )
    return text.removesuffix("\n").removesuffix("\n...")


def _is_too_long(node: Node) -> bool:
    length = 0
    todo: list[Node] = [node]
    while todo:
        node = todo.pop()
        if isinstance(node, ScalarNode):
            length += len(node.text)
        elif isinstance(node, ListNode):
            todo.extend(node.items)
        elif isinstance(node, MapNode):
            length += sum(len(entry[0]) for entry in node.entries)
            todo.extend(entry[3] for entry in node.entries)
        length += 2
        if length > MAX_CHARACTERS:
            return True
    return False
