"""The JSON schemas of the replies that the judge of a reference case is asked for.

They are the same for every case and shared: treat them as read-only.
"""

from __future__ import annotations

from functools import cache

from pytest_rubric.evaluators.reference.parts import ALL_PARTS, CLAIMS, FACTS
from pytest_rubric.judging.schemas import reply_schema

# pydantic takes a tenth of a second to import; a run without judged cases needs none of it.


@cache
def key_facts_schema() -> dict[str, object]:
    """The schema of the list of key facts."""
    from pytest_rubric.evaluators.reference.reply_models import KeyFactsReply

    return reply_schema(KeyFactsReply)


@cache
def schema(names: tuple[str, ...], feedback: bool) -> dict[str, object]:
    """The schema of a judgement of these parts; feedback only comes with all of them."""
    from pytest_rubric.evaluators.reference import reply_models

    if names == ALL_PARTS:
        return reply_schema(reply_models.FullReply if feedback else reply_models.JudgementReply)
    if FACTS in names:
        return reply_schema(reply_models.FactsReply)
    return reply_schema(reply_models.ClaimsReply if CLAIMS in names else reply_models.FormReply)
