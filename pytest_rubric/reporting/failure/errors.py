"""The causes of an error, and what came back as it came."""

from __future__ import annotations

from pathlib import Path

from pytest_rubric.model import Case, Evaluation
from pytest_rubric.model.lines import one_line
from pytest_rubric.model.text import visible
from pytest_rubric.reporting.failure.outputs import quoted
from pytest_rubric.reporting.failure.shape import INDENT, WIDTH
from pytest_rubric.reporting.failure.story import first_line
from pytest_rubric.reporting.layout import clip, hanging
from pytest_rubric.reporting.outcome import where
from pytest_rubric.reporting.words import Words

_MOST_ERRORS = 20
_ERROR = 2000
_DETAILS = 2000


def causes(errors: list[str], words: Words) -> list[str]:
    """The errors as a list, each cut where it is long."""
    lines: list[str] = []
    for error in errors[:_MOST_ERRORS]:
        lines += hanging(f"{INDENT}- ", clip(error, _ERROR, words.more_characters), WIDTH)
    if len(errors) > _MOST_ERRORS:
        lines.append(INDENT + words.more_lines.format(n=len(errors) - _MOST_ERRORS).strip())
    return lines


def is_told(errors: list[str], evaluation: Evaluation) -> bool:
    """Whether the first line already holds the whole of the only error."""
    if evaluation.no_judge is not None:
        # an item after the first, which told all
        return errors[0].endswith(evaluation.no_judge)
    return len(errors) == 1 and one_line(errors[0]) in first_line(evaluation)


def names_place(errors: list[str], case: Case, root: Path | None) -> bool:
    """Whether each error begins with its own line of the case file."""
    place = where(case, root)
    file = place.rpartition(":")[0] if place else None
    return file is not None and all(error.startswith(f"{file}:") for error in errors)


def details(details: str, words: Words) -> list[str]:
    """What came back, behind a bar."""
    clean = visible(details).strip("\n")
    shown = quoted(clean[:_DETAILS])
    if len(clean) > _DETAILS:
        shown.append(INDENT + words.more_characters.replace("{left}", f"{len(clean) - _DETAILS:,}").strip())
    return [words.details, *shown]
