"""The keys of the file format: one table that the loader, the JSON Schema and the docs go by."""

from __future__ import annotations

from pytest_rubric.loading.key_table import Key, KeyTable

STRATEGIES = ("case", "criterion")
EVIDENCE = ("strict", "warn")
FEEDBACK = ("full", "none")
CATALOG_KINDS = ("tool", "skill")
LANGUAGES = ("auto", "zh", "en")
EXPECT = ("A", "B", "not_worse")
LABELS = ("yes", "no", "true", "false", "met", "not_met", "violated", "clean")
CATEGORIES = ("res", "traj")

_METADATA = Key("metadata", "free_mapping", "Anything; it is kept and never judged.")

FILE_KEYS = KeyTable(
    "case file",
    [
        Key("cases", "cases", "The cases: a list with at least one.", ("testcases",)),
        Key(
            "defaults",
            "defaults",
            "Any keys of a case but `id`, for every case that doesn't give them itself.",
        ),
        Key("meta", "meta", "`count`, the number of cases, and anything else."),
        _METADATA,
        Key("$schema", "text", "Where the JSON Schema of this format is, for editors."),
    ],
)

CASE_KEYS = KeyTable(
    "case",
    [
        Key("id", "text", "Name of the case, unique in the file; `case-<position>` if left out.", ("name",)),
        Key("Input", "input", "What was asked: text, or a list of chat messages."),
        Key("Context", "texts", "Retrieved documents and the like: text, or a list of texts."),
        Key("ExpectedOutput", "anything", "The reference answer: text; a list or mapping becomes YAML text."),
        Key(
            "Judge",
            "judge",
            "What is judged: a list of criteria, weighed dimensions, or free text.",
            ("rubric", "rubrics", "criteria"),
        ),
        Key("JudgeFile", "path", "A file that holds what could stand under `Judge`."),
        Key("compare", "compare", "A blind comparison of two outputs."),
        Key("turns", "turns", "A scripted conversation: what the user says, turn by turn."),
        Key("evaluators", "evaluators", "Names of evaluators, each an item of its own."),
        Key("catalog", "catalog", "The tools and skills that were on offer.", ("tools", "available_tools")),
        Key("key_points", "weighted_texts", "What the answer must say, for `agent-task-completion`."),
        Key("key_actions", "weighted_texts", "What the run must do, for `agent-trace-quality`."),
        Key("human", "human", "What people say of the output: a score with the reason, labels of criteria."),
        Key("ActualOutput", "text", "The output under test, inline."),
        Key("ActualOutputFile", "path", "The output under test, in a file."),
        Key("target", "target", "What makes the output: `module:function`, or a mapping."),
        Key("targets", "targets", "Names and what makes the output: the case is judged for each of them."),
        Key("repeat", "runs", "How often the target runs; each output is judged."),
        Key("pass_rule", "pass_rule", "How many runs must pass: `all`, `majority`, `any` or `rate:0.8`."),
        Key("RunLog", "anything", "The log of the run, inline: text, or data in a known shape."),
        Key("RunLogFile", "path", "The log of the run, in a file."),
        Key("threshold", "threshold", "The score, 0 to 100, from which on the case passes."),
        Key("samples", "positive_integer", "How often each question is asked; the majority decides."),
        Key("extra_samples", "natural_number", "How often undecided criteria are asked again."),
        Key("strategy", "strategy", "One call for all criteria of a case, or one for each criterion."),
        Key("evidence", "evidence", "What becomes of a decision without a quote that is found."),
        Key("feedback", "feedback", "Whether the judge also gives strengths, weaknesses and suggestions."),
        Key("lang", "language", "Language of the report."),
        Key("timeout", "seconds", "Time limit of a judge call, in seconds."),
        Key("tags", "text_list", "Words to select cases by."),
        Key("marks", "marks", "pytest marks: names, or mappings of one name to its argument."),
        _METADATA,
    ],
)

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
        _METADATA,
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
        _METADATA,
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
        _METADATA,
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
        _METADATA,
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

TARGET_KEYS = KeyTable(
    "target",
    [
        Key("function", "function", "`module:function`, called with the input."),
        Key("command", "command", "A program and its arguments, run without a shell; its output is judged."),
        Key("stdin", "text", "What the command reads; placeholders are filled in."),
        Key("env", "environment", "Environment variables of the command."),
        Key("cwd", "path", "Working directory of the command."),
        Key("model", "word", "A model at an OpenAI-compatible endpoint; its answer is judged."),
        Key("prompt", "word", "The prompt under test; placeholders are filled in."),
        Key("prompt_file", "path", "The prompt under test, in a file."),
        Key("system", "word", "A system message before the prompt."),
        Key("parameters", "parameters", "What else is sent to the model, such as `temperature`."),
        Key("base_url", "word", "The model's endpoint; that of the judge if left out."),
        Key("api_key_env", "variable", "Environment variable with the key; OPENAI_API_KEY if left out."),
        Key("timeout", "seconds", "Time limit, in seconds; 300 if left out. Of a model: of each call."),
        Key(
            "concurrency",
            "positive_integer",
            "How many calls of a sync function (1 if left out) or of a model may run at once.",
        ),
    ],
)

TURN_KEYS = KeyTable(
    "turn",
    [
        Key("user", "word", "What the user says.", ("Input",)),
        Key(
            "ActualOutput",
            "text",
            "A recorded reply; the target is not asked in this turn.",
            ("reply", "assistant"),
        ),
        Key(
            "Judge", "judge_list", "Criteria about the reply of this turn.", ("rubric", "rubrics", "criteria")
        ),
        _METADATA,
    ],
)

# A file's other ways of giving one output, which may stand beside targets in a comparison.
_OUTPUT_KEYS = tuple(
    key for key in CASE_KEYS.keys if key.name in ("ActualOutput", "ActualOutputFile", "RunLog", "RunLogFile")
)

NAMED_TARGET_KEYS = KeyTable("named target", [*TARGET_KEYS.keys, *_OUTPUT_KEYS])

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
    "custom evaluator", [*(key for key in EVALUATOR_KEYS.keys if key.name != "human"), _METADATA]
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

HUMAN_KEYS = KeyTable(
    "human label",
    [
        Key("score", "threshold", "0 to 100, beside the machine's."),
        Key("reason", "word", "Why; a score needs it."),
        Key("criteria", "labels", "Labels of criteria, by number or by text, or as a list."),
    ],
)

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

MESSAGE_KEYS = KeyTable(
    "message",
    [
        Key("role", "word", "Who speaks, such as `system`, `user` or `assistant`."),
        Key("content", "text", "What is said."),
    ],
)

TABLES = (
    FILE_KEYS,
    CASE_KEYS,
    JUDGE_KEYS,
    CRITERION_KEYS,
    DIMENSIONS_KEYS,
    DIMENSION_SCALE_KEYS,
    DIMENSION_KEYS,
    LEVEL_KEYS,
    CHECK_KEYS,
    COUNT_KEYS,
    TOOL_CALLED_KEYS,
    TOOL_ARGUMENTS_KEYS,
    TARGET_KEYS,
    TURN_KEYS,
    NAMED_TARGET_KEYS,
    EVALUATOR_KEYS,
    POINT_KEYS,
    CATALOG_KEYS,
    WEIGHTED_KEYS,
    HUMAN_KEYS,
    COMPARE_KEYS,
    COMPARED_KEYS,
    COMPARE_CRITERIA_KEYS,
    GRADED_KEYS,
    MESSAGE_KEYS,
)
"""Every table."""
