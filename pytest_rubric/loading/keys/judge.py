"""The keys of what ``Judge`` can hold: criteria, their checks, and dimensions."""

from __future__ import annotations

from pytest_rubric.loading.key_table import Key, KeyTable
from pytest_rubric.loading.keys.case import METADATA

JUDGE_KEYS = KeyTable(
    "rubric",
    [
        Key(
            "rubrics",
            "judge_list",
            "The criteria or dimensions.",
            ("rubric", "criteria", "dimensions", "Judge"),
        ),
        Key("rubric_name", "text", "A title for readers."),
        METADATA,
    ],
)
SCALES = ("1-3", "1-5", "1-10")
MOST_POINTS = 1000

_SCALE = Key("scale", "scale", "1-3, 1-5 or 1-10; 0-N for levels that are points; 1-5 if left out.")

DIMENSIONS_KEYS = KeyTable(
    "rubric of dimensions",
    [
        Key("criteria", "dimension_list", "The dimensions.", ("dimensions", "rubrics", "Judge")),
        Key("rubric_name", "text", "A title for readers."),
        _SCALE,
        Key(
            "levels",
            "levels",
            "What the levels look like, for dimensions without own.",
            ("level_descriptions",),
        ),
        Key("rubric", "dimension_scale", "`scale` and `levels` in a mapping of their own."),
        METADATA,
    ],
)

DIMENSION_SCALE_KEYS = KeyTable(
    "scale of dimensions",
    [_SCALE, Key("levels", "levels", "What the levels look like.", ("level_descriptions",))],
)

DIMENSION_KEYS = KeyTable(
    "dimension",
    [
        Key("name", "word", "What is rated."),
        Key("description", "text", "What it means."),
        Key("weight", "weight", "A number of at least 0; 1 if left out."),
        _SCALE,
        Key(
            "levels",
            "levels",
            "What the levels look like: a mapping of levels to texts, or a list.",
            ("level_descriptions", "rubric"),
        ),
        METADATA,
    ],
)

LEVEL_KEYS = KeyTable(
    "level",
    [
        Key("score", "level", "The level: a whole number of the scale.", ("level",)),
        Key("description", "word", "What the output is like at this level."),
    ],
)

CRITERION_KEYS = KeyTable(
    "criterion",
    [
        Key("criterion", "text", "One statement about the output that is true or not.", ("requirement",)),
        Key("points", "points", "Earned when positive, lost when negative; 10 if left out.", ("weight",)),
        Key("tags", "text_list", "Words to sum up scores by."),
        Key("required", "boolean", "Whether the case fails without it, whatever the score."),
        Key("check", "check", "A check by code in place of the judge."),
        Key("human", "label", "Whether people say that the output does what the criterion describes."),
        METADATA,
    ],
)

CHECK_KEYS = KeyTable(
    "check",
    [
        Key("contains", "word", "The output contains this text."),
        Key("not_contains", "word", "The output doesn't contain this text."),
        Key("equals", "word", "The output is this text."),
        Key("starts_with", "word", "The output begins with this text."),
        Key("ends_with", "word", "The output ends with this text."),
        Key("regex", "regex", "This Python regular expression is found in the output."),
        Key("not_regex", "regex", "This Python regular expression is not found in the output."),
        Key("json_schema", "json_schema", "The output is JSON and fits this schema; `true` fits all JSON."),
        Key("is_json", "true", "The output is JSON."),
        Key("max_words", "natural_number", "The output has at most so many words."),
        Key("min_words", "natural_number", "The output has at least so many words."),
        Key("max_chars", "natural_number", "The output has at most so many characters."),
        Key("min_chars", "natural_number", "The output has at least so many characters."),
        Key("count", "count", "How often a text or regular expression is found."),
        Key("tool_called", "tool_called", "The run called this tool, all of these, or one so often."),
        Key("tool_not_called", "tools", "The run called none of these tools."),
        Key("tool_order", "tool_order", "The run called these tools in this order."),
        Key("tool_arguments", "tool_arguments", "A call of a tool had these arguments."),
        Key("max_steps", "natural_number", "The run log has at most so many steps."),
        Key("no_unrecovered_error", "true", "Every tool that failed succeeded later."),
        Key("python", "function", "`module:function`, called with the output; tells whether it holds."),
    ],
)

COUNT_KEYS = KeyTable(
    "count",
    [
        Key("contains", "word", "The text that is counted."),
        Key("regex", "regex", "The Python regular expression that is counted."),
        Key("min", "natural_number", "At least so often."),
        Key("max", "natural_number", "At most so often."),
    ],
)

TOOL_CALLED_KEYS = KeyTable(
    "tool_called",
    [
        Key("tool", "word", "The tool's name."),
        Key("min", "natural_number", "At least so often; 1 if left out."),
        Key("max", "natural_number", "At most so often."),
    ],
)

TOOL_ARGUMENTS_KEYS = KeyTable(
    "tool_arguments",
    [
        Key("tool", "word", "The tool's name."),
        Key("arguments", "free_mapping", "Arguments that one call must have, among others."),
    ],
)
