"""How many items an output lists, where that can be counted beyond doubt."""

from __future__ import annotations

import json
import re
import unicodedata

_ITEM = re.compile(
    r"""^(?P<indent>[ \t]*)
    (?: (?P<bullet>[-*+•·‣◦])[ \t]+
      | (?P<number>\d{1,3})(?:[.)](?=\s|[^\W\d])|[、．：])[ \t]*
      | [（(](?P<bracketed>\d{1,3})[)）][ \t]*
      | (?P<han>[一二三四五六七八九]|十[一二三四五六七八九]?)、[ \t]*
      | (?P<circled>[①-⑳])[ \t]*
    )\S""",
    re.VERBOSE,
)
_HAN = "一二三四五六七八九十"


def items(output: str) -> int | None:
    """The number of items of the one flat list in ``output``: bullets of one kind, numbers that run from
    1, or the elements of a JSON list. ``None`` for anything else: no list, several, nested ones, tables."""
    listed = _json_list(output)
    if listed is not None:
        return listed
    lines = output.splitlines()
    if any(line.lstrip().startswith(("```", "~~~", "|")) for line in lines):
        return None
    found = [(at, match) for at, line in enumerate(lines) if (match := _ITEM.match(line))]
    if not found or len({match["indent"].expandtabs() for _, match in found}) > 1:
        return None
    kinds = {_kind(match) for _, match in found}
    if len(kinds) > 1 or _is_interrupted(lines, [at for at, _ in found]):
        return None
    numbers = [_number(match) for _, match in found]
    if None not in numbers and numbers != list(range(1, len(numbers) + 1)):
        return None
    return len(found)


def _json_list(output: str) -> int | None:
    if not output.lstrip().startswith("["):
        return None
    try:
        value = json.loads(output)
    except (ValueError, RecursionError):
        return None
    return len(value) if isinstance(value, list) else None


def _kind(match: re.Match[str]) -> str:
    if match["bullet"]:
        return match["bullet"]
    return next(name for name in ("number", "bracketed", "han", "circled") if match[name])


def _number(match: re.Match[str]) -> int | None:
    if match["bullet"]:
        return None
    if match["circled"]:
        return int(unicodedata.numeric(match["circled"]))
    if match["han"]:
        return (10 if len(match["han"]) > 1 else 0) + _HAN.index(match["han"][-1]) + 1
    return int(match["number"] or match["bracketed"])


def _is_interrupted(lines: list[str], at: list[int]) -> bool:
    """Whether a paragraph of its own stands between two items: then they may be two lists."""
    return any(
        lines[number].strip() and not lines[number - 1].strip() and not lines[number][0].isspace()
        for number in range(at[0] + 1, at[-1])
        if number not in at
    )
