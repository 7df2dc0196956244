"""``pytest-rubric lint``: faults and notes of case files, one a line."""

from __future__ import annotations

import argparse
import os
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_rubric.cli.refusal import USAGE_ERROR, refused
from pytest_rubric.reporting.numbers import plural

if TYPE_CHECKING:
    from pytest_rubric.cli.evaluator_names import EvaluatorNames
    from pytest_rubric.model import Case, Settings

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

# Folders that hold other people's files: pytest leaves them out as well.
_LEFT_OUT = frozenset({"node_modules", "__pycache__", "venv", "build", "dist"})
_COLLECTED_BY_SHAPE = frozenset({"testcases.yaml", "testcases.yml"})
_POSITION = re.compile(r"(?P<where>[^\n]*?:\d+(?::\d+)?): ")


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the output. ``where`` is ``file:line``, or as much of it as is known."""

    where: str
    code: str
    message: str
    is_fault: bool

    def __str__(self) -> str:
        return f"{self.where}: {self.code} {' '.join(self.message.split())}"


def add(commands: Subparsers) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser(
        "lint",
        help="tell what is wrong or odd in case files",
        description="Tell what can't work in case files (faults) and what probably isn't meant (notes). "
        "Nothing is run and nothing is asked. Exit code 1 where there are faults.",
    )
    parser.add_argument(
        "paths",
        nargs="*",
        type=Path,
        default=[Path()],
        metavar="PATH",
        help="a case file, or a folder to look for *.rubric.yaml and testcases.yaml in (default: .)",
    )
    parser.add_argument("--strict", action="store_true", help="exit code 1 also where there are notes")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Lint, print, and return the exit code."""
    missing = [path for path in options.paths if not path.exists()]
    for path in missing:
        refused("lint", f"{path} does not exist; name a case file or a folder")
    if missing:
        return USAGE_ERROR

    from pytest_rubric.cli import ini
    from pytest_rubric.errors import RubricError

    try:
        settings = ini.settings(options.paths, Path.cwd())
        names = _evaluator_names(options.paths)
    except RubricError as error:
        return refused("lint", str(error))
    files = faults = notes = 0
    for path, named in _files(options.paths):
        findings = _findings(path, named, settings, names)
        if findings is None:
            continue
        for finding in findings:
            print(finding)
        files += 1
        faults += sum(finding.is_fault for finding in findings)
        notes += sum(not finding.is_fault for finding in findings)
    if not files:
        where = ", ".join(str(path) for path in options.paths)
        return refused(
            "lint",
            f"no case file in {where}; they are named *.rubric.yaml, or testcases.yaml with a `cases:` list",
        )
    print(f"{plural(faults, 'fault')}, {plural(notes, 'note')} in {plural(files, 'file')}")
    return 1 if faults or (options.strict and notes) else 0


def _evaluator_names(paths: Sequence[Path]) -> EvaluatorNames:
    from pytest_rubric.cli import ini
    from pytest_rubric.cli.evaluator_names import EvaluatorNames

    file, values = ini.ini_values(paths)
    globs = shlex.split(values.get("rubric_evaluators", ""))
    outside = values.get("rubric_allow_outside_root", "").strip().lower() in ("1", "yes", "true", "on")
    return EvaluatorNames(globs, file.parent if file is not None else Path.cwd(), outside_root=outside)


def _files(paths: Sequence[Path]) -> Iterator[tuple[Path, bool]]:
    """Each file once, with whether it was named itself; those of a folder in alphabetical order."""
    seen: set[Path] = set()
    for path in paths:
        for file in _below(path) if path.is_dir() else [path]:
            key = file.absolute()
            if key not in seen and (not path.is_dir() or _may_hold_cases(file)):
                seen.add(key)
                yield file, not path.is_dir()


def _below(folder: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in _LEFT_OUT and not name.startswith("."))
        yield from (Path(parent, name) for name in sorted(names))


def _may_hold_cases(path: Path) -> bool:
    """Whether the name of a file that was met in a folder is one that pytest looks at."""
    from pytest_rubric.loading.names import is_rubric_name

    return is_rubric_name(path) or path.name.lower() in _COLLECTED_BY_SHAPE


def _findings(path: Path, named: bool, settings: Settings, names: EvaluatorNames) -> list[Finding] | None:
    """What there is to say about a file; ``None`` where it belongs to another tool."""
    from pytest_rubric.errors import CaseFileError
    from pytest_rubric.loading import NotOurs, load

    try:
        # Which folder is the root directory is for pytest to say.
        loaded = load(path, root=Path.cwd(), explicit=named, allow_outside_root=True)
    except CaseFileError as error:
        lines = str(error).splitlines()
        return [_at(line, str(error.path), "unreadable", is_fault=True) for line in lines]
    if isinstance(loaded, NotOurs):
        if not named:
            return None
        return [Finding(_shown(path), "not-collected", f"is no case file: {loaded.reason}", is_fault=True)]
    found = [_at(text, _shown(path), "file", is_fault=False) for text in loaded.notes]
    for case in loaded.cases:
        found.extend(_of_case(case, path, settings))
        found.extend(_of_evaluators(case, path, names))
    return found


def _of_case(case: Case, path: Path, settings: Settings) -> Iterator[Finding]:
    from pytest_rubric.scoring import lint

    shown = _shown(path)
    where = f"{shown}:{case.location.line}" if case.location else shown
    in_force = settings.for_case(case.overrides)
    for text in case.faults:
        yield _at(text, where, "fault", is_fault=True)
    for text in lint.faults(case, in_force):
        yield Finding(where, "fault", f"case {case.id}: {text}", is_fault=True)
    for note in lint.notes(case, in_force):
        line = f"{shown}:{note.line}" if note.line else where
        yield Finding(line, note.code, f"case {case.id}: {note.message}", is_fault=False)


def _of_evaluators(case: Case, path: Path, names: EvaluatorNames) -> Iterator[Finding]:
    """Names of evaluators that a run could not use, and what their cases lack; only noted where hooks may
    give it."""
    from pytest_rubric.cli.evaluator_names import hook_in

    where = f"{_shown(path)}:{case.location.line}" if case.location else _shown(path)
    hook = hook_in(path.absolute().parent) if case.evaluators else None
    for name, told in names.faults(case):
        if hook is None or names.is_known(name):
            yield Finding(where, "fault", f"case {case.id}: {told}", is_fault=True)
        else:
            may_be = f"{told}; the hook in {_shown(hook)} may register it, which is not run here"
            yield Finding(where, "unknown-evaluator", f"case {case.id}: {may_be}", is_fault=False)
    for lack in names.lacks(case):
        code = "fault" if lack.is_certain else "missing-need"
        yield Finding(where, code, f"case {case.id}: {lack.message}", is_fault=lack.is_certain)


def _at(text: str, otherwise: str, code: str, is_fault: bool) -> Finding:
    """A finding from a message that may begin with its own position."""
    match = _POSITION.match(text)
    if match is None:
        return Finding(otherwise, code, text, is_fault)
    return Finding(match["where"], code, text[match.end() :], is_fault)


def _shown(path: Path) -> str:
    """The file's name as the loader's messages have it: relative to the current folder where it is inside."""
    from pytest_rubric.model.paths import shown_path
    from pytest_rubric.model.text import visible

    return visible(shown_path(Path(os.path.abspath(path)), Path.cwd()))
