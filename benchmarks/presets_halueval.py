"""How far a preset's scores agree with people who marked answers that hallucinate.

    python -m benchmarks.presets_halueval --data FOLDER --preset result-faithfulness --limit 40 \\
        --base-url http://127.0.0.1:8091/v1 --model NAME

``--data`` is a folder with ``general_human.jsonl`` of the public HaluEval data: what users asked, what a model
answered, and whether people found a hallucination in it. Half of the answers taken are marked, half are
not, in turn. The data gives no context. A preset that needs one is given the question as the context, so
``--select longest`` takes the answers whose questions hold most to check against; ``spread`` takes them
evenly over the file. An answer is flagged where its score lies below a cut.

Replies are stored in ``--replies-dir``: the same command again asks nothing and gives the same figures, and
with ``--replies only`` a run that was ended early gives those of the answers that it reached.
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
from pytest_rubric.evaluators.presets import PRESETS, make
from pytest_rubric.evaluators.protocol import Evaluator, Subject
from pytest_rubric.judging.stack import JudgeStack
from pytest_rubric.model import Case, CaseSettings, Output

FILE = "general_human.jsonl"
CUTS = (100, 80, 60)
NEEDS_CONTEXT = ("result-faithfulness",)


@dataclass(frozen=True)
class Scored:
    """One answer: whether people marked it, and what the preset made of it. ``score`` is ``None`` unless
    its state is ``judged``; one that was never asked about, or not to the end, is ``not reached``."""

    id: str
    marked: bool
    state: str
    score: float | None = None
    points: int = 0
    reasks: int = 0
    told: str = ""


def chosen(data: Path, limit: int, select: str) -> list[Mapping[str, str]]:
    """``limit`` records, marked and unmarked ones in turn."""
    lines = (data / FILE).read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    halves = []
    for label, number in (("yes", limit - limit // 2), ("no", limit // 2)):
        labelled = [record for record in records if record["hallucination"] == label]
        if select == "longest":
            labelled.sort(key=lambda record: -len(record["user_query"]))
            halves.append(labelled[:number])
        else:
            halves.append([labelled[index * len(labelled) // number] for index in range(number)])
    return [record for pair in zip(*halves, strict=False) for record in pair] + halves[0][len(halves[1]) :]


def subject(record: Mapping[str, str], options: argparse.Namespace) -> Subject:
    """The record as a case; the question is the context too where the preset needs one."""
    name = f"halueval-{record['ID']}"
    query = record["user_query"]
    context = query if options.preset in NEEDS_CONTEXT else None
    case = Case(name, name, input=query, context=context)
    settings = CaseSettings(threshold=Fraction(0), timeout=options.timeout)
    return Subject(case, Output(record["chatgpt_response"]), settings)


async def run(options: argparse.Namespace, evaluator: Evaluator, judge: JudgeStack) -> list[Scored]:
    """Judge all, a few at once; nothing new is begun after ``options.minutes``."""
    gate = asyncio.Semaphore(options.concurrency)
    ends = time.monotonic() + 60 * options.minutes
    done = 0

    async def one(record: Mapping[str, str]) -> Scored:
        nonlocal done
        marked = record["hallucination"] == "yes"
        async with gate:
            if time.monotonic() > ends:
                return Scored(record["ID"], marked, "not reached")
            found = await evaluator.evaluate(subject(record, options), judge)
        done += 1
        print(f"\r{done}/{options.limit}", end="", file=sys.stderr, flush=True)
        return Scored(
            record["ID"],
            marked,
            "not reached" if found.unrecorded else found.state,
            None if found.score is None else float(found.score),
            len(found.points),
            found.usage.reasks,
            found.error or found.summary,
        )

    try:
        return list(await asyncio.gather(*map(one, chosen(options.data, options.limit, options.select))))
    finally:
        print(file=sys.stderr)
        await judge.close()


def groups(scored: Sequence[Scored]) -> list[dict[str, object]]:
    """The rows of the first table: marked answers and others, and how they scored."""
    rows: list[dict[str, object]] = []
    for name, marked in (("marked", True), ("unmarked", False)):
        group = [each for each in scored if each.marked is marked]
        scores = [each.score for each in group if each.score is not None]
        states = {
            state: sum(each.state == state for each in group)
            for state in ("judged", "unscored", "broken", "not reached")
        }
        rows.append(
            {
                "people": name,
                "answers": len(group),
                **states,
                "mean": round(statistics.mean(scores), 1) if scores else None,
                "median": statistics.median(scores) if scores else None,
            }
        )
    return rows


def agreement(scored: Sequence[Scored], cut: int) -> dict[str, object]:
    """How flags at this cut agree with the marks, over the answers that have a score."""
    judged = [(each.marked, each.score < cut) for each in scored if each.score is not None]
    same = sum(marked == flagged for marked, flagged in judged)
    both = sum(marked and flagged for marked, flagged in judged)
    marked, flagged, count = sum(m for m, _ in judged), sum(f for _, f in judged), len(judged)
    chance = marked * flagged + (count - marked) * (count - flagged)
    return {
        "flagged below": cut,
        "scored": count,
        "agreement": round(same / count, 2) if count else None,
        "kappa": round((same * count - chance) / (count * count - chance), 2)
        if count * count != chance
        else None,
        "precision": round(both / flagged, 2) if flagged else None,
        "recall": round(both / marked, 2) if marked else None,
    }


def ranked_right(scored: Sequence[Scored]) -> float | None:
    """How often an unmarked answer scores above a marked one, over all pairs; a tie counts half."""
    pairs = [
        0.5 if good.score == bad.score else float(good.score > bad.score)
        for good in scored
        for bad in scored
        if not good.marked and bad.marked and good.score is not None and bad.score is not None
    ]
    return round(statistics.mean(pairs), 2) if pairs else None


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help=f"folder with {FILE}")
    parser.add_argument("--preset", choices=sorted(PRESETS), required=True)
    parser.add_argument("--limit", type=int, default=40)
    parser.add_argument("--select", choices=("spread", "longest"), default="spread")
    parser.add_argument("--minutes", type=float, default=600.0, help="begin nothing new after these")
    model_runs.add_options(parser)
    options = parser.parse_args()
    judge = model_runs.judge_of(options)
    started = time.perf_counter()
    scored = asyncio.run(run(options, make(options.preset), judge))
    seconds = time.perf_counter() - started
    cuts = [agreement(scored, cut) for cut in CUTS]
    if options.report == "json":
        answers = [asdict(each) for each in scored]
        report = {"groups": groups(scored), "cuts": cuts, "ranked right": ranked_right(scored)}
        print(json.dumps({**report, "answers": answers}, ensure_ascii=False, indent=1))
        return
    from tabulate import tabulate

    context = "the question" if options.preset in NEEDS_CONTEXT else "none"
    print(f"{options.preset} by {options.model}, context: {context}, {options.select} of {FILE}")
    print(tabulate(groups(scored), headers="keys"))
    print(tabulate(cuts, headers="keys"))
    print(
        f"an unmarked answer scores above a marked one in {ranked_right(scored)} of all pairs (a tie is a half)"
    )
    print(model_runs.spent(judge, sum(each.reasks for each in scored), seconds))


if __name__ == "__main__":
    main()
