"""All evaluators that are known without running any hook, and which of them a case names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pytest_rubric.errors import EvaluatorError
from pytest_rubric.evaluators import presets
from pytest_rubric.evaluators.built_in import BUILT_IN, make
from pytest_rubric.evaluators.registry import EvaluatorRegistry
from pytest_rubric.model import Case, CustomEvaluator

ENTRY_POINTS = "pytest_rubric.evaluators"
"""The group of entry points: each is an evaluator, or a class of one."""


def packaged() -> EvaluatorRegistry:
    """Those that come with the package, none of them imported yet."""
    registry = EvaluatorRegistry()
    kinds = {kind: kind for kind in BUILT_IN}
    registry.offer(kinds, make, kinds)
    registry.offer(presets.names(), presets.make)
    return registry


def without_code(written: Sequence[CustomEvaluator]) -> EvaluatorRegistry:
    """Those that no code of users' makes: packaged ones, and those ``written`` in files of their own. Raises
    :class:`EvaluatorError` where one can't be used."""
    registry = packaged()
    if written:
        from pytest_rubric.evaluators.custom.evaluator import made  # few sessions have one

        for each in written:
            if each.id in registry.ids:
                raise EvaluatorError(
                    f"{each.source}: there is another evaluator {each.id!r}; give this one another name"
                )
            registry.register(made(each))
    return registry


def known_evaluators(written: Sequence[CustomEvaluator]) -> EvaluatorRegistry:
    """The same with those of installed packages. Raises :class:`EvaluatorError` where one can't be used."""
    registry = without_code(written)
    _register_entry_points(registry)
    return registry


def _register_entry_points(registry: EvaluatorRegistry) -> None:
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


def written_in(case: Case, name: str, registry: EvaluatorRegistry) -> CustomEvaluator | None:
    """The evaluator of this id that the case writes itself, if it does. Raises :class:`EvaluatorError`
    where another one has the id."""
    own = next((each for each in case.custom_evaluators if each.id == name), None)
    if own is not None and name in registry.ids:
        raise EvaluatorError(f"{own.source}: there is another evaluator {name!r}; give this one another name")
    return own
