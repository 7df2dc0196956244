"""Stored judges over a scripted one, in a folder."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pytest_rubric.judging.exchanges import Identity, Mode, StoredJudge
from pytest_rubric.judging.protocol import JudgeReply, JudgeRequest
from pytest_rubric.judging.reask import ReAskJudge
from pytest_rubric.judging.scripted import ScriptedJudge
from tests.judging.small_contract import answer, entry

IDENTITY = Identity(model="judge-1", base_url="http://127.0.0.1:8000/v1")


def deciding() -> ScriptedJudge:
    """A judge that says no to everything."""
    return ScriptedJudge(lambda asked: answer(*[entry(id_, False) for id_ in asked.ids]))


class Store:
    """One session's judge: ``script`` is behind the re-ask, the store before it."""

    def __init__(
        self,
        directory: Path,
        mode: Mode = "auto",
        *,
        script: ScriptedJudge | None = None,
        identity: Identity = IDENTITY,
        parameters: Mapping[str, object] | None = None,
    ) -> None:
        self.script = script or deciding()
        self.judge = StoredJudge(
            ReAskJudge(self.script),
            directory=directory,
            mode=mode,
            identity=identity,
            parameters=parameters or {},
        )

    def ask(self, request: JudgeRequest) -> JudgeReply:
        return asyncio.run(self.judge.ask(request))

    @property
    def counts(self) -> tuple[int, int, int]:
        """Served from the store, asked, missing."""
        return self.judge.stored, self.judge.asked, self.judge.misses


def files(directory: Path) -> list[Path]:
    """Everything in the folder that is a file."""
    return sorted(path for path in directory.rglob("*") if path.is_file())


def content(directory: Path) -> dict[str, Any]:
    """The one file of the folder."""
    (path,) = files(directory)
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded
