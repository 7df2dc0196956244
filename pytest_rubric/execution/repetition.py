"""A case whose target runs several times: as many jobs, and one result."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

from pytest_rubric.execution.engine import Job, Judged, RunJob, usage_of_all
from pytest_rubric.judging.noting import of_several
from pytest_rubric.model import PassRule, Run
from pytest_rubric.runtime import clock
from pytest_rubric.scoring import repeats


@dataclass(frozen=True, slots=True)
class RepeatedJob:
    """One item's work in several runs, each with an output of its own: at least one.

    ``at_once`` is how many of them may be under way at the same time.
    """

    runs: tuple[Job, ...]
    rule: PassRule
    at_once: int

    async def judged(self, run_job: RunJob) -> Judged:
        """What came out of all runs: the output is that of the run that is shown."""
        started = clock.monotonic()
        slots = asyncio.Semaphore(self.at_once)

        async def one(job: Job) -> Judged:
            async with slots:
                return await run_job(job)

        tasks = [asyncio.ensure_future(one(job)) for job in self.runs]
        try:
            results = await asyncio.gather(*tasks)
        except BaseException:
            # a fault in the code of an evaluator ends the item: the others must not go on for nobody
            for task in tasks:
                task.cancel()
            raise
        found = [Run(each.evaluation, each.output, each.versus) for each in results]
        evaluation = repeats.combine(found, self.rule, self.runs[0].settings)
        shown = evaluation.repeat.shown if evaluation.repeat is not None else 0
        return replace(
            results[shown],
            evaluation=evaluation,
            seconds=clock.monotonic() - started,
            target_usage=usage_of_all(each.target_usage for each in results),
            judged_by=of_several(each.judged_by for each in results),
        )
