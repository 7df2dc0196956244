"""A case then and now in words: for the failure text, the Markdown report and the reason of an xfail."""

from __future__ import annotations

from fractions import Fraction

from pytest_rubric.gating.baseline.comparing import Comparison, Flip
from pytest_rubric.gating.baseline.states import CaseState, JudgeState
from pytest_rubric.gating.baseline.words import BaselineWords, words_of
from pytest_rubric.gating.statistics import FEWEST_TOLD, ScoreComparison
from pytest_rubric.model.lines import shortened
from pytest_rubric.reporting.layout import hanging
from pytest_rubric.reporting.numbers import signed
from pytest_rubric.reporting.words import words_for
from pytest_rubric.scoring.figures import figure, rounded

_WIDTH = 92
_INDENT = "  "
_MOST_FLIPS = 8
# A remark of a report has 300 characters in all.
_CRITERION_OF_REMARK = 80
_EVIDENCE_OF_REMARK = 70


def failure_text(text: str, compared: Comparison, max_drop: Fraction | None, lang: str) -> str:
    """The message of a failed test, with what the case was before.

    ``text`` is the message as it is without a baseline. Its first line then begins with the score before,
    and for a drop with how far it fell and how far it may; below the name of the case stands what changed.
    """
    first, *blocks = text.split("\n\n", 2)
    evaluator, _, story = first.partition(": ")
    told = f"{evaluator}: was {in_short(compared.before)}, now {story}"
    if compared.standing(max_drop) == "fell":
        told = (
            f"{evaluator}: fell by {figure(compared.fell)} (allowed {figure(max_drop or Fraction(0))}), "
            f"was {in_short(compared.before)}, now {story}"
        )
    return "\n\n".join(
        [
            told,
            *blocks[:1],
            "\n".join([_headline(compared, words_of(lang)), *changes(compared, lang)]),
            *blocks[1:],
        ]
    )


def known(compared: Comparison) -> str:
    """Why a failure is expected: the case failed as much in the baseline."""
    before, now = in_short(compared.before), in_short(compared.now)
    return f"known: {before} in the baseline, {now} now, threshold {figure(compared.now.threshold)}"


def remarks(compared: Comparison, max_drop: Fraction | None, lang: str) -> tuple[str, ...]:
    """For the report of the case, one a line: then and now, that this fails the test where nothing else
    does, and each decision that changed."""
    words = words_of(lang)
    found = [_headline(compared, words)]
    standing = compared.standing(max_drop)
    if standing == "fell" and max_drop is not None:
        found.append(words.fell.format(fell=figure(compared.fell), allowed=figure(max_drop)))
    elif standing == "known":
        found.append(words.known)
    for flip in compared.flips[:_MOST_FLIPS]:
        parts = [f"{_changed(flip, words, lang)}: {shortened(flip.now.criterion, _CRITERION_OF_REMARK)}"]
        parts += [
            label + shortened(decision.evidence, _EVIDENCE_OF_REMARK)
            for label, decision in ((words.then, flip.before), (words.now, flip.now))
            if decision.evidence
        ]
        found.append(words_for(lang).marks.semicolon.join(parts))
    if len(compared.flips) > _MOST_FLIPS:
        found.append(words.more.format(n=len(compared.flips) - _MOST_FLIPS))
    return (*found, *_abouts(compared, words))


def then_and_now(compared: Comparison) -> str:
    """``100 (pass) -> 60 (warn)``."""
    words = words_of("en")
    return " -> ".join(_told(state, words) for state in (compared.before, compared.now))


def changes(compared: Comparison, lang: str) -> list[str]:
    """Each decision that changed, with its evidence then and now, and whose doing it is; indented lines."""
    words = words_of(lang)
    lines: list[str] = []
    for flip in compared.flips[:_MOST_FLIPS]:
        lines += hanging(f"{_INDENT}{_changed(flip, words, lang)}  ", flip.now.criterion, _WIDTH)
        for label, decision in ((words.then, flip.before), (words.now, flip.now)):
            if decision.evidence:
                lines += hanging(f"{_INDENT * 3}{label}", decision.evidence, _WIDTH)
    if len(compared.flips) > _MOST_FLIPS:
        lines.append(_INDENT + words.more.format(n=len(compared.flips) - _MOST_FLIPS))
    for about in _abouts(compared, words):
        lines += hanging(_INDENT, about, _WIDTH)
    return lines


def in_short(state: CaseState) -> str:
    """``63``, or ``21-36`` where undecided criteria left it open; the verdict where there is no score."""
    if state.low is not None and state.high is not None and state.low != state.high:
        return f"{figure(state.low)}-{figure(state.high)}"
    return figure(state.score) if state.score is not None else _verdict(state)


def mean_change(found: ScoreComparison) -> str:
    """``-3.8, 95% interval -12 to 4.2``: the change of the mean, and the bounds within which it is sure."""
    assert found.difference is not None, "something was compared"
    told = signed(rounded(found.difference, 1))
    if found.interval is None or found.n < FEWEST_TOLD or found.interval.low == found.interval.high:
        return told
    level = figure(rounded(100 * Fraction(found.interval.level), 0))
    low, high = found.interval.told()
    return f"{told}, {level}% interval {low} to {high}"


def _named(judge: JudgeState | None) -> str:
    """The judge as a sentence has it."""
    if judge is None:
        return "no judge"
    name = judge.judge_id or judge.model or "a judge without a name"
    if judge.base_url and not judge.judge_id:
        name += f" at {judge.base_url}"
    return name


def difference(before: JudgeState | None, now: JudgeState | None) -> tuple[str, str]:
    """Both judges, as far as they differ: their names, else the versions of their prompts."""
    if before is None or now is None or before.identity != now.identity:
        return _named(before), _named(now)
    others = [name for name, version in now.prompts.items() if before.prompts.get(name, version) != version]
    told = [", ".join(f"{name} {judge.prompts[name]}" for name in others) for judge in (before, now)]
    return f"prompt {told[0]}", f"prompt {told[1]}"


def _headline(compared: Comparison, words: BaselineWords) -> str:
    change = compared.change
    about = f" ({'+' if change > 0 else ''}{figure(change)})" if change else ""
    before, now = (_told(state, words) for state in (compared.before, compared.now))
    return words.title.format(before=before, now=now, about=about)


def _abouts(compared: Comparison, words: BaselineWords) -> list[str]:
    """Whose doing it is, and what else is not as it was."""
    found = []
    if compared.cause is not None:
        before, now = difference(compared.before.judge, compared.now.judge)
        found.append(words.causes[compared.cause].format(before=before, now=now))
    if compared.case_changed is not None:
        found.append(words.case_changed[compared.case_changed])
    if compared.before.threshold != compared.now.threshold:
        found.append(words.threshold.format(threshold=figure(compared.before.threshold)))
    return found


def _told(state: CaseState, words: BaselineWords) -> str:
    if state.score is None:
        return words.no_score.format(verdict=_verdict(state))
    return words.score.format(score=in_short(state), verdict=_verdict(state))


def _verdict(state: CaseState) -> str:
    return state.verdict or ("pass" if state.passed else "fail")


def _changed(flip: Flip, words: BaselineWords, lang: str) -> str:
    before, now = (_status(decision.status, lang) for decision in (flip.before, flip.now))
    return words.changed.format(id=flip.now.id, before=before, now=now)


def _status(status: str, lang: str) -> str:
    return next((name for key, name in words_for(lang).statuses.items() if key == status), status)
