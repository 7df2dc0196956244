"""The answer's shape of the content family: for each dimension all findings, then its level."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pytest_rubric.evaluators.presets.content.scoring import LEVELS, NONE
from pytest_rubric.evaluators.presets.graded.model import Dimension, Finding, Grade, worst
from pytest_rubric.evaluators.presets.reading import Answer, Entry

if TYPE_CHECKING:
    from pydantic import BaseModel

_BY_NAME = {level.name: level for level in LEVELS}
_SEVERITIES = tuple(level.name for level in LEVELS if level is not NONE)

_NOT_BORNE_OUT = {
    "en": "`level` of {} is {}, but going by its findings it is {}: correct the one that is wrong",
    "zh": "{} 的 `level` 是 {}，但按它的 findings 应是 {}：请改正写错的一处",
}


@dataclass(frozen=True, slots=True)
class FindingsForm:
    """Entries for the dimensions of these keys.

    Every dimension is answered, also a clean one: "nothing found" and "not looked at" must differ. The
    level of a dimension is that of its worst finding, so a level that its findings don't bear out is
    asked about.
    """

    keys: tuple[str, ...]

    def model(self) -> type[BaseModel]:
        from pydantic import Field

        from pytest_rubric.evaluators.reply_models import StrictModel

        class FindingModel(StrictModel):
            reason: str
            quote: str
            severity: Literal["low", "medium", "high"]
            suggestion: str

        class DimensionModel(StrictModel):
            dimension: str = Field(json_schema_extra={"enum": list(self.keys)})
            findings: list[FindingModel]
            level: Literal["none", "low", "medium", "high"]

        class Reply(StrictModel):
            dimensions: list[DimensionModel]

        return Reply

    def grade(self, answer: Answer, entry: Entry, dimension: Dimension) -> Grade:
        complaints = len(answer.complaints)
        findings = [
            self._finding(answer, each, f"{dimension.key} #{number}")
            for number, each in enumerate(answer.listed(entry, "findings", dimension.key), 1)
        ]
        level = _BY_NAME[answer.choice(entry, "level", tuple(_BY_NAME), dimension.key)]
        borne_out = worst(LEVELS, [NONE, *(finding.level for finding in findings)])
        if level is not borne_out and len(answer.complaints) == complaints:
            answer.wrong(_NOT_BORNE_OUT[answer.lang].format(dimension.key, level.name, borne_out.name))
        # sorting is stable: of equally bad ones the first stays first
        return Grade(dimension, level, sorted(findings, key=lambda each: -LEVELS.index(each.level)))

    def remark(self, answer: Answer, parsed: Mapping[str, Any]) -> str:
        return ""

    def _finding(self, answer: Answer, entry: Entry, about: str) -> Finding:
        return Finding(
            level=_BY_NAME[answer.choice(entry, "severity", _SEVERITIES, about)],
            reason=answer.text(entry, "reason", about),
            quote=answer.quote(entry, about),
            suggestion=answer.text(entry, "suggestion", about),
        )
