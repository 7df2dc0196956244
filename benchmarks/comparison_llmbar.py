"""How blind comparison does on LLMBar: pairs of outputs, one of which people found better.

    python -m benchmarks.comparison_llmbar --data FOLDER
    python -m benchmarks.comparison_llmbar --data FOLDER --base-url URL --model NAME --pairs 40 --replies-dir DIR

``FOLDER`` holds the pairs by subset (``natural.json`` ...: ``input``, ``output_1``, ``output_2`` and the
``label`` 1 or 2) and ``recorded_judge_GPT-4.jsonl``, what a judge said of each in both orders
(``text_ab``, ``text_ba``). The first form replays those texts through the arithmetic of comparisons,
without a call. The second asks the product's own prompt about the shortest pairs, as many of each
subset; replies are stored in ``DIR``, and ``--replies only`` repeats the figures from there.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from pytest_rubric.evaluators.pairwise.evaluator import PairwiseEvaluator
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.judging.stack import JudgeStack, build_judge
from pytest_rubric.model import Case, CaseSettings, CompareSpec, Evaluation, Output, Settings
from pytest_rubric.model.comparison import InlineSource, Winner
from pytest_rubric.scoring.comparison import ANY, Winners, combined, position_bias

RECORDED = "recorded_judge_GPT-4.jsonl"
# How the recorded judge ends what it says.
_BETTER = re.compile(r"Output \(([ab])\) is (?:the )?better", re.IGNORECASE)
_ALONE = re.compile(r"\s*(?:Therefore,? )?Output \(([ab])\)\.?\s*", re.IGNORECASE)


@dataclass(frozen=True)
class Pair:
    """One pair as it was judged: the winner with A first and with B first, ``None`` where a reply
    says nothing usable. ``A`` is the first output of the data."""

    subset: str
    gold: Winner
    a_first: Winner | None
    b_first: Winner | None

    @property
    def winner(self) -> Winner | None:
        """The winner over both orders, ``None`` where that is open."""
        found = combined(_known(self.a_first), _known(self.b_first))
        return next(iter(found)) if len(found) == 1 else None


def _known(winner: Winner | None) -> Winners:
    return ANY if winner is None else frozenset((winner,))


def verdict(text: str) -> str | None:
    """``a`` or ``b``: the output that a recorded text calls better last."""
    alone = _ALONE.fullmatch(text)
    if alone is not None:
        return alone[1].lower()
    found = _BETTER.findall(text)
    return found[-1].lower() if found else None


def recorded(data: Path, strategy: str, subsets: Sequence[str]) -> list[Pair]:
    """The pairs as the recorded judge saw them."""
    places: dict[str | None, tuple[Winner | None, Winner | None]] = {
        "a": ("A", "B"),
        "b": ("B", "A"),
        None: (None, None),
    }
    pairs = []
    for line in (data / RECORDED).read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if record["strategy"] == strategy and record["subset"] in subsets:
            a_first = places[verdict(record["text_ab"] or "")][0]
            b_first = places[verdict(record["text_ba"] or "")][1]
            pairs.append(Pair(record["subset"], "A" if record["gold"] == 1 else "B", a_first, b_first))
    return pairs


def shortest(data: Path, subsets: Sequence[str], pairs: int) -> list[tuple[str, dict[str, object]]]:
    """The shortest pairs, as many of each subset."""
    chosen = []
    for subset in subsets:
        items = json.loads((data / f"{subset}.json").read_text(encoding="utf-8"))
        items.sort(key=lambda item: sum(len(item[key]) for key in ("input", "output_1", "output_2")))
        chosen += [(subset, item) for item in items[: pairs // len(subsets)]]
    return chosen


async def judged(
    chosen: Sequence[tuple[str, dict[str, object]]], judge: JudgeStack, options: argparse.Namespace
) -> list[tuple[str, Winner, Evaluation]]:
    """Each pair compared by the product: subset, the better output, and what came of it."""
    settings = CaseSettings(
        Fraction(60), extra_samples=0, feedback="none", evidence=options.evidence, timeout=3600
    )
    gate = asyncio.Semaphore(options.concurrency)
    done = 0

    async def compare(subset: str, item: dict[str, object]) -> tuple[str, Winner, Evaluation]:
        nonlocal done
        a, b = str(item["output_1"]), str(item["output_2"])
        case = Case(
            "pair", "pair", input=str(item["input"]), compare=CompareSpec(InlineSource(a), InlineSource(b))
        )
        async with gate:
            evaluation = await PairwiseEvaluator().evaluate(
                Subject(case, Output(a), settings, versus=Output(b)), judge
            )
        done += 1
        print(f"\r{done}/{len(chosen)}", end="", file=sys.stderr, flush=True)
        return subset, "A" if item["label"] == 1 else "B", evaluation

    found = await asyncio.gather(*(compare(subset, item) for subset, item in chosen))
    print(file=sys.stderr)
    await judge.close()
    return found


def by_order(found: Iterable[tuple[str, Winner, Evaluation]], *, stated: bool) -> list[Pair]:
    """The pairs by what the rubric's scores say, or by what the judge itself says (``stated``)."""
    pairs = []
    for subset, gold, evaluation in found:
        assert evaluation.comparison is not None
        said = {each.first: each.stated if stated else each.winner for each in evaluation.comparison.orders}
        pairs.append(Pair(subset, gold, said.get("A"), said.get("B")))
    return pairs


