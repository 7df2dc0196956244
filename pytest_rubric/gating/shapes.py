"""What a value of JSON has to be, as small objects: each reads a value, or says what it found instead."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from pytest_rubric.gating.json_text import shown
from pytest_rubric.model.text import visible

_MOST_DIGITS = 150
# Far beyond what a case file can say, and far below what a float can't hold.
_LARGEST = 10**_MOST_DIGITS


class MismatchError(ValueError):
    """A value is not what it has to be. ``found`` and ``allowed`` are for people.

    ``way`` is how to get to the value: ``criteria[2].points``, entries of lists counted from 1.
    """

    def __init__(self, found: str, allowed: str, way: str = "") -> None:
        super().__init__(found, allowed, way)
        self.found = found
        self.allowed = allowed
        self.way = way

    def inside(self, step: str) -> MismatchError:
        """The same, seen from outside: ``step`` leads to the value that it was found in."""
        dot = "." if self.way and not self.way.startswith("[") else ""
        return MismatchError(self.found, self.allowed, f"{step}{dot}{self.way}")


class Shape(Protocol):
    """One kind of value."""

    @property
    def allowed(self) -> str:
        """What may stand there, for people."""

    def read(self, value: object) -> Any:
        """The value, its texts with nothing invisible in them. Raises :class:`MismatchError`."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text; where there are ``choices``, one of them."""

    choices: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        return ", ".join(self.choices) or "a text"

    def read(self, value: object) -> str:
        if not isinstance(value, str) or (self.choices and value not in self.choices):
            raise MismatchError(shown(value), self.allowed)
        return visible(value)


@dataclass(frozen=True, slots=True)
class Truth:
    """``true`` or ``false``; no number is either."""

    allowed: str = field(default="true or false", init=False)

    def read(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise MismatchError(shown(value), self.allowed)
        return value


@dataclass(frozen=True, slots=True)
class Number:
    """A finite number that can be computed with, from ``low`` to ``high``; ``whole`` ones only on demand."""

    low: int | None = None
    high: int | None = None
    whole: bool = False
    zero: bool = True

    @property
    def allowed(self) -> str:
        parts = ["a whole number" if self.whole else "a number"]
        if self.low is not None:
            parts.append(f"from {self.low}")
        if self.high is not None:
            parts.append(f"to {self.high}")
        if not self.zero:
            parts.append("other than 0")
        return " ".join(parts)

    def read(self, value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int if self.whole else int | float):
            raise MismatchError(shown(value), self.allowed)
        if (self.low is not None and not value >= self.low) or (
            self.high is not None and not value <= self.high
        ):
            raise MismatchError(shown(value), self.allowed)
        if not (self.zero or value):
            raise MismatchError(shown(value), self.allowed)
        if isinstance(value, float) and not math.isfinite(value):
            raise MismatchError(shown(value), self.allowed)
        if abs(value) >= _LARGEST:
            raise MismatchError(shown(value), f"{self.allowed}, of at most {_MOST_DIGITS} digits")
        return value


@dataclass(frozen=True, slots=True)
class OrNull:
    """Another shape, or ``null``. In an object such a field may also be missing."""

    shape: Shape

    @property
    def allowed(self) -> str:
        return f"{self.shape.allowed}, or null"

    def read(self, value: object) -> Any:
        if value is None:
            return None
        try:
            return self.shape.read(value)
        except MismatchError as error:
            if error.way:
                raise
            raise MismatchError(error.found, f"{error.allowed}, or null") from None


@dataclass(frozen=True, slots=True)
class Listed:
    """A list whose entries all have one shape."""

    entry: Shape
    allowed: str = field(default="a list", init=False)

    def read(self, value: object) -> list[Any]:
        if not isinstance(value, list):
            raise MismatchError(shown(value), self.allowed)
        made = []
        for number, each in enumerate(value, 1):
            try:
                made.append(self.entry.read(each))
            except MismatchError as error:
                raise error.inside(f"[{number}]") from None
        return made


@dataclass(frozen=True, slots=True)
class Interval:
    """Two numbers from 0 to 100, the low end first."""

    allowed: str = field(default="a list of two numbers from 0 to 100, the low end first", init=False)

    def read(self, value: object) -> list[float]:
        try:
            low, high = Listed(Number(0, 100)).read(value)
        except ValueError:  # also where they are not two
            raise MismatchError(shown(value), self.allowed) from None
        if low > high:
            raise MismatchError(shown(value), self.allowed)
        return [low, high]


@dataclass(frozen=True, slots=True)
class Named:
    """An object with names of the file's own, whose values all have one shape."""

    value: Shape
    allowed: str = field(default="an object", init=False)

    def read(self, value: object) -> dict[str, Any]:
        made = {}
        for name, each in _object(value, self.allowed).items():
            try:
                made[visible(name)] = self.value.read(each)
            except MismatchError as error:
                raise error.inside(visible(name)) from None
        return made


@dataclass(frozen=True, slots=True)
class Fields:
    """An object with known names. What is ``OrNull`` may be missing, and is ``null`` then; what is in
    ``optional`` may be missing and stays so. Names that nobody knows are younger than this program: they are
    left out."""

    fields: Mapping[str, Shape]
    optional: Mapping[str, Shape] = field(default_factory=dict)
    allowed: str = field(default="an object", init=False)

    def read(self, value: object) -> dict[str, Any]:
        found = _object(value, self.allowed)
        made = {}
        for name, shape in self.fields.items():
            if name not in found and not isinstance(shape, OrNull):
                raise MismatchError("nothing", shape.allowed, name)
            made[name] = _field(found.get(name), name, shape)
        for name, shape in self.optional.items():
            if name in found:
                made[name] = _field(found[name], name, shape)
        return made


@dataclass(frozen=True, slots=True)
class Anything:
    """A value that nobody who reads records looks into."""

    allowed: str = field(default="anything", init=False)

    def read(self, value: object) -> object:
        return value


def _object(value: object, allowed: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise MismatchError(shown(value), allowed)
    return value


def _field(value: object, name: str, shape: Shape) -> Any:
    try:
        return shape.read(value)
    except MismatchError as error:
        raise error.inside(name) from None
