"""Published scores of PaperBench from its graded leaves, and agreement with its human grades.

    python -m benchmarks.paperbench_scores --data FOLDER

``FOLDER`` holds ``leaves_human_graded.jsonl`` (each leaf of each paper's rubric, a tree: ``paper``, ``path``,
``criterion``, ``weight`` among its siblings, ``effective_weight`` in the whole tree, ``gold_score`` 0 or 1) and
``roots.json`` (``published_root``, the score of each paper). A score is the weighted mean at each node of
the tree, so that a leaf counts by the product of its shares on the way down: one rubric, with the effective
weights as points, that the product scores.

The second part flips each human grade with some probability, as an unreliable judge would, and works
out kappa and macro F1 twice: by the product, and by their definitions.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from tabulate import tabulate

from pytest_rubric.gating.statistics import agreement
from pytest_rubric.model import Criterion, CriterionResult
from pytest_rubric.scoring.points import Tally, status_for, tally

LEAVES = "leaves_human_graded.jsonl"
ROOTS = "roots.json"
FLIPPED = (0.05, 0.2, 0.4)
_SEED = 1
# The weights are products of ratios of small integers, printed as floats.
_LARGEST_DENOMINATOR = 10**6
_NEAR = 1e-9

Pairs = Sequence[tuple[Hashable, Hashable]]


@dataclass(frozen=True)
class Leaf:
    """One graded criterion; ``parent`` is the path of texts that leads to it."""

    parent: tuple[str, ...]
    criterion: str
    weight: int
    share: Fraction
    met: bool


def read_leaves(data: Path) -> dict[str, list[Leaf]]:
    """The leaves of each paper."""
    papers: dict[str, list[Leaf]] = {}
    for line in (data / LEAVES).read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        share = Fraction(record["effective_weight"]).limit_denominator(_LARGEST_DENOMINATOR)
        papers.setdefault(record["paper"], []).append(
            Leaf(
                tuple(record["path"]),
                record["criterion"],
                record["weight"],
                share,
                {0: False, 1: True}[record["gold_score"]],
            )
        )
    return papers


def score(leaves: Sequence[Leaf]) -> Tally:
    """What the product makes of the grades, with the effective weights as points."""
    return tally(
        CriterionResult(Criterion(number, leaf.criterion, leaf.share), status_for(leaf.share, leaf.met))
        for number, leaf in enumerate(leaves, 1)
    )


def faults(leaves: Sequence[Leaf]) -> list[str]:
    """Where the weights are not those of a tree: in the whole, and among the leaves of a parent."""
    total = sum(leaf.share for leaf in leaves)
    found = [] if total == 1 else [f"the effective weights add up to {float(total)}"]
    by_weight: dict[tuple[str, ...], Fraction] = {}
    for leaf in leaves:
        unit = leaf.share / leaf.weight
        if by_weight.setdefault(leaf.parent, unit) != unit:
            found.append(f"{leaf.criterion!r} has another share of its parent than its weight says")
    return found


def score_rows(data: Path) -> Iterator[dict[str, object]]:
    """One row a paper: the published score beside that of the product."""
    roots = json.loads((data / ROOTS).read_text(encoding="utf-8"))
    for paper, leaves in read_leaves(data).items():
        found, published = score(leaves), roots[paper]["published_root"]
        away = abs(float(found.raw / 100) - published)
        yield {
            "paper": paper,
            "criteria": len(leaves),
            "met": sum(leaf.met for leaf in leaves),
            "published": f"{published:.12f}",
            "raw score / 100": f"{float(found.raw / 100):.12f}",
            "score": found.score,
            "same": "yes" if away < _NEAR else "NO",
            "weights": "; ".join(faults(leaves)) or "those of a tree",
        }


def flipped(labels: Sequence[bool], probability: float, source: random.Random) -> Pairs:
    """Each label beside that of a judge who is wrong with this probability."""
    return [(label, label is not (source.random() < probability)) for label in labels]


def kappa(pairs: Pairs) -> float:
    """By its definition: observed agreement, and that of two raters who only know the frequencies."""
    n = len(pairs)
    observed = sum(human == machine for human, machine in pairs) / n
    by_chance = 0.0
    for label in {label for pair in pairs for label in pair}:
        by_chance += sum(human == label for human, _ in pairs) / n * sum(m == label for _, m in pairs) / n
    return (observed - by_chance) / (1 - by_chance)


def macro_f1(pairs: Pairs) -> float:
    """By its definition: precision and recall of each label, their harmonic mean, and the mean of those."""
    each = []
    for label in {label for pair in pairs for label in pair}:
        said = [human == label for human, machine in pairs if machine == label]
        true = [machine == label for human, machine in pairs if human == label]
        precision, recall = sum(said) / len(said), sum(true) / len(true)
        each.append(2 * precision * recall / (precision + recall) if precision + recall else 0.0)
    return sum(each) / len(each)


def agreement_rows(data: Path) -> Iterator[dict[str, object]]:
    """One row for each paper and probability: both measures, each in two ways."""
    source = random.Random(_SEED)
    for paper, leaves in read_leaves(data).items():
        for probability in FLIPPED:
            pairs = flipped([leaf.met for leaf in leaves], probability, source)
            found = agreement(pairs)
            yield {
                "paper": paper,
                "flipped": probability,
                "kappa": _figure(found.kappa.value),
                "by definition": f"{kappa(pairs):.6f}",
                "macro F1": _figure(found.macro_f1.value),
                "by its definition": f"{macro_f1(pairs):.6f}",
                "same": "yes"
                if _near(found.kappa.value, kappa(pairs)) and _near(found.macro_f1.value, macro_f1(pairs))
                else "NO",
            }


def _near(value: Fraction | None, other: float) -> bool:
    return value is not None and abs(float(value) - other) < _NEAR


def _figure(value: Fraction | None) -> str:
    return "undefined" if value is None else f"{float(value):.6f}"


def main() -> int:
    """Print both tables; exit code 1 where something is not the same."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.paperbench_scores",
        description="Published scores from graded leaves; kappa and macro F1 in two ways.",
    )
    parser.add_argument("--data", type=Path, required=True, metavar="FOLDER")
    options = parser.parse_args()
    tables = [list(score_rows(options.data)), list(agreement_rows(options.data))]
    for rows in tables:
        print(tabulate(rows, headers="keys", disable_numparse=True), end="\n\n")
    return 0 if all(row["same"] == "yes" for rows in tables for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
