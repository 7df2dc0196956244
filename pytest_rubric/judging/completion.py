"""Reading the body of a successful answer: by hand, because typed models cost more than they tell."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pytest_rubric.errors import InvalidReply
from pytest_rubric.judging.advice import FOR_JUDGE, Advice
from pytest_rubric.judging.server_errors import ServerError, error_within, filtered_categories, named_error
from pytest_rubric.model.text import visible

_FILTERED = {"content_filter", "safety", "prohibited_content", "recitation", "blocklist", "spii"}
_CUT_REASONS = {"length", "max_tokens"}
_LONGEST_DETAILS = 2000


@dataclass(frozen=True, slots=True)
class Completion:
    """What the first choice says. ``refusal`` is the model's own, ``filters`` the categories of
    a content filter that the endpoint names. ``calls`` are the functions that the model called where
    the text is what it called them with; ``has_content`` is false where no text was given, not even
    an empty one."""

    text: str
    finish_reason: str | None
    refusal: str = ""
    filters: tuple[str, ...] = ()
    model: str | None = None
    input_tokens: int = 0
    output_tokens: int = 0
    calls: tuple[str, ...] = ()
    has_content: bool = True

    @property
    def is_filtered(self) -> bool:
        return (self.finish_reason or "").lower() in _FILTERED

    @property
    def is_cut(self) -> bool:
        return is_cut(self.finish_reason)


def is_cut(finish_reason: str | None) -> bool:
    """Whether this finish reason says that the reply was cut at its limit of tokens."""
    return (finish_reason or "").lower() in _CUT_REASONS


def read_completion(body: bytes, content_type: str, advice: Advice = FOR_JUDGE) -> Completion | ServerError:
    """The completion in a body with status 200, or the error that it holds instead.

    Raises :class:`~pytest_rubric.errors.InvalidReply` for what is neither: HTML, text that is
    no JSON, an object without choices, a stream that breaks off.
    """
    text = _decoded(body, content_type)
    start = text.lstrip()[:200]
    if "text/event-stream" in content_type or start.startswith(("data:", "event:", ":")):
        return _assembled(text)
    if start.startswith("<"):
        raise InvalidReply(
            f"the endpoint answered with a web page, not with JSON; check that {advice.address} is the "
            "API's address (most end in /v1) and that no login or proxy page stands before it",
            capped(text),
        )
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError):
        if not start:
            raise InvalidReply("the endpoint answered with an empty body", capped(text)) from None
        raise InvalidReply("the endpoint answered with text that is no JSON", capped(text)) from None
    return _read(parsed, text)


def _read(parsed: object, text: str) -> Completion | ServerError:
    error = error_within(parsed)
    if error is not None:
        return named_error(error, 200)
    choices = parsed.get("choices") if isinstance(parsed, Mapping) else None
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], Mapping):
        raise InvalidReply("the endpoint's answer has no choices", capped(text))
    assert isinstance(parsed, Mapping)
    choice = choices[0]
    if choice.get("error"):
        return named_error(choice["error"], 200)
    message = choice.get("message")
    usage = parsed.get("usage")
    counts = usage if isinstance(usage, Mapping) else {}
    finish_reason = choice.get("finish_reason")
    model = parsed.get("model")
    content, refusal = _content(message) if isinstance(message, Mapping) else ("", "")
    return Completion(
        text=visible(content),
        finish_reason=finish_reason if isinstance(finish_reason, str) else None,
        refusal=visible(refusal),
        filters=filtered_categories(choice.get("content_filter_results")),
        model=visible(model) if isinstance(model, str) else None,
        input_tokens=_count(counts.get("prompt_tokens")),
        output_tokens=_count(counts.get("completion_tokens")),
        calls=_called(message),
        has_content=isinstance(message, Mapping) and message.get("content") is not None,
    )


def _called(message: object) -> tuple[str, ...]:
    """The functions that a message calls, where it says nothing itself."""
    if not isinstance(message, Mapping) or message.get("content"):
        return ()
    names = []
    for function in _functions(message):
        name = function.get("name")
        names.append(visible(name) if isinstance(name, str) and name else "a function")
    return tuple(names)


def _functions(message: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    calls = message.get("tool_calls")
    found = (
        [call.get("function") for call in calls if isinstance(call, Mapping)]
        if isinstance(calls, list)
        else []
    )
    return [each for each in [*found, message.get("function_call")] if isinstance(each, Mapping)]


def _content(message: Mapping[str, Any]) -> tuple[str, str]:
    """The text and the refusal of a message: its content, else its tool calls' arguments."""
    content, refusal = message.get("content"), message.get("refusal")
    said = refusal if isinstance(refusal, str) else ""
    if isinstance(content, list):
        parts = [part if isinstance(part, Mapping) else {"text": part} for part in content]
        said = said or "".join(p["refusal"] for p in parts if isinstance(p.get("refusal"), str))
        content = "".join(p["text"] for p in parts if isinstance(p.get("text"), str))
    elif isinstance(content, Mapping):
        # Some servers hand out the parsed object; the reader wants its text.
        content = json.dumps(content, ensure_ascii=False)
    if isinstance(content, str) and content.strip():
        return content, said
    arguments = [function.get("arguments") for function in _functions(message)]
    texts = [a if isinstance(a, str) else json.dumps(a, ensure_ascii=False) for a in arguments if a]
    return "\n".join(texts), said


