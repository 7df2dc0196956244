"""Results of earlier runs, read from the files that ``--rubric-json`` writes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast, get_args

from pytest_rubric.errors import ConfigError
from pytest_rubric.model import Status
from pytest_rubric.model.text import visible
from pytest_rubric.reporting.record import VERSION, Record

_STATUSES = frozenset(get_args(Status))
_NUMBER = (int, float)

# What whoever reads results relies on; what is younger than the first version may be missing.
_FIELDS: Mapping[str, tuple[type, ...]] = {
    "nodeid": (str,),
    "id": (str,),
    "evaluator": (str,),
    "outcome": (str,),
    "state": (str,),
    "score": (*_NUMBER, type(None)),
    "raw_score": (*_NUMBER, type(None)),
    "threshold": _NUMBER,
    "criteria": (list,),
    "points": (list,),
    "tags": (dict, type(None)),
}
_YOUNGER: Mapping[str, tuple[type, ...]] = {
    "interval": (list, type(None)),
    "verdict": (str, type(None)),
    "file": (str, type(None)),
    "line": (int, type(None)),
    "target": (str, type(None)),
    "model": (str, type(None)),
    "human": (dict, type(None)),
    "weaknesses": (list, type(None)),
    "passed": (bool, type(None)),
    "case_hash": (str, type(None)),
    "output_hash": (str, type(None)),
    "judge": (dict, type(None)),
    "baseline": (dict, type(None)),
}
_OF_CRITERION: Mapping[str, tuple[type, ...]] = {
    "id": (int,),
    "criterion": (str,),
    "points": _NUMBER,
    "tags": (list,),
    "required": (bool,),
    "status": (str,),
    "reason": (str,),
    "quotes": (list,),
}
_KINDS = {
    bool: "true or false",
    str: "a text",
    int: "a number",
    float: "a number",
    list: "a list",
    dict: "an object",
}
_AGAIN = "write it anew: pytest --rubric-json FILE"


def read(path: Path) -> list[Record]:
    """The records of a file, in its order. Fields that are younger than the file are ``None``.

    Raises :class:`~pytest_rubric.errors.ConfigError` that names the file, and the line that is broken.
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
    try:
        found = json.loads(line.decode("utf-8"), parse_constant=_refuse)
    except UnicodeDecodeError:
        raise ConfigError(f"{where}: is not UTF-8; {_AGAIN}") from None
    except (ValueError, RecursionError):
        if not line.endswith(b"\n"):
            told = "the line ends in the middle, as an interrupted run leaves it; remove the line, or"
            raise ConfigError(f"{where}: {told} {_AGAIN}") from None
        raise ConfigError(f"{where}: is no JSON; {_AGAIN}") from None
    if not isinstance(found, dict) or "version" not in found:
        raise ConfigError(f"{where}: is no result of --rubric-json, which are objects with a `version`")
    if found["version"] != VERSION or isinstance(found["version"], bool):
        told = visible(json.dumps(found["version"], ensure_ascii=False))[:40]
        raise ConfigError(
            f"{where}: is of version {told}, and only version {VERSION} can be read here; {_AGAIN}"
        )
    _check(found, _FIELDS, where)
    _check(found, {key: kinds for key, kinds in _YOUNGER.items() if key in found}, where)
    for number, criterion in enumerate(found["criteria"], 1):
        place = f"{where}: criterion {number}"
        if not isinstance(criterion, dict):
            raise ConfigError(f"{place} is no object; {_AGAIN}")
        _check(criterion, _OF_CRITERION, place)
        for field in ("status", "human"):
            if field in criterion and criterion[field] not in _STATUSES:
                allowed = ", ".join(sorted(_STATUSES))
                raise ConfigError(f"{place}: `{field}` must be one of {allowed}; {_AGAIN}")
    return cast("Record", {**dict.fromkeys(_YOUNGER), **found})


def _check(found: Mapping[str, Any], fields: Mapping[str, tuple[type, ...]], where: str) -> None:
    for field, kinds in fields.items():
        value = found.get(field, ...)
        if value is ... or not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            expected = " or ".join(dict.fromkeys(_KINDS[kind] for kind in kinds if kind in _KINDS))
            is_null = " or null" if type(None) in kinds else ""
            raise ConfigError(f"{where}: `{field}` must be {expected}{is_null}; {_AGAIN}")


def _refuse(name: str) -> object:
    raise ValueError(name)
