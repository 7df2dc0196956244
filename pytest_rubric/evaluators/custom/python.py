"""Evaluators that are Python classes with one method, which returns whatever it knows as a mapping."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol, get_args

from pytest_rubric.errors import EvaluatorError
from pytest_rubric.evaluators import outcomes
from pytest_rubric.evaluators.custom.loose import evaluation_of
from pytest_rubric.evaluators.custom.python_texts import texts
from pytest_rubric.evaluators.presets.needs import missing
from pytest_rubric.evaluators.presets.protocol import Category, Need
from pytest_rubric.evaluators.presets.view import view
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.judging.protocol import Judge, JudgeRequest
from pytest_rubric.model import Case, CaseSettings, Evaluation
from pytest_rubric.model.lines import shortened
from pytest_rubric.runtime.limits import LimitReached, within
from pytest_rubric.runtime.threads import PerLoop, UserError, in_daemon_thread
from pytest_rubric.runtime.tracebacks import described, shown
from pytest_rubric.scoring.normalise import Scale, normalise

_WIDEST = 200


class SimpleEvaluator(Protocol):
    """What :meth:`EvaluatorRegistry.register` takes beside a full evaluator: an ``id`` and ``assess``.

    ``assess`` may be async. It is called in a thread of its own, one case at a time, within the time
    limit of the case. Optional attributes: ``category`` (``res`` if left out), ``needs`` (checked
    before it is called) and ``scale`` (``0-100`` if left out), see
    :func:`~pytest_rubric.scoring.normalise.normalise`.
    """

    @property
    def id(self) -> str: ...

    def assess(self, subject: Subject) -> object:
        """A mapping with any of ``score``, ``verdict``, ``summary``, ``points`` and ``evidence``."""
        ...


class PythonEvaluator:
    """Runs one, and reads what it returns by the output contract. It asks no judge."""

    kind: str | None = None

    def __init__(self, simple: SimpleEvaluator) -> None:
        """Raises :class:`EvaluatorError` where an attribute can't be used."""
        self._simple = simple
        self.id = _id(simple)
        self.category: Category = _one_of(self.id, simple, "category", get_args(Category), "res")
        self._scale: Scale = _one_of(self.id, simple, "scale", get_args(Scale), "0-100")
        self.needs: Sequence[str] = _needs(self.id, simple)
        self._turns = PerLoop(asyncio.Lock)

    async def evaluate(self, subject: Subject, judge: Judge) -> Evaluation:
        """Evaluate one subject; nothing is called where something that it needs is missing."""
        seen = view(subject)
        words = texts(seen.lang)
        if (lack := missing(self.id, self.needs, seen)) is not None:
            return Evaluation(
                self.id,
                "blocked",
                subject.settings.threshold,
                summary=shortened(lack, _WIDEST),
                error=lack,
                lang=seen.lang,
            )
        try:
            async with self._turns.mine:
                returned = await within(
                    in_daemon_thread(lambda: self._called(subject), f"evaluator {self.id}"),
                    subject.settings.timeout,
                )
        except LimitReached:
            told = words.timed_out.format(self.id, f"{subject.settings.timeout:g}")
            return outcomes.broken(self.id, subject, told, seen.lang)
        except UserError as raised:
            return self._raised(subject, raised.error, seen.lang)
        if not isinstance(returned, Mapping):
            told = words.wrong_return.format(self.id, shortened(repr(returned), _WIDEST))
            return outcomes.broken(self.id, subject, told, seen.lang)
        return evaluation_of(self.id, subject, normalise(returned, self._scale), seen)

    def requests(self, subject: Subject) -> Sequence[JudgeRequest]:
        """None: no judge is asked."""
        return ()

    def most_calls(self, case: Case, settings: CaseSettings) -> int:
        """None."""
        return 0

    def _called(self, subject: Subject) -> object:
        returned = self._simple.assess(subject)
        # On a loop of its own: one that blocks must not hold up the judge's.
        return asyncio.run(_awaited(returned)) if inspect.isawaitable(returned) else returned

    def _raised(self, subject: Subject, error: BaseException, lang: str) -> Evaluation:
        here = Path.cwd()
        told = texts(lang).raised.format(self.id, described(error, here))
        broken = outcomes.broken(self.id, subject, told, lang)
        return replace(broken, error_details=shown(error, here) or None)


async def _awaited(awaitable: Any) -> object:
    return await awaitable


def _id(simple: SimpleEvaluator) -> str:
    id_ = getattr(simple, "id", None)
    if not isinstance(id_, str) or not id_.strip() or any(char.isspace() or char in "[]:@" for char in id_):
        raise EvaluatorError(
            f"{type(simple).__name__} needs an `id`: a text without blanks, brackets, `:` and `@`, "
            f"found {id_!r}"
        )
    return id_


def _one_of(id_: str, simple: SimpleEvaluator, name: str, allowed: Sequence[str], default: str) -> Any:
    value = getattr(simple, name, default)
    if value not in allowed:
        raise EvaluatorError(
            f"evaluator {id_!r}: `{name}` must be one of {', '.join(allowed)}, found {value!r}"
        )
    return value


def _needs(id_: str, simple: SimpleEvaluator) -> tuple[str, ...]:
    value = getattr(simple, "needs", ())
    allowed = get_args(Need)
    listed = (value,) if isinstance(value, str) else tuple(value)
    for each in listed:
        if each not in allowed:
            raise EvaluatorError(f"evaluator {id_!r}: `needs` can hold {', '.join(allowed)}, found {each!r}")
    return listed
