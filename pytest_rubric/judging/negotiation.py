"""What the endpoint takes: learned once a session, from its own errors and never from the model's name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from pytest_rubric.judging.faults import JudgeClosed
from pytest_rubric.judging.protocol import JudgeRequest
from pytest_rubric.judging.server_errors import ServerError

ReplyFormat = Literal["json_schema", "json_object", "text"]
LimitName = Literal["max_completion_tokens", "max_tokens"]

# Only where a server can't do without a limit: enough for a long rubric with feedback.
DEFAULT_LIMIT = 8192
_LIMIT_NAMES: tuple[LimitName, LimitName] = ("max_completion_tokens", "max_tokens")
_NEVER = {"messages", "model", "extra_headers", "extra_query"}

_UNSUPPORTED = re.compile(
    r"un-?supported|not\s+(?:currently\s+)?support|n't\s+support|unknown|unrecogni[sz]ed|unexpected"
    r"|extra (?:inputs?|fields?)|extra_forbidden"
    r"|not\s+(?:permitted|allowed|available|implemented|enabled|accepted)"
    r"|unavailable|no\s+such|supported values|must be (?:one of|')|should be (?:one of|')"
    r"|only the default|deprecated",
    re.IGNORECASE,
)
_FORMAT = re.compile(
    r"response[_ ]?format|json[_ -]?schema|json[_ -]?object|json[_ -]?mode|structured[_ -]?output"
    r"|guided|grammar",
    re.IGNORECASE,
)
_INVALID_SCHEMA = re.compile(
    r"invalid[_ ](?:json[_ ])?(?:schema|grammar)|(?:schema|grammar) is (?:invalid|not valid)"
    r"|unrecogni[sz]ed schema|schema conversion failed"
    r"|fail(?:ed|ure) to (?:parse|compile|convert) (?:the |this )?(?:json[_ ])?(?:schema|grammar)",
    re.IGNORECASE,
)
_SCHEMA_STATUSES = (400, 422, 500, 501)
_MISSES_WORD = re.compile(r"must contain the word", re.IGNORECASE)
_REQUIRED = re.compile(r"required|missing|must be (?:set|specified|provided)", re.IGNORECASE)
_BOTH_NAMES = re.compile(r"max_completion_tokens|max_tokens")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How requests are put to this endpoint."""

    reply_format: ReplyFormat = "json_schema"
    limit_name: LimitName = "max_completion_tokens"
    limit_required: bool = False
    temperature: bool = True
    limit_renamed: bool = False


