"""The keys of a blind comparison."""

from __future__ import annotations

from pytest_rubric.loading.key_table import Key, KeyTable

EXPECT = ("A", "B", "not_worse")

COMPARE_KEYS = KeyTable(
    "comparison",
    [
        Key("A", "output", "One output."),
        Key("B", "output", "The other output."),
        Key(
            "with",
            "other_output",
            "What the case's own output (A) is compared with (B): `previous`, a path, or an output.",
        ),
        Key("expect", "expect", "Who must win: `A`, `B`, or `not_worse` (A wins, or it is a tie)."),
        Key("expectations", "text_list", "Statements that each output is checked against."),
        Key("criteria", "compare_criteria", "What levels are given for, in place of the built-in criteria."),
    ],
)

COMPARED_KEYS = KeyTable(
    "compared output",
    [
        Key("output", "text", "The output, inline."),
        Key("file", "path", "The output, in a file."),
        Key("dir", "path", "The output, as all files of a folder.", ("folder",)),
        Key("target", "target", "What makes the output."),
    ],
)

COMPARE_CRITERIA_KEYS = KeyTable(
    "comparison's criteria",
    [
        Key("content", "level_criteria", "What an output contains."),
        Key("structure", "level_criteria", "How an output is organized."),
    ],
)

GRADED_KEYS = KeyTable(
    "comparison's criterion",
    [
        Key("name", "word", "Name of the criterion."),
        Key("levels", "compare_levels", "What some of the levels 1 to 5 mean."),
    ],
)