def _assembled(text: str) -> Completion | ServerError:
    """One completion from an event stream, as if it had come in one piece."""
    content: list[str] = []
    refusal: list[str] = []
    arguments: list[str] = []
    merged: dict[str, Any] = {}
    finish_reason: str | None = None
    ended = False
    for data in _events(text):
        if data.strip() == "[DONE]":
            ended = True
            break
        try:
            chunk = json.loads(data)
        except (ValueError, RecursionError):
            raise InvalidReply("the endpoint sent an event stream that holds no JSON", capped(text)) from None
        error = error_within(chunk)
        if error is not None:
            return named_error(error, 200)
        if not isinstance(chunk, Mapping):
            continue
        merged |= {key: chunk[key] for key in ("model", "usage") if chunk.get(key)}
        choices = chunk.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        if not isinstance(choice, Mapping):
            continue
        delta = choice.get("delta") or choice.get("message")
        if isinstance(delta, Mapping):
            piece, said = _content(delta) if not delta.get("tool_calls") else ("", "")
            # White space alone is a piece like any other here.
            content.append(delta["content"] if isinstance(delta.get("content"), str) else piece)
            refusal.append(said)
            arguments += _argument_pieces(delta.get("tool_calls"))
        finish_reason = choice.get("finish_reason") or finish_reason
    if not ended and finish_reason is None:
        raise InvalidReply("the endpoint's event stream breaks off before its end", capped(text))
    message = {"content": "".join(content) or "".join(arguments), "refusal": "".join(refusal)}
    return _read({**merged, "choices": [{"message": message, "finish_reason": finish_reason}]}, text)


def _argument_pieces(calls: object) -> Iterator[str]:
    for call in calls if isinstance(calls, list) else []:
        function = call.get("function") if isinstance(call, Mapping) else None
        piece = function.get("arguments") if isinstance(function, Mapping) else None
        if isinstance(piece, str):
            yield piece


def _events(text: str) -> Iterator[str]:
    """The data of each event; an event may spread it over several lines."""
    lines: list[str] = []
    for line in [*text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), ""]:
        if line.startswith("data:"):
            lines.append(line[5:].removeprefix(" "))
        elif not line and lines:
            yield "\n".join(lines)
            lines = []


def _decoded(body: bytes, content_type: str) -> str:
    """JSON is UTF-8 whatever the header says; the header counts where it is not."""
    _, _, rest = content_type.lower().partition("charset=")
    named = rest.partition(";")[0].strip(" \"'")
    encodings = ["utf-8-sig", named] if not named.startswith(("utf-16", "utf-32")) else [named]
    for encoding in filter(None, encodings):
        try:
            return body.decode(encoding)
        except (LookupError, UnicodeDecodeError):
            continue
    raise InvalidReply(
        f"the endpoint's answer is in no character set that can be read (named: {named or 'none'})",
        capped(body.decode("utf-8", "backslashreplace")),
    )


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def capped(text: str) -> str:
    """The raw text as details of an error, cut where it is long."""
    shown = visible(text)
    return shown if len(shown) <= _LONGEST_DETAILS else shown[: _LONGEST_DETAILS - 1] + "…"
