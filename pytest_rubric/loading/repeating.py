"""``repeat`` and ``pass_rule``: how often a target runs, and how many of the runs must pass."""

from __future__ import annotations

from pytest_rubric.loading import values
from pytest_rubric.loading.faults import Faults
from pytest_rubric.loading.nodes import MapNode, Node, ScalarNode
from pytest_rubric.model.nearest import nearest
from pytest_rubric.model.repeat import PassRule, RuleName

PASS_RULES: tuple[RuleName, ...] = ("all", "majority", "any")
"""The rules that take no number."""

RATE = r"^rate: *\+?(?:0?\.0*[1-9][0-9]*|1(?:\.0*)?)$"
"""A regular expression of the rule that does, for editors."""

MOST_RUNS = 1000

_EXPECTED = (
    f"`pass_rule` must be one of {', '.join(PASS_RULES)}, or rate:N with N above 0 and at most 1 (rate:0.8)"
)
WITHOUT_REPEAT = (
    "`pass_rule` says how many runs must pass, and this case runs once: add `repeat`, or leave it out"
)


def repeat(node: Node, faults: Faults) -> int | None:
    """How often the target runs."""
    expected = f"`repeat` must be a whole number from 1 to {MOST_RUNS:,}"
    value = values.number(node, expected, faults)
    if value is not None and (value.denominator != 1 or not 1 <= value <= MOST_RUNS):
        faults.wrong(node, expected)
        return None
    return None if value is None else int(value)


def pass_rule(node: Node, faults: Faults) -> PassRule | None:
    """The rule that a case passes by."""
    if isinstance(node, ScalarNode):
        if node.is_null:
            return None
        for name in PASS_RULES:
            if node.text == name:
                return PassRule(name)
        kind, colon, share = node.text.partition(":")
        rate = values.exact_number(share.strip()) if colon and kind == "rate" else None
        if rate is not None and 0 < rate <= 1:
            return PassRule("rate", rate)
    faults.wrong(node, _EXPECTED, _remedy(node))
    return None


def _remedy(node: Node) -> str:
    """What was probably meant."""
    if isinstance(node, MapNode):
        entries = node.entries
        is_rate = len(entries) == 1 and entries[0][0] == "rate" and isinstance(entries[0][3], ScalarNode)
        written = entries[0][3].text if is_rate and isinstance(entries[0][3], ScalarNode) else ""
    elif isinstance(node, ScalarNode):
        written = node.text.strip().lower().removeprefix("rate").lstrip(": ")
        if near := nearest(written, PASS_RULES):
            return f"did you mean {near}?"
    else:
        return ""
    value = values.exact_number(written.removesuffix("%").strip())
    if value is None:
        return ""
    is_percentage = written.endswith("%") or (value > 1 and value.denominator == 1)
    share = value / 100 if is_percentage else value
    return f"write rate:{float(share):g}" if 0 < share <= 1 else ""
