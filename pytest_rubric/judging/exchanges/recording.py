"""One stored exchange, and its text in a file."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pytest_rubric.judging.exchanges.key import Identity
from pytest_rubric.judging.protocol import Feedback, Turn

FORMAT = "pytest-rubric judge reply"
VERSION = 1

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class Damaged(Exception):
    """A file that holds no recording that this version reads; the text says why."""


@dataclass(frozen=True, slots=True)
class Recording:
    """An exchange that ended in a readable reply, re-ask included.

    ``label``, ``evaluator``, ``prompt_version``, ``parameters`` and ``sample`` tell a person,
    and the message about a missing recording, what was asked. ``feedback`` says which feedback
    the reply holds.
    """

    turns: tuple[Turn, ...]
    identity: Identity
    evaluator: str
    prompt_version: str
    label: str = ""
    sample: int = 0
    feedback: Feedback = "full"
    parameters: Mapping[str, object] = field(default_factory=dict)


def dump(recording: Recording) -> bytes:
    """The file's content. The same recording gives the same bytes."""
    identity = recording.identity
    data = {
        "format": FORMAT,
        "version": VERSION,
        "label": recording.label,
        "evaluator": recording.evaluator,
        "prompt_version": recording.prompt_version,
        "parameters": recording.parameters,
        "sample": recording.sample,
        "feedback": recording.feedback,
        "judge": (
            {"id": identity.judge_id}
            if identity.judge_id
            else {"model": identity.model, "base_url": identity.endpoint}
        ),
        "turns": [
            {
                "text": turn.text,
                "finish_reason": turn.finish_reason,
                "model": turn.model,
                "input_tokens": turn.input_tokens,
                "output_tokens": turn.output_tokens,
            }
            for turn in recording.turns
        ],
    }
    text = json.dumps(data, indent=2, ensure_ascii=False, sort_keys=True, allow_nan=False)
    # UTF-8 has no lone surrogates; as JSON escapes they come back as they were.
    text = _LONE_SURROGATE.sub(lambda match: f"\\u{ord(match.group()):04x}", text)
    return (text + "\n").encode()


def load(content: bytes) -> Recording:
    """The recording in a file's content. Raises :class:`Damaged`."""
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        raise Damaged("it is empty" if not content.strip() else "it is no JSON") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Damaged("it is no judge reply")
    if data.get("version") != VERSION:
        raise Damaged(f"it has version {data.get('version')!r}, this plugin reads {VERSION}")
    try:
        return _recording(data)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise Damaged("its fields are not those of a judge reply") from None


def _recording(data: dict[str, Any]) -> Recording:
    judge = data["judge"]
    turns = tuple(
        Turn(
            text=_text(turn["text"]),
            finish_reason=_optional(turn.get("finish_reason")),
            model=_optional(turn.get("model")),
            input_tokens=_count(turn.get("input_tokens", 0)),
            output_tokens=_count(turn.get("output_tokens", 0)),
        )
        for turn in data["turns"]
    )
    if not turns or data["feedback"] not in ("full", "none") or not isinstance(data["parameters"], dict):
        raise ValueError
    return Recording(
        turns=turns,
        identity=Identity(
            _optional(judge.get("model")), _optional(judge.get("base_url")), _optional(judge.get("id"))
        ),
        evaluator=_text(data["evaluator"]),
        prompt_version=_text(data["prompt_version"]),
        label=_text(data["label"]),
        sample=_count(data["sample"]),
        feedback=data["feedback"],
        parameters=data["parameters"],
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _optional(value: object) -> str | None:
    return None if value is None else _text(value)


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise TypeError
    return value
