"""How often a judge is right about criteria whose answers are obvious.

    python benchmarks/prompt_accuracy.py --base-url http://127.0.0.1:8091/v1 --model NAME --strategy case

Asks the rubric judge's own prompt about ``tests/data/obvious_criteria.jsonl`` and compares the
answers with the labels: by strategy (``case``: all criteria of an output in one call;
``criterion``: one call each), by language and by kind, with Cohen's kappa. A yes whose quote
does not stand in the output counts as its own column. A key is read from OPENAI_API_KEY.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_rubric.evaluators.quoting import Sources
from pytest_rubric.evaluators.rubric.contract import RubricContract
from pytest_rubric.evaluators.rubric.prompt import messages
from pytest_rubric.evaluators.rubric.reply import schema
from pytest_rubric.judging.prompting import Material
from pytest_rubric.model import Criterion

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletion

DATA = Path(__file__).parent.parent / "tests" / "data" / "obvious_criteria.jsonl"


@dataclass(frozen=True)
class Item:
    """One line of the data file; ``gold`` is whether the criterion is true of the output."""

    case: str
    lang: str
    input: str
    output: str
    criterion: str
    points: int
    gold: bool
    kind: str


@dataclass(frozen=True)
class Answer:
    """What came back for one item. ``present`` is ``None`` where nothing usable came back;
    ``evidence`` is false for a yes without a quote that stands in the output."""

    item: Item
    present: bool | None
    evidence: bool = True
    reason: str = ""
    basis: str = ""
    quotes: tuple[str, ...] = ()

    @property
    def right(self) -> bool:
        return self.present is self.item.gold


def load(limit: int | None, skip: int = 0) -> list[Item]:
    """The items of ``limit`` outputs of each language (all, if ``None``) after the first ``skip``."""
    items = [Item(**json.loads(line)) for line in DATA.read_text(encoding="utf-8").splitlines()]
    kept: set[str] = set()
    for lang in ("en", "zh"):
        cases = list(dict.fromkeys(item.case for item in items if item.lang == lang))
        kept.update(cases[skip:][:limit])
    return [item for item in items if item.case in kept]


def grouped(items: Sequence[Item], strategy: str) -> list[list[Item]]:
    if strategy == "criterion":
        return [[item] for item in items]
    groups: dict[str, list[Item]] = defaultdict(list)
    for item in items:
        groups[item.case].append(item)
    return list(groups.values())


def read(group: Sequence[Item], text: str, contract: RubricContract) -> list[Answer]:
    """The answers as said, each with whether it stands by the product's own rules of evidence."""
    parsed = read_reply(text)
    stands = contract.check(parsed).decisions
    entries = parsed.get("criteria") if isinstance(parsed, dict) else None
    by_id = {entry.get("id"): entry for entry in entries or [] if isinstance(entry, dict)}
    answers = []
    for number, item in enumerate(group, 1):
        entry = by_id.get(number, {})
        present = entry.get("present")
        if not isinstance(present, bool):
            answers.append(Answer(item, None))
            continue
        quotes = tuple(str(quote.get("text")) for quote in entry.get("quotes", []))
        answers.append(
            Answer(item, present, number in stands, entry.get("reason", ""), entry.get("basis", ""), quotes)
        )
    return answers


