"""The outputs of a comparison: where each one comes from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pytest_rubric.errors import NoPreviousOutput, TargetError
from pytest_rubric.model import Case, Output, Settings
from pytest_rubric.model.text import visible
from pytest_rubric.targets.outputs_dir import OutputsDirTarget
from pytest_rubric.targets.places import file_origin, path_of, read_text

_KEY = "compare"


@dataclass(frozen=True)
class TextSide:
    """An output that stands in the case file."""

    text: str
    label: str
    is_at_hand: bool = True

    async def run(self, case: Case) -> Output:
        """The text. It is never taken for the name of a file."""
        return Output(visible(self.text), origin=_KEY)


@dataclass(frozen=True)
class FileSide:
    """An output in a file."""

    path: str
    key: str
    label: str
    settings: Settings
    is_at_hand: bool = True

    async def run(self, case: Case) -> Output:
        """Read the file. Raises :class:`~pytest_rubric.errors.TargetError`."""
        path = path_of(case, self.path, self.key, self.settings)
        text, notes = read_text(path, self.label)
        return Output(text, notes=notes, origin=file_origin(path, self.settings.root, _KEY))


@dataclass(frozen=True)
class PreviousSide:
    """The case's own output of an earlier run, from ``folder``; ``None`` where none is set.

    ``option`` is the folder that the option named: ``folder`` may lie below it. ``saves`` says that
    this run stores outputs there, for the next one.
    """

    folder: Path | None
    option: Path | None
    label: str
    saves: bool
    root: Path
    is_at_hand: bool = True

    async def run(self, case: Case) -> Output:
        """Read the stored output.

        Raises :class:`~pytest_rubric.errors.TargetError` where there is none: as
        :class:`~pytest_rubric.errors.NoPreviousOutput` where this run stores the first one.
        """
        if self.folder is None:
            raise TargetError(
                f"{self.label}: no folder of outputs of earlier runs is set; store them once with "
                "--rubric-save-outputs FOLDER, and name the folder with --rubric-previous-outputs"
            )
        stored = OutputsDirTarget(self.folder, self.root, self.label, "--rubric-previous-outputs")
        if stored.found(case) is not None:
            return await stored.run(case)
        shown = visible(str(self.folder))
        if self.saves:
            raise NoPreviousOutput(
                f"{self.label}: {shown} holds no output of an earlier run; this one is stored there, and the "
                "next run is compared with it"
            )
        raise TargetError(
            f"{self.label}: {shown} holds no output of an earlier run; run once with --rubric-save-outputs "
            f"{visible(str(self.option))}"
        )
