"""Checks on the run log: which tools were called, in which order, with which arguments, how it ended.

Names of tools are compared without regard to case. A skill counts under its own name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from pytest_rubric import runlog
from pytest_rubric.evaluators.checks.finding import CheckFault, Finding, WrongArgument
from pytest_rubric.evaluators.checks.wording import Wording
from pytest_rubric.model import Quote
from pytest_rubric.model.lines import shortened
from pytest_rubric.runlog import RunLog, Step

_MOST_QUOTES = 3


def check_log(kind: str, log: object, argument: object, words: Wording) -> Finding:
    """What a check of this kind finds in a log. ``log`` is as the output brought it, ``None`` for none.

    Raises :class:`CheckFault` where there is no log, or none that can be read, or where it hides the
    names of tools and one of those calls would decide.
    """
    if log is None:
        raise CheckFault(words.no_log)
    understood = runlog.read(log)
    if understood is None:
        raise CheckFault(words.unknown_log)
    made = CHECKS[kind](understood, argument, words)
    if any(call.tool is None for call in understood.calls) and _is_open(kind, argument, made):
        raise CheckFault(words.hidden_names)
    return Finding(made[0], made[1], _quotes(runlog.as_text(log), made[2]))


_Found = tuple[bool, str, Sequence[Step]]


def _is_open(kind: str, argument: object, made: _Found) -> bool:
    """Whether one more call of the right name would turn what was found around."""
    holds, _, steps = made
    match kind:
        case "tool_not_called":
            return holds
        case "tool_called" if isinstance(argument, Mapping) and argument.get("max") is not None:
            return len(steps) <= _limit(argument["max"], 0)
        case "tool_called" | "tool_order" | "tool_arguments":
            return not holds
    return False


def _tool_called(log: RunLog, argument: object, words: Wording) -> _Found:
    """One tool, all of several, or one as often as wanted."""
    if isinstance(argument, Mapping):
        calls = _calls(log, argument.get("tool"))
        least = _limit(argument.get("min"), 1)
        most = None if argument.get("max") is None else _limit(argument["max"], 0)
        holds = len(calls) >= least and (most is None or len(calls) <= most)
        wanted = words.at_least.format(least) if most is None else words.between.format(least, most)
        return holds, words.called_times.format(argument.get("tool"), len(calls), wanted), calls
    found: list[Step] = []
    missing: list[str] = []
    for name in _names(argument):
        calls = _calls(log, name)
        found += calls[:1]
        if not calls:
            missing.append(name)
    if missing:
        return False, words.not_called.format(_listed(missing)), found
    return True, words.called.format(_listed(_names(argument))), found


def _tool_not_called(log: RunLog, argument: object, words: Wording) -> _Found:
    names = _names(argument)
    found = [call for name in names for call in _calls(log, name)]
    if found:
        return False, words.called.format(_listed(dict.fromkeys(str(call.tool) for call in found))), found
    return True, words.not_called.format(_listed(names)), ()


def _tool_order(log: RunLog, argument: object, words: Wording) -> _Found:
    """Each behind the one before; other calls may lie between."""
    names = _names(argument)
    found: list[Step] = []
    behind = 0
    for name in names:
        call = next((call for call in _calls(log, name) if call.index > behind), None)
        if call is None:
            before = f" {found[-1].tool} (step-{behind})" if found else ""
            return False, words.out_of_order.format(name, before).strip(), found
        found.append(call)
        behind = call.index
    return True, words.in_order.format(_listed(names)), found


def _tool_arguments(log: RunLog, argument: object, words: Wording) -> _Found:
    if not isinstance(argument, Mapping) or not isinstance(argument.get("arguments"), Mapping):
        raise WrongArgument("a mapping with `tool` and `arguments` is needed")
    calls = _calls(log, argument.get("tool"))
    fitting = [call for call in calls if _holds(call.parsed, argument["arguments"])]
    if fitting:
        return True, words.arguments_fit.format(argument["tool"]), fitting
    if not calls:
        return False, words.not_called.format(argument.get("tool")), ()
    return False, words.arguments_differ.format(argument["tool"], shortened(calls[-1].arguments)), calls


def _max_steps(log: RunLog, argument: object, words: Wording) -> _Found:
    most = _limit(argument, 0)
    return len(log.steps) <= most, words.steps.format(len(log.steps), words.at_most.format(most)), ()


def _no_unrecovered_error(log: RunLog, argument: object, words: Wording) -> _Found:
    runs = runlog.facts(log).unrecovered
    if not runs:
        return True, words.all_recovered, ()
    steps = [log.steps[index - 1] for run in runs for index in run.steps[-1:]]
    named = [step for step in steps if step.tool is not None]
    last = (named or steps)[-1]
    if not named and any(_may_recover(call, last) for call in log.calls):
        raise CheckFault(words.hidden_names)
    tool = last.tool or words.unknown_tool
    reason = words.not_recovered.format(tool, last.index, shortened(last.error or last.result or ""))
    return False, reason, steps


def _may_recover(call: Step, failed: Step) -> bool:
    """Whether a call whose tool is not known may be the success of one that failed before it."""
    later = call.index > failed.index and call.actor == failed.actor
    return later and call.tool is None and call.status in ("ok", "unknown")


CHECKS: Mapping[str, Callable[[RunLog, object, Wording], _Found]] = {
    "tool_called": _tool_called,
    "tool_not_called": _tool_not_called,
    "tool_order": _tool_order,
    "tool_arguments": _tool_arguments,
    "max_steps": _max_steps,
    "no_unrecovered_error": _no_unrecovered_error,
}
"""By kind, as it is written in a case file."""


def _calls(log: RunLog, name: object) -> list[Step]:
    if not isinstance(name, str):
        raise WrongArgument(f"the name of a tool is needed, found {name!r}")
    return [call for call in log.calls if call.tool is not None and call.tool.casefold() == name.casefold()]


def _names(argument: object) -> list[str]:
    names = [argument] if isinstance(argument, str) else argument
    if not isinstance(names, (list, tuple)) or not names or not all(isinstance(each, str) for each in names):
        raise WrongArgument(f"the name of a tool or a list of names is needed, found {argument!r}")
    return list(names)


def _limit(value: object, otherwise: int) -> int:
    if value is None:
        return otherwise
    if not isinstance(value, int) or isinstance(value, bool):
        raise WrongArgument(f"a whole number is needed, found {value!r}")
    return value


def _holds(given: object, wanted: object) -> bool:
    """Whether ``given`` has what is wanted: mappings may hold more, all else is the same value."""
    if isinstance(wanted, Mapping):
        return isinstance(given, Mapping) and all(
            key in given and _holds(given[key], value) for key, value in wanted.items()
        )
    if isinstance(given, bool) or isinstance(wanted, bool):
        return given is wanted
    if isinstance(wanted, list):
        return isinstance(given, list) and len(given) == len(wanted) and all(map(_holds, given, wanted))
    return given == wanted


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def _quotes(text: str, steps: Iterable[Step]) -> tuple[Quote, ...]:
    """The first lines of some steps, as they stand in the log's text."""
    quotes: list[Quote] = []
    for step in steps:
        head = f"step-{step.index} "
        start = 0 if text.startswith(head) else text.find(f"\n{head}") + 1
        if not text.startswith(head, start):
            continue
        end = text.find("\n", start)
        passage = text[start : end if end >= 0 else len(text)]
        quotes.append(
            Quote("run_log", passage, found=True, start=start, end=start + len(passage), passage=passage)
        )
        if len(quotes) == _MOST_QUOTES:
            break
    return tuple(quotes)
