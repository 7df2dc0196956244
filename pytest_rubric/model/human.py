"""What people say of an output, beside the machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class HumanLabels:
    """What people say of one item. It never changes a score and never decides a test.

    ``score`` is 0 to 100, and has a ``reason`` wherever it is given. ``criteria`` tells, by the id of
    a criterion, whether the output does what it describes; a criterion without a label is missing.
    """

    score: Fraction | None = None
    reason: str | None = None
    criteria: Mapping[int, bool] = field(default_factory=dict)
