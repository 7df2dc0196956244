"""The one registry of evaluators: by id, and by the kind of ``Judge`` that they serve."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from pytest_rubric.errors import EvaluatorError
from pytest_rubric.evaluators.protocol import Evaluator
from pytest_rubric.model import (
    Case,
    CriteriaRubric,
    DimensionsRubric,
    FreeTextRubric,
)
from pytest_rubric.model.custom import custom_id
from pytest_rubric.model.nearest import nearest

if TYPE_CHECKING:
    from pytest_rubric.evaluators.custom.python import SimpleEvaluator

_JUDGES_BY = {
    "rubric": "a `Judge` of criteria",
    "dimensions": "a `Judge` of dimensions",
    "free_text": "a `Judge` in prose",
    "pairwise": "`compare`",
}


def kind_of(case: Case) -> str | None:
    """Which kind of evaluator the case itself asks for, ``evaluators:`` aside.

    ``None`` where it asks for none: no ``Judge``, no ``compare``, but ``evaluators``.
    """
    if case.compare is not None or "compare" in case.unread:
        return "pairwise"
    match case.rubric:
        case CriteriaRubric():
            return "rubric"
        case DimensionsRubric():
            return "dimensions"
        case FreeTextRubric():
            return "free_text"
    if case.unread & {"Judge", "JudgeFile", "turns"}:
        return "rubric"  # of whatever form it was to be
    return None if case.evaluators or "evaluators" in case.unread else "reference"


def _full(simple: object) -> Evaluator:
    if not callable(getattr(simple, "assess", None)):
        kind = simple.__name__ if isinstance(simple, type) else type(simple).__name__
        raise EvaluatorError(
            f"{kind} is no evaluator: give it an `id` and a method `assess(subject)`, or `evaluate(subject, "
            "judge)` as pytest_rubric.Evaluator has it"
        )
    if isinstance(simple, type):
        raise EvaluatorError(f"{simple.__name__} is a class: register an object of it, {simple.__name__}()")
    from pytest_rubric.evaluators.custom.python import PythonEvaluator  # few sessions have one

    return PythonEvaluator(cast("SimpleEvaluator", simple))


class EvaluatorRegistry:
    """Evaluators of a session. Ids are permanent and unique; a second one under an id is an error."""

    def __init__(self) -> None:
        self._by_id: dict[str, Evaluator] = {}
        # What is made when it is first needed: ids by name, and how each is made.
        self._offered: dict[str, str] = {}
        self._makers: dict[str, Callable[[str], Evaluator]] = {}
        # Ids by the kind that they serve, made or not.
        self._kinds: dict[str, str] = {}

    def register(self, evaluator: Evaluator | SimpleEvaluator) -> None:
        """Add one: an evaluator, or an object with an ``id`` and one method ``assess``.

        Raises :class:`EvaluatorError` where its id or its kind is taken, or where it is neither.
        """
        if not hasattr(evaluator, "evaluate"):
            evaluator = _full(evaluator)
        evaluator = cast("Evaluator", evaluator)
        if evaluator.id in self._by_id or evaluator.id in self._offered:
            raise EvaluatorError(
                f"two evaluators are registered as {evaluator.id!r}; ids are unique: give one of them another"
            )
        if evaluator.kind is not None:
            other = self._kinds.setdefault(evaluator.kind, evaluator.id)
            if other != evaluator.id:
                raise EvaluatorError(
                    f"evaluators {other!r} and {evaluator.id!r} both serve {evaluator.kind!r}; "
                    "give one of them the kind None, and name it in `evaluators`"
                )
        self._by_id[evaluator.id] = evaluator

    def offer(
        self,
        names: Mapping[str, str],
        make: Callable[[str], Evaluator],
        kinds: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Add evaluators that are made when a case needs one: ids by name, an id itself or an alias,
        and ids by the kind of ``Judge`` that they serve."""
        self._offered.update(names)
        self._makers.update(dict.fromkeys(names.values(), make))
        self._kinds.update(kinds)

    @property
    def ids(self) -> tuple[str, ...]:
        """All ids, in order."""
        return tuple(sorted({*self._by_id, *self._offered.values()}))

    def id_of(self, name: str) -> str:
        """The id that a name in a case file stands for; the name itself where nobody knows it."""
        return name if name in self._by_id else self._offered.get(name, name)

    def named(self, name: str) -> Evaluator:
        """The evaluator of this id. Raises :class:`EvaluatorError` with the nearest name."""
        id_ = self.id_of(name)
        if id_ not in self._by_id and id_ in self._makers:
            self._by_id[id_] = self._makers[id_](id_)
        if id_ in self._by_id:
            return self._by_id[id_]
        own = custom_id(name)
        near = own if own in self._by_id else nearest(name, [*self._by_id, *self._offered])
        near = near and self.id_of(near)
        told = f"; did you mean {near!r}?" if near else f" (registered: {', '.join(self.ids) or 'none'})"
        raise EvaluatorError(f"no evaluator {name!r}{told}")

    def for_case(self, name: str, case: Case) -> Evaluator:
        """The evaluator that a case names in `evaluators`. Raises :class:`EvaluatorError`.

        One that serves a kind of ``Judge`` has nothing to judge by in a case of another kind, and
        what has nothing to judge by must not pass. The reference is apart: it needs no ``Judge``.
        """
        found = self.named(name)
        if found.kind in (None, "reference", kind_of(case)):
            return found
        needed = _JUDGES_BY.get(found.kind or "", f"a `Judge` of the kind {found.kind}")
        raise EvaluatorError(
            f"evaluator {name!r} judges by {needed}, and this case has none; give it one, which is judged "
            f"without being named, and take {name!r} out of `evaluators`"
        )

    def serving(self, kind: str) -> Evaluator:
        """The evaluator for this kind of ``Judge``. Raises :class:`EvaluatorError`."""
        if kind in self._kinds:
            return self.named(self._kinds[kind])
        kinds = ", ".join(sorted(self._kinds)) or "none"
        raise EvaluatorError(
            f"nothing here judges {kind!r} cases (judged here: {kinds}); write `Judge` as a list of "
            "criteria, or register an evaluator with pytest_rubric_register_evaluators"
        )
