"""What came of a gate of the suite, in one sentence."""

from __future__ import annotations

from fractions import Fraction

from pytest_rubric.gating.gates import Gate
from pytest_rubric.gating.suite.measuring import Measured
from pytest_rubric.model.lines import one_line
from pytest_rubric.reporting.numbers import grouped, plural
from pytest_rubric.scoring.figures import beside_limit, figure


def unknown_tag(tag: str, meant: str | None) -> str:
    """No item has the tag; ``meant`` is the one that is spelled most like it, if one is."""
    hint = f"; did you mean {one_line(meant)}?" if meant else ""
    return f"{_name('min_tag', tag)}: no case has this tag{hint}"


def measured(gate: Gate, found: Measured, limit: Fraction, held: bool | None, tag: str | None) -> str:
    """What was measured beside its limit, and what it covers where that isn't all."""
    name, unit = _name(gate, tag), "%" if gate == "min_pass_rate" else ""
    if found.value is None:
        what = "an outcome" if gate == "min_pass_rate" else "a score"
        none_of = f"none of {plural(found.items, 'case')} has {what}"
        return f"{name}: not evaluated: {none_of}{_left_out(found)}"
    signs = ("<=", ">") if gate == "max_errors" else (">=", "<")
    value = beside_limit(found.value, limit, 1)
    told = f"{name} {value}{unit} {signs[not held]} {figure(limit)}{unit}"
    if found.counted < found.items:
        told += f" over {grouped(found.counted)} of {plural(found.items, 'case')}{_left_out(found)}"
    elif not held:
        told += f" over {plural(found.items, 'case')}"
    return told


def _name(gate: Gate, tag: str | None) -> str:
    names: dict[str, str] = {"min_mean": "mean score", "min_pass_rate": "pass rate", "max_errors": "errors"}
    return names.get(gate) or f"tag {one_line(tag or '')}"


def _left_out(found: Measured) -> str:
    rest = found.items - found.counted - found.errors - found.skipped
    parts = [
        *([plural(found.errors, "error")] if found.errors else []),
        *([f"{grouped(found.skipped)} skipped"] if found.skipped else []),
        *([f"{grouped(rest)} without a score"] if rest > 0 else []),
    ]
    return f" ({', '.join(parts)})" if parts else ""
