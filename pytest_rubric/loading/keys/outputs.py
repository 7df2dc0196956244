"""The keys of what makes outputs: targets, and the turns of a conversation."""

from __future__ import annotations

from pytest_rubric.loading.key_table import Key, KeyTable
from pytest_rubric.loading.keys.case import CASE_KEYS, METADATA

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
        METADATA,
    ],
)

# A file's other ways of giving one output, which may stand beside targets in a comparison.
_OUTPUT_KEYS = tuple(
    key for key in CASE_KEYS.keys if key.name in ("ActualOutput", "ActualOutputFile", "RunLog", "RunLogFile")
)

NAMED_TARGET_KEYS = KeyTable("named target", [*TARGET_KEYS.keys, *_OUTPUT_KEYS])
