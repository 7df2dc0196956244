"""What a team asks of a whole run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class SuiteGates:
    """Floors and limits for a run as a whole; ``None``, and a tag that isn't there, ask nothing.

    ``min_mean`` and the floors of ``min_tags``, by tag, are scores of 0 to 100, ``min_pass_rate`` is a
    percentage of 0 to 100, ``max_errors`` a number of items.
    """

    min_mean: Fraction | None = None
    min_pass_rate: Fraction | None = None
    min_tags: Mapping[str, Fraction] = field(default_factory=dict)
    max_errors: int | None = None

    @property
    def any(self) -> bool:
        """Whether anything is asked."""
        return bool(self.min_tags) or any(
            each is not None for each in (self.min_mean, self.min_pass_rate, self.max_errors)
        )