class Negotiation:
    """The dialect in force, and the steps down from it.

    ``parameters`` are the user's own (``rubric_model_parameters``): they go before ours, an
    explicit null leaves one of ours out, and what else the server refuses in them is the
    user's to settle. ``notes`` are for the summary.
    """

    def __init__(self, model: str, parameters: Mapping[str, object]) -> None:
        self._model = model
        self._parameters = _flattened(parameters)
        named = next((name for name in _LIMIT_NAMES if self._parameters.get(name) is not None), None)
        self._own_limit = self._parameters.pop(named) if named else None
        self.dialect = Dialect(limit_name=named or "max_completion_tokens")
        self.notes: list[str] = []

    def body(self, request: JudgeRequest, dialect: Dialect) -> dict[str, object]:
        """The body of a request in this dialect."""
        body: dict[str, object] = {
            "model": self._model,
            "messages": [{"role": m.role, "content": m.content} for m in request.messages],
        }
        reply_format = _reply_format(request, dialect.reply_format)
        if reply_format is not None:
            body["response_format"] = reply_format
        if dialect.temperature:
            body["temperature"] = 0
        limit = self.limit(request, dialect)
        if limit is not None:
            body[dialect.limit_name] = limit
        for name, value in self._parameters.items():
            if value is None:
                body.pop(name, None)
            elif name != "temperature" or dialect.temperature:
                body[name] = value
        return body

    def limit(self, request: JudgeRequest, dialect: Dialect) -> object:
        """The limit of the reply's tokens that is sent, or ``None``."""
        if request.reply_limit is not None:
            return request.reply_limit
        return self._own_limit or (DEFAULT_LIMIT if dialect.limit_required else None)

    def adapt(self, error: ServerError, sent: Dialect, request: JudgeRequest) -> bool:
        """Learn from a refusal of a request in dialect ``sent``; whether to ask again."""
        if error.status not in (400, 404, 415, 422, 500, 501) or error.is_content_filter:
            return False
        if sent != self.dialect:
            # Another request has met the same refusal and settled it in the meantime.
            return True
        if (
            _REQUIRED.search(error.message)
            and self.limit(request, sent) is None
            and self._blames_limit(error)
        ):
            self.dialect = replace(sent, limit_required=True)
        elif self._refuses_temperature(error):
            self._drop_temperature()
        elif self._refuses_limit(error, sent, request):
            other = _LIMIT_NAMES[sent.limit_name == _LIMIT_NAMES[0]]
            self.dialect = replace(sent, limit_name=other, limit_renamed=True)
        elif self._refuses_format(error, sent, request):
            simpler: ReplyFormat = "json_object" if sent.reply_format == "json_schema" else "text"
            self.dialect = replace(sent, reply_format=simpler)
        return self.dialect != sent

    def _refuses_temperature(self, error: ServerError) -> bool:
        if not self.dialect.temperature or "temperature" not in f"{error.param} {error.message}".lower():
            return False
        own = self._parameters.get("temperature", 0)
        if own is None:
            return False
        # Nobody chose our 0, so any complaint about it will do; a value of the user's own that
        # is merely out of range is for the user to correct.
        return own == 0 or bool(_UNSUPPORTED.search(f"{error.code} {error.message}"))

    def _drop_temperature(self) -> None:
        value = self._parameters.get("temperature", 0)
        self.dialect = replace(self.dialect, temperature=False)
        self.notes.append(
            f"the judge's endpoint refuses temperature {value}: it is left out, so the same question may "
            "be answered differently from run to run"
        )

    def _blames_limit(self, error: ServerError) -> bool:
        return bool(_BOTH_NAMES.search(f"{error.param} {error.message}"))

    def _refuses_limit(self, error: ServerError, sent: Dialect, request: JudgeRequest) -> bool:
        if sent.limit_renamed or self.limit(request, sent) is None or not self._blames_limit(error):
            return False
        blamed = error.param if error.param in _LIMIT_NAMES else sent.limit_name
        return blamed == sent.limit_name and bool(_UNSUPPORTED.search(f"{error.code} {error.message}"))

    def _refuses_format(self, error: ServerError, sent: Dialect, request: JudgeRequest) -> bool:
        if sent.reply_format == "text" or "response_format" in self._parameters or not request.schema:
            return False
        said = f"{error.code} {error.param} {error.message}"
        if not _FORMAT.search(said) or is_invalid_schema(error):
            return False
        return bool(_UNSUPPORTED.search(said) or _MISSES_WORD.search(said))


def is_invalid_schema(error: ServerError) -> bool:
    """Whether the server takes schemas but not this one: the fault of whoever wrote it."""
    if error.status not in _SCHEMA_STATUSES or error.is_content_filter:
        return False
    return bool(_INVALID_SCHEMA.search(f"{error.code} {error.message}"))


def _reply_format(request: JudgeRequest, kind: ReplyFormat) -> dict[str, object] | None:
    if kind == "text" or not request.schema:
        return None
    if kind == "json_object":
        return {"type": "json_object"}
    name = re.sub(r"[^A-Za-z0-9_-]", "_", request.schema_name)[:64] or "reply"
    schema = {"name": name, "strict": True, "schema": dict(request.schema)}
    return {"type": "json_schema", "json_schema": schema}


def _flattened(parameters: Mapping[str, object]) -> dict[str, object]:
    """The user's parameters as they stand in the body; the SDK's ``extra_body`` is unfolded."""
    flat = {name: value for name, value in parameters.items() if name != "extra_body"}
    extra = parameters.get("extra_body")
    if isinstance(extra, Mapping):
        flat |= extra
    for name in sorted(_NEVER & flat.keys()):
        raise JudgeClosed(
            f"rubric_model_parameters: {name!r} can't be set there; the model is --rubric-model, headers and "
            "query belong to a client of your own (hook pytest_rubric_make_client)",
            "rubric_model_parameters can't be used",
        )
    return flat
