"""Evaluators of users' own in a session: their files, their entry points, and what their prompts must not
know."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_rubric.errors import ConfigError, EvaluatorError
from pytest_rubric.model.paths import shown_path

if TYPE_CHECKING:
    from pytest_rubric.evaluators.protocol import Evaluator
    from pytest_rubric.evaluators.registry import EvaluatorRegistry
    from pytest_rubric.model import Case, CustomEvaluator
    from pytest_rubric.plugin.session import RubricSession

ENTRY_POINTS = "pytest_rubric.evaluators"
"""The group of entry points: each is an evaluator, or a class of one."""


def load(globs: Sequence[str], root: Path) -> tuple[CustomEvaluator, ...]:
    """The evaluators in all files that the ini option names, in the order of their paths.

    Raises :class:`CaseFileError` where one can't be used, and :class:`ConfigError` where a glob finds
    nothing or two have one id.
    """
    from pytest_rubric.loading.custom import load_evaluators

    found: dict[str, CustomEvaluator] = {}
    for path in _files(globs, root):
        for each in load_evaluators(path, shown_path(path, root)):
            if each.id in found:
                raise ConfigError(
                    f"{each.source}: evaluator {each.id} is also written at {found[each.id].source}; give "
                    "one of them another name"
                )
            found[each.id] = each
    return tuple(found.values())


def _files(globs: Sequence[str], root: Path) -> list[Path]:
    paths: set[Path] = set()
    for glob in globs:
        try:
            found = {path for path in root.glob(glob) if path.is_file()}
        except (ValueError, NotImplementedError) as error:
            raise ConfigError(f"ini option rubric_evaluators: {glob!r}: {error}") from None
        if not found:
            raise ConfigError(
                f"ini option rubric_evaluators: no file is named {glob!r} in the root directory; name files "
                "relative to it"
            )
        paths |= found
    return sorted(paths)


def register(registry: EvaluatorRegistry, written: CustomEvaluator) -> None:
    """Add one that is written in a file of its own."""
    from pytest_rubric.evaluators.custom.evaluator import made

    registry.register(made(written))


def register_entry_points(registry: EvaluatorRegistry) -> None:
    """Add those of installed packages. Raises :class:`EvaluatorError` where one can't be loaded."""
    from importlib.metadata import entry_points

    for each in sorted(entry_points(group=ENTRY_POINTS), key=lambda found: found.name):
        try:
            found: Any = each.load()
            evaluator = found() if isinstance(found, type) else found
        except Exception as error:  # whatever an installed package raises
            raise EvaluatorError(
                f"entry point {each.name!r} of {ENTRY_POINTS} ({each.value}) can't be loaded: "
                f"{type(error).__name__}: {error}"
            ) from error
        registry.register(evaluator)


def named(name: str, case: Case, state: RubricSession) -> Evaluator:
    """The evaluator of this id: one that the case writes itself, or a registered one.

    Raises :class:`EvaluatorError` where there is none, its id is taken, or its prompt holds a passage
    of a case.
    """
    from pytest_rubric.evaluators.custom.evaluator import made

    own = next((each for each in case.custom_evaluators if each.id == name), None)
    if own is not None and name in state.registry.ids:
        raise EvaluatorError(f"{own.source}: there is another evaluator {name!r}; give this one another name")
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
