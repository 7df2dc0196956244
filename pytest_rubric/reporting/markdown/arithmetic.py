"""The second block: the arithmetic, what it comes to in words, and how the judging went."""

from __future__ import annotations

from collections.abc import Iterable

from pytest_rubric.model import Evaluation, HumanLabels
from pytest_rubric.reporting.markdown import runs
from pytest_rubric.reporting.markdown.escape import fenced
from pytest_rubric.reporting.markdown.pen import DETAILS, REMARK, TEXT, Pen
from pytest_rubric.reporting.outcome import against_threshold, counters, error_lines, ids_of, next_step
from pytest_rubric.scoring.figures import figure
from pytest_rubric.scoring.points import status_for
from pytest_rubric.scoring.verdict import band, required_lost

_MOST_REMARKS = 20


def conclusion(evaluation: Evaluation, pen: Pen) -> str:
    """What it comes to in one sentence, for the top of a report."""
    if evaluation.state == "unscored":
        return f"{pen.words.skipped}{pen.words.marks.colon}{pen.inline(evaluation.summary, TEXT)}"
    return pen.first(evaluation.summary, TEXT)


def calculation(
    evaluation: Evaluation,
    pen: Pen,
    *,
    human: HumanLabels | None = None,
    concluded: bool = False,
    subject: Iterable[str] = (),
) -> list[str]:
    """The block's lines. The raw details of a failure stand below, fenced.

    ``human`` is what a person says of the item; ``concluded``, that the conclusion stands above already;
    ``subject``, what the report is about.
    """
    words = pen.words
    lines = runs.table(evaluation, pen)
    if evaluation.calculation:
        # Fenced, so that every line stays a line when rendered, and stays as it is in the file.
        lines += [fenced("\n".join(evaluation.calculation), DETAILS, words.more_characters), ""]
    about = (
        *subject,
        *([] if concluded and not evaluation.error else _conclusion(evaluation, pen)),
        *_outcome(evaluation, pen),
        *_human(evaluation, human, pen),
        *_remarks(evaluation, pen),
        pen.inline(counters(evaluation.usage, pen.words), REMARK),
    )
    lines += [f"- {line}" for line in about]
    if evaluation.compiled_rubric:
        lines += [
            f"- {words.compiled_rubric}",
            "",
            fenced(evaluation.compiled_rubric, DETAILS, words.more_characters, "yaml"),
        ]
    if evaluation.error_details:
        lines += [f"- {words.details}", "", fenced(evaluation.error_details, DETAILS, words.more_characters)]
    return lines


def _conclusion(evaluation: Evaluation, pen: Pen) -> Iterable[str]:
    if evaluation.state == "unscored" or (evaluation.state == "judged" and evaluation.summary):
        yield conclusion(evaluation, pen)


def _human(evaluation: Evaluation, human: HumanLabels | None, pen: Pen) -> Iterable[str]:
    if human is None:
        return
    if human.score is not None:
        score = evaluation.score if evaluation.state == "judged" else None
        machine = pen.words.no_score if score is None else figure(score)
        reason = pen.inline(human.reason or "", REMARK)
        yield pen.words.human.format(score=figure(human.score), reason=reason, machine=machine)
    if human.criteria:
        yield from _labels(evaluation, human, pen)


def _labels(evaluation: Evaluation, human: HumanLabels, pen: Pen) -> Iterable[str]:
    """Where the decisions are those of people; what is undecided is neither for nor against them."""
    words = pen.words
    agreeing, against = 0, []
    for result in evaluation.criteria:
        id = result.criterion.id
        if id not in human.criteria or result.status == "undecided":
            continue
        said = status_for(result.criterion.points, human.criteria[id])
        if said == result.status:
            agreeing += 1
        else:
            against.append(
                words.label_against.format(
                    id=id, said=words.statuses[said], found=words.statuses[result.status]
                )
            )
    if agreeing or against:
        told = words.labels.format(agreeing=agreeing, labels=agreeing + len(against))
        yield words.marks.semicolon.join([told, *([words.marks.listing.join(against)] if against else [])])


def _outcome(evaluation: Evaluation, pen: Pen) -> Iterable[str]:
    words = pen.words
    if evaluation.state == "unscored":
        return
    if evaluation.state != "judged":
        for line in error_lines(evaluation)[:_MOST_REMARKS]:
            yield words.happened.format(error=pen.inline(line, TEXT))
        yield words.next_step.format(step=next_step(evaluation, words))
    if evaluation.score is not None and evaluation.comparison is None:
        yield words.quality.format(band=band(evaluation.score, evaluation.lang))
    if evaluation.state == "judged" or evaluation.interval is not None:
        yield _verdict(evaluation, pen)
    if evaluation.interval is not None and evaluation.interval[0] != evaluation.interval[1]:
        low, high = map(figure, evaluation.interval)
        template = words.interval if evaluation.repeat is None else words.runs_interval
        yield template.format(low=low, high=high)
    scores = [
        f"{pen.inline(tag, REMARK)} {score}" for tag, score in evaluation.tags.items() if score is not None
    ]
    if scores:
        yield words.tags.format(tags=words.marks.comma.join(scores))


def _verdict(evaluation: Evaluation, pen: Pen) -> str:
    words = pen.words
    comparison = against_threshold(evaluation, words.threshold)
    if evaluation.repeat is not None:
        if evaluation.score is not None:
            score, threshold = figure(evaluation.score), figure(evaluation.threshold)
            comparison = words.runs_average.format(score=score, threshold=threshold)
    elif against := required_lost(evaluation.criteria):
        ids = ids_of(against, words.marks.listing)
        comparison += words.marks.semicolon + words.against.format(ids=ids)
    name = evaluation.verdict or words.statuses["undecided"]
    return words.verdict.format(verdict=name, comparison=comparison)


def _remarks(evaluation: Evaluation, pen: Pen) -> Iterable[str]:
    notes = (*evaluation.warnings, *evaluation.notes, *(pen.output.notes if pen.output else ()))
    remarks = list(dict.fromkeys(note for note in notes if note.strip()))
    for remark in remarks[:_MOST_REMARKS]:
        yield pen.words.note.format(note=pen.inline(remark, REMARK))
    if len(remarks) > _MOST_REMARKS:
        yield pen.words.more_lines.format(n=len(remarks) - _MOST_REMARKS).strip()