def read_reply(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return None


async def run(options: argparse.Namespace, items: Sequence[Item]) -> tuple[list[Answer], int, int]:
    from openai import AsyncOpenAI

    client = AsyncOpenAI(
        base_url=options.base_url,
        api_key=os.environ.get("OPENAI_API_KEY", "none"),
        timeout=900,
        max_retries=0,
    )
    gate = asyncio.Semaphore(options.concurrency)
    tokens = [0, 0]
    done = 0

    async def ask(group: Sequence[Item]) -> list[Answer]:
        nonlocal done
        criteria = [Criterion(n, item.criterion, Fraction(item.points)) for n, item in enumerate(group, 1)]
        feedback = options.feedback == "full"
        material = Material(group[0].input, None, None, None, group[0].output)
        sent = messages(
            material,
            criteria,
            feedback=feedback,
            prompt_lang=group[0].lang,
            report_lang=group[0].lang,
        )
        async with gate:
            # The types of a body differ from one version of the SDK to the next.
            body: dict[str, Any] = {
                "model": options.model,
                "messages": [{"role": m.role, "content": m.content} for m in sent],
                "temperature": 0,
                "max_tokens": 400 * len(group) + (1500 if feedback else 0),
                "response_format": {
                    "type": "json_schema",
                    "json_schema": {"name": "reply", "strict": True, "schema": schema(feedback)},
                },
            }
            reply: ChatCompletion = await client.chat.completions.create(**body)
        if reply.usage is not None:
            tokens[0] += reply.usage.prompt_tokens
            tokens[1] += reply.usage.completion_tokens
        contract = RubricContract(
            tuple(range(1, len(group) + 1)),
            Sources(material),
            lenient=False,
            prompt_lang=group[0].lang,
            report_lang=group[0].lang,
        )
        answers = read(group, reply.choices[0].message.content or "", contract)
        done += len(group)
        print(f"\r{done}/{len(items)}", end="", file=sys.stderr, flush=True)
        return answers

    groups = grouped(items, options.strategy)
    answers = await asyncio.gather(*map(ask, groups))
    print(file=sys.stderr)
    return [answer for group in answers for answer in group], tokens[0], tokens[1]


def kappa(answers: Iterable[Answer]) -> float | None:
    """Cohen's kappa over the decided ones; ``None`` where chance alone explains all."""
    pairs = [(answer.present, answer.item.gold) for answer in answers if answer.present is not None]
    if not pairs:
        return None
    n = len(pairs)
    agreed = sum(said == gold for said, gold in pairs) / n
    said_yes = sum(bool(said) for said, _ in pairs) / n
    gold_yes = sum(gold for _, gold in pairs) / n
    chance = said_yes * gold_yes + (1 - said_yes) * (1 - gold_yes)
    return None if chance == 1 else (agreed - chance) / (1 - chance)


def row(name: str, answers: Sequence[Answer]) -> dict[str, object]:
    measured = kappa(answers)
    return {
        "group": name,
        "items": len(answers),
        "right": sum(answer.right for answer in answers),
        "wrong": sum(answer.present is not None and not answer.right for answer in answers),
        "undecided": sum(answer.present is None for answer in answers),
        "no_evidence_right": sum(answer.right and not answer.evidence for answer in answers),
        "no_evidence_wrong": sum(not answer.right and not answer.evidence for answer in answers),
        "kappa": None if measured is None else round(measured, 2),
    }


def table(answers: Sequence[Answer]) -> list[dict[str, object]]:
    rows = [row("all", answers)]
    for field in ("lang", "gold", "kind"):
        values = sorted({str(getattr(answer.item, field)) for answer in answers})
        rows += [
            row(f"{field} {value}", [a for a in answers if str(getattr(a.item, field)) == value])
            for value in values
        ]
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--base-url", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--strategy", choices=("case", "criterion"), default="case")
    parser.add_argument("--feedback", choices=("full", "none"), default="none")
    parser.add_argument("--concurrency", type=int, default=4)
    parser.add_argument("--limit", type=int, help="outputs of each language; default: all")
    parser.add_argument("--skip", type=int, default=0, help="outputs of each language to leave out first")
    parser.add_argument("--report", choices=("text", "json"), default="text")
    options = parser.parse_args()
    items = load(options.limit, options.skip)
    start = time.perf_counter()
    answers, tokens_in, tokens_out = asyncio.run(run(options, items))
    seconds = time.perf_counter() - start
    rows = table(answers)
    if options.report == "json":
        report = {
            "strategy": options.strategy,
            "feedback": options.feedback,
            "seconds": round(seconds, 1),
            "tokens": {"input": tokens_in, "output": tokens_out},
            "rows": rows,
            "answers": [asdict(answer) for answer in answers],
        }
        print(json.dumps(report, ensure_ascii=False, indent=1))
        return
    from tabulate import tabulate

    print(tabulate(rows, headers="keys"))
    print(f"{seconds / len(answers):.1f} s, {tokens_in} + {tokens_out} tokens in all")


if __name__ == "__main__":
    main()
