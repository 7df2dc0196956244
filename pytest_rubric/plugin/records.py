"""The record of a result, before anybody knows how its test ends."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import pytest

from pytest_rubric.plugin import session as session_module

if TYPE_CHECKING:
    from pytest_rubric.execution.engine import Judged
    from pytest_rubric.judging.exchanges.key import Identity
    from pytest_rubric.judging.noting import JudgedBy
    from pytest_rubric.model import Case, HumanLabels
    from pytest_rubric.reporting.compared import JudgeRecord
    from pytest_rubric.reporting.record import Record


def record_of(
    item: pytest.Item,
    case: Case,
    judged: Judged,
    *,
    category: str | None = None,
    human: HumanLabels | None = None,
) -> Record:
    """The record, its outcome left empty. ``category`` is that of a named evaluator, ``human`` what a
    person says of this item."""
    from pytest_rubric.reporting import fingerprints, record

    return record.make_record(
        case,
        judged.evaluation,
        nodeid=item.nodeid,
        root=session_module.of(item.config).settings.root,
        outcome="",
        seconds=judged.seconds,
        target_usage=judged.target_usage,
        category=category,
        human=human,
        case_hash=fingerprints.case_hash(case, judged.evaluation.evaluator),
        output_hash=fingerprints.output_hash(judged.output, judged.versus),
        judge=_judge(judged.judged_by),
    )


def _judge(judged_by: JudgedBy | None) -> JudgeRecord | None:
    """Who judged. A judge whose replies are stored under a name is known by it, wherever it runs."""
    return None if judged_by is None else _known(judged_by.identity, tuple(judged_by.prompts.items()))


@lru_cache(maxsize=64)
def _known(found: Identity | None, prompts: tuple[tuple[str, str], ...]) -> JudgeRecord:
    """One record for all results of a judge: a large suite has ten thousand of them."""
    named = found is None or found.judge_id is not None
    return {
        "judge_id": None if found is None else found.judge_id,
        "model": None if named or found is None else found.model,
        "base_url": None if named or found is None else found.endpoint,
        "prompts": dict(prompts),
    }
