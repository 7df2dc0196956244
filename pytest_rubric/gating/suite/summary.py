"""What came of the gates: lines for people, and a JSON document."""

from __future__ import annotations

from pytest_rubric.gating.suite.gates import GateResult, SuiteResult
from pytest_rubric.model.lines import one_line
from pytest_rubric.reporting.numbers import Number, grouped, plain, plural
from pytest_rubric.scoring.figures import beside_limit, figure

VERSION = 1


def lines(result: SuiteResult) -> list[str]:
    """One line for each gate that did not hold or could not be looked at, one for all that held."""
    if result.not_evaluated is not None:
        return [f"gates: not evaluated: {result.not_evaluated}"]
    told = [f"gate: {_told(each)}" for each in result.gates if not each.held]
    held = [_told(each) for each in result.gates if each.held]
    return [*told, *([f"gates held: {'; '.join(held)}"] if held else [])]


def unevaluated(result: SuiteResult) -> list[str]:
    """Those of the lines that say of a gate that it could not be looked at."""
    if result.not_evaluated is not None:
        return lines(result)
    return [f"gate: {_told(each)}" for each in result.gates if each.held is None]


def document(result: SuiteResult) -> dict[str, object]:
    """The same as JSON, numbers as numbers. docs/gates.md says what each field holds."""
    return {
        "version": VERSION,
        "not_evaluated": result.not_evaluated,
        "gates": [_entry(each) for each in result.gates],
    }


def _entry(result: GateResult) -> dict[str, Number | str | bool | None]:
    measured = result.measured
    return {
        "gate": result.gate,
        "tag": result.tag,
        "limit": plain(result.limit),
        "value": plain(measured.value),
        "held": result.held,
        "counted": measured.counted,
        "items": measured.items,
        "told": _told(result),
    }


def _told(result: GateResult) -> str:
    name, unit = _name(result), "%" if result.gate == "min_pass_rate" else ""
    if result.unknown:
        meant = f"; did you mean {one_line(result.meant)}?" if result.meant else ""
        return f"{name}: no case has this tag{meant}"
    measured = result.measured
    if measured.value is None:
        what = "an outcome" if result.gate == "min_pass_rate" else "a score"
        none_of = f"none of {plural(measured.items, 'case')} has {what}"
        return f"{name}: not evaluated: {none_of}{_left_out(result)}"
    signs = ("<=", ">") if result.gate == "max_errors" else (">=", "<")
    value = beside_limit(measured.value, result.limit, 1)
    told = f"{name} {value}{unit} {signs[not result.held]} {figure(result.limit)}{unit}"
    if measured.counted < measured.items:
        told += f" over {grouped(measured.counted)} of {plural(measured.items, 'case')}{_left_out(result)}"
    elif not result.held:
        told += f" over {plural(measured.items, 'case')}"
    return told


def _name(result: GateResult) -> str:
    names = {"min_mean": "mean score", "min_pass_rate": "pass rate", "max_errors": "errors"}
    return names.get(result.gate) or f"tag {one_line(result.tag or '')}"


def _left_out(result: GateResult) -> str:
    measured = result.measured
    rest = measured.items - measured.counted - measured.errors - measured.skipped
    parts = [
        *([plural(measured.errors, "error")] if measured.errors else []),
        *([f"{grouped(measured.skipped)} skipped"] if measured.skipped else []),
        *([f"{grouped(rest)} without a score"] if rest > 0 else []),
    ]
    return f" ({', '.join(parts)})" if parts else ""
