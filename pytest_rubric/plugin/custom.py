"""Evaluators of users' own in a session: which one an item means, and what their prompts must not know."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from pytest_rubric.errors import EvaluatorError

if TYPE_CHECKING:
    from pytest_rubric.evaluators.protocol import Evaluator
    from pytest_rubric.model import Case
    from pytest_rubric.plugin.session import RubricSession


def named(name: str, case: Case, state: RubricSession) -> Evaluator:
    """The evaluator of this id: one that the case writes itself, or a registered one.

    Raises :class:`EvaluatorError` where there is none, its id is taken, or its prompt holds a passage
    of a case.
    """
    from pytest_rubric.evaluators.custom.evaluator import made
    from pytest_rubric.evaluators.known import written_in

    own = written_in(case, name, state.registry)
    written = own or next((each for each in state.custom_evaluators if each.id == name), None)
    if written is not None and written in state.leaks:
        raise EvaluatorError(state.leaks[written])
    return made(own) if own is not None else state.registry.for_case(name, case)


def find_leaks(state: RubricSession, named: Collection[str | None], cases: Sequence[Case]) -> None:
    """Note which prompts hold a passage of any of these cases. ``named`` are the ids that items have."""
    written = {each for each in state.custom_evaluators if each.id in named}
    written |= {each for case in cases for each in case.custom_evaluators}
    if not written:
        return
    from pytest_rubric.evaluators.custom.leaks import leak

    for each in written:
        found = leak(each, cases)
        if found is not None:
            state.leaks[each] = found
