"""What is said of the runs of a repeated case, in Chinese and English."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pytest_rubric.model import Evaluation, PassRule, Runs
from pytest_rubric.model.lines import one_line, shortened
from pytest_rubric.scoring.figures import figure

_WIDEST_CAUSE = 160
_MOST_SAID = 5


@dataclass(frozen=True, slots=True)
class _Wording:
    passed: str
    without_outcome: str
    needed: str
    run: str
    several_runs: str
    between: str
    then: str
    colon: str
    passed_open: str
    more: str


_ZH = _Wording(
    passed="{n} 次运行中 {passed} 次通过",
    without_outcome="，{open} 次没有结果",
    needed="，需要 {needed} 次（{rule}）",
    run="第 {} 次运行",
    several_runs="第 {} 次运行",
    between="、",
    then="；",
    colon="：",
    passed_open="{}没有结果，不影响结论",
    more="另有 {} 条见报告",
)

_EN = _Wording(
    passed="{passed} of {n} runs passed",
    without_outcome=", {open} without an outcome",
    needed=", needed {needed} ({rule})",
    run="run {}",
    several_runs="runs {}",
    between=", ",
    then="; ",
    colon=": ",
    passed_open="{} without an outcome, which the others decide without",
    more="{} more in the report",
)


def rule_text(rule: PassRule) -> str:
    """The rule as a case file has it: ``majority``, ``rate:0.8``."""
    return rule.name if rule.rate is None else f"rate:{figure(rule.rate)}"


def counted(runs: Runs, lang: str) -> str:
    """``2 of 5 runs passed, needed 4 (rate:0.8)``."""
    words = _words(lang)
    told = words.passed.format(passed=runs.passed, n=len(runs.runs))
    if runs.open:
        told += words.without_outcome.format(open=runs.open)
    return told + words.needed.format(needed=runs.needed, rule=rule_text(runs.rule))


def summary(runs: Runs, lang: str) -> str:
    """What came out, in one sentence: how many passed, and what the shown run came to."""
    words = _words(lang)
    told = runs.shown_run.evaluation.summary
    shown = f"{_named([runs.shown + 1], words)}{words.colon}{told}" if told else ""
    return words.then.join(filter(None, (counted(runs, lang), shown)))


def error(runs: Runs, lang: str) -> str:
    """Why there is no outcome: how many passed, then the causes, one a line, equal ones together."""
    words = _words(lang)
    by_cause: dict[str, list[int]] = {}
    for number, run in enumerate(runs.runs, 1):
        if run.is_open:
            by_cause.setdefault(one_line(cause_of(run.evaluation)), []).append(number)
    causes = [f"{_named(numbers, words)}{words.colon}{cause}" for cause, numbers in by_cause.items()]
    return "\n".join([counted(runs, lang), *causes])


def warnings(runs: Runs, lang: str) -> tuple[str, ...]:
    """What a case that passes must still say: runs without an outcome, and what its runs say."""
    words = _words(lang)
    said: list[str] = []
    waiting = [(number, run.evaluation) for number, run in enumerate(runs.runs, 1) if run.is_open]
    if waiting:
        numbers = _named([number for number, _ in waiting], words)
        cause = shortened(one_line(cause_of(waiting[0][1])), _WIDEST_CAUSE)
        said.append(f"{words.passed_open.format(numbers)}{words.colon}{cause}")
    by_warning: dict[str, list[int]] = {}
    for number, run in enumerate(runs.runs, 1):
        for warning in run.evaluation.warnings:
            by_warning.setdefault(warning, []).append(number)
    told = [f"{_named(numbers, words)}{words.colon}{warning}" for warning, numbers in by_warning.items()]
    said += told[:_MOST_SAID]
    if len(told) > _MOST_SAID:
        said.append(words.more.format(len(told) - _MOST_SAID))
    return tuple(said)


def cause_of(evaluation: Evaluation) -> str:
    """Why an evaluation has no outcome; ``?`` where an evaluator doesn't say."""
    return evaluation.error or evaluation.summary or "?"


def numbered(numbers: Sequence[int], lang: str) -> str:
    """``run 3``, ``runs 2, 5``."""
    return _named(numbers, _words(lang))


def _named(numbers: Iterable[int], words: _Wording) -> str:
    shown = [str(number) for number in numbers]
    template = words.run if len(shown) == 1 else words.several_runs
    return template.format(words.between.join(shown))


def _words(lang: str) -> _Wording:
    return _ZH if lang == "zh" else _EN
