"""The JSON Schema of the case file, for editors: made from the key tables that the loader goes by."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from pytest_rubric.loading import keys
from pytest_rubric.loading.key_table import Key, KeyTable, folded
from pytest_rubric.loading.repeating import MOST_RUNS, PASS_RULES, RATE
from pytest_rubric.loading.values import LONGEST_SECONDS, VARIABLE

Schema = dict[str, Any]

# A plain number or truth value is as good a text as any: the loader takes its source.
_TEXT: Schema = {"type": ["string", "number", "boolean"]}
_WORD: Schema = {"type": ["string", "number", "boolean"], "minLength": 1}
_NULL: Schema = {"type": "null"}


def json_schema() -> Schema:
    """The JSON Schema (draft 2020-12) of a case file.

    ``properties`` has every key in its first spelling and every alias, for completion;
    ``patternProperties`` has all other spellings that the loader takes.
    """
    file = _mapping(keys.FILE_KEYS)
    cases = next(key for key in keys.FILE_KEYS.keys if key.name == "cases")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Case file of pytest-rubric",
        **file,
        "allOf": [_has_key(cases.spellings)],
        "$defs": _definitions(),
    }


def _definitions() -> dict[str, Schema]:
    return {
        **_cases(),
        **_inputs(),
        **_judges(),
        **_evaluators(),
        **_labels(),
        **_levels(),
        **_checks(),
        **_targets(),
        **_comparisons(),
        **_runs(),
    }


def _cases() -> dict[str, Schema]:
    """The file's own parts."""
    return {
        "cases": {"type": "array", "minItems": 1, "items": _ref("case")},
        "case": _mapping(keys.CASE_KEYS),
        "defaults": _or_null(_mapping(keys.CASE_KEYS, leave_out={"id"})),
        "meta": {"type": ["object", "null"], "properties": {"count": {"type": "integer"}}},
        "free_mapping": {"type": ["object", "null"]},
        "anything": {},
    }


def _inputs() -> dict[str, Schema]:
    """Texts, and what the output under test answers."""
    return {
        "text": _or_null(_TEXT),
        "word": _WORD,
        "texts": {"anyOf": [_TEXT, _NULL, {"type": "array", "items": _ref("word")}]},
        "text_list": _or_null({"type": "array", "items": _ref("word")}),
        "input": {"anyOf": [_TEXT, _NULL, {"type": "array", "minItems": 1, "items": _ref("message")}]},
        "message": {
            **_mapping(keys.MESSAGE_KEYS),
            "allOf": [_has_key(["role"]), _has_key(["content"])],
        },
        "turns": _or_null({"type": "array", "minItems": 1, "items": {"anyOf": [_WORD, _ref("turn")]}}),
        "turn": {**_mapping(keys.TURN_KEYS), "allOf": [_has_key(["user", "Input"])]},
    }


def _judges() -> dict[str, Schema]:
    """What ``Judge`` holds."""
    return {
        "judge": {
            "anyOf": [
                {"type": ["string", "null"]},
                _ref("judge_list"),
                _ref("judge_mapping"),
                _ref("dimensions_mapping"),
                _ref("dimensions_by_name"),
            ]
        },
        "judge_list": {
            "type": "array",
            "items": {"anyOf": [_ref("criterion"), _WORD, _ref("dimension")]},
        },
        "judge_mapping": _mapping(keys.JUDGE_KEYS),
        "dimensions_mapping": _mapping(keys.DIMENSIONS_KEYS),
        # Any other key can be the name of a dimension.
        "dimensions_by_name": {
            **_mapping(keys.DIMENSIONS_KEYS, leave_out={"criteria"}),
            "additionalProperties": {"anyOf": [_WORD, _mapping(keys.DIMENSION_KEYS, leave_out={"name"})]},
        },
        "dimension_list": {"type": "array", "items": _ref("dimension")},
        "dimension_scale": _or_null(_mapping(keys.DIMENSION_SCALE_KEYS)),
        "criterion": {
            **_mapping(keys.CRITERION_KEYS),
            "anyOf": [_has_key(["criterion", "requirement"]), _has_key(["check"])],
        },
        "dimension": {**_mapping(keys.DIMENSION_KEYS), "allOf": [_has_key(["name"])]},
    }


