"""Nodes as YAML text, where a text is expected and its author wrote a list or mapping."""

from __future__ import annotations

import yaml

from pytest_rubric.loading.nodes import ListNode, MapNode, Node, ScalarNode

MAX_CHARACTERS = 5_000_000
"""Longest rendered text: aliases let a short source stand for a long one."""

_TEXT = "tag:yaml.org,2002:str"


def as_yaml(node: Node) -> str | None:
    """A node as YAML text in block style, aliases written out; ``None`` where it would be too long.

    Plain scalars stand as their author wrote them: ``1.10`` stays ``1.10``.
    """
    if _is_too_long(node):
        return None
    text: str = yaml.serialize(
        _serializable(node, yaml.resolver.Resolver()), Dumper=yaml.SafeDumper, allow_unicode=True, width=2**31
    )
    return text.removesuffix("\n")


def _serializable(node: Node, resolver: yaml.resolver.Resolver) -> yaml.Node:
    if isinstance(node, MapNode):
        pairs = [(_text(key), _serializable(value, resolver)) for key, _, _, value in node.entries]
        return yaml.MappingNode("tag:yaml.org,2002:map", pairs, flow_style=False)
    if isinstance(node, ListNode):
        items = [_serializable(item, resolver) for item in node.items]
        return yaml.SequenceNode("tag:yaml.org,2002:seq", items, flow_style=False)
    if isinstance(node, ScalarNode) and not node.style:
        # The tag that a reader gives to a plain scalar is the one that needs no quotes.
        tag = resolver.resolve(  # type: ignore[no-untyped-call]  # the stubs have no types for it
            yaml.ScalarNode, node.text, (True, False)
        )
        return yaml.ScalarNode(tag, node.text)
    return _text(node.text)


def _text(text: str) -> yaml.ScalarNode:
    return yaml.ScalarNode(_TEXT, text, style="|" if "\n" in text else None)


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
