"""Creativity: ratings with a comment and a quote."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pytest_rubric.evaluators.presets.creativity.scoring import HIGHEST, LEVELS, total
from pytest_rubric.evaluators.presets.creativity.texts import DIMENSIONS, TEXTS
from pytest_rubric.evaluators.presets.graded.model import Dimension, Grade
from pytest_rubric.evaluators.presets.graded.preset import GradedPreset
from pytest_rubric.evaluators.presets.graded.single import clean, fault
from pytest_rubric.evaluators.presets.reading import Answer, Entry

if TYPE_CHECKING:
    from pydantic import BaseModel

_BY_RATING = {int(level.name): level for level in LEVELS}


@dataclass(frozen=True, slots=True)
class RatingForm:
    """Entries with a whole rating and a comment; only the best rating goes without quote and suggestion."""

    keys: tuple[str, ...]

    def model(self) -> type[BaseModel]:
        from pydantic import Field

        from pytest_rubric.evaluators.reply_models import StrictModel

        class DimensionModel(StrictModel):
            dimension: str = Field(json_schema_extra={"enum": list(self.keys)})
            comment: str
            quote: str
            rating: Literal[1, 2, 3]
            suggestion: str

        class Reply(StrictModel):
            dimensions: list[DimensionModel]

        return Reply

    def grade(self, answer: Answer, entry: Entry, dimension: Dimension) -> Grade:
        rating = answer.whole(entry, "rating", 1, HIGHEST, dimension.key)
        level = _BY_RATING[rating]
        if rating == HIGHEST:
            return clean(answer, entry, dimension, level, reason="comment", needed=True)
        return fault(answer, entry, dimension, level, reason="comment")

    def remark(self, answer: Answer, parsed: Mapping[str, Any]) -> str:
        return ""


def expression() -> GradedPreset:
    """Ideas, angle and style of the output; what it says may be right or wrong."""
    return GradedPreset(
        id="creativity-expression",
        parts=DIMENSIONS,
        levels=LEVELS,
        form=RatingForm(tuple(each.key for each in DIMENSIONS)),
        texts=TEXTS,
        total=total,
        shows_query=True,
    )
