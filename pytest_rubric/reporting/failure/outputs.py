"""The head of what was judged."""

from __future__ import annotations

from pytest_rubric.model import Evaluation, Output
from pytest_rubric.model.text import visible
from pytest_rubric.reporting.failure.shape import INDENT, WIDTH
from pytest_rubric.reporting.layout import fold
from pytest_rubric.reporting.outcome import transcript
from pytest_rubric.reporting.words import Words

_OUTPUT_LINES = 20
_OUTPUT = 2000
_BAR = "  | "


def outputs(evaluation: Evaluation, output: Output | None, words: Words) -> list[list[str]]:
    """What was judged: the head of the output, or of both that were compared, in half the length each."""
    if evaluation.comparison is not None:
        titles = (words.output_a, words.output_b)
        lines, characters = _OUTPUT_LINES // 2, _OUTPUT // 2
        return [
            _excerpt(text, words, title, title, lines, characters)
            for text, title in zip(evaluation.comparison.texts, titles, strict=True)
        ]
    if output is None:
        return []
    title, cut_title = words.output_title, words.output_head_title
    return [_excerpt(transcript(output), words, title, cut_title, _OUTPUT_LINES, _OUTPUT)]


def _excerpt(
    output: str, words: Words, title: str, cut_title: str, most_lines: int, most_characters: int
) -> list[str]:
    """The head of an output. ``cut_title`` stands above one that is not whole."""
    output = visible(output).strip("\n")
    if not output.strip():
        return [f"{title} {words.output_empty}"]
    lines = quoted(output[:most_characters])
    if len(output) <= most_characters and len(lines) <= most_lines:
        return [title, *lines]
    size = words.output_cut.format(lines=f"{output.count(chr(10)) + 1:,}", characters=f"{len(output):,}")
    return [cut_title, *lines[:most_lines], INDENT + size]


def quoted(text: str) -> list[str]:
    """Foreign text behind a bar, so that it can't be taken for ours."""
    folded = (part for line in text.splitlines() for part in fold(line, WIDTH - len(_BAR)))
    return [f"{_BAR}{line}".rstrip() for line in folded]
