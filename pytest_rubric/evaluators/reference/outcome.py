"""From a judgement to the evaluation of the case."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from pytest_rubric.errors import JudgeError
from pytest_rubric.evaluators import outcomes
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.evaluators.reference import calculation
from pytest_rubric.evaluators.reference.judgement import Judgement
from pytest_rubric.evaluators.reference.remarks import feedback
from pytest_rubric.evaluators.reference.sentences import dimensions, summary
from pytest_rubric.evaluators.reference.wording import Wording, wording
from pytest_rubric.evaluators.reply_notes import about_replies
from pytest_rubric.model import Evaluation, Feedback, FeedbackItem, Point, Usage, Verdict
from pytest_rubric.model.lines import shortened
from pytest_rubric.scoring.figures import figure
from pytest_rubric.scoring.reference import AGREEMENT, COMPLETENESS, FORM, interval, low_end, tally
from pytest_rubric.scoring.wording import is_placeholder

EVALUATOR = "reference"

_MOST_NAMED = 6
_WIDEST_CAUSE = 160


@dataclass(frozen=True, slots=True)
class Report:
    """A judgement and what else is told about how it came about.

    ``left_out`` says why entries of the list of key facts are none.
    """

    said: Judgement
    usage: Usage
    feedback: Feedback
    left_out: tuple[str, ...] = ()
    unused_fields: frozenset[str] = frozenset()
    sample_scores: tuple[tuple[int, int], ...] = ()


def without_judge(subject: Subject, lang: str, *, identical: bool) -> Evaluation | None:
    """The evaluation of a subject that needs no judge; ``None`` where one is needed.

    No reference, or a placeholder in its place: blocked, since nothing could be judged by it. An
    empty output: 0. ``identical`` says that the output is the reference: 100.
    """
    words = wording(lang)
    reference = (subject.case.expected_output or "").strip()
    if not reference:
        return _blocked(subject, words.no_reference, lang)
    if is_placeholder(reference):
        return _blocked(subject, words.placeholder.format(shortened(reference)), lang)
    if not subject.output.text.strip():
        weakness = FeedbackItem(words.empty_output, "prompt")
        said = Feedback("given", weaknesses=(weakness,))
        # as every empty output: no raw score, since no formula was applied
        return replace(_by_rule(subject, 0, words.empty_output, said, lang), raw_score=None)
    if identical:
        said = Feedback("given", strengths=(FeedbackItem(words.identical),))
        return _by_rule(subject, 100, words.identical, said, lang)
    return None


def decided(subject: Subject, report: Report, lang: str) -> Evaluation:
    """The evaluation of a case that passed or failed, with the numbers of the low end."""
    said, words = report.said, wording(lang)
    low, high = interval(said.findings)
    raw = tally(low_end(said.findings)).raw
    evaluation = outcomes.scored(EVALUATOR, subject, raw, lang)
    warnings: tuple[str, ...] = ()
    if evaluation.passed:
        warnings = _warnings(said, (low, high), evaluation.verdict, subject.settings.threshold, words)
    return replace(
        _told(evaluation, report, words),
        interval=(low, high),
        summary=summary(said, words),
        warnings=warnings,
    )


def without_outcome(
    subject: Subject, report: Report, cause: JudgeError | str, lang: str, remedy: str = ""
) -> Evaluation:
    """The evaluation of a case without an outcome: what was decided is kept."""
    evaluation = outcomes.broken(EVALUATOR, subject, cause, lang, remedy=remedy)
    return replace(_told(evaluation, report, wording(lang)), interval=interval(report.said.findings))


def stayed_open(subject: Subject, report: Report, lang: str, remedy: str) -> Evaluation:
    """The evaluation of a case that undecided parts keep between passed and failed."""
    words = wording(lang)
    named = list(_undecided(report.said, words))
    if len(named) > _MOST_NAMED:
        named = [*named[:_MOST_NAMED], "…"]
    low, high = interval(report.said.findings)
    threshold = figure(subject.settings.threshold)
    cause = words.stayed_open.format(low, high, threshold, words.between.join(named))
    evaluation = without_outcome(subject, report, cause, lang, remedy)
    return outcomes.in_short(evaluation, f"{words.undecided}: {words.between.join(named)}")


def _told(evaluation: Evaluation, report: Report, words: Wording) -> Evaluation:
    """The evaluation with what every one with a judgement tells."""
    return replace(
        evaluation,
        points=dimensions(report.said, words),
        calculation=calculation.calculation(report.said, words),
        feedback=feedback(report.said, report.feedback, words),
        notes=tuple(_notes(report, words)),
        usage=report.usage,
    )


def _blocked(subject: Subject, error: str, lang: str) -> Evaluation:
    return Evaluation(
        evaluator=EVALUATOR,
        state="blocked",
        threshold=subject.settings.threshold,
        summary=shortened(error, _WIDEST_CAUSE),
        error=error,
        lang=lang,
    )


def _by_rule(subject: Subject, score: int, why: str, said: Feedback, lang: str) -> Evaluation:
    words = wording(lang)
    evaluation = outcomes.scored(EVALUATOR, subject, Fraction(score), lang)
    threshold, reached = subject.settings.threshold, evaluation.verdict
    warned = evaluation.passed and reached is not None and reached != "pass"
    names = ((words.agreement, AGREEMENT), (words.completeness, COMPLETENESS), (words.form, FORM))
    return replace(
        evaluation,
        summary=why,
        points=tuple(
            Point(name, score=maximum * score / 100, evidence=why, maximum=maximum) for name, maximum in names
        ),
        calculation=calculation.without_formula(score, why, words),
        feedback=said,
        warnings=(words.passed_verdict.format(score, reached, figure(threshold)),) if warned else (),
    )


def _warnings(
    said: Judgement,
    ends: tuple[int, int],
    reached: Verdict | None,
    threshold: Fraction,
    words: Wording,
) -> tuple[str, ...]:
    """What a case that passes must still say."""
    found = []
    if waiting := [name.split(" (")[0] for name in _undecided(said, words)]:
        found.append(words.passed_undecided.format(words.between.join(waiting[:_MOST_NAMED]), *ends))
    if reached is not None and reached != "pass":
        found.append(words.passed_verdict.format(ends[0], reached, figure(threshold)))
    return tuple(found)


def _undecided(said: Judgement, words: Wording) -> Iterable[str]:
    """Each fact, claim and part that is undecided, with why."""
    for each in said.facts:
        if each.status == "undecided":
            yield _why(words.named_fact.format(each.fact.number), each.note)
    for claim in said.claim_list:
        if claim.kind == "undecided":
            yield _why(words.named_claim.format(claim.number), claim.note)
    for name, note in said.notes.items():
        yield _why(words.parts[name], note)


def _why(name: str, note: str | None) -> str:
    return f"{name} ({shortened(note or '?', _WIDEST_CAUSE)})"


def _notes(report: Report, words: Wording) -> Iterable[str]:
    """Remarks about the evidence and the replies; none where everything is in order."""
    said = report.said
    undecided = list(_undecided(said, words))
    if undecided:
        yield f"{words.undecided}: {words.between.join(undecided[:_MOST_NAMED])}"
    if report.left_out:
        yield words.facts_left_out.format(len(report.left_out), report.left_out[0])
    if said.claims is not None and said.claims.dropped:
        yield words.dropped_claims.format(said.claims.dropped)
    kept = sum(each.note is not None and each.status != "undecided" for each in said.facts)
    kept += sum(claim.note is not None and claim.kind != "undecided" for claim in said.claim_list)
    if kept:
        yield words.kept_count.format(kept)
    if len(report.sample_scores) > 1:
        shown = [str(low) if low == high else f"{low}-{high}" for low, high in report.sample_scores]
        yield words.samples.format(len(shown), words.between.join(shown))
    if report.feedback.state == "not_asked":
        yield words.no_feedback
    if report.feedback.state == "missing":
        yield words.feedback_missing
    yield from about_replies(words, report.usage, report.unused_fields)
