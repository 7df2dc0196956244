"""The prompt of a graded preset: constant instructions, then data, then the reply's form.

The dimensions belong to the constant part: they are the same for every case, so servers share the
prefix. Data is joined, never formatted, so braces and template syntax in it stay text; nothing is
ever cut.
"""

from __future__ import annotations

from collections.abc import Sequence

from pytest_rubric.evaluators.presets.graded.model import Dimension
from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.judging.prompting import SECTIONS, Material, material_blocks


def system(*parts: str, dimensions: Sequence[Dimension], heading: str, fields: str, lang: str) -> str:
    """The constant instructions: what is looked for, the dimensions, what is written for each.

    ``parts`` stand before the dimensions, ``fields`` behind them.
    """
    listed = "\n".join(f"- {each.key}: {each.about[lang]}" for each in dimensions)
    return "\n\n".join([*parts, f"{heading}\n{listed}", fields])


def reply(shape: str, dimensions: Sequence[Dimension]) -> str:
    """The reply's form, with the keys of the dimensions in place of ``{names}``: a forgotten one is the
    commonest fault, and this block alone is repeated when an answer is asked for again."""
    return shape.replace("{names}", ", ".join(each.key for each in dimensions))


def blocks(view: View, reply: str, *, shows_query: bool) -> tuple[str, ...]:
    """The texts of the case, the output last, then the reply's form.

    Without the query a conversation is shown as what the assistant said in it: nothing else is judged.
    The query may come from the run log; that of a conversation stands in the conversation.
    """
    material = view.material
    conversation = material.conversation if shows_query else ()
    shown = Material(
        input=(material.input or view.query) if shows_query and not conversation else None,
        context=None,
        reference=None,
        run_log=None,
        output=material.output,
        conversation=conversation,
    )
    return (*material_blocks(shown, SECTIONS[view.prompt_lang]), reply)
