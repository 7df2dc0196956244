"""The JSON schemas of the replies that the judge of a reference case is asked for."""

from __future__ import annotations

from functools import cache

from pytest_rubric.evaluators.reference.parts import CLAIMS, FACTS
from pytest_rubric.judging.schemas import reply_schema


@cache
def schema(parts: tuple[str, ...], feedback: bool) -> dict[str, object]:
    """The schema of one group of parts; feedback only comes with all of them. Read-only: shared."""
    # pydantic takes a tenth of a second to import; a run without judged cases needs none of it.
    from pytest_rubric.evaluators.reference import reply_models

    if len(parts) > 2:
        return reply_schema(reply_models.FullReply if feedback else reply_models.DecisionsReply)
    if FACTS in parts:
        return reply_schema(reply_models.FactsReply)
    return reply_schema(reply_models.ClaimsReply if CLAIMS in parts else reply_models.FormReply)
