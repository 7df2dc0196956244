"""An evaluator that is written as a prompt, without code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from pytest_rubric.model.template import placeholders

Category = Literal["res", "traj"]
"""Whether the final output is judged, or the way to it."""

CUSTOM_PLACEHOLDERS = ("input", "actual_output", "expected_output", "context", "trace_summary")
"""What the prompt of an evaluator may place."""

JUDGED_PLACEHOLDERS = ("actual_output", "trace_summary")
"""What is judged: a prompt places at least one of them."""

_PREFIX = "custom-"


@dataclass(frozen=True, slots=True)
class CustomPoint:
    """One thing that the judge decides: ``met``, ``partial`` or ``missing``.

    ``label`` names it, on one line; ``definition`` says more. ``weight`` is above 0. With
    ``na_allowed`` the judge may also say that it does not apply, and why.
    """

    label: str
    weight: Fraction = Fraction(1)
    definition: str = ""
    na_allowed: bool = False


@dataclass(frozen=True, slots=True)
class CustomEvaluator:
    """A name, a prompt with placeholders, and the points that are judged.

    Without ``points`` the judge names them itself. ``threshold`` is ``None`` where that of the case
    counts. ``source`` says where it is written, for messages.
    """

    name: str
    prompt: str
    category: Category = "res"
    points: tuple[CustomPoint, ...] = ()
    threshold: Fraction | None = None
    source: str = ""

    @property
    def id(self) -> str:
        """What stands in node ids and results: ``custom-`` and the name."""
        return custom_id(self.name)

    @property
    def places(self) -> Sequence[str]:
        """The placeholders of the prompt by their first names, each once."""
        return placeholders(self.prompt)

    @property
    def texts(self) -> tuple[str, ...]:
        """Everything that its author wrote for the judge."""
        written = [self.prompt, *(text for point in self.points for text in (point.label, point.definition))]
        return tuple(text for text in written if text)


def custom_id(name: str) -> str:
    """The id of an evaluator of this name."""
    return name if name.startswith(_PREFIX) else _PREFIX + name
