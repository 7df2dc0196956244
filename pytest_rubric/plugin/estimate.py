"""What a run would ask, told under ``--co``."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_rubric.errors import EvaluatorError
from pytest_rubric.plugin import session as session_module
from pytest_rubric.plugin.items import RubricItem
from pytest_rubric.reporting import estimate
from pytest_rubric.reporting.estimate import Budgets, Estimate

ITEMS = pytest.StashKey[list[RubricItem]]()


def lines(config: pytest.Config) -> list[str]:
    """Calls, tokens, what is stored of cases with inline output, and whether the budgets suffice.

    No output file is read and no target runs. Nothing under ``-q``: then no request is built.
    """
    items = config.stash.get(ITEMS, [])
    if not items or config.get_verbosity() < 0:
        return []
    settings = session_module.of(config).settings
    found = Estimate(
        len(items), model_outputs=_model_outputs(config, items), may_ask=settings.replies != "only"
    )
    for item in items:
        found = _with(found, item)
    told = estimate.lines(found, Budgets(settings.max_calls, settings.max_tokens))
    return [f"rubric: {line}" for line in told]


def _model_outputs(config: pytest.Config, items: list[RubricItem]) -> int:
    """How many outputs models under test would make: one a run, for all items of a case."""
    settings = session_module.of(config).settings
    if settings.outputs_dir is not None or settings.target is not None:
        return 0
    runs = {
        id(item.shared): item.case.repeat
        for item in items
        if item.case.target is not None and item.case.target.model is not None and not item.case.faults
    }
    return sum(runs.values())


def _with(found: Estimate, item: RubricItem) -> Estimate:
    """The estimate with one more item: its calls, and where its output is inline what is stored of them."""
    from pytest_rubric.evaluators.protocol import Subject
    from pytest_rubric.judging import tokens
    from pytest_rubric.model import Output

    case = item.case
    if case.faults:
        return found
    try:
        evaluator = item.evaluator()
    except EvaluatorError:
        return found
    state = session_module.of(item.config)
    settings = state.settings.for_case(case.overrides)
    most_calls = found.most_calls + case.repeat * evaluator.most_calls(case, settings)
    if case.actual_output is None or state.settings.outputs_dir is not None:
        return replace(found, most_calls=most_calls)
    requests = evaluator.requests(Subject(case, Output(case.actual_output, case.run_log), settings))
    missing = [request for request in requests if not state.judge.has_stored(request)]
    return replace(
        found,
        most_calls=most_calls,
        inline=found.inline + 1,
        stored=found.stored + (bool(requests) and not missing),
        stored_requests=found.stored_requests + len(requests) - len(missing),
        open_requests=found.open_requests + len(missing),
        open_tokens=found.open_tokens + sum(map(tokens.about, missing)),
    )
