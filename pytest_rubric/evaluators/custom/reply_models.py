"""The shape of a reply. What it says is read strictly, whatever a server's grammar let through."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from pytest_rubric.evaluators.reply_models import StrictModel


def points_model() -> type[BaseModel]:
    """The same for listed and for named points. The decision stands last, behind what it rests on."""

    class Entry(StrictModel):
        label: str
        reason: str
        basis: Literal["quote", "whole"]
        quotes: list[str]
        steps: list[int]
        suggestion: str
        status: Literal["met", "partial", "missing", "not_applicable"]

    class Reply(StrictModel):
        points: list[Entry]

    return Reply
