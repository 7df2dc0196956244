"""What tells exchanges apart: the key of a request, and the identity of a judge."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from pytest_rubric.judging.endpoint import PUBLIC_API, ROUTE
from pytest_rubric.judging.masking import shown_url
from pytest_rubric.judging.protocol import JudgeRequest

_SLUG = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST_SLUG = 48
_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False)
# A custom evaluator may build a schema for every request; those are not worth keeping.
_MOST_SCHEMAS = 64
_HEADERS = {"extra_headers", "default_headers", "headers", "extra_query", "default_query"}
_SECRET = re.compile(
    r"(?:.*[_-])?(?:api[_-]?key|secret|password|credentials?|authorization|(?:access|auth|api|bearer)[_-]?token)"
    r"|key|token",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Identity:
    """Which judge answers: ``judge_id`` where it is set, else model and endpoint.

    ``base_url`` is kept without user information and without its query, but for the API
    version; ``None`` is the public API. A judge with neither ``judge_id`` nor ``model`` is
    *any* judge: it takes a recording where a request has only one.
    """

    model: str | None = None
    base_url: str | None = None
    judge_id: str | None = None

    @property
    def is_any(self) -> bool:
        """Whether no particular judge is meant."""
        return not (self.judge_id or self.model)

    @cached_property
    def endpoint(self) -> str:
        """The base URL as it is stored and shown."""
        given = (self.base_url or "").strip() or PUBLIC_API
        return shown_url(given).rstrip("/").removesuffix(ROUTE).rstrip("/")

    @cached_property
    def file_name(self) -> str:
        """The name of this judge's file in the folder of a request, safe on every system."""
        told = [self.judge_id] if self.judge_id else [self.model, self.endpoint]
        digest = hashlib.sha256(_canonical(told).encode()).hexdigest()[:12]
        slug = _SLUG.sub("-", self.judge_id or self.model or "").strip("-.")[:_LONGEST_SLUG]
        return f"{slug or 'judge'}-{digest}.json"


class Keys:
    """Makes the keys of requests, under the session's model parameters."""

    def __init__(self, parameters: Mapping[str, object]) -> None:
        self.parameters = public_parameters(parameters)
        self._parameters = _canonical(self.parameters)
        # By identity of the object, which is kept, so that its id stays its own.
        self._schemas: dict[int, tuple[object, str]] = {}

    def key(self, request: JudgeRequest) -> str:
        """SHA-256, in hex, of the request's canonical JSON.

        Evaluator, prompt version, messages, schema, parameters and sample number count;
        messages and schema in their canonical form. Model and endpoint are the identity's.
        """
        messages = request.messages if request.canonical_messages is None else request.canonical_messages
        schema = request.schema if request.canonical_schema is None else request.canonical_schema
        told = _canonical([[message.role, message.content] for message in messages])
        text = (
            f'{{"evaluator":{_canonical(request.evaluator)},"messages":{told},"parameters":{self._parameters},'
            f'"prompt_version":{_canonical(request.prompt_version)},"sample":{request.sample:d},'
            f'"schema":{self._schema(schema)}}}'
        )
        return hashlib.sha256(text.encode("ascii")).hexdigest()

    def _schema(self, schema: Mapping[str, object]) -> str:
        known = self._schemas.get(id(schema))
        if known is not None:
            return known[1]
        text = _canonical(schema)
        if len(self._schemas) < _MOST_SCHEMAS:
            self._schemas[id(schema)] = (schema, text)
        return text


def public_parameters(parameters: Mapping[str, object]) -> dict[str, object]:
    """The model parameters without headers and without values that are secrets by their name.

    They neither count in a key nor stand in a file: a new API key is no other judge.
    """
    return {name: _public(name, value) for name, value in parameters.items() if name.lower() not in _HEADERS}


def _public(name: str, value: object) -> object:
    if _SECRET.fullmatch(name):
        return "(secret)"
    if isinstance(value, Mapping):
        return public_parameters(value)
    if isinstance(value, (list, tuple)):
        return [_public("", item) for item in value]
    return value


def _canonical(value: object) -> str:
    return _ENCODER.encode(value)
