"""What there is in a project that asks a judge: case files, and code that may do so as well."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_rubric.cli.pruning.doubts import Doubt
from pytest_rubric.model.paths import shown_path
from pytest_rubric.model.text import visible

if TYPE_CHECKING:
    from pytest_rubric.model import Case, Settings

# Other people's files. Hidden folders are not left out: case files in them can be named to pytest.
_LEFT_OUT = frozenset({".git", ".nox", ".tox", ".venv", "__pycache__", "node_modules", "venv"})
_CASES_CHANGE = re.compile(r"\bpytest_rubric_modify_cases\b")
_OUTPUTS_COME_FROM_CODE = re.compile(r"\bpytest_rubric_run_target\b|\brubric_target\b")
_EVALUATORS = re.compile(r"\bpytest_rubric_register_evaluators\b")
# Whoever takes the fixture has its name somewhere, and not only in that of a case file.
_MAY_TAKE_THE_FIXTURE = re.compile(r"(?<![.\w])rubric\b(?!\.ya?ml\b)|\bgetfixturevalue\b")
# What a check in a Python test may be judged by.
_CHECKED_BY = ("rubric", "reference", "dimensions")


@dataclass(frozen=True, slots=True)
class Project:
    """All cases, each with what names it in messages, and what else may ask."""

    cases: tuple[tuple[Case, str], ...]
    doubts: tuple[Doubt, ...]


def find(paths: Sequence[Path], settings: Settings) -> Project:
    """Read every case file among ``paths`` and below them, whatever it is named, and look through the
    Python files there."""
    cases: list[tuple[Case, str]] = []
    doubts: list[Doubt] = []
    if settings.target is not None:
        doubts.append(Doubt("rubric_target in the ini file makes the outputs, and nothing is run here"))
    for path in _files(paths):
        if path.suffix == ".py":
            doubts += _of_code(path)
        else:
            _read(path, settings, cases, doubts)
    return Project(tuple(cases), tuple(doubts))


def _files(paths: Sequence[Path]) -> list[Path]:
    found: dict[Path, Path] = {}
    for path in paths:
        for file in _below(path) if path.is_dir() else [path]:
            if file.suffix in (".yaml", ".yml", ".py"):
                found.setdefault(file.absolute(), file)
    return list(found.values())


def _below(folder: Path, above: frozenset[str] = frozenset()) -> Iterator[Path]:
    """All files below a folder, through links, as pytest collects; ``above`` are the folders on the way."""
    place = os.path.realpath(folder)
    if place in above:
        return  # a link in a circle
    try:
        entries = sorted(folder.iterdir())
    except OSError:
        return  # pytest can't look into it either
    for entry in entries:
        if not entry.is_dir():
            yield entry
        elif entry.name not in _LEFT_OUT:
            yield from _below(entry, above | {place})


def _read(path: Path, settings: Settings, cases: list[tuple[Case, str]], doubts: list[Doubt]) -> None:
    from pytest_rubric.errors import CaseFileError
    from pytest_rubric.loading import NotOurs, load

    try:
        loaded = load(path, root=settings.root, explicit=True, allow_outside_root=settings.allow_outside_root)
    except CaseFileError as error:
        doubts.append(Doubt(f"{_shown(path)} can't be read: {str(error).splitlines()[0]}"))
        return
    if isinstance(loaded, NotOurs):
        return
    for case in loaded.cases:
        cases += [(variant, f"case {variant.label} of {_shown(path)}") for variant in case.variants]


def _of_code(path: Path) -> list[Doubt]:
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        return [Doubt(f"{_shown(path)} can't be read: {error.strerror}")]
    found = []
    if _CASES_CHANGE.search(text):
        found.append(Doubt(f"{_shown(path)} may change cases (pytest_rubric_modify_cases)"))
    if _OUTPUTS_COME_FROM_CODE.search(text):
        found.append(Doubt(f"{_shown(path)} may make outputs, and nothing is run here"))
    if _EVALUATORS.search(text):
        found.append(Doubt(f"{_shown(path)} may register evaluators", "custom"))
    if _MAY_TAKE_THE_FIXTURE.search(text):
        found += [Doubt(f"{_shown(path)} may hold checks of its own", each) for each in _CHECKED_BY]
    return found


def _shown(path: Path) -> str:
    return visible(shown_path(Path(os.path.abspath(path)), Path.cwd()))
