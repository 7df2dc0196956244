"""The reply that a judge is asked for when it compiles a text, as strict models."""

from __future__ import annotations

from typing import Literal

from pytest_rubric.evaluators.reply_models import StrictModel


class PartModel(StrictModel):
    kind: Literal["criterion", "dimension", "level", "other"]
    words: str
    statement: str
    number: float | None


class PartsReply(StrictModel):
    parts: list[PartModel]
