"""What a calibration can't tell, and why: nothing is made up for it."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_rubric.gating.calibration.measures import USEFUL_WIDTH, Group, labels_needed
from pytest_rubric.gating.calibration.report import Calibration
from pytest_rubric.gating.calibration.words import Words
from pytest_rubric.reporting.numbers import grouped


def gaps(calibration: Calibration, words: Words) -> Iterator[str]:
    """One line for each thing that the results leave open."""
    evidence, overall = calibration.evidence, calibration.overall
    if not evidence.labels:
        yield words.no_labels
    yield from _undefined(overall, words)
    unlabelled = sum(each.decided and not each.by_code and each.human is None for each in evidence.decisions)
    for number, told in (
        (evidence.undecided, words.undecided),
        (evidence.not_judged, words.not_judged),
        (evidence.decided_by_code, words.by_code),
        (unlabelled, words.unlabelled),
        (calibration.scores.without_machine, words.without_machine),
        (evidence.repeated, words.repeated),
        (calibration.without_feedback, words.without_feedback),
    ):
        if number:
            yield told.format(number=grouped(number))
    if len(calibration.models) > 1:
        yield words.several_models.format(models=", ".join(calibration.models))
    if overall.agreement.n > 1:
        yield words.not_independent


def _undefined(overall: Group, words: Words) -> Iterator[str]:
    found = overall.agreement
    share, interval = found.agreement.value, found.agreement.interval
    if share is None:
        return
    if found.kappa.value is None:
        yield words.kappa_undefined
    elif found.macro_f1.value is None:
        yield words.f1_undefined
    if interval is not None and interval.high - interval.low > USEFUL_WIDTH:
        yield words.few_labels.format(labels=grouped(found.n), needed=grouped(labels_needed(share)))
