"""The keys of named evaluators, of those that users write, and of what they go by."""

from __future__ import annotations

from pytest_rubric.loading.key_table import Key, KeyTable
from pytest_rubric.loading.keys.case import METADATA

CATEGORIES = ("res", "traj")

EVALUATOR_KEYS = KeyTable(
    "evaluator",
    [
        Key("name", "word", "The evaluator's id, or the name of one that is written here.", ("id",)),
        Key("threshold", "threshold", "The score from which on it passes."),
        Key("human", "human_score", "A person's score beside the machine's, with the reason."),
        Key("prompt", "word", "The prompt of an evaluator that is written here; placeholders are filled in."),
        Key("category", "category", "`res` (the output is judged) or `traj` (the way to it)."),
        Key("points", "custom_points", "What the judge decides, point by point."),
    ],
)

# What a file of its own may say of an evaluator; a person's score belongs to a case.
CUSTOM_KEYS = KeyTable(
    "custom evaluator", [*(key for key in EVALUATOR_KEYS.keys if key.name != "human"), METADATA]
)

EVALUATOR_FILE_KEYS = KeyTable(
    "file of evaluators", [Key("evaluators", "custom_evaluators", "The evaluators: a list of mappings.")]
)

POINT_KEYS = KeyTable(
    "point",
    [
        Key("label", "word", "Its name; unique in the evaluator."),
        Key("weight", "weight", "How much it counts, above 0; 1 if left out."),
        Key("definition", "text", "What it means."),
        Key("na_allowed", "boolean", "Whether the judge may say that it does not apply."),
    ],
)
CATALOG_KINDS = ("tool", "skill")

CATALOG_KEYS = KeyTable(
    "catalog entry",
    [
        Key("name", "word", "The name that calls use."),
        Key("kind", "catalog_kind", "`tool` or `skill`."),
        Key("description", "text", "What it does."),
        Key("parameters", "anything", "What it takes: a JSON Schema, or anything else."),
    ],
)

WEIGHTED_KEYS = KeyTable(
    "key point",
    [
        Key("text", "word", "What must be said or done."),
        Key("weight", "weight", "How much it counts, above 0; 1 if left out."),
    ],
)
LABELS = ("yes", "no", "true", "false", "met", "not_met", "violated", "clean")

HUMAN_KEYS = KeyTable(
    "human label",
    [
        Key("score", "threshold", "0 to 100, beside the machine's."),
        Key("reason", "word", "Why; a score needs it."),
        Key("criteria", "labels", "Labels of criteria, by number or by text, or as a list."),
    ],
)
