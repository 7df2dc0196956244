"""The three parts of a custom evaluator's prompt: its author's, ours on points, ours on the form.

The author's part is never rewritten: its placeholders are replaced, in one pass, by the texts of the case
as marked blocks, so that what stands in those stays data.
"""

from __future__ import annotations

from pytest_rubric.evaluators.custom.texts import Texts, texts
from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.judging.prompting import SECTIONS, chat_block, text_block
from pytest_rubric.model import CustomEvaluator, CustomPoint
from pytest_rubric.model.template import fill

PROMPT_VERSION = "2"


def blocks(definition: CustomEvaluator, view: View) -> tuple[str, ...]:
    """The user's message: the filled prompt, the instruction on points, the form of the reply."""
    words = texts(view.prompt_lang)
    return (
        fill(definition.prompt.strip(), _placed(definition, view)),
        _points(definition, words),
        words.form,
    )


def system(view: View) -> str:
    """What is the same for every custom evaluator."""
    return texts(view.prompt_lang).system


def _placed(definition: CustomEvaluator, view: View) -> dict[str, str]:
    """The block of each placeholder of the prompt, on lines of its own."""
    return {name: f"\n{_block(name, view)}\n" for name in definition.places}


def _block(name: str, view: View) -> str:
    sections, material = SECTIONS[view.prompt_lang], view.material
    match name:
        case "input":
            if isinstance(material.input, tuple):
                return chat_block(sections.input, material.input, sections)
            return text_block(sections.input, view.query or "", sections)
        case "expected_output":
            return text_block(sections.reference, view.reference or "", sections)
        case "context":
            return text_block(sections.context, view.context or "", sections)
        case "trace_summary":
            return text_block(sections.run_log, material.run_log or "", sections)
    if material.conversation:
        return chat_block(sections.output, material.conversation, sections)
    return text_block(sections.output, view.answer, sections)


def _points(definition: CustomEvaluator, words: Texts) -> str:
    if not definition.points:
        return "\n".join([words.named, "", words.levels, "", words.evidence])
    levels = words.levels
    if any(point.na_allowed for point in definition.points):
        levels += "\n" + words.not_applicable
    listed = [words.listed, *(_listed(point, words) for point in definition.points)]
    return "\n".join([*listed, "", levels, "", words.evidence])


def _listed(point: CustomPoint, words: Texts) -> str:
    """One line: the label, what it means, and whether it may be set aside."""
    line = f"- `{point.label}`"
    if point.definition:
        line += words.colon + " ".join(point.definition.split())
    return f"{line} {words.may_not_apply}" if point.na_allowed else line
