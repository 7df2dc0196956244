"""Parts of messages as text."""

from __future__ import annotations

import json
import re

_DATA_URL = re.compile(r"data:([\w.+-]+/[\w.+-]+)?(?:;[\w=.+-]+)*;base64,[A-Za-z0-9+/=_-]*")
_BINARY = {
    "image": "image",
    "image_url": "image",
    "input_image": "image",
    "input_audio": "audio",
    "audio": "audio",
    "video": "video",
    "video_url": "video",
    "file": "file",
    "input_file": "file",
}


def text_of(content: object) -> str:
    """The content of a message as text: text, a list of parts, or anything else as JSON.

    Images and other binary parts become a marker such as ``[image]``.
    """
    if content is None:
        return ""
    if isinstance(content, str):
        return without_data(content)
    if isinstance(content, list):
        return "\n".join(part for part in map(_part, content) if part)
    return without_data(as_json(content))


def as_json(value: object, indent: int | None = None) -> str:
    """Plain data as JSON: on one line, or with so many blanks a level."""
    try:
        return json.dumps(value, ensure_ascii=False, indent=indent, default=str)
    except (ValueError, TypeError, RecursionError):
        # a cycle, or keys that are no text: only a Python target can hand over such a log
        return repr(value)


def without_data(text: str) -> str:
    """The text with a marker in place of each base64 data URL."""
    if ";base64," not in text:
        return text
    return _DATA_URL.sub(lambda match: f"[{match[1] or 'data'}]", text)


def arguments_of(value: object) -> str:
    """The arguments of a call: JSON with readable characters, or as written where it is none."""
    if not isinstance(value, str):
        return without_data(as_json(value))
    try:
        return without_data(as_json(json.loads(value)))
    except (ValueError, RecursionError):
        return without_data(value)


def definitions(tools: object) -> dict[str, object] | None:
    """The tools on offer by name, from a list of definitions or the JSON text of one.

    ``None`` where there is no list; an empty list says that there was no tool.
    """
    if isinstance(tools, str):
        try:
            tools = json.loads(tools)
        except (ValueError, RecursionError):
            return None
    if not isinstance(tools, list):
        return None
    found: dict[str, object] = {}
    for tool in tools:
        inner = tool.get("function", tool) if isinstance(tool, dict) else tool
        name = inner.get("name") if isinstance(inner, dict) else inner
        if isinstance(name, str) and name:
            found[name] = inner if isinstance(inner, dict) else {}
    return found


def _part(part: object) -> str:
    if isinstance(part, str):
        return without_data(part)
    if not isinstance(part, dict):
        return as_json(part)
    kind = part.get("type")
    if isinstance(kind, str) and kind in _BINARY:
        return f"[{_BINARY[kind]}]"
    for key in ("text", "value", "refusal"):
        if isinstance(part.get(key), str):
            return without_data(part[key])
    return without_data(as_json(part))
