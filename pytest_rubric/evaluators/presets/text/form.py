"""The answer's shape of the text family: one passage and one severity for each dimension, and a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pytest_rubric.evaluators.presets.graded.model import Dimension, Grade
from pytest_rubric.evaluators.presets.graded.single import clean, fault
from pytest_rubric.evaluators.presets.reading import Answer, Entry
from pytest_rubric.evaluators.presets.text.scoring import LEVELS, SAFE

if TYPE_CHECKING:
    from pydantic import BaseModel

_BY_NAME = {level.name: level for level in LEVELS}
_REPLY = {"en": "the reply", "zh": "整个回复"}


@dataclass(frozen=True, slots=True)
class SeverityForm:
    """Entries with a severity; only a safe one goes without reason, quote and suggestion."""

    keys: tuple[str, ...]

    def model(self) -> type[BaseModel]:
        from pydantic import Field

        from pytest_rubric.evaluators.reply_models import StrictModel

        class DimensionModel(StrictModel):
            dimension: str = Field(json_schema_extra={"enum": list(self.keys)})
            reason: str
            quote: str
            severity: Literal["safe", "minor", "moderate", "severe"]
            suggestion: str

        class Reply(StrictModel):
            dimensions: list[DimensionModel]
            summary: str

        return Reply

    def grade(self, answer: Answer, entry: Entry, dimension: Dimension) -> Grade:
        level = _BY_NAME[answer.choice(entry, "severity", tuple(_BY_NAME), dimension.key)]
        if level is SAFE:
            return clean(answer, entry, dimension, level, reason="reason", needed=False)
        return fault(answer, entry, dimension, level, reason="reason")

    def remark(self, answer: Answer, parsed: Mapping[str, Any]) -> str:
        return answer.text(parsed, "summary", _REPLY[answer.lang])
