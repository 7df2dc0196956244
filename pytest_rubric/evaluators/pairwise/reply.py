"""The JSON schema of the reply that the judge of a comparison is asked for."""

from __future__ import annotations

from functools import cache

from pytest_rubric.judging.schemas import reply_schema


@cache
def schema(feedback: bool) -> dict[str, object]:
    """The schema with or without strengths and weaknesses. Shared: treat it as read-only."""
    # pydantic takes a tenth of a second to import; a run without judged cases needs none of it.
    from pytest_rubric.evaluators.pairwise.reply_models import DecisionsReply, FullReply

    return reply_schema(FullReply if feedback else DecisionsReply)
