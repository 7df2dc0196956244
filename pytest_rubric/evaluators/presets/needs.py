"""What a preset needs of a case, looked at before anything is asked; what is missing is told at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_rubric.evaluators.presets.view import View, asked
from pytest_rubric.evaluators.presets.wording import wording
from pytest_rubric.model import Case

LOGGED = frozenset({"log"})
_ONLY_IN_A_CASE = frozenset({"reference", "context"})


def missing(name: str, needs: Sequence[str], view: View) -> str | None:
    """Why the preset ``name`` can't judge this, in the language of the report; ``None`` where it can."""
    words = wording(view.lang)
    lacking = [need for need in needs if not _has(need, view)]
    if not lacking:
        return None
    told = [
        words.unknown_log if need in LOGGED and view.log_problem else words.needed[need] for need in lacking
    ]
    return words.needs.format(name, words.as_well.join(told))


@dataclass(frozen=True, slots=True)
class Lack:
    """What a case lacks, as far as it can be told without its output. ``is_certain`` is false where an
    output from elsewhere (a hook, a fixture, an option) could still bring it along with its run log."""

    message: str
    is_certain: bool


def lack_of(name: str, needs: Sequence[str], case: Case) -> Lack | None:
    """What ``name`` needs and the case as it is written can't give, in English; ``None`` where a run may
    find all of it."""
    lacking = [need for need in needs if _is_without(need, case)]
    if not lacking:
        return None
    words = wording("en")
    told = words.as_well.join(words.needed[need] for need in lacking)
    return Lack(f"{name} needs {told}", any(need in _ONLY_IN_A_CASE for need in lacking))


def _is_without(need: str, case: Case) -> bool:
    """Whether neither the case nor a run log that it may get has this."""
    match need:
        case "reference":
            return _is_blank(case.expected_output)
        case "context":
            return _is_blank(case.context)
        case "query":
            return _is_blank(asked(case)) and not case.turns and not _may_have_log(case)
        case "log":
            return not _may_have_log(case)
        case "evidence":
            return _is_blank(case.context) and not _may_have_log(case)
        case "catalog":
            return case.catalog is None and not _may_have_log(case)
    raise ValueError(f"no preset can need {need!r}")


def _may_have_log(case: Case) -> bool:
    """Whether the case names a run log, or its output comes from what may return one."""
    return any(
        each.run_log is not None or each.run_log_file is not None or not _comes_without_log(each)
        for each in case.variants
    )


def _comes_without_log(case: Case) -> bool:
    """Whether the output is text alone: written down, printed by a command, or a model's reply."""
    if case.turns and any(turn.reply is None for turn in case.turns):
        return case.target is not None and case.target.function is None
    if case.turns or case.actual_output is not None or case.actual_output_file is not None:
        return True
    return case.target is not None and case.target.function is None


def _is_blank(text: str | None) -> bool:
    return text is None or not text.strip()


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
