"""The JSON schema of the reply that the rubric judge is asked for."""

from __future__ import annotations

from functools import cache


@cache
def schema(feedback: bool) -> dict[str, object]:
    """The strict schema, with or without the lists of feedback; the same for every case.

    No length limits: a grammar made from them cuts words, and the model garbles what follows.
    The result is shared: treat it as read-only.
    """
    # pydantic takes a tenth of a second to import; a run without judged cases needs none of it.
    from pytest_rubric.evaluators.rubric.reply_models import DecisionsReply, FullReply

    model = FullReply if feedback else DecisionsReply
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
