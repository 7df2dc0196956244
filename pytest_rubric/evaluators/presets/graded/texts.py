"""What a graded preset says, made of the texts of its family and of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_rubric.evaluators.presets.graded import prompt
from pytest_rubric.evaluators.presets.graded.model import Dimension, Said

_LANGUAGES = ("en", "zh")


@dataclass(frozen=True, slots=True)
class Texts:
    """What a preset says. ``system`` are the constant instructions and ``reply`` the reply's form,
    both to the judge; ``clean`` is the summary where nothing was found."""

    system: Said
    reply: Said
    clean: Said


def texts(
    *parts: Said, dimensions: Sequence[Dimension], heading: Said, fields: Said, reply: Said, clean: Said
) -> Texts:
    """The texts of one preset. ``parts`` stand before its dimensions and their ``heading``, ``fields``
    behind them: see :func:`~pytest_rubric.evaluators.presets.graded.prompt.system`."""
    return Texts(
        system={
            lang: prompt.system(
                *(part[lang] for part in parts),
                dimensions=dimensions,
                heading=heading[lang],
                fields=fields[lang],
                lang=lang,
            )
            for lang in _LANGUAGES
        },
        reply={lang: prompt.reply(reply[lang], dimensions) for lang in _LANGUAGES},
        clean=clean,
    )
