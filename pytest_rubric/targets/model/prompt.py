"""What a model under test is sent: the prompt under test and the case's input, as messages."""

from __future__ import annotations

from pytest_rubric.errors import TargetError
from pytest_rubric.judging.protocol import ChatMessage
from pytest_rubric.model import Case, ModelSpec, Settings, template
from pytest_rubric.model.text import visible
from pytest_rubric.targets.places import path_of, read_text
from pytest_rubric.targets.values import prompt_values


def messages_for(case: Case, spec: ModelSpec, settings: Settings) -> tuple[ChatMessage, ...]:
    """The messages for one case. The prompt file is read here, so that each run has it as it is.

    A prompt with ``{{input}}`` in it is the user's message, after ``system`` if there is one. Any
    other prompt is the system message, and the input follows: a text as the user's message, a chat
    as its own messages. Where there is no input, the prompt is the user's message.

    Raises :class:`~pytest_rubric.errors.TargetError` where the prompt can't be used, or nothing is
    left to be sent.
    """
    prompt = _prompt(case, spec, settings)
    values = prompt_values(case)
    system = [] if spec.system is None else [ChatMessage("system", template.fill(spec.system, values))]
    if prompt is None:
        asked = _input(case)
        if not asked:
            raise TargetError(
                f"model {spec.name}: case {case.label} has no Input, and its target has no prompt; "
                "give it one of them"
            )
        return (*system, *asked)
    filled = template.fill(prompt, values)
    if "input" in template.placeholders(prompt):
        if not _input(case):
            raise TargetError(
                f"model {spec.name}: its prompt asks for {{{{input}}}}, and case {case.label} has no Input"
            )
        return (*system, ChatMessage("user", filled))
    if spec.system is not None:
        raise TargetError(
            f"model {spec.name}: the prompt in {spec.prompt_file} has no {{{{input}}}}, so it is the system "
            "message itself: leave `system` out, or write {{input}} where the input belongs"
        )
    asked = _input(case)
    return (ChatMessage("system", filled), *asked) if asked else (ChatMessage("user", filled),)


def _input(case: Case) -> tuple[ChatMessage, ...]:
    """The input as messages; none where it is missing or blank."""
    if isinstance(case.input, tuple):
        return tuple(ChatMessage(message.role, message.content) for message in case.input)
    return (ChatMessage("user", case.input),) if case.input and case.input.strip() else ()


def _prompt(case: Case, spec: ModelSpec, settings: Settings) -> str | None:
    if spec.prompt_file is None:
        return None if spec.prompt is None else spec.prompt.rstrip("\n")
    path = path_of(case, spec.prompt_file, "prompt_file", settings)
    what = f"prompt_file of case {case.label}"
    text, notes = read_text(path, what)
    shown = visible(str(path))
    if notes:
        raise TargetError(f"{what}: {shown} is not UTF-8 throughout; save it as UTF-8")
    if not text.strip():
        raise TargetError(f"{what}: {shown} is empty")
    wrong = template.complaint_of_prompt(text)
    if wrong is not None:
        raise TargetError(f"{what}: {shown}: {wrong}")
    # Editors end a file with a line end; it is no part of the prompt.
    return text.rstrip("\n")