def _evaluators() -> dict[str, Schema]:
    """Entries of ``evaluators``, and what they name."""
    return {
        "evaluators": _or_null(_words_or(keys.EVALUATOR_KEYS, ["name", "id"])),
        "category": _one_of(keys.CATEGORIES),
        "custom_points": _or_null(_words_or(keys.POINT_KEYS, ["label"])),
        "catalog": _or_null(_words_or(keys.CATALOG_KEYS, ["name"])),
        "catalog_kind": _one_of(keys.CATALOG_KINDS),
        "weighted_texts": _or_null(_words_or(keys.WEIGHTED_KEYS, ["text"])),
    }


def _labels() -> dict[str, Schema]:
    """What people say."""
    return {
        "human": _or_null(
            {
                **_mapping(keys.HUMAN_KEYS),
                "anyOf": [
                    {"allOf": [_has_key(["score"]), _has_key(["reason"])]},
                    {"allOf": [_has_key(["criteria"]), {"not": _has_key(["score"])}]},
                ],
            }
        ),
        "human_score": _or_null(
            {
                **_mapping(keys.HUMAN_KEYS, leave_out={"criteria"}),
                "allOf": [_has_key(["score"]), _has_key(["reason"])],
            }
        ),
        "label": {"anyOf": [{"type": ["boolean", "null"]}, _any_case(keys.LABELS)]},
        "labels": _or_null(
            {
                "anyOf": [
                    {"type": "object", "additionalProperties": _ref("label")},
                    {"type": "array", "items": _ref("label")},
                ]
            }
        ),
    }


def _levels() -> dict[str, Schema]:
    """Weights, scales and points."""
    return {
        "weight": {"type": ["number", "null"], "minimum": 0},
        "scale": {"anyOf": [_one_of(keys.SCALES), {"type": "string", "pattern": "^0-[1-9][0-9]{0,3}$"}]},
        "levels": {
            "anyOf": [
                _NULL,
                {
                    "type": "object",
                    "patternProperties": {"^(?:0|[1-9][0-9]{0,3})$": _WORD, "^[xX]-": True},
                    "additionalProperties": False,
                },
                {"type": "array", "items": _ref("described_level")},
            ]
        },
        "described_level": {
            **_mapping(keys.LEVEL_KEYS),
            "allOf": [_has_key(["score", "level"]), _has_key(["description"])],
        },
        "level": {"type": ["integer", "string"], "minimum": 0, "maximum": keys.MOST_POINTS},
        "points": {"type": ["number", "null"], "not": {"const": 0}},
        "boolean": {"anyOf": [{"type": ["boolean", "null"]}, _any_case(["yes", "no", "on", "off"])]},
    }


def _checks() -> dict[str, Schema]:
    """What code decides."""
    return {
        "check": _or_null({**_mapping(keys.CHECK_KEYS), "minProperties": 1, "maxProperties": 1}),
        "count": {
            **_mapping(keys.COUNT_KEYS),
            "allOf": [{"anyOf": [_has_key(["min"]), _has_key(["max"])]}],
            "oneOf": [_has_key(["contains"]), _has_key(["regex"])],
        },
        "tools": {"anyOf": [_WORD, {"type": "array", "minItems": 1, "items": _WORD}]},
        "tool_called": {
            "anyOf": [
                _ref("tools"),
                {**_mapping(keys.TOOL_CALLED_KEYS), "allOf": [_has_key(["tool"])]},
            ]
        },
        "tool_order": {"type": "array", "minItems": 2, "items": _WORD},
        "tool_arguments": {
            **_mapping(keys.TOOL_ARGUMENTS_KEYS),
            "allOf": [_has_key(["tool"]), _has_key(["arguments"])],
        },
        "regex": {"type": "string", "minLength": 1, "format": "regex"},
        "json_schema": {"anyOf": [{"type": "object"}, {"const": True}]},
        "true": {"const": True},
    }


def _targets() -> dict[str, Schema]:
    """Where outputs come from."""
    return {
        "path": _or_null(_WORD),
        "function": {"type": "string", "pattern": r"^[^\s:]+:[^\s:]+$"},
        "target": {
            "anyOf": [
                _NULL,
                _ref("function"),
                {**_mapping(keys.TARGET_KEYS), "oneOf": _kinds("function", "command", "model")},
            ]
        },
        "targets": _or_null(
            {"type": "object", "minProperties": 1, "additionalProperties": _ref("named_target")}
        ),
        "named_target": {
            "anyOf": [
                _ref("function"),
                {
                    **_mapping(keys.NAMED_TARGET_KEYS),
                    "oneOf": _kinds("function", "command", "model", "ActualOutput", "ActualOutputFile"),
                },
            ]
        },
        "parameters": {"type": ["object", "null"]},
        "variable": {"type": ["string", "null"], "pattern": f"^{VARIABLE}$"},
        "command": {"type": "array", "minItems": 1, "items": _TEXT},
        "environment": {"type": ["object", "null"], "additionalProperties": _or_null(_TEXT)},
    }


