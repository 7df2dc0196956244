"""Logs, catalogs and answers of a judge, for the tests of the presets on the way."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.model import CatalogEntry, Evaluation, WeightedText
from tests.evaluators.presets.building import subject

QUALITY, UTILIZATION, SELECTION = (
    "agent-trace-quality",
    "agent-tool-utilization",
    "agent-tool-selection",
)
ASKED = "Which ferry leaves first?"
ANSWER = "The ferry at six."


def log(*calls: str | tuple[str, object, str | None], question: str = ASKED) -> dict[str, Any]:
    """A chat: step-1 is the question, then a step a call, the last step is the answer."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": question}]
    for number, call in enumerate(calls):
        name, arguments, result = call if isinstance(call, tuple) else (call, {"n": number}, "done")
        function = {"name": name, "arguments": arguments}
        messages.append({"role": "assistant", "tool_calls": [{"id": f"c{number}", "function": function}]})
        if result is not None:
            messages.append({"role": "tool", "tool_call_id": f"c{number}", "content": result})
    return {"messages": [*messages, {"role": "assistant", "content": ANSWER}]}


def way(
    *calls: str | tuple[str, object, str | None],
    actions: Sequence[str | tuple[str, str]] = (),
    catalog: Sequence[str | CatalogEntry] | None = None,
    output: str = ANSWER,
    run_log: object = None,
    **more: Any,
) -> Subject:
    """A subject with a log of these calls. Actions are texts, or texts with a weight."""
    return subject(
        output,
        run_log=log(*calls) if run_log is None else run_log,
        input=more.pop("input", ASKED),
        key_actions=tuple(
            WeightedText(each) if isinstance(each, str) else WeightedText(each[0], Fraction(each[1]))
            for each in actions
        ),
        catalog=None
        if catalog is None
        else tuple(CatalogEntry(each) if isinstance(each, str) else each for each in catalog),
        **more,
    )


def action(id_: object, coverage: str, **more: object) -> dict[str, Any]:
    lacks = coverage in ("partial", "missing")
    steps = ["step-2"] if coverage in ("covered", "partial") else []
    return {
        "id": id_,
        "reason": f"action {id_} is {coverage}",
        "steps": steps,
        "coverage": coverage,
        "severity": "medium" if lacks else "none",
        "suggestion": f"mend action {id_}" if lacks else "",
        **more,
    }


def graded(dimension: str, level: object = "1.0", **more: object) -> dict[str, Any]:
    below = level != "1.0"
    return {
        "dimension": dimension,
        "reason": f"{dimension} is {level}",
        "steps": ["step-3"] if below else [],
        "level": level,
        "suggestion": f"mend {dimension}" if below else "",
        **more,
    }


def path(tool_choice: object = "1.0", redundancy: object = "1.0") -> list[dict[str, object]]:
    return [graded("tool_choice", tool_choice), graded("redundancy", redundancy)]


def quality(
    *coverage: str, path_: Sequence[dict[str, object]] | None = None, **more: object
) -> dict[str, Any]:
    actions = [action(number, each) for number, each in enumerate(coverage, 1)]
    return {"actions": actions, "path": path() if path_ is None else list(path_), **more}


def needed(id_: object, need: str, **more: object) -> dict[str, Any]:
    return {
        "id": id_,
        "reason": f"entry {id_} is {need}",
        "need": need,
        "idle_reason": f"entry {id_} stayed idle",
        **more,
    }


def waste(step: object, kind: str = "redundant", **more: object) -> dict[str, Any]:
    return {"step": step, "reason": "known already", "kind": kind, "suggestion": "read once", **more}


def utilization(*needs: str, findings: Sequence[dict[str, object]] = ()) -> dict[str, Any]:
    return {
        "entries": [needed(number, each) for number, each in enumerate(needs, 1)],
        "findings": list(findings),
    }


DIMENSIONS = ("tool_necessity", "tool_match", "parameter_validity", "result_utilization", "call_order")


def verdict(dimension: str, said: str = "met", **more: object) -> dict[str, Any]:
    return {
        "dimension": dimension,
        "reason": f"{dimension} is {said}",
        "verdict": said,
        "suggestion": "" if said == "met" else f"mend {dimension}",
        **more,
    }


def issue(code: str, step: object = "", tool: str = "", **more: object) -> dict[str, Any]:
    return {
        "code": code,
        "dimension": "tool_necessity",
        "tool": tool,
        "step": step,
        "reason": f"{code} it is",
        "severity": "high",
        "suggestion": "look first",
        **more,
    }


def selection(*said: str, issues: Sequence[dict[str, object]] = ()) -> dict[str, Any]:
    """Verdicts in the order of the dimensions; ``met`` five times where none is given."""
    verdicts = said or ("met",) * len(DIMENSIONS)
    return {
        "issues": list(issues),
        "dimensions": [verdict(name, each) for name, each in zip(DIMENSIONS, verdicts, strict=False)],
    }


def points(evaluation: Evaluation) -> list[tuple[str, float | None, str | None]]:
    return [(point.label, point.score, point.status) for point in evaluation.points]
