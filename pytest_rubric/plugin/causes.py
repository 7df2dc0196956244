"""A cause that many items share, told whole by the first one that is reported.

Items are judged ahead and side by side: the one that met the cause first is seldom the one that
pytest reports first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_rubric.plugin import session as session_module

if TYPE_CHECKING:
    from pytest_rubric.model import Evaluation


def at_its_turn(state: session_module.RubricSession, evaluation: Evaluation) -> Evaluation:
    """An evaluation that did not judge, as it is told at its turn: unscored where it is to be skipped, else
    with its cause."""
    if evaluation.state == "unscored":
        return evaluation
    if evaluation.unavailable and state.settings.on_unavailable == "skip":
        return _skipped(evaluation)
    return _told_in_turn(state, evaluation)


def _told_in_turn(state: session_module.RubricSession, evaluation: Evaluation) -> Evaluation:
    """The cause whole in the first item that ends with a closed judge, in one line in the later ones.
    Others are handed back as they are."""
    reason = evaluation.no_judge
    if reason is None:
        return evaluation
    closing = state.judge.closing
    if closing is None or closing.reason != reason:
        return evaluation
    if reason in state.told_causes:
        return replace(evaluation, error=closing.later, error_details=None)
    state.told_causes.add(reason)
    return replace(evaluation, error=closing.message, error_details=closing.details)


def _skipped(evaluation: Evaluation) -> Evaluation:
    """An evaluation without a judge, as ``--rubric-on-unavailable skip`` wants it."""
    summary = f"no judge: {evaluation.no_judge or evaluation.error}"
    return replace(evaluation, state="unscored", error=None, error_details=None, summary=summary)


def whole_cause(state: session_module.RubricSession, evaluation: Evaluation) -> str | None:
    """Why there was no judge, with what to do about it; ``None`` where there was one."""
    closing = state.judge.closing if evaluation.no_judge is not None else None
    if closing is not None and closing.reason == evaluation.no_judge:
        return closing.message
    if evaluation.unavailable or evaluation.no_judge is not None:
        return evaluation.error or evaluation.summary.removeprefix("no judge: ")
    return None
