"""Gates of a whole run, whatever they are about: one form for what came of each, for people and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from pytest_rubric.reporting.numbers import plain

VERSION = 1

NO_RESULTS = "no rubric test was collected"
"""Why gates are not looked at in a whole run without results."""

Gate = Literal[
    "min_mean", "min_pass_rate", "min_tag", "max_errors", "fail_if_worse", "min_agreement", "min_kappa"
]
"""The names of their settings, without ``rubric_``."""


@dataclass(frozen=True, slots=True)
class GateResult:
    """One gate of a whole run.

    ``held`` is ``None`` where there was nothing to measure, and then so is ``value``. ``limit`` is what
    the value was held against, in its unit; ``None`` for ``fail_if_worse``, whose value is the change of the
    mean. The value is over ``counted`` of ``items``: cases, or labels for gates on the judge. ``told`` says
    all of it in one sentence. ``tag`` is that of ``min_tag``.
    """

    gate: Gate
    held: bool | None
    limit: Fraction | None
    value: Fraction | None
    counted: int
    items: int
    told: str
    tag: str | None = None


def lines(results: Sequence[GateResult]) -> list[str]:
    """One line for each gate that did not hold or could not be looked at, one for all that held."""
    told = [f"gate: {each.told}" for each in results if not each.held]
    held = "; ".join(each.told for each in results if each.held)
    return [*told, *([f"gates held: {held}"] if held else [])]


def unevaluated(results: Sequence[GateResult]) -> list[str]:
    """Those of the lines that say of a gate that it could not be looked at."""
    return lines([each for each in results if each.held is None])


def document(results: Sequence[GateResult], not_evaluated: str | None = None) -> dict[str, object]:
    """All gates of a run as JSON. ``not_evaluated`` is why none of them was looked at.

    docs/gates.md says what each field holds.
    """
    return {
        "version": VERSION,
        "not_evaluated": not_evaluated,
        "gates": [
            {
                "gate": each.gate,
                "tag": each.tag,
                "limit": plain(each.limit),
                "value": plain(each.value),
                "held": each.held,
                "counted": each.counted,
                "items": each.items,
                "told": each.told,
            }
            for each in results
        ],
    }
