"""Where the outputs of an item come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_rubric.plugin import session as session_module

if TYPE_CHECKING:
    from pytest_rubric.execution.outputs import SharedOutput
    from pytest_rubric.model import Case
    from pytest_rubric.model.comparison import OutputSource, Side
    from pytest_rubric.plugin.items import RubricItem


class SharedCase:
    """A case with the outputs that its items share, one for each run of its target: had once each,
    however many evaluators ask."""

    __slots__ = ("_counted", "case", "outputs")  # a large suite has ten thousand of them

    def __init__(self, case: Case) -> None:
        self.case = case
        self.outputs: tuple[SharedOutput, ...] = ()
        self._counted = False

    def count(self) -> bool:
        """Whether what the target takes is still to be counted; from now on it is."""
        first, self._counted = not self._counted, True
        return first

    def forget(self) -> None:
        """Let the next item that asks have the outputs anew."""
        self.outputs = ()
        self._counted = False


def own(item: RubricItem) -> tuple[SharedOutput, ...]:
    """The outputs of the item's case, one a run, set up unless another item of the case has done so.

    A fixture's function is called here and now, in pytest's thread: what fixtures hold (connections,
    patches) is often bound to it. Raises ``TargetError`` where there is no source of outputs.
    """
    from pytest_rubric.execution.outputs import SharedOutput
    from pytest_rubric.targets.fixture import fixture_targets

    shared, state = item.shared, session_module.of(item.config)
    if not shared.outputs:
        case, settings = item.case, state.settings
        if item.target_fixture and settings.outputs_dir is None and settings.target is None:
            targets = fixture_targets(item.funcargs["rubric_target"], case, settings.root)
        else:
            targets = (state.target(item, case),) * case.repeat
        shared.outputs = tuple([SharedOutput(case, target, settings.root) for target in targets])
    return shared.outputs


def of_side(item: RubricItem, source: OutputSource, side: Side) -> tuple[SharedOutput, ...]:
    """The outputs of one side of a comparison that is not the case's own, one a run."""
    from pytest_rubric.execution.outputs import SharedOutput

    state, case = session_module.of(item.config), item.case
    target = state.resolver.side_for(case, source, side)
    return tuple([SharedOutput(case, target, state.settings.root) for _ in range(case.repeat)])