def row(name: str, pairs: Sequence[Pair]) -> dict[str, object]:
    """The figures of a group of pairs."""
    bias = position_bias((pair.a_first, pair.b_first) for pair in pairs)
    decided = [pair for pair in pairs if pair.winner in ("A", "B")]
    right = sum(pair.winner == pair.gold for pair in decided)
    ties = sum(pair.winner == "TIE" for pair in pairs)
    return {
        "pairs": name,
        "n": len(pairs),
        "right A first": _shown(_rate(sum(pair.a_first == pair.gold for pair in pairs), len(pairs))),
        "right B first": _shown(_rate(sum(pair.b_first == pair.gold for pair in pairs), len(pairs))),
        "flips": _of(bias.flips, bias.pairs, bias.flip_rate),
        "first wins": _of(bias.first_wins, bias.wins, bias.first_rate),
        "decided": len(decided),
        "right of decided": _of(right, len(decided), _rate(right, len(decided))),
        "ties": ties,
        "open": len(pairs) - len(decided) - ties,
        "right, ties half": _shown(_rate(2 * right + ties, 2 * len(pairs))),
    }


def _rate(part: int, whole: int) -> Fraction | None:
    return Fraction(part, whole) if whole else None


def _shown(rate: Fraction | None) -> str:
    return "-" if rate is None else f"{float(rate):.3f}"


def _of(part: int, whole: int, rate: Fraction | None) -> str:
    return "-" if rate is None else f"{part} of {whole} ({_shown(rate)})"


def table(name: str, pairs: Sequence[Pair]) -> list[dict[str, object]]:
    subsets = list(dict.fromkeys(pair.subset for pair in pairs))
    rows = [row(f"{name} {subset}", [pair for pair in pairs if pair.subset == subset]) for subset in subsets]
    return [*rows, row(f"{name} all", pairs)]


def show(rows: Sequence[dict[str, object]], report: str) -> None:
    if report == "json":
        print(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    from tabulate import tabulate

    print(tabulate(rows, headers="keys", disable_numparse=True))


def replay(options: argparse.Namespace) -> list[dict[str, object]]:
    rows = []
    for strategy in ("Vanilla", "CoT"):
        rows += table(strategy, recorded(options.data, strategy, options.subsets))
    return rows


def ask(options: argparse.Namespace) -> list[dict[str, object]]:
    settings = Settings(
        root=Path.cwd(),
        model=options.model,
        base_url=options.base_url,
        # so that replies are found wherever the same model is served
        judge_id=options.model,
        concurrency=2 * options.concurrency,
        replies=options.replies,
        replies_dir=options.replies_dir.absolute(),
    )
    chosen = shortest(options.data, options.subsets, options.pairs)
    judge = build_judge(settings)
    found = asyncio.run(judged(chosen, judge, options))
    orders = [
        each
        for _, _, evaluation in found
        for each in (evaluation.comparison.orders if evaluation.comparison else ())
    ]
    against = sum({each.winner, each.stated} == {"A", "B"} for each in orders)
    broken = sum(each.winner is None for each in orders)
    causes = {evaluation.error for _, _, evaluation in found if evaluation.error}
    print(f"replies: {len(orders)}, open: {broken}, whose stated winner contradicts their scores: {against}")
    print(f"calls: {judge.calls}, stored replies: {judge.stored}")
    for cause in sorted(causes)[:5]:
        print(f"open: {cause[:300]}")
    return [*table("scores", by_order(found, stated=False)), *table("stated", by_order(found, stated=True))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with the subsets and the recordings")
    parser.add_argument("--subsets", nargs="+", help="subsets by name")
    parser.add_argument("--base-url")
    parser.add_argument("--model", help="asks this model; without it the recordings are replayed")
    parser.add_argument("--pairs", type=int, default=40, help="how many pairs the model is asked about")
    parser.add_argument("--concurrency", type=int, default=2, help="pairs at a time")
    parser.add_argument("--evidence", choices=("strict", "warn"), default="strict")
    parser.add_argument("--replies", choices=("auto", "refresh", "only"), default="auto")
    parser.add_argument("--replies-dir", type=Path, default=Path(".rubric_replies"))
    parser.add_argument("--report", choices=("text", "json"), default="text")
    options = parser.parse_args()
    if options.model is None:
        options.subsets = options.subsets or ["natural", "adv_neighbor", "adv_gptinst"]
        show(replay(options), options.report)
    else:
        options.subsets = options.subsets or ["natural", "adv_neighbor"]
        show(ask(options), options.report)


if __name__ == "__main__":
    main()
