"""How far apart right and wrong Chinese answers score against a reference.

    python -m benchmarks.reference_halluqa --data FOLDER --base-url http://127.0.0.1:8091/v1 --model NAME --limit 24

``--data`` is a folder with ``judged_gpt-4-0613.json`` of the public HalluQA data (question, answer of a
model, best answers, and whether the answer hallucinates, which is the gold label). Half of the
answers taken are labelled right, half wrong, spread evenly over the file. Replies are stored in
``--replies-dir``: the same command again goes on where it was stopped, and where all are stored it
asks nothing and gives the same figures. ``--replies only`` tells what is there so far.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path

from benchmarks import model_runs
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.evaluators.reference.evaluator import ReferenceEvaluator
from pytest_rubric.judging.stack import JudgeStack
from pytest_rubric.model import Case, CaseSettings, Evaluation, Output

FILE = "judged_gpt-4-0613.json"


@dataclass(frozen=True)
class Scored:
    """One answer: its gold label, and the ends of its score, ``None`` where there is none.

    ``recorded`` is false under ``--replies only`` where a reply is missing.
    """

    question: int
    right: bool
    recorded: bool
    low: int | None
    high: int | None
    reasks: int
    error: str | None
    calculation: tuple[str, ...]
    notes: tuple[str, ...]


def chosen(data: Path, limit: int) -> list[Mapping[str, object]]:
    """``limit`` records, right and wrong ones in turn, evenly spread over the file."""
    records = json.loads((data / FILE).read_text(encoding="utf-8"))
    halves = []
    for label, number in ((False, limit - limit // 2), (True, limit // 2)):
        labelled = [record for record in records if record["is_hallucination"] is label]
        halves.append([labelled[index * len(labelled) // number] for index in range(number)])
    return [record for pair in zip(*halves, strict=False) for record in pair] + halves[0][len(halves[1]) :]


def subject(record: Mapping[str, object], options: argparse.Namespace) -> Subject:
    """The record as a case, judged with a threshold of 0: every answer gets a score."""
    reference = record.get("Best_Answer") or record.get("Best_Answer1")
    number = record["question_id"]
    case = Case(
        f"halluqa-{number}",
        f"halluqa-{number}",
        input=str(record["question"]),
        expected_output=str(reference),
    )
    settings = CaseSettings(
        threshold=Fraction(0),
        strategy=options.strategy,
        feedback="none",
        evidence=options.evidence,
        samples=options.samples,
        timeout=options.timeout,
    )
    return Subject(case, Output(str(record["response"])), settings)


async def run(options: argparse.Namespace, judge: JudgeStack) -> list[Scored]:
    """Judge all, a few at once."""
    evaluator = ReferenceEvaluator()
    gate = asyncio.Semaphore(options.concurrency)
    done = 0

    async def one(record: Mapping[str, object]) -> Scored:
        nonlocal done
        async with gate:
            evaluation = await evaluator.evaluate(subject(record, options), judge)
        done += 1
        print(f"\r{done}/{options.limit}", end="", file=sys.stderr, flush=True)
        return _scored(record, evaluation)

    try:
        return list(await asyncio.gather(*map(one, chosen(options.data, options.limit))))
    finally:
        print(file=sys.stderr)
        await judge.close()


def _scored(record: Mapping[str, object], evaluation: Evaluation) -> Scored:
    low, high = evaluation.interval if evaluation.interval is not None else (None, None)
    return Scored(
        question=int(str(record["question_id"])),
        right=record["is_hallucination"] is False,
        recorded=not evaluation.unrecorded,
        low=None if low is None else int(low),
        high=None if high is None else int(high),
        reasks=evaluation.usage.reasks,
        error=evaluation.error,
        calculation=evaluation.calculation,
        notes=evaluation.notes,
    )


def figures(scored: Sequence[Scored]) -> list[dict[str, object]]:
    """The rows of the summary: right, wrong, and how far they lie apart."""
    rows = []
    for name, group in (
        ("right", [each for each in scored if each.recorded and each.right]),
        ("wrong", [each for each in scored if each.recorded and not each.right]),
    ):
        ends = [(each.low, each.high) for each in group if each.low is not None and each.high is not None]
        lows = [low for low, _ in ends]
        rows.append(
            {
                "label": name,
                "answers": len(group),
                "without a score": len(group) - len(ends),
                "open": sum(low != high for low, high in ends),
                "mean": _mean(lows),
                "median": statistics.median(lows) if lows else None,
                "mean of high ends": _mean([high for _, high in ends]),
                "60 or more": sum(low >= 60 for low in lows),
            }
        )
    return rows


def ranked_right(scored: Sequence[Scored]) -> float | None:
    """How often a right answer scores above a wrong one, over all pairs; a tie counts half."""
    pairs = [
        0.5 if right.low == wrong.low else float(right.low > wrong.low)
        for right in scored
        for wrong in scored
        if right.right and not wrong.right and right.low is not None and wrong.low is not None
    ]
    return round(statistics.mean(pairs), 2) if pairs else None


def _mean(values: Sequence[int]) -> float | None:
    return round(statistics.mean(values), 1) if values else None


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help=f"folder with {FILE}")
    parser.add_argument("--limit", type=int, default=24)
    parser.add_argument("--strategy", choices=("case", "criterion"), default="case")
    parser.add_argument("--evidence", choices=("strict", "warn"), default="strict")
    parser.add_argument("--samples", type=int, default=1)
    model_runs.add_options(parser)
    options = parser.parse_args()
    judge = model_runs.judge_of(options)
    started = time.perf_counter()
    scored = asyncio.run(run(options, judge))
    seconds = time.perf_counter() - started
    rows = figures(scored)
    if options.report == "json":
        report = {"rows": rows, "ranked right": ranked_right(scored), "answers": [asdict(s) for s in scored]}
        print(json.dumps(report, ensure_ascii=False, indent=1))
        return
    from tabulate import tabulate

    print(tabulate(rows, headers="keys"))
    print(f"a right answer scores above a wrong one in {ranked_right(scored)} of all pairs (a tie is a half)")
    print(model_runs.spent(judge, sum(each.reasks for each in scored), seconds))


if __name__ == "__main__":
    main()
