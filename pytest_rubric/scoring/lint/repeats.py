"""The lint of ``repeat``: where nothing runs again, and what a rule comes to with so many runs."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_rubric.model import Case, CompareSpec
from pytest_rubric.model.comparison import OwnSource, TargetSource
from pytest_rubric.scoring.lint.note import Note
from pytest_rubric.scoring.repeat_sentences import rule_text
from pytest_rubric.scoring.repeats import needed


def faults(case: Case) -> Iterator[str]:
    """Why the runs of a case can't differ, or can't be told apart."""
    if case.repeat < 1:
        yield f"`repeat` must be at least 1, found {case.repeat}"
    if case.repeat <= 1:
        return
    if case.compare is not None and not _compares_something_made(case, case.compare):
        yield (
            "`repeat` runs a target again, and `compare` has the same two outputs each time: give it one "
            "that a `target` makes, or leave `repeat` out"
        )
    elif case.compare is None and (name := _given_output(case)):
        yield (
            f"`repeat` runs the target again, and `{name}` is the same each time: give the case a `target` "
            "instead, or leave `repeat` out"
        )
    if case.turns and all(turn.reply is not None for turn in case.turns):
        yield "every reply of `turns` is recorded, so there is nothing that `repeat` could run again"
    if case.human is not None or case.evaluator_humans:
        yield ("`human` is about one output, and `repeat` makes several: leave it out, or run the case once")


def notes(case: Case) -> Iterator[Note]:
    """What probably isn't meant."""
    rule = case.pass_rule
    if case.repeat <= 1 or rule is None:
        return
    line = case.location.line if case.location else None
    runs, must_pass = case.repeat, needed(rule, case.repeat)
    named = f"`pass_rule: {rule_text(rule)}` of {runs} runs"
    if must_pass == runs and rule.name != "all" and rule.rate != 1:
        yield Note(
            "rule-needs-all",
            f"{named} needs {must_pass}, so every run must pass, as with `all`; raise `repeat`, or write "
            "`all` if that is meant",
            line,
        )
    elif must_pass == 1:
        told = "passes" if rule.name == "any" else "needs 1, so it passes, as with `any`,"
        yield Note(
            "any-run-passes",
            f"{named} {told} when one of them does: the case says what the target can do and not what it "
            "does; use `majority`, a higher `rate:` or `all` where it stops a change",
            line,
        )


def _compares_something_made(case: Case, spec: CompareSpec) -> bool:
    return any(
        isinstance(source, TargetSource) or (isinstance(source, OwnSource) and not _given_output(case))
        for source in (spec.a, spec.b)
    )


def _given_output(case: Case) -> str | None:
    """The key that gives the case's own output, ``None`` where something makes it."""
    if case.actual_output is not None:
        return "ActualOutput"
    return "ActualOutputFile" if case.actual_output_file is not None else None
