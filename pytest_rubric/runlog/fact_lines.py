"""The facts of a run log in words, for judges and for evidence, in Chinese and English."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pytest_rubric.model.lines import shortened
from pytest_rubric.runlog.facts import Facts, Repeat, RetryRun
from pytest_rubric.runlog.steps import RunLog

T = TypeVar("T")

MOST_LISTED = 12
"""How many steps or tools one line names; the others are counted."""

_MOST_RUNS = 6
_WIDEST_NAME = 60


@dataclass(frozen=True, slots=True)
class FactLines:
    """Facts by what they are about, one text each; empty where there is nothing to tell.

    ``calls`` is which tools were called how often, ``repeats`` the identical calls, ``failures`` what
    failed and whether it was made good, ``outside`` the calls of tools that were not on offer, ``unused``
    the results of which nothing turns up later, ``totals`` where the log contradicts itself.
    """

    calls: str
    repeats: str = ""
    failures: str = ""
    outside: str = ""
    unused: str = ""
    totals: str = ""

    def __str__(self) -> str:
        lines = (self.calls, self.repeats, self.failures, self.outside, self.unused, self.totals)
        return "\n".join(line for line in lines if line)


@dataclass(frozen=True, slots=True)
class _Words:
    no_calls: str
    calls: str
    times: str
    and_more: str
    separator: str
    between_groups: str
    no_repeats: str
    repeats: str
    repeat: str
    no_failures: str
    failures: str
    run: str
    failure: str
    never_recovered: str
    recovered: str
    same_way: str
    another_way: str
    unanswered: str
    after_sentence: str
    outside: str
    unused: str
    difference: str
    totals: dict[str, str]
    unknown: str


_EN = _Words(
    no_calls="No tool was called.",
    calls="Calls: {} ({}).",
    times="{} {}×",
    and_more="{} more",
    separator=", ",
    between_groups="; ",
    no_repeats="No call was made twice with the same arguments.",
    repeats="Identical calls (same tool, same arguments): {}.",
    repeat="{} at {}, as at {}",
    no_failures="No call failed.",
    failures="Failed calls: {} ({}).",
    run="{} failed {} times in a row ({}) and {}.",
    failure="{} failed ({}) and {}.",
    never_recovered="never succeeded afterwards",
    recovered="succeeded at {} {}",
    same_way="with the same arguments",
    another_way="in another way",
    unanswered="Calls without a result: {}.",
    after_sentence=" ",
    outside="Calls of tools that were not on offer: {}.",
    unused="Results of which nothing turns up later (a hint only): {}.",
    difference="The log says {said} {what}, its steps add up to {found}.",
    totals={"tokens": "tokens", "calls": "calls", "errors": "errors"},
    unknown="unknown tool",
)

_ZH = _Words(
    no_calls="没有调用任何工具。",
    calls="调用共 {} 次（{}）。",
    times="{} {} 次",
    and_more="另有 {} 项",
    separator="、",
    between_groups="；",
    no_repeats="没有参数完全相同的重复调用。",
    repeats="完全相同的调用（工具和参数都相同）：{}。",
    repeat="{} {} 与 {} 相同",
    no_failures="没有失败的调用。",
    failures="失败的调用 {} 次（{}）。",
    run="{} 连续失败 {} 次（{}），{}。",
    failure="{} 失败（{}），{}。",
    never_recovered="之后没有成功过",
    recovered="在 {} {}成功",
    same_way="以相同的参数",
    another_way="换了做法后",
    unanswered="没有结果的调用：{}。",
    after_sentence="",
    outside="调用了清单之外的工具：{}。",
    unused="结果中的内容之后没有再出现（仅供参考）：{}。",
    difference="日志自称{what} {said}，按步骤合计为 {found}。",
    totals={"tokens": "词元数", "calls": "调用数", "errors": "错误数"},
    unknown="未知工具",
)


def as_lines(log: RunLog, facts: Facts, lang: str = "en") -> FactLines:
    """The facts of a log as lines, in Chinese for ``zh``, else in English. Lists are bounded: what
    is left out is counted."""
    words = _ZH if lang == "zh" else _EN
    if not facts.sequence:
        return FactLines(words.no_calls, totals=_totals(facts, words))
    unused = [index for index, use in facts.use.items() if use == "unused"]
    return FactLines(
        calls=words.calls.format(len(facts.sequence), _counted(facts.counts.items(), words)),
        repeats=_repeats(facts.repeats, words) or words.no_repeats,
        failures=_failures(facts, words),
        outside=_named_steps(words.outside, facts.outside, log, words),
        unused=_named_steps(words.unused, unused, log, words),
        totals=_totals(facts, words),
    )


def _counted(counts: Iterable[tuple[str, int]], words: _Words) -> str:
    return _listed(list(counts), words, lambda each: words.times.format(_tool(each[0], words), each[1]))


def _repeats(repeats: Sequence[Repeat], words: _Words) -> str:
    """The repeats of one call together."""
    groups: dict[tuple[int, str], list[int]] = {}
    for each in repeats:
        groups.setdefault((each.first, each.tool), []).append(each.step)
    if not groups:
        return ""
    return words.repeats.format(
        _listed(
            list(groups.items()),
            words,
            lambda each: words.repeat.format(
                _tool(each[0][1], words), _steps(each[1], words), f"step-{each[0][0]}"
            ),
            _MOST_RUNS,
            words.between_groups,
        )
    )


def _failures(facts: Facts, words: _Words) -> str:
    told = []
    if not facts.errors:
        told.append(words.no_failures)
    else:
        told.append(words.failures.format(len(facts.errors), _counted(facts.errors_by_tool.items(), words)))
        told += [_run(run, words) for run in facts.retries[:_MOST_RUNS]]
    if facts.unanswered:
        told.append(words.unanswered.format(_steps(facts.unanswered, words)))
    return words.after_sentence.join(told)


def _run(run: RetryRun, words: _Words) -> str:
    if run.recovered is None:
        end = words.never_recovered
    else:
        way = words.another_way if run.strategy_changed else words.same_way
        end = words.recovered.format(f"step-{run.recovered}", way)
    steps, tool = _steps(run.steps, words), _tool(run.tool, words)
    if len(run.steps) == 1:
        return words.failure.format(tool, steps, end)
    return words.run.format(tool, len(run.steps), steps, end)


def _named_steps(line: str, indices: Sequence[int], log: RunLog, words: _Words) -> str:
    if not indices:
        return ""
    return line.format(
        _listed(
            indices,
            words,
            lambda index: f"step-{index} {_tool(log.steps[index - 1].tool or '', words)}",
        )
    )


def _totals(facts: Facts, words: _Words) -> str:
    return words.after_sentence.join(
        words.difference.format(what=words.totals[each.what], said=each.said, found=each.found)
        for each in facts.differences
    )


def _listed(
    items: Sequence[T],
    words: _Words,
    shown: Callable[[T], str],
    most: int = MOST_LISTED,
    separator: str | None = None,
) -> str:
    listed = [shown(each) for each in items[:most]]
    if len(items) > most:
        listed.append(words.and_more.format(len(items) - most))
    return (separator or words.separator).join(listed)


def _steps(indices: Sequence[int], words: _Words) -> str:
    return _listed(indices, words, lambda index: f"step-{index}")


def _tool(name: str, words: _Words) -> str:
    return words.unknown if name in ("", "unknown tool") else shortened(name, _WIDEST_NAME)
