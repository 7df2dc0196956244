"""``--rubric-outputs``: a folder of outputs that something else has written."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from pytest_rubric.errors import TargetError
from pytest_rubric.model import Case, Output
from pytest_rubric.model.text import visible
from pytest_rubric.targets.places import file_origin, read_text

_OUTPUTS = (
    "{id}.md",
    "{id}.txt",
    "{id}.json",
    "case_{index}_actual_output.txt",
    "case_{index}_actual_output.md",
    "case_{index}_actual_output.json",
    "case_{index}_actual_result.txt",
    "case_{index}_actual_result.md",
    "case_{index}_actual_result.json",
)
_RUN_LOGS = (
    "{id}.sharegpt.json",
    "{id}.run_log.json",
    "{id}.run_log.jsonl",
    "{id}.run_log.txt",
    "case_{index}_sharegpt.json",
    "case_{index}_run_log.json",
    "case_{index}_run_log.jsonl",
    "case_{index}_run_log.txt",
)


@dataclass(frozen=True)
class OutputsDirTarget:
    """Outputs by the case's id, else by its 0-based position in the file; a run log beside it.

    ``named_by`` is the option that names the folder.
    """

    folder: Path
    root: Path
    label: str = "--rubric-outputs"
    named_by: str = "--rubric-outputs"
    is_at_hand: bool = True

    async def run(self, case: Case) -> Output:
        """Read the first file of the known names. Nothing else is taken in its place."""
        found = self.found(case)
        if found is None:
            raise self._nothing_found(case, self._paths(_OUTPUTS, case))
        text, notes = read_text(found, f"output of case {case.label}")
        origin = file_origin(found, self.root, self.named_by)
        log = next((path for path in self._paths(_RUN_LOGS, case) if path.is_file()), None)
        if log is None:
            return Output(text, notes=notes, origin=origin)
        from pytest_rubric import runlog  # few outputs have one

        return Output(text, run_log=runlog.load(log), notes=notes, origin=origin)

    def found(self, case: Case) -> Path | None:
        """The first file of the known names that is there."""
        return next((path for path in self._paths(_OUTPUTS, case) if path.is_file()), None)

    def _paths(self, names: tuple[str, ...], case: Case) -> list[Path]:
        paths = [Path(os.path.normpath(self.folder / _filled(name, case))) for name in names]
        # An id may hold slashes; it names no file outside of the folder all the same.
        return [path for path in paths if path.is_relative_to(self.folder)]

    def _nothing_found(self, case: Case, tried: list[Path]) -> TargetError:
        folder = visible(str(self.folder))
        if not self.folder.is_dir():
            return TargetError(f"--rubric-outputs: there is no folder {folder}")
        names = "\n".join(f"  {visible(path.relative_to(self.folder).as_posix())}" for path in tried)
        return TargetError(
            f"--rubric-outputs: no output for case {case.label}: expected {_filled('{id}.md', case)} "
            f"or {_filled('case_{index}_actual_output.txt', case)} (or .txt, .md, .json) in {folder}",
            f"looked for in {folder}:\n{names}",
        )


def _filled(name: str, case: Case) -> str:
    return name.replace("{id}", case.id).replace("{index}", str(case.index))
