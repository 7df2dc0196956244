"""Outputs that are at hand: in the case itself, or in a file that it names."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_rubric.errors import TargetError
from pytest_rubric.model import Case, Output, Settings
from pytest_rubric.model.text import visible
from pytest_rubric.targets.places import file_origin, path_of, read_text


@dataclass(frozen=True)
class InlineTarget:
    """``ActualOutput``: the text stands in the case. It is never taken for the name of a file."""

    label: str = "ActualOutput"
    is_at_hand: bool = True

    async def run(self, case: Case) -> Output:
        """The text of the case."""
        if case.actual_output is None:
            raise TargetError(f"case {case.label} has no ActualOutput")
        return Output(visible(case.actual_output), origin=self.label)


@dataclass(frozen=True)
class FileTarget:
    """``ActualOutputFile``: the text stands in a file, relative to the case file's folder."""

    settings: Settings
    label: str = "ActualOutputFile"
    is_at_hand: bool = True

    async def run(self, case: Case) -> Output:
        """Read the file. It is read here and not before, so that collecting opens no output."""
        if case.actual_output_file is None:
            raise TargetError(f"case {case.label} has no ActualOutputFile")
        path = path_of(case, case.actual_output_file, "ActualOutputFile", self.settings)
        text, notes = read_text(path, f"ActualOutputFile of case {case.label}")
        return Output(text, notes=notes, origin=file_origin(path, self.settings.root, self.label))
