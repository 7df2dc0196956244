"""What a preset needs of a case, checked before anything is asked: a missing part blocks the row."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.evaluators.presets.wording import wording

LOGGED = frozenset({"log"})


def missing(name: str, needs: Sequence[str], view: View) -> str | None:
    """Why the preset ``name`` can't judge this, in the language of the report; ``None`` where it can."""
    words = wording(view.lang)
    for need in needs:
        if _has(need, view):
            continue
        if need in LOGGED and view.log_problem:
            return words.unknown_log.format(name)
        return words.needs.format(name, words.needed[need])
    return None


def _has(need: str, view: View) -> bool:
    match need:
        case "reference":
            return view.reference is not None
        case "query":
            return view.query is not None
        case "context":
            return view.context is not None
        case "log":
            return view.log is not None
        case "evidence":
            return view.context is not None or _has_results(view)
        case "catalog":
            return view.catalog is not None
    raise ValueError(f"no preset can need {need!r}")


def _has_results(view: View) -> bool:
    """A result without a call counts: the run saw it, whatever the log lost."""
    return view.log is not None and any(
        step.result is not None or step.kind == "orphan_result" for step in view.log.steps
    )