def _comparisons() -> dict[str, Schema]:
    """Two outputs held against each other."""
    return {
        "compare": _or_null(
            {
                **_mapping(keys.COMPARE_KEYS),
                "oneOf": [_has_key(["with"]), {"allOf": [_has_key(["A"]), _has_key(["B"])]}],
            }
        ),
        "output": {**_mapping(keys.COMPARED_KEYS), "minProperties": 1, "maxProperties": 1},
        "other_output": {"anyOf": [_WORD, _ref("output")]},
        "expect": _one_of(keys.EXPECT),
        "compare_criteria": _or_null(_mapping(keys.COMPARE_CRITERIA_KEYS)),
        "level_criteria": {
            "type": "array",
            "minItems": 1,
            "items": {"anyOf": [_WORD, {**_mapping(keys.GRADED_KEYS), "allOf": [_has_key(["name"])]}]},
        },
        "compare_levels": {
            "type": "object",
            "propertyNames": {"pattern": "^[1-5]$"},
            "additionalProperties": _WORD,
        },
    }


def _runs() -> dict[str, Schema]:
    """How a case is run and judged."""
    return {
        "marks": _or_null(
            {
                "type": "array",
                "items": {
                    "anyOf": [_WORD, {"type": "object", "minProperties": 1, "maxProperties": 1}],
                },
            }
        ),
        "threshold": {"type": ["number", "null"], "minimum": 0, "maximum": 100},
        "seconds": {"type": ["number", "null"], "exclusiveMinimum": 0, "maximum": LONGEST_SECONDS},
        "positive_integer": {"type": ["integer", "null"], "minimum": 1},
        "natural_number": {"type": ["integer", "null"], "minimum": 0},
        "runs": {"type": ["integer", "null"], "minimum": 1, "maximum": MOST_RUNS},
        "pass_rule": {"anyOf": [_one_of(PASS_RULES), {"type": "string", "pattern": RATE}]},
        "strategy": _one_of(keys.STRATEGIES),
        "evidence": _one_of(keys.EVIDENCE),
        "feedback": _one_of(keys.FEEDBACK),
        "language": _one_of(keys.LANGUAGES),
    }


def _words_or(table: KeyTable, required: Iterable[str]) -> Schema:
    """A list of words, or of mappings that have one of the required keys."""
    entry = {**_mapping(table), "allOf": [_has_key(required)]}
    return {"type": "array", "items": {"anyOf": [_WORD, entry]}}


def _kinds(*names: str) -> list[Schema]:
    return [_has_key([name]) for name in names]


def _mapping(table: KeyTable, leave_out: Iterable[str] = ()) -> Schema:
    """A mapping with the keys of a table and no others, extensions aside."""
    left_out = set(leave_out)
    listed = [key for key in table.keys if key.name not in left_out]
    return {
        "type": "object",
        "properties": {spelling: _value(key) for key in listed for spelling in key.spellings},
        "patternProperties": {
            **{_pattern(spelling): _ref(key.shape) for key in listed for spelling in key.spellings},
            "^[xX]-": True,
        },
        "additionalProperties": False,
    }


def _value(key: Key) -> Schema:
    return {"description": key.about, **_ref(key.shape)}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, _NULL]}


def _one_of(words: Sequence[str]) -> Schema:
    return {"enum": [*words, None]}


def _pattern(spelling: str) -> str:
    """A pattern of every spelling of a key: case, ``_`` and ``-`` don't matter."""
    return "^[_-]*" + "".join(f"{_letter(letter)}[_-]*" for letter in folded(spelling)) + "$"


def _letter(letter: str) -> str:
    return f"[{letter}{letter.upper()}]" if letter.isalpha() else re.escape(letter)


def _any_case(words: Iterable[str]) -> Schema:
    """One of some words in upper or lower case; for `_` there may be a blank or `-`."""
    choices = "|".join(
        "".join("[ _-]" if letter == "_" else _letter(letter) for letter in word) for word in words
    )
    return {"type": "string", "pattern": f"^(?:{choices})$"}


def _has_key(spellings: Iterable[str]) -> Schema:
    """That one of some keys is there, in any spelling: not every key is a different one."""
    patterns = "|".join(_pattern(spelling) for spelling in spellings)
    return {"not": {"propertyNames": {"not": {"pattern": patterns}}}}
