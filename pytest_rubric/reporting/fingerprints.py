"""What tells contents apart between runs: digests of a case and of an output.

Names and places are in none of them, so that a case is known again that was renamed or moved.
"""

from __future__ import annotations

import hashlib
import json

from pytest_rubric.model import Case, CriteriaRubric, DimensionsRubric, FreeTextRubric, Output
from pytest_rubric.model.comparison import CompareSpec

# 64 bits: a suite of a million cases has two alike with a chance of one in 40 million.
_DIGITS = 16


def case_hash(case: Case, evaluator: str) -> str:
    """Of what is asked and what is judged by which evaluator: 16 hex digits.

    Input, context, reference and rubric count; id, title, place, tags, threshold and what makes
    the output do not.
    """
    return _digest(
        [
            evaluator,
            case.target_name,
            case.input
            if not isinstance(case.input, tuple)
            else [[message.role, message.content] for message in case.input],
            case.context,
            case.expected_output,
            _rubric(case),
            None if case.compare is None else _compare(case.compare),
            [turn.user for turn in case.turns],
            None if case.catalog is None else [[e.name, e.kind, e.definition] for e in case.catalog],
            [[each.text, str(each.weight)] for each in (*case.key_points, *case.key_actions)],
        ]
    )


def output_hash(output: Output | None, versus: Output | None = None) -> str | None:
    """Of all that a judge may see of the output: text, turns, files and run log; of a comparison, of
    both outputs. ``None`` where there was none, or where it can't be told."""
    if output is None:
        return None
    try:
        return _digest([_output(each) for each in (output, versus) if each is not None])
    except RecursionError:  # a log nested without end: better no digest than no result
        return None


def _output(output: Output) -> object:
    return [
        output.text,
        _log(output.run_log),
        [[turn.user, turn.reply, _log(turn.run_log)] for turn in output.turns],
        [[file.name, file.digest] for file in output.files],
    ]


def _rubric(case: Case) -> object:
    match case.rubric:
        case CriteriaRubric(criteria):
            return [
                [
                    each.text,
                    str(each.points),
                    each.required,
                    None if each.check is None else [each.check.kind, each.check.argument],
                    each.turn,
                ]
                for each in criteria
            ]
        case DimensionsRubric(dimensions):
            return [
                [
                    each.name,
                    each.description,
                    str(each.weight),
                    each.scale,
                    [[level.score, level.description] for level in each.levels],
                ]
                for each in dimensions
            ]
        case FreeTextRubric(text):
            return text
    return None


def _compare(spec: CompareSpec) -> object:
    levels = [[each.name, sorted(each.levels.items())] for each in (*spec.content, *spec.structure)]
    return [spec.expect, spec.expectations, levels]


def _digest(value: object) -> str:
    """Of nested lists of texts, whole numbers and plain data: ``ascii`` writes them alike in every version
    of Python, and takes a tenth of the time of JSON."""
    return hashlib.sha256(ascii(value).encode("ascii")).hexdigest()[:_DIGITS]


def _log(run_log: object) -> object:
    """A run log as text. A target's may hold anything, which counts as it shows itself."""
    if run_log is None or isinstance(run_log, str):
        return run_log
    try:
        return json.dumps(run_log, default=str)
    except (TypeError, ValueError):  # no plain data, or one that holds itself
        return ascii(run_log)
