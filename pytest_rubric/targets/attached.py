"""The run log that a case names, beside an output that came without one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pytest_rubric.errors import TargetError
from pytest_rubric.model import Case, Output, Settings
from pytest_rubric.targets.places import path_of
from pytest_rubric.targets.protocol import Target


@dataclass(frozen=True)
class WithRunLog:
    """A target whose outputs get the case's ``RunLog`` or ``RunLogFile`` where it gave none."""

    inner: Target
    settings: Settings

    @property
    def label(self) -> str:
        """That of the target itself."""
        return self.inner.label

    @property
    def is_at_hand(self) -> bool:
        """As the target itself."""
        return self.inner.is_at_hand

    async def run(self, case: Case) -> Output:
        """Run the target first: it may be what writes the file."""
        output = await self.inner.run(case)
        try:
            return with_run_log(output, case, self.settings)
        except TargetError as error:
            error.usage = output.usage
            raise


def with_run_log(output: Output, case: Case, settings: Settings) -> Output:
    """The output with the case's run log, unless it has one of its own.

    Raises :class:`~pytest_rubric.errors.TargetError` where the file can't be had.
    """
    if output.run_log is not None:
        return output
    if case.run_log is not None:
        return replace(output, run_log=case.run_log)
    if case.run_log_file is None:
        return output
    from pytest_rubric import runlog  # few cases have one

    path = path_of(case, case.run_log_file, "RunLogFile", settings)
    try:
        return replace(output, run_log=runlog.load(path))
    except TargetError as error:
        raise TargetError(f"RunLogFile of case {case.label}: {error}", error.details) from None
