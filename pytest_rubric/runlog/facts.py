"""What a run log tells without a model: facts for judges, checks and reports. None of them is a score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from pytest_rubric.runlog.content import as_json
from pytest_rubric.runlog.steps import RunLog, Step, Tokens
from pytest_rubric.runlog.use import Use, use_of_results

_UNKNOWN = "unknown tool"


@dataclass(frozen=True, slots=True)
class Repeat:
    """A call of one actor that is identical to its earlier one at step ``first``. It may be legitimate:
    something may have changed in between."""

    step: int
    first: int
    tool: str


@dataclass(frozen=True, slots=True)
class RetryRun:
    """Calls of one tool by one actor in a row that all failed, ``steps`` by index.

    ``recovered`` is the step of the next success of that tool by that actor, ``None`` where there is none;
    ``strategy_changed`` says whether it had other arguments than the last failure, or another call of
    the actor lies between.
    """

    actor: str
    tool: str
    steps: tuple[int, ...]
    recovered: int | None = None
    strategy_changed: bool = False


@dataclass(frozen=True, slots=True)
class Difference:
    """A total that the log gives of itself, and another one that its steps add up to. ``what`` is
    ``tokens``, ``calls`` or ``errors``."""

    what: str
    said: int
    found: int

    def __str__(self) -> str:
        return f"the log says {self.said} {self.what}, its steps add up to {self.found}"


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that code can tell of a run.

    ``sequence`` names the tools in order, ``counts`` how often each was called. ``concentration`` is
    the sum of the squared shares, to four decimals. ``errors`` are the steps that failed, by index;
    ``unanswered`` those without a result; ``outside`` those of tools that are not in the catalog.
    ``use`` says of each answered call whether something distinctive of its result turns up later: a
    hint, no proof. ``messages`` counts what users and assistants said. ``duration_ms`` is from the
    first start to the last end. ``differences`` says where the log's own totals are others.
    """

    sequence: tuple[str, ...]
    counts: Mapping[str, int]
    top_tool: str | None
    top_share: Fraction | None
    concentration: Decimal | None
    repeats: tuple[Repeat, ...]
    retries: tuple[RetryRun, ...]
    errors: tuple[int, ...]
    errors_by_tool: Mapping[str, int]
    unanswered: tuple[int, ...]
    outside: tuple[int, ...]
    use: Mapping[int, Use]
    messages: int
    tokens: Tokens | None
    duration_ms: float | None
    differences: tuple[Difference, ...]

    @property
    def unrecovered(self) -> tuple[RetryRun, ...]:
        """The runs of failures that no later success ended."""
        return tuple(run for run in self.retries if run.recovered is None)


def facts(log: RunLog, catalog: Iterable[str] | None = None) -> Facts:
    """The facts of a log. ``catalog`` names the tools on offer; where it is ``None`` the log's own
    list counts, and nothing is outside of a catalog that nobody gave. Skills and delegations are no
    tools, so no list of tools can lack them."""
    calls = log.calls
    names = tuple(_name(call) for call in calls)
    counts = dict(Counter(names).most_common())
    top = next(iter(counts), None)
    known = log.tools if catalog is None else tuple(catalog)
    folded = None if known is None else {name.casefold() for name in known}
    errors = tuple(call.index for call in calls if call.status == "error")
    tokens = [step.tokens for step in log.steps if step.tokens is not None]
    total = sum(tokens, Tokens()) if tokens else None
    return Facts(
        sequence=names,
        counts=counts,
        top_tool=top,
        top_share=None if top is None else Fraction(counts[top], len(calls)),
        concentration=_concentration(counts.values()),
        repeats=tuple(_repeats(calls)),
        retries=tuple(_retries(calls)),
        errors=errors,
        errors_by_tool=dict(Counter(_name(call) for call in calls if call.status == "error").most_common()),
        unanswered=tuple(call.index for call in calls if call.status == "no_result"),
        outside=()
        if folded is None
        else tuple(
            call.index
            for call in calls
            if call.capability == "tool" and call.tool and call.tool.casefold() not in folded
        ),
        use=use_of_results(log),
        messages=sum(step.kind in ("user", "assistant") for step in log.steps),
        tokens=total,
        duration_ms=_duration(log.steps),
        differences=tuple(_differences(log, total, len(calls), len(errors))),
    )


def _name(call: Step) -> str:
    return call.tool or _UNKNOWN


def _concentration(counts: Iterable[int]) -> Decimal | None:
    listed = list(counts)
    total = sum(listed)
    if not total:
        return None
    exact = sum((Fraction(count, total) ** 2 for count in listed), Fraction(0))
    value = Decimal(exact.numerator) / Decimal(exact.denominator)
    return value.quantize(Decimal("0.0001"), ROUND_HALF_UP)


def _repeats(calls: Sequence[Step]) -> Iterable[Repeat]:
    first: dict[tuple[str, str, str, str], int] = {}
    for call in calls:
        if call.tool is None:
            continue  # two calls whose names nobody knows need not be the same
        key = (call.actor, call.capability, call.tool.casefold(), _arguments(call))
        if key in first:
            yield Repeat(call.index, first[key], call.tool)
        else:
            first[key] = call.index


def _arguments(call: Step) -> str:
    if call.parsed is None:
        return call.arguments
    return as_json(call.parsed, sort_keys=True)


def _retries(calls: Sequence[Step]) -> Iterable[RetryRun]:
    by_actor: dict[str, list[Step]] = {}
    for call in calls:
        by_actor.setdefault(call.actor, []).append(call)
    found = [run for own in by_actor.values() for run in _runs(own)]
    return sorted(found, key=lambda run: run.steps[0])


def _runs(calls: Sequence[Step]) -> Iterable[RetryRun]:
    place = 0
    while place < len(calls):
        call = calls[place]
        if call.status != "error":
            place += 1
            continue
        end = place + 1
        while end < len(calls) and calls[end].status == "error" and _same(calls[end], call):
            end += 1
        steps = tuple(each.index for each in calls[place:end])
        later = _next_success(calls, end, call)
        if later is None:
            yield RetryRun(call.actor, _name(call), steps)
        else:
            changed = later > end or _arguments(calls[later]) != _arguments(calls[end - 1])
            yield RetryRun(call.actor, _name(call), steps, calls[later].index, changed)
        place = end


def _same(one: Step, other: Step) -> bool:
    """Whether two calls are of one tool: names differ by more than upper and lower case, and names
    that the log hides may be any."""
    if one.tool is None or other.tool is None:
        return False
    return one.capability == other.capability and one.tool.casefold() == other.tool.casefold()


def _next_success(calls: Sequence[Step], start: int, failed: Step) -> int | None:
    for place in range(start, len(calls)):
        if _same(calls[place], failed) and calls[place].status == "ok":
            return place
    return None


def _duration(steps: Sequence[Step]) -> float | None:
    starts = [step.started_at for step in steps if step.started_at is not None]
    ends = [step.completed_at for step in steps if step.completed_at is not None]
    return max(ends) - min(starts) if starts and ends else None


def _differences(log: RunLog, tokens: Tokens | None, calls: int, errors: int) -> Iterable[Difference]:
    counted = None if tokens is None else tokens.total
    for what, said, found in (
        ("tokens", log.claimed.tokens, counted),
        ("calls", log.claimed.calls, calls),
        ("errors", log.claimed.errors, errors),
    ):
        if said is not None and found is not None and said != found:
            yield Difference(what, said, found)
