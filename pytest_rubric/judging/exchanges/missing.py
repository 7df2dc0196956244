"""Why a recording is missing: which part of the request differs from what is stored."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from pytest_rubric.errors import MissingRecording
from pytest_rubric.judging.exchanges.key import Identity
from pytest_rubric.judging.exchanges.recording import Recording
from pytest_rubric.judging.exchanges.store import RecordingStore
from pytest_rubric.judging.protocol import JudgeRequest
from pytest_rubric.model.lines import shortened

RECORD = "record it with `pytest --rubric-replies auto ...` where the judge can be asked"
_WIDEST = 120
_CHANGED = (
    "the case: its texts, its output or its criteria are not those that were judged, "
    "or --rubric-strategy is another"
)


class Explainer:
    """Makes the errors for missing recordings.

    ``parameters`` are those of this session, without secrets. The folder is read as a whole
    once, when it is first needed; after that a message costs next to nothing.
    """

    def __init__(self, store: RecordingStore, identity: Identity, parameters: Mapping[str, object]) -> None:
        self._store = store
        self._identity = identity
        self._parameters = parameters
        self._by_label: dict[tuple[str, str], list[Recording]] | None = None

    def error(self, request: JudgeRequest, key: str) -> MissingRecording:
        """The error for this request, which was not found under ``key``."""
        what = request.label or f"a request of the evaluator {request.evaluator!r}"
        return MissingRecording(f"no stored reply for {what}: {self._why(request, key)}")

    def _why(self, request: JudgeRequest, key: str) -> str:
        damage = self._store.damage(key, self._identity)
        if damage is not None:
            path = self._store.directory / key / self._identity.file_name
            return f"the file {path} can't be used, {damage}; {RECORD}"
        same = self._store.all(key)
        if self._identity.is_any and len(same) > 1:
            judges = "; ".join(_judge(recording.identity) for recording in same)
            return (
                f"{len(same)} judges are recorded for it ({judges}); choose one with --rubric-model and "
                "--rubric-base-url, or with rubric_judge_id"
            )
        if same:
            return f"{self._nearest(same, request, same_texts=True)}; {RECORD}"
        labelled = self._labelled().get((request.evaluator, request.label), []) if request.label else []
        if labelled:
            return f"{self._nearest(labelled, request, same_texts=False)}; {RECORD}"
        return f"nothing is recorded for it in {self._store.directory}; {RECORD}"

    def _labelled(self) -> dict[tuple[str, str], list[Recording]]:
        if self._by_label is None:
            self._by_label = {}
            for recording in self._store.everything():
                self._by_label.setdefault((recording.evaluator, recording.label), []).append(recording)
        return self._by_label

    def _nearest(self, recordings: Sequence[Recording], request: JudgeRequest, *, same_texts: bool) -> str:
        differing = min(
            (self._differences(recording, request, same_texts) for recording in recordings), key=len
        )
        return "what differs is " + " and ".join(differing)

    def _differences(self, recording: Recording, request: JudgeRequest, same_texts: bool) -> list[str]:
        judge = [] if self._identity.is_any else _judge_differences(recording.identity, self._identity)
        pairs = (
            ("the prompt version", recording.prompt_version, request.prompt_version),
            ("the model parameters", dict(recording.parameters), dict(self._parameters)),
            ("the number of the sample", recording.sample, request.sample),
        )
        rest = [
            f"{name} (stored {_shown(stored)}, now {_shown(now)})"
            for name, stored, now in pairs
            if stored != now
        ]
        return judge + (rest or ([] if same_texts else [_CHANGED]))


def _judge_differences(stored: Identity, now: Identity) -> list[str]:
    if stored.judge_id or now.judge_id:
        same = stored.judge_id == now.judge_id
        return [] if same else [f"the judge (stored {_judge(stored)}, now {_judge(now)})"]
    pairs = (("the model", stored.model, now.model), ("the endpoint", stored.endpoint, now.endpoint))
    return [f"{name} (stored {was}, now {is_})" for name, was, is_ in pairs if was != is_]


def _judge(identity: Identity) -> str:
    if identity.judge_id:
        return f"judge id {identity.judge_id}"
    return f"model {identity.model} at {identity.endpoint}"


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True) if isinstance(value, dict) else str(value)
    return shortened(text, _WIDEST)
