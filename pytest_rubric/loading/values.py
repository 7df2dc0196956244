"""Reads single values: each function returns the value, or ``None`` where it is absent (null) or wrong.

What is wrong is added to ``faults``. ``name`` is the key as messages show it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from pytest_rubric.loading.faults import Faults
from pytest_rubric.loading.nodes import ListNode, Node, ScalarNode
from pytest_rubric.model.nearest import nearest

LONGEST_SECONDS = 86_400
VARIABLE = "[A-Za-z_][A-Za-z0-9_]*"
"""A regular expression of the names that environment variables have."""

# YAML 1.1 and 1.2 and JSON read these alike, apart from exponents, which YAML 1.1 takes for text.
_NUMBER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)?(?:\.[0-9]+|(?<=[0-9])\.?)(?:[eE][-+]?[0-9]{1,2})?")
_LONGEST_NUMBER = 40
_TRUE = frozenset({"true", "yes", "on"})
_FALSE = frozenset({"false", "no", "off"})


def text(node: Node, name: str, faults: Faults) -> str | None:
    """A text as it is written: a plain ``no`` or ``22:22`` is the text that it is."""
    if isinstance(node, ScalarNode):
        return None if node.is_null else node.text
    faults.wrong(node, f"`{name}` must be text")
    return None


def word(node: Node, name: str, faults: Faults) -> str | None:
    """A text that must be given and not be blank."""
    if isinstance(node, ScalarNode) and not node.is_null and node.text.strip():
        return node.text
    faults.wrong(node, f"`{name}` must be a text that is not empty")
    return None


def some_text(node: Node, name: str, faults: Faults) -> str | None:
    """A text that must be given; white space counts."""
    if isinstance(node, ScalarNode) and not node.is_null and node.text:
        return node.text
    faults.wrong(node, f"`{name}` must be a text that is not empty")
    return None


def text_list(node: Node, name: str, faults: Faults) -> tuple[str, ...]:
    """A list of texts that aren't blank; empty where it is absent."""
    if isinstance(node, ListNode):
        before = len(faults.found)
        texts = [word(item, name, faults) for item in node.items]
        return tuple([each for each in texts if each]) if len(faults.found) == before else ()
    if isinstance(node, ScalarNode) and node.is_null:
        return ()
    remedy = ""
    if isinstance(node, ScalarNode) and re.fullmatch(r"[\w:.-]+", node.text):
        remedy = f"write [{node.text}]"
    faults.wrong(node, f"`{name}` must be a list of texts", remedy)
    return ()


@lru_cache(maxsize=4096)
def exact_number(source: str) -> Fraction | None:
    """The exact value of a decimal number as JSON writes it, ``None`` for anything else.

    A leading ``+`` and a missing digit before or behind the point are fine. Other spellings that
    some YAML reader takes for a number (``010``, ``1_000``, ``0x1F``, ``1:30``, ``.inf``) are not:
    readers disagree about most of them.
    """
    if len(source) > _LONGEST_NUMBER or _NUMBER.fullmatch(source) is None:
        return None
    return Fraction(source)


def number(node: Node, expected: str, faults: Faults) -> Fraction | None:
    """An exact number from the source text. ``expected`` says what must stand there."""
    if not isinstance(node, ScalarNode):
        faults.wrong(node, expected)
        return None
    if not node.style:
        value = exact_number(node.text)
        if value is not None:
            return value
        if node.is_null:
            return None
    faults.wrong(node, expected, _remedy(node))
    return None


def _remedy(node: ScalarNode) -> str:
    source = node.text.strip()
    if node.style and exact_number(source) is not None:
        return "remove the quotes"
    candidate = re.sub(r"^([-+]?)0+(?=[1-9])", r"\1", source.removesuffix("%").strip().replace("_", ""))
    return f"write {candidate}" if exact_number(candidate) is not None else ""


def threshold(node: Node, name: str, faults: Faults) -> Fraction | None:
    """A score, 0 to 100."""
    expected = f"`{name}` must be a number from 0 to 100"
    value = number(node, expected, faults)
    if value is not None and not 0 <= value <= 100:
        faults.wrong(node, expected)
        return None
    return value


def integer(node: Node, name: str, minimum: int, faults: Faults) -> int | None:
    """A whole number of at least ``minimum``."""
    expected = f"`{name}` must be a whole number of at least {minimum}"
    value = number(node, expected, faults)
    if value is None:
        return None
    if value.denominator != 1 or value < minimum:
        faults.wrong(node, expected)
        return None
    return int(value)


def seconds(node: Node, name: str, faults: Faults) -> float | None:
    """A time in seconds above 0."""
    expected = f"`{name}` must be a number of seconds above 0, at most {LONGEST_SECONDS:,}"
    value = number(node, expected, faults)
    if value is not None and not 0 < value <= LONGEST_SECONDS:
        faults.wrong(node, expected)
        return None
    return None if value is None else float(value)


def choice(node: Node, name: str, allowed: Sequence[str], faults: Faults) -> str | None:
    """One of a few words."""
    remedy = ""
    if isinstance(node, ScalarNode):
        if node.is_null:
            return None
        if node.text in allowed:
            return node.text
        near = nearest(node.text.lower(), allowed)
        remedy = f"did you mean {near}?" if near else ""
    faults.wrong(node, f"`{name}` must be one of {', '.join(allowed)}", remedy)
    return None


def boolean(node: Node, name: str, faults: Faults) -> bool | None:
    """``true`` or ``false``; ``yes``, ``no``, ``on`` and ``off`` as in YAML 1.1. A quoted word is a text."""
    if isinstance(node, ScalarNode) and not node.style:
        lowered = node.text.lower()
        if lowered in _TRUE:
            return True
        if lowered in _FALSE:
            return False
        if node.is_null:
            return None
    faults.wrong(node, f"`{name}` must be true or false")
    return None


def function(node: Node, name: str, faults: Faults) -> str | None:
    """``package.module:function``; attributes of the function's owner may follow (``m:Class.method``)."""
    if isinstance(node, ScalarNode) and not node.is_null:
        module, colon, attribute = node.text.partition(":")
        if colon and all(part.isidentifier() for part in [*module.split("."), *attribute.split(".")]):
            return node.text
    faults.wrong(node, f"`{name}` must be `package.module:function`")
    return None
