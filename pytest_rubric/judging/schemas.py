"""From the models of a reply to the JSON schema that a server is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import BaseModel


def reply_schema(model: type[BaseModel]) -> dict[str, object]:
    """The strict schema of a reply, the same for every case.

    The models set no length limits: a grammar made from them cuts words, and the model garbles
    what follows. They give no defaults: every property is required.
    """
    plain = _inlined(model.model_json_schema(by_alias=True), {})
    assert isinstance(plain, dict)
    return plain


def _inlined(node: object, definitions: dict[str, object]) -> object:
    """Without references and titles: some servers' grammars know neither."""
    if isinstance(node, list):
        return [_inlined(item, definitions) for item in node]
    if not isinstance(node, dict):
        return node
    definitions = node.get("$defs", definitions)
    if "$ref" in node:
        return _inlined(definitions[node["$ref"].rpartition("/")[2]], definitions)
    kept: dict[str, object] = {}
    for key, value in node.items():
        if key == "properties":
            kept[key] = {name: _inlined(item, definitions) for name, item in value.items()}
        elif key not in ("$defs", "title", "description"):
            kept[key] = _inlined(value, definitions)
    return kept
