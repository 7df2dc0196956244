"""The engine: jobs in, evaluations out, with the judge the only fake."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from pytest_rubric import Case, Evaluation, Output, ScriptedJudge, Subject, TargetError
from pytest_rubric.evaluators.rubric.evaluator import RubricEvaluator
from pytest_rubric.evaluators.rubric.prompt import PROMPT_VERSION
from pytest_rubric.execution.engine import Engine, Job, blocked
from pytest_rubric.execution.outputs import SharedOutput
from pytest_rubric.judging.noting import JudgedBy
from pytest_rubric.judging.protocol import Judge
from pytest_rubric.judging.stack import build_judge
from pytest_rubric.model import CaseSettings, CriteriaRubric, Criterion, Settings

CASE = Case("c", "c", rubric=CriteriaRubric((Criterion(1, "Says abc", Fraction(10)),)))
SETTINGS = CaseSettings(threshold=Fraction(60))


@pytest.fixture
def engine() -> Iterator[Engine]:
    judge = ScriptedJudge.deciding(lambda id, request: "abc")
    made = Engine(build_judge(Settings(root=Path.cwd()), inner=judge))
    yield made
    made.close()


class CountingTarget:
    label = "counting"
    is_at_hand = False

    def __init__(self, error: TargetError | None = None) -> None:
        self.threads: list[str] = []
        self._error = error

    async def run(self, case: Case) -> Output:
        self.threads.append(threading.current_thread().name)
        if self._error is not None:
            raise self._error
        return Output("abc")


def test_a_job_with_its_output_is_judged(engine: Engine) -> None:
    judged = engine.submit(Job(CASE, RubricEvaluator(), SETTINGS, output=Output("abc"))).result()
    assert (judged.evaluation.score, judged.evaluation.passed) == (100, True)
    assert judged.output == Output("abc")
    assert judged.seconds >= 0
    assert judged.judged_by == JudgedBy(None, {"rubric": PROMPT_VERSION})


def test_one_source_runs_once_for_several_jobs_on_the_targets_loop(engine: Engine) -> None:
    target = CountingTarget()
    source = SharedOutput(CASE, target, Path.cwd())
    jobs = [engine.submit(Job(CASE, RubricEvaluator(), SETTINGS, source=source)) for _ in range(3)]
    assert [job.result().evaluation.score for job in jobs] == [100, 100, 100]
    assert target.threads == ["rubric-targets"]


def test_a_target_that_fails_blocks_the_case_without_a_call(engine: Engine) -> None:
    source = SharedOutput(CASE, CountingTarget(TargetError("no such file")), Path.cwd())
    judged = engine.submit(Job(CASE, RubricEvaluator(), SETTINGS, source=source)).result()
    assert judged.evaluation == blocked(CASE, "rubric", SETTINGS, "no such file")
    assert (judged.evaluation.state, judged.evaluation.passed, judged.output) == ("blocked", None, None)


def test_a_fault_in_an_evaluators_code_is_raised_as_it_is(engine: Engine) -> None:
    class Faulty(RubricEvaluator):
        async def evaluate(self, subject: Subject, judge: Judge) -> Evaluation:
            raise KeyError("oops")

    with pytest.raises(KeyError, match="oops"):
        engine.submit(Job(CASE, Faulty(), SETTINGS, output=Output("abc"))).result()


def test_a_timeout_of_the_evaluators_own_is_not_taken_for_waiting(engine: Engine) -> None:
    class Late(RubricEvaluator):
        async def evaluate(self, subject: Subject, judge: Judge) -> Evaluation:
            raise TimeoutError("its own")

    with pytest.raises(TimeoutError, match="its own"):
        engine.submit(Job(CASE, Late(), SETTINGS, output=Output("abc"))).result(interval=0.01)


def test_waiting_ticks(engine: Engine) -> None:
    release = threading.Event()
    ticks: list[int] = []

    class Slow(CountingTarget):
        async def run(self, case: Case) -> Output:
            while not release.is_set():
                release.wait(0.01)
            return Output("abc")

    def tick() -> None:
        ticks.append(1)
        if len(ticks) == 3:
            release.set()

    source = SharedOutput(CASE, Slow(), Path.cwd())
    judged = engine.submit(Job(CASE, RubricEvaluator(), SETTINGS, source=source)).result(tick, interval=0.02)
    assert judged.evaluation.score == 100
    assert len(ticks) >= 3


def test_a_job_needs_an_output_or_a_source(engine: Engine) -> None:
    job = replace(Job(CASE, RubricEvaluator(), SETTINGS), output=None)
    with pytest.raises(Exception, match="case c: a job needs an output or a source"):
        engine.submit(job).result()


def test_an_output_that_one_job_gives_up_is_had_anew_for_the_other(engine: Engine) -> None:
    begun, release = threading.Event(), threading.Event()

    class Waiting(CountingTarget):
        async def run(self, case: Case) -> Output:
            begun.set()
            while not release.is_set():
                await asyncio.sleep(0.01)
            return await super().run(case)

    target = Waiting()
    source = SharedOutput(CASE, target, Path.cwd())
    first, second = [engine.submit(Job(CASE, RubricEvaluator(), SETTINGS, source=source)) for _ in range(2)]
    assert begun.wait(5)
    first.cancel()
    release.set()
    assert second.result().evaluation.score == 100
    assert len(target.threads) == 1
