"""Parts of messages as text."""

from __future__ import annotations

import json
import re

_DATA_URL = re.compile(r"data:([\w.+-]+/[\w.+-]+)?(?:;[\w=.+-]+)*;base64,[A-Za-z0-9+/=_-]*")
_DEEPEST = 50
_MOST_BITS = 10_000  # about 3,000 digits; Python refuses to write more than 4,300
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


def as_json(value: object, indent: int | None = None, *, sort_keys: bool = False) -> str:
    """Plain data as JSON: on one line, or with so many blanks a level.

    What JSON can't hold (a cycle, keys that are no text) or nobody could read (levels beyond the
    50th, whole numbers of thousands of digits) is shown in its place, and what it stands in is kept.
    """
    try:
        return json.dumps(value, ensure_ascii=False, indent=indent, default=str, sort_keys=sort_keys)
    except (ValueError, TypeError, RecursionError):
        plain = _plain(value, ())
        return json.dumps(plain, ensure_ascii=False, indent=indent, default=str, sort_keys=sort_keys)


def _plain(value: object, above: tuple[int, ...]) -> object:
    """The value as JSON can hold it; ``above`` are the ids of what it stands in."""
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        return f"(a whole number of {value.bit_length():,} bits)"
    if not isinstance(value, (dict, list, tuple)):
        return value
    if len(above) >= _DEEPEST or id(value) in above:
        return "…"
    within = (*above, id(value))
    if isinstance(value, dict):
        return {str(_plain(key, within)): _plain(inner, within) for key, inner in value.items()}
    return [_plain(inner, within) for inner in value]


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
