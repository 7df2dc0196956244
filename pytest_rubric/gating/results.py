"""Results of earlier runs, read from the files that ``--rubric-json`` writes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast, get_args

from pytest_rubric.errors import ConfigError
from pytest_rubric.model import Status
from pytest_rubric.model.text import visible
from pytest_rubric.reporting.record import VERSION, Record

_STATUSES = frozenset(get_args(Status))
_NUMBER = (int, float)
# Points and scores are far below; what is above can't be computed with as a float.
_LARGEST = 10**15

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
    "title": (str,),
    "summary": (str,),
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
_OF_QUOTE: Mapping[str, tuple[type, ...]] = {"text": (str,), "found": (bool,)}
_OF_POINT: Mapping[str, tuple[type, ...]] = {
    "label": (str,),
    "score": (*_NUMBER, type(None)),
    "maximum": (*_NUMBER, type(None)),
}
_OF_WEAKNESS: Mapping[str, tuple[type, ...]] = {
    "cause": (str, type(None)),
    "text": (str,),
    "quote": (str, type(None)),
}
_OF_HUMAN: Mapping[str, tuple[type, ...]] = {"score": (*_NUMBER, type(None)), "reason": (str, type(None))}
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


def of_another_shape(path: Path) -> ConfigError:
    """What is told where a part that :func:`read` does not check is not as a run writes it."""
    return ConfigError(f"{visible(str(path))}: a result has fields of another shape; {_AGAIN}")


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
    if (interval := found.get("interval")) is not None:
        _check_values(dict(enumerate(interval, 1)), _NUMBER, f"{where}: `interval`: end")
        if len(interval) != 2:
            raise ConfigError(f"{where}: `interval` must have two ends; {_AGAIN}")
    for number, criterion in enumerate(found["criteria"], 1):
        place = f"{where}: criterion {number}"
        _check(criterion, _OF_CRITERION, place)
        _check_status(criterion["status"], f"{place}: `status`")
        if "human" in criterion:
            _check_status(criterion["human"], f"{place}: `human`")
        _check_list(criterion["quotes"], _OF_QUOTE, f"{place}: quote")
        _check_values(dict(enumerate(criterion["tags"], 1)), (str,), f"{place}: tag")
    _check_list(found["points"], _OF_POINT, f"{where}: point")
    _check_list(found.get("weaknesses") or (), _OF_WEAKNESS, f"{where}: weakness")
    _check_values(found["tags"] or {}, (*_NUMBER, type(None)), f"{where}: tag")
    if found.get("human") is not None:
        _check(found["human"], _OF_HUMAN, f"{where}: `human`")
        if not isinstance(found["human"].get("criteria", {}), dict):
            raise ConfigError(f"{where}: `human`: `criteria` must be an object; {_AGAIN}")
    return cast("Record", {**dict.fromkeys(_YOUNGER), **found})


def _check_list(found: Sequence[Any], fields: Mapping[str, tuple[type, ...]], where: str) -> None:
    for number, each in enumerate(found, 1):
        _check(each, fields, f"{where} {number}")


def _check(found: Any, fields: Mapping[str, tuple[type, ...]], where: str) -> None:
    if not isinstance(found, dict):
        raise ConfigError(f"{where} is no object; {_AGAIN}")
    for field, kinds in fields.items():
        if not _is_one(found.get(field, ...), kinds):
            raise ConfigError(f"{where}: `{field}` must be {_named(kinds)}; {_AGAIN}")


def _check_values(found: Mapping[Any, Any], kinds: tuple[type, ...], where: str) -> None:
    for key, value in found.items():
        if not _is_one(value, kinds):
            raise ConfigError(f"{where} {visible(str(key))} must be {_named(kinds)}; {_AGAIN}")


def _check_status(found: Any, where: str) -> None:
    if not isinstance(found, str) or found not in _STATUSES:
        raise ConfigError(f"{where} must be one of {', '.join(sorted(_STATUSES))}; {_AGAIN}")


def _is_one(value: Any, kinds: tuple[type, ...]) -> bool:
    if isinstance(value, bool):  # which is an int in Python
        return bool in kinds
    # NaN is within no limits
    return isinstance(value, kinds) and not (isinstance(value, int | float) and not abs(value) <= _LARGEST)


def _named(kinds: tuple[type, ...]) -> str:
    expected = " or ".join(dict.fromkeys(_KINDS[kind] for kind in kinds if kind in _KINDS))
    return expected + (" or null" if type(None) in kinds else "")


def _refuse(name: str) -> object:
    raise ValueError(name)
