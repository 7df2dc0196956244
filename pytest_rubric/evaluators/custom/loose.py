"""From what an evaluator said in its own words to a result."""

from __future__ import annotations

from fractions import Fraction

from pytest_rubric.evaluators.custom.python_texts import texts
from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.model import Evaluation, Point, Verdict
from pytest_rubric.scoring.figures import figure
from pytest_rubric.scoring.normalise import Normalised, NormalisedPoint
from pytest_rubric.scoring.verdict import verdict


def evaluation_of(id_: str, subject: Subject, found: Normalised, view: View) -> Evaluation:
    """The result of one subject. Without a score the verdict decides; without both it is unscored.

    A verdict that was given is kept beside the score, and one of ``fail`` fails whatever the score.
    """
    settings = subject.settings
    words = texts(view.lang)
    points, notes = _points(found, view)
    if found.score is None and found.verdict is None:
        return Evaluation(
            id_,
            "unscored",
            settings.threshold,
            summary=found.summary or words.no_score.format(id_),
            points=points,
            notes=notes,
            lang=view.lang,
        )
    reached: Verdict = found.verdict or verdict(
        found.score or Fraction(0), settings.pass_floor, settings.warn_floor
    )
    passed = found.verdict != "fail" and (found.score is None or found.score >= settings.threshold)
    told = "-" if found.score is None else figure(found.score)
    return Evaluation(
        id_,
        "judged",
        settings.threshold,
        passed=passed,
        score=found.score,
        raw_score=found.score,
        interval=None if found.score is None else (found.score, found.score),
        verdict=reached,
        summary=found.summary,
        points=points,
        calculation=() if found.evidence == found.summary else tuple(found.evidence.splitlines()),
        warnings=(words.passed_verdict.format(reached, told),) if passed and reached != "pass" else (),
        notes=notes,
        lang=view.lang,
    )


def _points(found: Normalised, view: View) -> tuple[tuple[Point, ...], tuple[str, ...]]:
    """The points with the anchors that exist, and remarks on what was left out."""
    words = texts(view.lang)
    unknown = [each for point in found.points for each in point.anchors if not view.has_step(each)]
    notes = []
    if found.scaled:
        notes.append(words.scaled)
    if found.cut_points:
        notes.append(words.cut_points.format(found.cut_points))
    if unknown:
        notes.append(words.no_such_steps.format(", ".join(dict.fromkeys(unknown))))
    return tuple(_point(each, view) for each in found.points), tuple(notes)


def _point(point: NormalisedPoint, view: View) -> Point:
    return Point(
        point.label,
        None if point.score is None else float(point.score),
        point.status,
        point.evidence or None,
        point.suggestion or None,
        tuple(each for each in point.anchors if view.has_step(each)),
        maximum=100.0,
        set_aside=point.score is None,
    )
