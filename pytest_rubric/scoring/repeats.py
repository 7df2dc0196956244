"""From the runs of a repeated case to one evaluation, by exact arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from pytest_rubric.model import CaseSettings, Evaluation, PassRule, Run, Runs, State, Usage, Verdict
from pytest_rubric.scoring import repeat_sentences
from pytest_rubric.scoring.figures import half_up, rounded
from pytest_rubric.scoring.means import mean
from pytest_rubric.scoring.verdict import Gate, verdict

_PLACES = 2
_WORST, _BEST = Fraction(0), Fraction(100)


def needed(rule: PassRule, runs: int) -> int:
    """How many of so many runs must pass. A majority is more than half; a rate is rounded up."""
    match rule.name:
        case "any":
            return 1
        case "majority":
            return runs // 2 + 1
        case "rate" if rule.rate is not None:
            share = rule.rate * runs
            return max(1, -(-share.numerator // share.denominator))
        case _:
            return runs


def gate(passed: int, waiting: int, needed: int) -> Gate:
    """What so many passed runs decide, whatever the ``waiting`` ones without an outcome would have been."""
    if passed >= needed:
        return "passed"
    return "failed" if passed + waiting < needed else "open"


def combine(runs: Sequence[Run], rule: PassRule, settings: CaseSettings) -> Evaluation:
    """One evaluation of all runs (at least one), with them in ``repeat``.

    ``passed`` is what the rule decides, ``None`` where runs without an outcome could still tip it;
    where all runs were skipped, so is the case. ``score`` and the values of ``tags`` are means over the
    runs that have them, ``interval`` the mean of the runs' intervals, with 0 to 100 for a run of
    which nothing is known; they are computed exactly, then rounded half up, to two decimals (tags: to
    whole numbers). ``verdict`` is that on the mean, of a comparison whether it passed. ``usage`` adds up.
    Everything else is that of the run that is shown: the worst that failed, else the worst; the
    first one without an outcome where those leave the case open.
    """
    must_pass = needed(rule, len(runs))
    passed = sum(run.evaluation.passed is True for run in runs)
    outcome = gate(passed, sum(run.is_open for run in runs), must_pass)
    made = Runs(tuple(runs), rule, must_pass, _shown(runs, outcome))
    evaluation = _decided(made, outcome, settings) if outcome != "open" else _open(made)
    return replace(
        evaluation,
        interval=_interval(runs),
        usage=sum((run.evaluation.usage for run in runs), Usage()),
        repeat=made,
    )


def _shown(runs: Sequence[Run], outcome: Gate) -> int:
    """The index of the run that stands for all."""
    numbers = range(len(runs))
    if outcome == "open":
        return min(numbers, key=lambda at: _rank_of_cause(runs[at]))
    candidates = [at for at in numbers if runs[at].evaluation.passed is False]
    candidates = candidates or [at for at in numbers if not runs[at].is_open]
    return min(candidates, key=lambda at: _rank_of_score(runs[at].evaluation))


def _rank_of_score(evaluation: Evaluation) -> tuple[bool, Fraction]:
    return evaluation.score is None, Fraction(evaluation.score or 0)


def _rank_of_cause(run: Run) -> int:
    """What matters most of runs without an outcome: that there was no judge, which all share; then
    errors, before runs that were skipped."""
    if not run.is_open:
        return 3
    if _has_no_judge(run.evaluation):
        return 0
    return 2 if run.evaluation.state == "unscored" else 1


def _has_no_judge(evaluation: Evaluation) -> bool:
    return evaluation.unavailable or evaluation.unrecorded or evaluation.no_judge is not None


def _decided(runs: Runs, outcome: Gate, settings: CaseSettings) -> Evaluation:
    """The evaluation of a case that passed or failed."""
    shown = runs.shown_run.evaluation
    passed = outcome == "passed"
    score = _mean([_exact(run.evaluation.score) for run in runs.runs if not run.is_open])
    reached: Verdict | None = shown.verdict
    if shown.comparison is not None:
        reached = "pass" if passed else "fail"
    elif score is not None:
        reached = verdict(score, settings.pass_floor, settings.warn_floor)
    return replace(
        shown,
        passed=passed,
        score=score,
        verdict=reached,
        tags=_tags(runs.runs),
        summary=repeat_sentences.summary(runs, shown.lang),
        warnings=repeat_sentences.warnings(runs, shown.lang) if passed else (),
    )


def _open(runs: Runs) -> Evaluation:
    """The evaluation of a case without an outcome."""
    shown = runs.shown_run.evaluation
    states = {run.evaluation.state for run in runs.runs}
    if states == {"unscored"}:
        return shown
    state: State = "blocked" if states == {"blocked"} else "broken"
    # what all runs share, or what all cases share, is told as by a case that runs once
    causes = {repeat_sentences.cause_of(run.evaluation) for run in runs.runs}
    is_one_cause = len(causes) == 1 and all(run.is_open for run in runs.runs)
    told = is_one_cause or _has_no_judge(shown)
    error = repeat_sentences.cause_of(shown) if told else repeat_sentences.error(runs, shown.lang)
    return replace(
        shown,
        state=state,
        passed=None,
        score=None,
        raw_score=None,
        verdict=None,
        tags={},
        error=error,
        summary=error.partition("\n")[0],
        warnings=(),
    )


def _interval(runs: Sequence[Run]) -> tuple[Fraction, Fraction] | None:
    """The mean low end and the mean high end, ``None`` where nothing is known of any run."""
    known = [_ends(run.evaluation) for run in runs]
    if not any(known):
        return None
    # a run that has an outcome and no score has no place on the scale
    counted = [ends or (_WORST, _BEST) for ends, run in zip(known, runs, strict=True) if ends or run.is_open]
    low, high = (mean(ends[at] for ends in counted) for at in (0, 1))
    return rounded(low, _PLACES), rounded(high, _PLACES)


def _ends(evaluation: Evaluation) -> tuple[Fraction, Fraction] | None:
    if evaluation.interval is not None:
        return Fraction(evaluation.interval[0]), Fraction(evaluation.interval[1])
    score = _exact(evaluation.score) if evaluation.state == "judged" else None
    return None if score is None else (score, score)


def _tags(runs: Sequence[Run]) -> dict[str, int | None]:
    """The mean sub-score of each tag."""
    judged = [run.evaluation.tags for run in runs if not run.is_open]
    names = dict.fromkeys(name for tags in judged for name in tags)
    means = {name: _exact_mean([_exact(tags.get(name)) for tags in judged]) for name in names}
    return {name: None if mean is None else half_up(mean) for name, mean in means.items()}


def _mean(values: Sequence[Fraction | None]) -> Fraction | None:
    """The mean of the values that are there, to two decimals; ``None`` where none is."""
    mean = _exact_mean(values)
    return None if mean is None else rounded(mean, _PLACES)


def _exact_mean(values: Sequence[Fraction | None]) -> Fraction | None:
    found = [value for value in values if value is not None]
    return mean(found) if found else None


def _exact(value: int | Fraction | None) -> Fraction | None:
    return None if value is None else Fraction(value)
