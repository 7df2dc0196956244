"""A run log as a judge is shown it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pytest_rubric.model.text import visible
from pytest_rubric.runlog.content import as_json, without_data
from pytest_rubric.runlog.reading import read
from pytest_rubric.runlog.steps import MAIN, Instruction, RunLog, Step

MOST_STEPS = 160
"""How many steps a judge is shown; background steps are left out first, then those in the middle."""

FIELD = 400
"""How many characters of a text, of arguments or of a result a digest shows."""


def as_text(log: object) -> str:
    """A run log as text, whole: its steps numbered ``step-1``, ``step-2`` ...

    Plain text stays as it is; what no reader knows is shown as JSON. Images and other base64
    data are replaced by a marker.
    """
    understood = read(log)
    if understood is not None:
        return visible("\n\n".join(_blocks(understood, understood.steps, None)))
    return visible(log if isinstance(log, str) else without_data(as_json(log, indent=2)))


def digest(log: RunLog) -> str:
    """A log as text, bounded: at most :data:`MOST_STEPS` steps, every text, argument and result cut to
    :data:`FIELD` characters. What is left out is said in its place."""
    return visible("\n\n".join(_blocks(log, shown_steps(log.steps), FIELD)))


def shown_steps(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps that are shown: all, or the first and the last of those that are no background."""
    if len(steps) <= MOST_STEPS:
        return tuple(steps)
    kept = [step for step in steps if not step.background]
    if len(kept) > MOST_STEPS:
        tail = MOST_STEPS // 2
        kept = [*kept[: MOST_STEPS - tail], *kept[-tail:]]
    return tuple(kept)


def _blocks(log: RunLog, steps: Sequence[Step], widest: int | None) -> Iterator[str]:
    if log.tools:
        yield "tools on offer: " + ", ".join(log.tools)
    waiting = list(log.system)
    before = 0
    for step in steps:
        while waiting and waiting[0].after < step.index:
            yield _instruction(waiting.pop(0), widest)
        if step.index > before + 1:
            yield _gap(before + 1, step.index - 1)
        yield "\n".join(_lines(step, widest))
        before = step.index
    if before < len(log.steps):
        yield _gap(before + 1, len(log.steps))
    for instruction in waiting:
        yield _instruction(instruction, widest)


def _instruction(instruction: Instruction, widest: int | None) -> str:
    return f"{instruction.role}:\n{_cut(instruction.text, widest)}"


def _gap(first: int, last: int) -> str:
    which = f"step-{first}" if first == last else f"step-{first} to step-{last}"
    return f"[{which} not shown]"


def _lines(step: Step, widest: int | None) -> Iterator[str]:
    number = f"step-{step.index} "
    by = "" if step.actor == MAIN else f" ({step.agent or step.actor})"
    match step.kind:
        case "tool_call":
            what = "tool" if step.capability == "tool" else step.capability
            yield f"{number}{what} call{by}: {step.tool or 'unknown tool'}"
            if step.reasoning:
                yield f"(reasoning) {_cut(step.reasoning, widest)}"
            if step.arguments:
                yield f"arguments: {_cut(step.arguments, widest)}"
            if step.result is None:
                yield "no result"
            else:
                failed = " (error)" if step.status == "error" else ""
                yield f"result{failed}: {_cut(step.result, widest)}"
        case "orphan_result":
            of = f" of {step.tool}" if step.tool else ""
            yield f"{number}{step.role} (result{of} without a call):"
            yield _cut(step.text, widest)
        case _:
            yield f"{number}{step.role}{by}:"
            if step.reasoning:
                yield f"(reasoning) {_cut(step.reasoning, widest)}"
            if step.text:
                yield _cut(step.text, widest)


def _cut(text: str, widest: int | None) -> str:
    if widest is None or len(text) <= widest:
        return text
    return f"{text[:widest].rstrip()} [... {len(text) - widest} more characters]"
