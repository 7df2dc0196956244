"""The ini values that the command needs, read from where pytest reads them.

pytest itself is not loaded. The command line of a run, ``PYTEST_ADDOPTS`` and ``-c`` are not known here;
``addopts`` is, since it is part of each run.
"""

from __future__ import annotations

import configparser
import importlib
import os
import shlex
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from pytest_rubric.errors import ConfigError
from pytest_rubric.model import Overrides, Settings
from pytest_rubric.model.scale import parsed_floors, parsed_threshold

# In pytest's order, each with the section that counts. A file of the first rows counts without it.
_TOML = {
    "pytest.toml": (("pytest",),),
    ".pytest.toml": (("pytest",),),
    "pyproject.toml": (("tool", "pytest"), ("tool", "pytest", "ini_options")),
}
_INI = {"pytest.ini": "pytest", ".pytest.ini": "pytest", "tox.ini": "pytest", "setup.cfg": "tool:pytest"}
_ORDER = (
    "pytest.toml",
    ".pytest.toml",
    "pytest.ini",
    ".pytest.ini",
    "pyproject.toml",
    "tox.ini",
    "setup.cfg",
)
_COUNT_WHEN_EMPTY = frozenset(_ORDER[:4])
_OPTION = "--rubric-"
_OVERRIDE = ("-o", "--override-ini")
# On a command line they are relative to the current folder, not to that of the ini file.
_PATHS = frozenset(
    f"rubric_{name}" for name in ("outputs", "replies_dir", "save_outputs", "previous_outputs", "baseline")
)


def settings(paths: Sequence[Path], root: Path) -> Settings:
    """The settings for these case files and folders, with thresholds and verdicts from their ini
    file. Raises ``ConfigError`` that names the file and what is allowed."""
    file, values = ini_values(paths)
    threshold: Fraction | None = None
    built_in = Settings(root=root)
    floors = built_in.pass_floor, built_in.warn_floor
    for name, text in values.items():
        try:
            if name == "rubric_threshold" and text:
                threshold = parsed_threshold(text)
            elif name == "rubric_verdicts" and text:
                floors = parsed_floors(text)
        except ValueError as error:
            raise ConfigError(f"{file}: ini option {name}: found {text!r}, allowed: {error}") from None
    return Settings(root=root, ini=Overrides(threshold=threshold), pass_floor=floors[0], warn_floor=floors[1])


def ini_values(paths: Sequence[Path]) -> tuple[Path | None, Mapping[str, str]]:
    """The ini file that counts for these case files and folders, and its values. Raises ``ConfigError``."""
    return _found(Path(os.path.commonpath([_folder(path) for path in paths])))


def _folder(path: Path) -> str:
    path = path.absolute()
    return str(path if path.is_dir() else path.parent)


def _found(folder: Path) -> tuple[Path | None, Mapping[str, str]]:
    """The ini file that counts for a folder, and its values."""
    for parent in (folder, *folder.parents):
        for name in _ORDER:
            path = parent / name
            if path.is_file():
                values = _values(path)
                if values is not None:
                    return path, values
    return None, {}


def _values(path: Path) -> Mapping[str, str] | None:
    """The values of one file; ``None`` where it says nothing of pytest."""
    try:
        found = _of_toml(path) if path.name in _TOML else _of_ini(path)
        if found is not None:
            found = {**found, **_added(shlex.split(found.get("addopts", "")))}
    except (OSError, ValueError, configparser.Error) as error:
        reason = " ".join(str(error).split())
        raise ConfigError(f"{path} can't be read: {reason}; mend it, pytest would not run either") from None
    return {} if found is None and path.name in _COUNT_WHEN_EMPTY else found


def _added(words: Sequence[str]) -> Mapping[str, str]:
    """What ``addopts`` says of ours, as the ini values that it goes before."""
    found: dict[str, str] = {}
    for word, following in zip(words, [*words, ""][1:], strict=True):
        option, equals, value = word.partition("=")
        if not equals:  # a switch stands alone
            value = "true" if following.startswith("-") or not following else following
        if option.startswith(_OPTION):
            name = option.removeprefix("--").replace("-", "_")
            found[name] = os.path.abspath(value) if name in _PATHS else value
        elif option in _OVERRIDE:
            name, _, found[name] = value.partition("=")
    return found


def _of_ini(path: Path) -> Mapping[str, str] | None:
    parser = configparser.RawConfigParser(strict=False, allow_no_value=True, default_section="")
    parser.read_string(path.read_text(encoding="utf-8-sig"))
    section = _INI[path.name]
    return {k: v or "" for k, v in parser[section].items()} if parser.has_section(section) else None


def _of_toml(path: Path) -> Mapping[str, str] | None:
    data = _toml().loads(path.read_text(encoding="utf-8"))
    merged: dict[str, str] = {}
    known = False
    for keys in _TOML[path.name]:
        section: object = data
        for key in keys:
            section = section.get(key) if isinstance(section, dict) else None
        if isinstance(section, dict):
            known = True
            merged.update({name: _text(value) for name, value in section.items()})
    return merged if known else None


def _text(value: object) -> str:
    """A value of TOML as an ini file would have it; a list as words."""
    return shlex.join(map(str, value)) if isinstance(value, list) else str(value)


def _toml() -> Any:
    try:
        return importlib.import_module("tomllib")
    except ImportError:  # before Python 3.11, where pytest brings this one
        return importlib.import_module("tomli")
