"""What is said about a recording that is missing: the part that differs, and how to record it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_rubric.errors import MissingRecording
from pytest_rubric.judging.exchanges import Identity
from tests.judging.exchanges.stores import Store
from tests.judging.small_contract import request

HERE = Identity("judge-1", "http://127.0.0.1:8000/v1")
THERE = "http://127.0.0.1:9000/v1"
CHANGED = "the case: its texts, its output or its criteria are not those that were judged, or --rubric-strategy is another"
RECORD = "record it with `pytest --rubric-replies auto ...` where the judge can be asked"


def message(
    directory: Path, identity: Identity = HERE, parameters: dict[str, object] | None = None, **changes: Any
) -> str:
    with pytest.raises(MissingRecording) as caught:
        Store(directory, "only", identity=identity, parameters=parameters).ask(request(**changes))
    return caught.value.message


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    Store(tmp_path, identity=HERE).ask(request())
    return tmp_path


@pytest.mark.parametrize(
    ("identity", "parameters", "changes", "differs"),
    [
        (Identity("judge-2", HERE.base_url), {}, {}, "the model (stored judge-1, now judge-2)"),
        (Identity("judge-1", THERE), {}, {}, f"the endpoint (stored {HERE.base_url}, now {THERE})"),
        (
            Identity("judge-2", THERE),
            {},
            {},
            f"the model (stored judge-1, now judge-2) and the endpoint (stored {HERE.base_url}, now {THERE})",
        ),
        (
            Identity(judge_id="panel"),
            {},
            {},
            f"the judge (stored model judge-1 at {HERE.base_url}, now judge id panel)",
        ),
        (HERE, {}, {"prompt_version": "2"}, "the prompt version (stored 1, now 2)"),
        (HERE, {"seed": 1}, {}, 'the model parameters (stored {}, now {"seed": 1})'),
        (HERE, {}, {"sample": 1}, "the number of the sample (stored 0, now 1)"),
        (HERE, {}, {"text": "Is it short?"}, CHANGED),
        (Identity(), {}, {"text": "Is it short?"}, CHANGED),
        (
            Identity("judge-2", HERE.base_url),
            {},
            {"text": "Is it short?"},
            f"the model (stored judge-1, now judge-2) and {CHANGED}",
        ),
    ],
)
def test_the_part_that_differs_is_named(
    recorded: Path, identity: Identity, parameters: dict[str, object], changes: dict[str, Any], differs: str
) -> None:
    assert message(recorded, identity, parameters, **changes) == (
        f"no stored reply for case-0: what differs is {differs}; {RECORD}"
    )


def test_the_nearest_recording_is_the_one_compared(recorded: Path) -> None:
    Store(recorded, identity=Identity("judge-9")).ask(request(prompt_version="0"))
    assert message(recorded, prompt_version="2") == (
        f"no stored reply for case-0: what differs is the prompt version (stored 1, now 2); {RECORD}"
    )


@pytest.mark.parametrize("changes", [{"label": "case-7"}, {"evaluator": "reference"}])
def test_a_case_that_was_never_recorded_says_where_was_looked(
    recorded: Path, changes: dict[str, Any]
) -> None:
    label = changes.get("label", "case-0")
    assert message(recorded, text="Is it short?", **changes) == (
        f"no stored reply for {label}: nothing is recorded for it in {recorded}; {RECORD}"
    )


def test_a_request_without_a_label_is_named_by_its_evaluator(recorded: Path) -> None:
    assert message(recorded, text="Is it short?", label="") == (
        f"no stored reply for a request of the evaluator 'rubric': nothing is recorded for it in {recorded}; {RECORD}"
    )


def test_a_folder_that_does_not_exist_is_an_empty_one(tmp_path: Path) -> None:
    directory = tmp_path / "replies"
    assert message(directory).startswith(
        f"no stored reply for case-0: nothing is recorded for it in {directory};"
    )
    assert not directory.exists()


def test_several_judges_and_none_chosen(recorded: Path) -> None:
    Store(recorded, identity=Identity(judge_id="panel")).ask(request())
    text = message(recorded, Identity())
    assert text.startswith("no stored reply for case-0: 2 judges are recorded for it (")
    assert "judge id panel" in text
    assert f"model judge-1 at {HERE.base_url}" in text
    assert text.endswith("); choose one with --rubric-model and --rubric-base-url, or with rubric_judge_id")
