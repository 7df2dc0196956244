"""Which target makes the output of a case."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from pytest_rubric.errors import TargetError
from pytest_rubric.judging.connections import Connections
from pytest_rubric.model import Case, Output, Settings, TargetSpec
from pytest_rubric.model.comparison import (
    FileSource,
    FolderSource,
    InlineSource,
    OutputSource,
    OwnSource,
    PreviousSource,
    Side,
    TargetSource,
)
from pytest_rubric.runtime.threads import PerLoop
from pytest_rubric.targets.attached import WithRunLog
from pytest_rubric.targets.callables import CallableTarget, HookTarget, RunTarget
from pytest_rubric.targets.functions import UserFunction
from pytest_rubric.targets.given import FileTarget, InlineTarget
from pytest_rubric.targets.model.calls import ModelCalls
from pytest_rubric.targets.protocol import Target

# One for all cases: it has no state.
_INLINE = InlineTarget()


class TargetResolver:
    """Picks the target of each case. One for a session: it knows the functions by name, so that
    each is imported once and called in turn.

    ``stem_of`` gives the folder below ``--rubric-outputs`` of a case file, where more than one
    was collected; ``None`` where only one was. ``models`` are the calls of models under test;
    where none are given they are made on the loop that runs the targets.
    """

    def __init__(
        self, settings: Settings, *, stem_of: Callable[[Path], str] | None, models: ModelCalls | None = None
    ) -> None:
        self._settings = settings
        self._stem_of = stem_of
        self._models = models or ModelCalls(settings, Connections(settings))
        self._functions: dict[str, UserFunction] = {}
        self._hook_turn = PerLoop(asyncio.Lock)

    def target_for(self, case: Case, *, run_target: RunTarget | None = None) -> Target:
        """The target of a case: ``--rubric-outputs``, else ``--rubric-target``, else ``run_target``
        where it makes something of the case, else what the case says.

        Nothing is read, imported or run here. Raises
        :class:`~pytest_rubric.errors.TargetError` where there is none. What the command line
        names goes without the case's run log, which belongs to another output.
        """
        if case.turns:
            return self._conversation(case, run_target)
        if self._settings.outputs_dir is not None:
            if case.repeat > 1:
                raise TargetError(
                    f"case {case.label} runs its target {case.repeat} times (`repeat`), and "
                    "--rubric-outputs has one output a case; run it without --rubric-outputs, or leave "
                    "`repeat` out"
                )
            from pytest_rubric.targets.outputs_dir import OutputsDirTarget

            return OutputsDirTarget(self._folder(case, self._settings.outputs_dir), self._settings.root)
        if self._settings.target is not None:
            if case.target_name is not None:
                raise TargetError(
                    f"case {case.label}: --rubric-target would give all `targets` of a case the same output; "
                    "leave it out, or select other cases"
                )
            spec = replace(case.target or TargetSpec(), function=self._settings.target)
            return self._callable(spec, self._settings.target)
        own = self._own(case)
        if run_target is not None:
            own = HookTarget(run_target, self._hook_turn, self._settings.root, own or NoTarget())
        if own is None:
            raise _no_target(case)
        if case.run_log is None and case.run_log_file is None:
            return own
        return WithRunLog(own, self._settings)

    def side_for(self, case: Case, source: OutputSource, side: Side) -> Target:
        """The target of one output of a comparison that is not the case's own.

        What the command line names, and the hook, only make a case's own output. Nothing is read,
        imported or run here.
        """
        from pytest_rubric.targets.folder import FolderTarget
        from pytest_rubric.targets.sides import FileSide, PreviousSide, TextSide

        settings = self._settings
        label = f"`{side}` of case {case.label}"
        match source:
            case InlineSource():
                return TextSide(source.text, label)
            case FileSource():
                return FileSide(source.path, side, label, settings)
            case FolderSource():
                return FolderTarget(source.path, side, label, settings)
            case PreviousSource():
                folder = settings.previous_outputs
                saves = settings.save_outputs is not None and folder == settings.save_outputs
                return PreviousSide(
                    folder and self._folder(case, folder), folder, label, saves, settings.root
                )
            case TargetSource():
                alone = replace(case, actual_output=None, actual_output_file=None, target=source.target)
                made = self._own(alone)
                assert made is not None, "a target is one of the known kinds"
                return made
            case OwnSource():
                return self.target_for(case)

    def saved_path(self, case: Case) -> Path | None:
        """Where ``--rubric-save-outputs`` puts the case's own output, ``None`` without it: by the
        first name that ``--rubric-outputs`` looks for."""
        folder = self._settings.save_outputs
        return None if folder is None else self._folder(case, folder) / f"{case.id}.md"

    def _conversation(self, case: Case, run_target: RunTarget | None) -> Target:
        if self._settings.outputs_dir is not None:
            raise TargetError(
                f"case {case.id} is a conversation (`turns`): --rubric-outputs has one output a case; "
                "record its replies as `ActualOutput` of the turns, or run it without --rubric-outputs"
            )
        without_log = replace(case, turns=(), run_log=None, run_log_file=None)
        given = all(turn.reply is not None for turn in case.turns) and self._settings.target is None
        inner = None if given else self.target_for(without_log, run_target=run_target)
        from pytest_rubric.targets.conversation import ConversationTarget

        whole = ConversationTarget(inner)
        if self._settings.target is not None or (case.run_log is None and case.run_log_file is None):
            return whole
        return WithRunLog(whole, self._settings)

    def _folder(self, case: Case, folder: Path) -> Path:
        if self._stem_of is not None and case.location is not None:
            folder = folder / self._stem_of(case.location.path)
        return folder if case.target_name is None else folder / case.target_name

    def _own(self, case: Case) -> Target | None:
        if case.actual_output is not None:
            return _INLINE
        if case.actual_output_file is not None:
            return FileTarget(self._settings)
        if case.target is None:
            return None
        if case.target.function is not None:
            return self._callable(case.target, case.target.function)
        if case.target.command is not None:
            from pytest_rubric.targets.command import CommandTarget

            return CommandTarget(case.target, case.target.command, self._settings)
        if case.target.model is not None:
            from pytest_rubric.targets.model.target import ModelTarget

            return ModelTarget(case.target, case.target.model, self._settings, self._models)
        return None

    def _callable(self, spec: TargetSpec, name: str) -> Target:
        root = self._settings.root
        if name not in self._functions:
            self._functions[name] = UserFunction(name, root)
        return CallableTarget(self._functions[name], root, spec.timeout, spec.concurrency)


@dataclass(frozen=True)
class NoTarget:
    """Stands behind a hook for a case that says nothing itself."""

    label: str = "no target"
    is_at_hand: bool = True

    async def run(self, case: Case) -> Output:
        """There is no output."""
        raise _no_target(case)


def _no_target(case: Case) -> TargetError:
    return TargetError(
        f"case {case.label} has no output to judge: give it ActualOutput, ActualOutputFile or target, "
        "give a fixture rubric_target or the hook pytest_rubric_run_target in a conftest.py, "
        "or run with --rubric-outputs or --rubric-target"
    )
