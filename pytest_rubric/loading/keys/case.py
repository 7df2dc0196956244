"""The keys of a case file and of a case, and the words that values of them can be."""

from __future__ import annotations

from pytest_rubric.loading.key_table import Key, KeyTable

STRATEGIES = ("case", "criterion")
EVIDENCE = ("strict", "warn")
FEEDBACK = ("full", "none")
LANGUAGES = ("auto", "zh", "en")

METADATA = Key("metadata", "free_mapping", "Anything; it is kept and never judged.")

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
        METADATA,
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
        METADATA,
    ],
)

MESSAGE_KEYS = KeyTable(
    "message",
    [
        Key("role", "word", "Who speaks, such as `system`, `user` or `assistant`."),
        Key("content", "text", "What is said."),
    ],
)
