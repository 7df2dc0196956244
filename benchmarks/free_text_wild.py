"""What other people's rubrics in prose are made, where the judge that takes them apart makes no mistake.

    python -m benchmarks.free_text_wild --data FOLDER

``FOLDER`` holds case files whose ``Judge`` is text. Each different text is compiled as in a run, by the
product's own request, check and re-ask; the reply comes from :mod:`benchmarks.careful_reader`, a reader by
rules. So it says what the product can do with these texts, and nothing about how well a model reads them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.careful_reader import read
from pytest_rubric import ScriptedJudge
from pytest_rubric.evaluators.free_text.compiler import Outcome, compile_text
from pytest_rubric.judging.reask import ReAskJudge
from pytest_rubric.loading import NotOurs, load
from pytest_rubric.model import CriteriaRubric, DimensionsRubric, FreeTextRubric
from pytest_rubric.scoring.figures import figure

_TIMEOUT = 60.0


@dataclass(frozen=True)
class Prose:
    """A text, and the cases that have it."""

    text: str
    cases: tuple[str, ...]


@dataclass(frozen=True)
class Compiled:
    """A text and what it was made."""

    prose: Prose
    outcome: Outcome

    @property
    def counts(self) -> str:
        """The points of the criteria, or the weights of the dimensions, in the order of the text."""
        rubric = self.outcome.rubric
        if rubric is None:
            return ""
        numbers = (
            [each.points for each in rubric.criteria]
            if isinstance(rubric, CriteriaRubric)
            else [each.weight for each in rubric.dimensions]
        )
        return " ".join(map(figure, numbers))

    @property
    def becomes(self) -> str:
        """What it was made, in words."""
        rubric = self.outcome.rubric
        if rubric is None:
            return "error"
        if isinstance(rubric, CriteriaRubric):
            return f"{len(rubric.criteria)} criteria"
        return f"{len(rubric.dimensions)} dimensions"

    @property
    def levels(self) -> str:
        """How many levels each dimension has."""
        rubric = self.outcome.rubric
        if not isinstance(rubric, DimensionsRubric):
            return ""
        return " ".join(str(len(each.levels)) for each in rubric.dimensions)


def texts(folder: Path) -> list[Prose]:
    """The different texts of a folder's case files, in the order of their first cases."""
    cases: dict[str, list[str]] = {}
    for path in sorted(folder.glob("*.y*ml")):
        loaded = load(path, root=folder, explicit=True)
        if isinstance(loaded, NotOurs):
            continue
        for case in loaded.cases:
            if isinstance(case.rubric, FreeTextRubric):
                cases.setdefault(case.rubric.text, []).append(f"{path.name}::{case.id}")
    return [Prose(text, tuple(ids)) for text, ids in cases.items()]


def compiled(prose: Prose, *, lang: str = "en") -> Compiled:
    """Compile one text with the parts that the reader finds; a re-ask gets the same answer."""
    judge = ReAskJudge(ScriptedJudge(lambda _: {"parts": read(prose.text)}))
    outcome = asyncio.run(compile_text(prose.text, judge, label=prose.cases[0], timeout=_TIMEOUT, lang=lang))
    return Compiled(prose, outcome)


def rows(found: Iterable[Compiled]) -> list[dict[str, object]]:
    """One row a text."""
    return [
        {
            "text": number,
            "characters": len(each.prose.text),
            "cases": len(each.prose.cases),
            "becomes": each.becomes,
            "points or weights": each.counts,
            "levels": each.levels,
            "calls": each.outcome.usage.calls,
            "notes": len(each.outcome.notes),
        }
        for number, each in enumerate(found, 1)
    ]


def remarks(found: Iterable[Compiled]) -> Iterator[str]:
    """The notes about each text, or the error that kept it from being a rubric."""
    for number, each in enumerate(found, 1):
        yield f"text {number} ({each.prose.cases[0]}):"
        error = each.outcome.error
        yield from (f"  {note}" for note in ([f"error: {error}"] if error else each.outcome.notes))


def totals(found: Sequence[Compiled]) -> dict[str, int]:
    """Counts over all texts."""
    made = [each for each in found if each.outcome.rubric is not None]
    rubrics = [each.outcome.rubric for each in made]
    dimensions = [
        each for made_of in rubrics if isinstance(made_of, DimensionsRubric) for each in made_of.dimensions
    ]
    return {
        "texts": len(found),
        "texts compiled": len(made),
        "cases": sum(len(each.prose.cases) for each in found),
        "cases compiled": sum(len(each.prose.cases) for each in made),
        "criteria": sum(len(each.criteria) for each in rubrics if isinstance(each, CriteriaRubric)),
        "dimensions": len(dimensions),
        "levels": sum(len(each.levels) for each in dimensions),
        "dimensions without levels": sum(not each.levels for each in dimensions),
        "re-asks": sum(each.outcome.usage.reasks for each in found),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with case files")
    parser.add_argument("--lang", choices=("en", "zh"), default="en", help="language of notes and errors")
    parser.add_argument("--report", choices=("text", "json"), default="text")
    options = parser.parse_args()
    found = [compiled(prose, lang=options.lang) for prose in texts(options.data)]
    if not found:
        parser.error(f"no case file of {options.data} has a text under `Judge`")
    if options.report == "json":
        document = {"texts": rows(found), "remarks": list(remarks(found)), "totals": totals(found)}
        print(json.dumps(document, ensure_ascii=False, indent=1))
        return
    from tabulate import tabulate

    print(tabulate(rows(found), headers="keys", disable_numparse=True), end="\n\n")
    print("\n".join(remarks(found)), end="\n\n")
    print("\n".join(f"{what}: {number}" for what, number in totals(found).items()))


if __name__ == "__main__":
    main()
