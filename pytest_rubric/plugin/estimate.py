"""What a run would ask, told under ``--co``."""

from __future__ import annotations

import pytest

from pytest_rubric.errors import EvaluatorError
from pytest_rubric.plugin import session as session_module
from pytest_rubric.plugin.items import RubricItem

ITEMS = pytest.StashKey[list[RubricItem]]()


def lines(config: pytest.Config) -> list[str]:
    """At most how many calls, and how many cases with inline output are stored.

    No output file is read and no target runs. Nothing under ``-q``: then no request is built.
    """
    from pytest_rubric.reporting.numbers import grouped, plural

    items = config.stash.get(ITEMS, [])
    if not items or config.get_verbosity() < 0:
        return []
    calls = inline = stored = 0
    for item in items:
        found = _item(item)
        if found is None:
            continue
        calls += found[0]
        inline += found[1]
        stored += found[2]
    models = _model_outputs(config, items)
    asked = f" and {models} of models under test" if models else ""
    told = plural(len(items), "case")
    if not calls:
        return [f"rubric: {told}, no judge call{asked}"]
    told += f", at most {plural(calls, 'judge call')}{asked} (retries aside)"
    if inline:
        told += f"; stored replies answer {grouped(stored)} of {plural(inline, 'case')} with inline output"
    return [f"rubric: {told}"]


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


def _item(item: RubricItem) -> tuple[int, int, int] | None:
    """Calls at most, and whether the item has inline output and all its replies are stored."""
    from pytest_rubric.evaluators.protocol import Subject
    from pytest_rubric.model import Output

    case = item.case
    if case.faults:
        return None
    try:
        evaluator = item.evaluator()
    except EvaluatorError:
        return None
    state = session_module.of(item.config)
    settings = state.settings.for_case(case.overrides)
    calls = case.repeat * evaluator.most_calls(case, settings)
    if case.actual_output is None or state.settings.outputs_dir is not None:
        return calls, 0, 0
    requests = evaluator.requests(Subject(case, Output(case.actual_output, case.run_log), settings))
    stored = bool(requests) and all(state.judge.has_stored(request) for request in requests)
    return calls, 1, int(stored)
