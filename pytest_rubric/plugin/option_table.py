"""The table of options and of what stands in the ini file only.

Only standard library here, so that declaring options costs pytest's start next to nothing.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Option:
    """One row of the table. ``values`` and ``default`` are texts for people; the README shows
    them. ``kind`` says how a value is read. ``flag`` is false for what stands in the ini file only."""

    name: str
    values: str
    default: str
    help: str
    kind: str
    flag: bool = True
    env: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()

    @property
    def option(self) -> str:
        return "--rubric-" + self.name.replace("_", "-")

    @property
    def ini(self) -> str:
        return "rubric_" + self.name


OPTIONS: tuple[Option, ...] = (
    Option(
        "model",
        "name",
        "none",
        "model that judges",
        "text",
        env=("RUBRIC_MODEL", "OPENAI_MODEL"),
    ),
    Option(
        "base_url",
        "URL",
        "OpenAI's",
        "OpenAI-compatible endpoint that judges",
        "text",
        env=("OPENAI_BASE_URL",),
    ),
    Option("threshold", "0-100", "floor of warn", "score that a case must reach", "threshold"),
    Option("verdicts", "pass,warn", "80,60", "floors of the verdicts pass and warn", "floors"),
    Option("outputs", "folder", "what the case says", "judge the outputs in this folder", "path"),
    Option("target", "module:function", "what the case says", "function that makes the outputs", "text"),
    Option(
        "save_outputs", "folder", "none", "store the outputs of this run here, to compare with later", "path"
    ),
    Option(
        "previous_outputs",
        "folder",
        "that of --rubric-save-outputs",
        "stored outputs that `compare: {with: previous}` compares with",
        "path",
    ),
    Option("concurrency", "N", "32", "cases judged at once, and calls in flight", "count_from_1"),
    Option(
        "replies",
        "auto, refresh, off, only",
        "auto",
        "stored judge replies: ask what is missing, ask all anew, ignore them, use only them",
        "choice",
        env=("RUBRIC_REPLIES",),
        choices=("auto", "refresh", "off", "only"),
    ),
    Option(
        "replies_dir", "folder", ".rubric_replies in the root directory", "where replies are stored", "path"
    ),
    Option("samples", "N", "1", "times each question is asked; the majority decides", "count_from_1"),
    Option(
        "extra_samples",
        "N",
        "2",
        "further samples of undecided criteria where they decide the outcome",
        "count_from_0",
    ),
    Option(
        "strategy",
        "case, criterion",
        "case",
        "one call a case, or one call a criterion (for small models)",
        "choice",
        choices=("case", "criterion"),
    ),
    Option(
        "evidence",
        "strict, warn",
        "strict",
        "a yes whose quote is not found is undecided, or kept and marked",
        "choice",
        choices=("strict", "warn"),
    ),
    Option(
        "feedback",
        "full, none",
        "full",
        "ask for strengths, weaknesses and suggestions, or for decisions only",
        "choice",
        choices=("full", "none"),
    ),
    Option("timeout", "seconds", "120", "time limit of one judge call", "seconds"),
    Option("max_calls", "N", "none", "judge calls that a session may make", "count_from_1"),
    Option("max_tokens", "N", "none", "tokens that a session's judge calls may take", "count_from_1"),
    Option(
        "on_unavailable",
        "error, skip",
        "error",
        "what becomes of cases when there is no judge",
        "choice",
        choices=("error", "skip"),
    ),
    Option(
        "lang",
        "auto, zh, en",
        "auto",
        "language of reports; auto takes the case's",
        "choice",
        choices=("auto", "zh", "en"),
    ),
    Option("report_dir", "folder", "none", "write case_N_eval_result.md and summary.md here", "path"),
    Option("json", "file", "none", "write one JSON object an item here", "path"),
    Option("html", "file", "none", "write the whole run as one HTML page here", "path"),
    Option(
        "baseline",
        "file",
        "none",
        "results of an earlier run: only what got worse since stops this one",
        "path",
    ),
    Option("max_drop", "points", "none", "a case also fails when it falls by more than this", "score"),
    Option(
        "fail_if_worse",
        "flag",
        "off",
        "the run also fails when its scores are lower than the baseline's by more than chance explains",
        "switch",
    ),
    Option(
        "update_baseline",
        "flag",
        "off",
        "put the results of this run into the baseline file, which may be a new one",
        "switch",
    ),
    Option(
        "files",
        "globs",
        "*.rubric.yaml *.rubric.yml testcases.yaml testcases.yml",
        "file names that are looked at for cases",
        "globs",
        flag=False,
    ),
    Option(
        "evaluators",
        "globs",
        "none",
        "files with custom evaluators, relative to the root directory",
        "globs",
        flag=False,
    ),
    Option(
        "judge_id",
        "text",
        "model and base URL",
        "name under which the judge's replies are stored",
        "text",
        flag=False,
    ),
    Option(
        "model_parameters",
        "JSON object",
        "none",
        "further parameters of each judge call; part of what a stored reply is found by",
        "json",
        flag=False,
    ),
    Option(
        "min_mean",
        "0-100",
        "none",
        "suite gate: mean score that a whole run must reach",
        "floor",
        flag=False,
    ),
    Option(
        "min_pass_rate",
        "0-100",
        "none",
        "suite gate: percentage of cases that must pass",
        "floor",
        flag=False,
    ),
    Option(
        "min_tag",
        "lines: tag 0-100",
        "none",
        "suite gates: mean score of each of these tags",
        "tag_floors",
        flag=False,
    ),
    Option(
        "max_errors",
        "N",
        "none",
        "suite gate: cases that may end without an outcome",
        "count_from_0",
        flag=False,
    ),
    Option(
        "min_agreement",
        "0-100",
        "none",
        "gate on the judge: percentage of labelled decisions that people share",
        "floor",
        flag=False,
    ),
    Option(
        "min_kappa",
        "-1 to 1",
        "none",
        "gate on the judge: Cohen's kappa against people's labels",
        "kappa",
        flag=False,
    ),
    Option(
        "allow_outside_root",
        "true, false",
        "false",
        "let case files name paths outside the root directory",
        "bool",
        flag=False,
    ),
)
