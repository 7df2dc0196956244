"""Repeated jobs: every run has an output of its own, and one result comes of them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from pytest_rubric import Case, Evaluation, Output, ScriptedJudge, Subject, TargetError
from pytest_rubric.evaluators.rubric.evaluator import RubricEvaluator
from pytest_rubric.execution.engine import Engine, Job
from pytest_rubric.execution.outputs import SharedOutput
from pytest_rubric.execution.repetition import RepeatedJob
from pytest_rubric.judging.protocol import Judge, JudgeRequest
from pytest_rubric.judging.stack import build_judge
from pytest_rubric.model import CaseSettings, CriteriaRubric, Criterion, PassRule, Settings
from pytest_rubric.targets.protocol import Target

CASE = Case("c", "c", rubric=CriteriaRubric((Criterion(1, "Says abc", Fraction(10)),)))
SETTINGS = CaseSettings(threshold=Fraction(60))


@pytest.fixture
def judge() -> ScriptedJudge:
    def decide(id: int, request: JudgeRequest) -> str | bool:
        return "qqq" not in str(request.messages) and "abc"

    return ScriptedJudge.deciding(decide)


@pytest.fixture
def engine(judge: ScriptedJudge, tmp_path: Path) -> Iterator[Engine]:
    made = Engine(build_judge(Settings(root=tmp_path), inner=judge))
    yield made
    made.close()


class Scripted:
    """Gives its texts in turn, an error for ``None``; counts how many run at once."""

    label = "scripted"
    is_at_hand = False

    def __init__(self, *texts: str | None) -> None:
        self._texts = iter(texts)
        self.runs = 0
        self.running = 0
        self.most = 0

    async def run(self, case: Case) -> Output:
        self.runs += 1
        self.running += 1
        self.most = max(self.most, self.running)
        text = next(self._texts)
        await asyncio.sleep(0.01)
        self.running -= 1
        if text is None:
            error = TargetError("no luck")
            error.usage = {"input": 5, "output": 0, "calls": 1}
            raise error
        return Output(text, usage={"input": 1, "output": 2, "calls": 1})


def repeated(target: Target, n: int, rule: str = "all", *, at_once: int = 32) -> RepeatedJob:
    sources = [SharedOutput(CASE, target, Path.cwd()) for _ in range(n)]
    jobs = tuple([Job(CASE, RubricEvaluator(), SETTINGS, source=source) for source in sources])
    return RepeatedJob(jobs, PassRule(rule), at_once)  # type: ignore[arg-type]  # one of the names


def scores(evaluation: Evaluation) -> Sequence[object]:
    assert evaluation.repeat is not None
    return [run.evaluation.score for run in evaluation.repeat.runs]


def test_every_run_has_an_output_of_its_own_and_is_judged(engine: Engine, judge: ScriptedJudge) -> None:
    target = Scripted("abc 1", "qqq", "abc 3")
    judged = engine.submit(repeated(target, 3, "majority")).result()
    assert (target.runs, len(judge.requests)) == (3, 3)
    assert scores(judged.evaluation) == [100, 0, 100]
    assert (judged.evaluation.passed, judged.evaluation.score) == (True, Fraction("66.67"))
    assert judged.output == Output("qqq", usage={"input": 1, "output": 2, "calls": 1})
    assert judged.target_usage == {"input": 3, "output": 6, "calls": 3}


def test_a_target_that_fails_fails_its_own_run(engine: Engine, judge: ScriptedJudge) -> None:
    judged = engine.submit(repeated(Scripted("abc 1", None, "abc 3"), 3, "majority")).result()
    assert len(judge.requests) == 2
    assert scores(judged.evaluation) == [100, None, 100]
    assert (judged.evaluation.passed, judged.evaluation.score) == (True, 100)
    assert judged.target_usage == {"input": 7, "output": 4, "calls": 3}


@pytest.mark.parametrize(("at_once", "most"), [(2, 2), (1, 1), (32, 5)])
def test_runs_go_side_by_side_within_the_limit(engine: Engine, at_once: int, most: int) -> None:
    target = Scripted(*["abc"] * 5)
    judged = engine.submit(repeated(target, 5, at_once=at_once)).result()
    assert (target.runs, target.most, judged.evaluation.score) == (5, most, 100)


def test_a_fault_in_an_evaluators_code_ends_all_runs(engine: Engine) -> None:
    class Faulty(RubricEvaluator):
        async def evaluate(self, subject: Subject, judge: Judge) -> Evaluation:
            raise KeyError("oops")

    sources = [SharedOutput(CASE, Scripted("abc"), Path.cwd()) for _ in range(3)]
    jobs = tuple([Job(CASE, Faulty(), SETTINGS, source=source) for source in sources])
    with pytest.raises(KeyError, match="oops"):
        engine.submit(RepeatedJob(jobs, PassRule(), 32)).result()


def test_what_is_cancelled_runs_no_further(engine: Engine) -> None:
    class Hanging:
        label = "hanging"
        is_at_hand = False
        begun = 0
        ended = 0

        async def run(self, case: Case) -> Output:
            self.begun += 1
            try:
                await asyncio.sleep(60)
            finally:
                self.ended += 1
            return Output("never")

    target = Hanging()
    pending = engine.submit(repeated(target, 3))
    while target.begun < 3:
        pass
    pending.cancel()
    engine.close()
    assert (target.begun, target.ended) == (3, 3)
