"""What every evaluator needs of a subject: its texts, and the languages of prompt and report."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.judging.prompting import Material, input_text
from pytest_rubric.model import Case, FreeTextRubric, InputMessage, TurnOutput
from pytest_rubric.model.text import language_of


def material(subject: Subject) -> Material:
    """The texts of a subject, as a judge is shown them."""
    if subject.output.turns:
        return turn_material(subject, None)
    case, log = subject.case, subject.output.run_log
    return Material(
        input=case.input,
        context=case.context,
        reference=case.expected_output,
        run_log=_log_text(log),
        output=subject.output.text,
    )


def turn_material(subject: Subject, number: int | None) -> Material:
    """The texts that the criteria of one turn of a conversation are about: its reply as the output,
    all that was said before as the input. ``None`` is the whole conversation."""
    case, turns = subject.case, subject.output.turns
    opening = case.input if isinstance(case.input, tuple) else ()
    if number is None:
        log = subject.output.run_log
        return Material(
            input=None,
            context=case.context,
            reference=case.expected_output,
            run_log=_log_text(log),
            output=subject.output.text,
            conversation=(*opening, *_messages(turns)),
        )
    turn = turns[number - 1]
    return Material(
        input=(*opening, *_messages(turns[: number - 1]), InputMessage("user", turn.user)),
        context=case.context,
        reference=None,
        run_log=_log_text(turn.run_log),
        output=turn.reply,
    )


def _log_text(log: object) -> str | None:
    if log is None:
        return None
    from pytest_rubric import runlog  # few cases have one

    return runlog.as_text(log)


def _messages(turns: Sequence[TurnOutput]) -> list[InputMessage]:
    return [
        InputMessage(role, content)
        for turn in turns
        for role, content in (("user", turn.user), ("assistant", turn.reply))
    ]


def prompt_language(case: Case) -> str:
    """``zh`` or ``en``: the language in which the case itself is written."""
    said = [criterion.text for criterion in case.criteria]
    said += [f"{dimension.name}\n{dimension.description}" for dimension in case.dimensions]
    if isinstance(case.rubric, FreeTextRubric):
        said.append(case.rubric.text)
    if case.compare is not None:
        said += case.compare.expectations
    if case.input is not None:
        said.append(input_text(case.input))
    said += [turn.user for turn in case.turns]
    if not said and case.expected_output is not None:
        said.append(case.expected_output)
    return language_of("\n".join(said))


def report_language(subject: Subject) -> str:
    """``zh`` or ``en``: what the settings say, else the language of the case itself."""
    lang = subject.settings.lang
    return lang if lang in ("zh", "en") else prompt_language(subject.case)
