"""Who judged: noted where replies come from the wire, from the store, and from what another evaluator asked."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from pytest_rubric.errors import JudgeRefused
from pytest_rubric.judging.exchanges import Identity, Mode
from pytest_rubric.judging.noting import JudgedBy, NotingJudge
from pytest_rubric.judging.protocol import JudgeRequest
from pytest_rubric.judging.scripted import ScriptedJudge
from pytest_rubric.judging.shared import SharedJudge
from tests.judging.exchanges.stores import IDENTITY, Store
from tests.judging.small_contract import request


def noted(store: Store, *requests: JudgeRequest) -> JudgedBy | None:
    judge = NotingJudge(store.judge)

    async def run() -> None:
        for each in requests:
            await judge.ask(each)

    asyncio.run(run())
    return judge.judged_by


def test_the_judge_and_the_version_of_each_prompt(tmp_path: Path) -> None:
    second = request(text="Is it short?", evaluator="facts", prompt_version="3")
    assert noted(Store(tmp_path), second, request(), request()) == JudgedBy(
        IDENTITY, {"facts": "3", "rubric": "1"}
    )


@pytest.mark.parametrize("mode", ["auto", "only"])
def test_a_recording_says_whose_it_is(mode: Mode, tmp_path: Path) -> None:
    """Also where this run names no judge at all."""
    Store(tmp_path).ask(request())
    identity = IDENTITY if mode == "auto" else Identity()
    store = Store(tmp_path, mode, identity=identity)
    found = noted(store, request())
    assert store.counts == (1, 0, 0)
    assert found is not None
    assert found.identity is not None
    assert (found.identity.model, found.identity.endpoint) == (IDENTITY.model, IDENTITY.endpoint)


@pytest.mark.parametrize(
    ("identity", "known"), [(Identity(), None), (Identity(judge_id="ours"), Identity(judge_id="ours"))]
)
def test_without_a_store(identity: Identity, known: Identity | None, tmp_path: Path) -> None:
    assert noted(Store(tmp_path, "off", identity=identity), request()) == JudgedBy(known, {"rubric": "1"})


def test_what_failed_was_judged_by_nobody(tmp_path: Path) -> None:
    store = Store(tmp_path, script=ScriptedJudge([JudgeRefused("no")]))
    judge = NotingJudge(store.judge)
    with pytest.raises(JudgeRefused):
        asyncio.run(judge.ask(request()))
    assert judge.judged_by is None


def test_a_shared_reply_keeps_its_judge(tmp_path: Path) -> None:
    async def run() -> list[Identity | None]:
        shared = SharedJudge(Store(tmp_path, "off").judge, {})
        return [(await shared.ask(request(shared=True))).identity for _ in range(2)]

    assert asyncio.run(run()) == [IDENTITY, IDENTITY]
