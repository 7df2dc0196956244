"""The target that a fixture gives: what it holds is bound to the item's turn and to pytest's thread."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from pytest_rubric.errors import TargetError
from pytest_rubric.model import Case, Output
from pytest_rubric.runtime.limits import within
from pytest_rubric.targets.callables import DEFAULT_LIMIT, is_async
from pytest_rubric.targets.conversation import ConversationTarget, converse
from pytest_rubric.targets.functions import arguments
from pytest_rubric.targets.protocol import Target
from pytest_rubric.targets.user_code import as_output, failure, target_errors

_LABEL = "fixture rubric_target"


def fixture_targets(value: object, case: Case, root: Path) -> tuple[Target, ...]:
    """The target of each run of this case, in order: what the fixture's value makes, called here and
    now as :func:`run_fixture_target` says. A call that fails fails its own run.

    Raises :class:`~pytest_rubric.errors.TargetError` where every run would have the same output.
    """
    if case.repeat > 1 and not callable(value):
        raise TargetError(
            f"{_LABEL} is an output, and case {case.label} runs its target {case.repeat} times (`repeat`): "
            "return a function that makes an output, or leave `repeat` out"
        )
    return tuple([_made(value, case, root) for _ in range(case.repeat)])


def _made(value: object, case: Case, root: Path) -> Target:
    try:
        made = run_fixture_target(value, case, root)
    except TargetError as error:
        return FailedTarget(error)
    return MadeTarget(made) if isinstance(made, Output) else made


@dataclass(frozen=True)
class MadeTarget:
    """An output that a fixture has made already."""

    output: Output
    label: str = _LABEL
    is_at_hand: bool = True

    async def run(self, case: Case) -> Output:
        """The output."""
        return self.output


@dataclass(frozen=True)
class FailedTarget:
    """A call of a fixture's function that failed."""

    error: TargetError
    label: str = _LABEL
    is_at_hand: bool = True

    async def run(self, case: Case) -> Output:
        """There is no output: raises why, again for each who asks."""
        raise self.error


def run_fixture_target(value: object, case: Case, root: Path) -> Output | Target:
    """The output that the fixture's value makes for this case.

    ``value`` is a function of the input (or of a parameter named ``case``), or the output
    itself. A sync function is called here, in the calling thread, without a time limit; what
    an async one returns becomes a target, to be run on the targets' loop. Outcomes such as
    ``pytest.skip()`` pass through.

    Raises :class:`~pytest_rubric.errors.TargetError` for whatever goes wrong.
    """
    if case.turns:
        return _conversation(value, case, root)
    if not callable(value):
        return as_output(value, _LABEL)
    positional, named = arguments(value, case, _LABEL)
    try:
        made = value(*positional, **named)
    except Exception as error:  # whatever user code raises is an error of its case
        raise failure(error, _LABEL, root) from error
    if inspect.isawaitable(made):
        return AwaitableTarget(made, root)
    return as_output(made, _LABEL)


def _conversation(value: object, case: Case, root: Path) -> Output | Target:
    if callable(value) and is_async(value):
        return ConversationTarget(_AsyncFunctionTarget(value, root))

    def answer(turn: Case) -> Output:
        made = run_fixture_target(value, turn, root)
        if isinstance(made, Output):
            return made
        raise TargetError(
            f"{_LABEL} returned something to await; for `turns` it must be an `async def` itself"
        )

    return converse(case, answer)


class _AsyncFunctionTarget:
    """An async function, called and awaited on the targets' loop, once a turn."""

    label = _LABEL
    is_at_hand = False

    def __init__(self, function: Callable[..., object], root: Path) -> None:
        self._function = function
        self._root = root

    async def run(self, case: Case) -> Output:
        """Call it. Raises :class:`~pytest_rubric.errors.TargetError`."""
        made = run_fixture_target(self._function, case, self._root)
        return made if isinstance(made, Output) else await made.run(case)


class AwaitableTarget:
    """A call of an async function that has begun; it is awaited once, on the targets' loop."""

    label = _LABEL
    is_at_hand = False

    def __init__(self, awaitable: Awaitable[object], root: Path) -> None:
        self._awaitable = awaitable
        self._root = root

    async def run(self, case: Case) -> Output:
        """Await it. Raises :class:`~pytest_rubric.errors.TargetError`."""
        with target_errors(_LABEL, self._root, DEFAULT_LIMIT):
            made = await within(self._awaitable, DEFAULT_LIMIT)
        return as_output(made, _LABEL)
