"""Writes case files and loads them."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

from pytest_rubric.errors import CaseFileError
from pytest_rubric.loading import NotOurs, load
from pytest_rubric.model import Case, CaseFile

FILE = "suite.rubric.yaml"


def load_any(folder: Path, text: str | bytes, name: str = FILE, explicit: bool = True) -> CaseFile | NotOurs:
    """Write one file into a folder, and load it with the folder as root."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else dedent(text).encode())
    return load(path, root=folder, explicit=explicit)


def load_file(folder: Path, text: str | bytes, name: str = FILE) -> CaseFile:
    """Load a file that must be ours."""
    loaded = load_any(folder, text, name)
    assert isinstance(loaded, CaseFile)
    return loaded


def load_case(folder: Path, keys: str) -> Case:
    """Load a file with one case; ``keys`` are its lines, which begin at line 2, column 3."""
    lines = indent(dedent(keys).strip("\n"), "  ")
    return load_file(folder, "cases:\n- " + lines.removeprefix("  ") + "\n").cases[0]


def faults_of(folder: Path, keys: str) -> list[str]:
    """What is wrong with one case, without the file's name and the case's."""
    case = load_case(folder, keys)
    return [fault.removeprefix(f"{FILE}:").replace(f" case {case.id}: ", " ") for fault in case.faults]


def refusal(folder: Path, text: str | bytes, name: str = FILE) -> str:
    """The message with which a file as a whole is refused."""
    try:
        loaded = load_any(folder, text, name)
    except CaseFileError as error:
        return str(error)
    raise AssertionError(f"loaded: {loaded}")
