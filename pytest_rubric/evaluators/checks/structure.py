"""Checks on an output that is JSON as a whole."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pytest_rubric.evaluators.checks.finding import CheckFault, Finding, WrongArgument
from pytest_rubric.evaluators.checks.wording import Wording
from pytest_rubric.model.lines import shortened

_WIDEST = 160


class _NotJson(Exception):
    def __init__(self, line: int, column: int, why: str) -> None:
        super().__init__(why)
        self.place = (line, column, why)


def is_json(output: str, argument: object, words: Wording) -> Finding:
    """``argument`` is ``True``: the check has no other form."""
    if argument is not True:
        raise WrongArgument(f"it can only be true, found {argument!r}")
    try:
        _parsed(output)
    except _NotJson as error:
        return Finding(False, words.not_json.format(*error.place))
    return Finding(True, words.is_json)


def json_schema(output: str, argument: object, words: Wording) -> Finding:
    """``argument`` is a JSON Schema, or ``True`` for any JSON. References to other documents
    are never fetched."""
    if argument is True:
        return is_json(output, True, words)
    if not isinstance(argument, Mapping):
        raise WrongArgument(f"a JSON Schema or true is needed, found {argument!r}")
    try:
        instance = _parsed(output)
    except _NotJson as error:
        return Finding(False, words.not_json.format(*error.place))

    import jsonschema
    from referencing import Registry

    # Without a registry of our own, jsonschema would fetch references from the network.
    registry: Registry[Any] = Registry()
    kind = jsonschema.validators.validator_for(argument, default=jsonschema.Draft202012Validator)
    try:
        validator = kind(dict(argument), registry=registry)
        worst = jsonschema.exceptions.best_match(validator.iter_errors(instance))
    except Exception as fault:
        # Whatever the library makes of a schema that can't be used: unknown types, references
        # that lead nowhere, patterns that don't compile.
        raise CheckFault(words.schema_unusable.format(shortened(str(fault), _WIDEST))) from fault
    if worst is None:
        return Finding(True, words.fits_schema)
    return Finding(False, words.breaks_schema.format(worst.json_path, shortened(worst.message, _WIDEST)))


def _parsed(output: str) -> Any:
    text = output.strip()
    try:
        return json.loads(text, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        raise _NotJson(error.lineno, error.colno, error.msg) from error
    except (ValueError, RecursionError) as error:
        # A NaN, a number too long for Python, or brackets too deep for it.
        raise _NotJson(1, 1, shortened(str(error), _WIDEST)) from error


def _refuse(constant: str) -> object:
    raise ValueError(f"{constant} is no JSON")
