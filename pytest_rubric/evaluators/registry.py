"""The one registry of evaluators: by id, and by the kind of ``Judge`` that they serve."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_rubric.errors import EvaluatorError
from pytest_rubric.evaluators.protocol import Evaluator
from pytest_rubric.model import (
    Case,
    CriteriaRubric,
    DimensionsRubric,
    FreeTextRubric,
)
from pytest_rubric.model.nearest import nearest


def kind_of(case: Case) -> str | None:
    """Which kind of evaluator the case itself asks for, ``evaluators:`` aside.

    ``None`` where it asks for none: no ``Judge``, no ``compare``, but ``evaluators``.
    """
    if case.compare is not None:
        return "pairwise"
    match case.rubric:
        case CriteriaRubric():
            return "rubric"
        case DimensionsRubric():
            return "dimensions"
        case FreeTextRubric():
            return "free_text"
    return None if case.evaluators else "reference"


class EvaluatorRegistry:
    """Evaluators of a session. Ids are permanent and unique; a second one under an id is an error."""

    def __init__(self) -> None:
        self._by_id: dict[str, Evaluator] = {}

    def register(self, evaluator: Evaluator) -> None:
        """Add one. Raises :class:`EvaluatorError` where its id or its kind is taken."""
        if evaluator.id in self._by_id:
            raise EvaluatorError(
                f"two evaluators are registered as {evaluator.id!r}; ids are unique: give one of them another"
            )
        if evaluator.kind is not None:
            for other in self:
                if other.kind == evaluator.kind:
                    raise EvaluatorError(
                        f"evaluators {other.id!r} and {evaluator.id!r} both serve {evaluator.kind!r}; "
                        "give one of them the kind None, and name it in `evaluators`"
                    )
        self._by_id[evaluator.id] = evaluator

    def __iter__(self) -> Iterator[Evaluator]:
        return iter(self._by_id.values())

    def named(self, name: str) -> Evaluator:
        """The evaluator of this id. Raises :class:`EvaluatorError` with the nearest name."""
        if name in self._by_id:
            return self._by_id[name]
        near = nearest(name, self._by_id)
        hint = f"; did you mean {near!r}?" if near else ""
        known = ", ".join(sorted(self._by_id)) or "none"
        raise EvaluatorError(f"no evaluator {name!r}{hint} (registered: {known})")

    def serving(self, kind: str) -> Evaluator:
        """The evaluator for this kind of ``Judge``. Raises :class:`EvaluatorError`."""
        for evaluator in self:
            if evaluator.kind == kind:
                return evaluator
        kinds = ", ".join(sorted(e.kind for e in self if e.kind)) or "none"
        raise EvaluatorError(
            f"nothing here judges {kind!r} cases (judged here: {kinds}); write `Judge` as a list "
            "of criteria, or register an evaluator with pytest_rubric_register_evaluators"
        )
