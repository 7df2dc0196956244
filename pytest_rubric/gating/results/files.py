"""Files of ``--rubric-json``: one object a line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

from pytest_rubric.errors import ConfigError
from pytest_rubric.gating.json_text import TwiceError, loads, shown
from pytest_rubric.gating.results.fields import RECORD
from pytest_rubric.gating.shapes import MismatchError
from pytest_rubric.model.lines import shortened
from pytest_rubric.model.text import visible
from pytest_rubric.reporting.record import VERSION, Record

_AGAIN = "write it anew: pytest --rubric-json FILE"
_WIDEST = 160


def read(path: Path) -> list[Record]:
    """The records of a file, in its order. A field that may be null and that the file lacks is ``None``.

    Raises :class:`~pytest_rubric.errors.ConfigError` that names the file, the line that is broken, and the
    field in it, with what was found, what is allowed and what to do.
    """
    name = visible(str(path))
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ConfigError(f"{name} can't be read: {error.strerror}; name a file of --rubric-json") from None
    records = []
    for number, line in enumerate(content.removeprefix(b"\xef\xbb\xbf").splitlines(keepends=True), 1):
        if line.strip():
            records.append(_record(line, f"{name}:{number}"))
    return records


def _record(line: bytes, where: str) -> Record:
    found = _decoded(line, where)
    if not isinstance(found, dict) or "version" not in found:
        raise ConfigError(f"{where}: is no result of --rubric-json, which are objects with a `version`")
    version = found["version"]
    if version != VERSION or isinstance(version, bool):
        raise ConfigError(
            f"{where}: is of version {shown(version)}, and only version {VERSION} can be read here; {_AGAIN}"
        )
    try:
        return cast("Record", RECORD.read(found))
    except MismatchError as error:
        way = shortened(error.way, _WIDEST)
        raise ConfigError(
            f"{where}: {way}: found {error.found}, allowed: {error.allowed}; {_AGAIN}"
        ) from None


def _decoded(line: bytes, where: str) -> object:
    try:
        return loads(line.decode("utf-8").rstrip())
    except UnicodeDecodeError:
        raise ConfigError(f"{where}: is not UTF-8; {_AGAIN}") from None
    except TwiceError as error:
        raise ConfigError(f"{where}: {error}; {_AGAIN}") from None
    except RecursionError:
        raise ConfigError(f"{where}: is nested too deeply; {_AGAIN}") from None
    except json.JSONDecodeError as error:
        if not line.endswith(b"\n"):
            told = "the line ends in the middle, as an interrupted run leaves it; remove the line, or"
            raise ConfigError(f"{where}: {told} {_AGAIN}") from None
        raise ConfigError(f"{where}: is broken JSON at column {error.colno}: {error.msg}; {_AGAIN}") from None
