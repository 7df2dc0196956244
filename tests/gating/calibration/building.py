"""Records as a run writes them, with as much in them as a calibration looks at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from pytest_rubric.reporting.record import Record

_YES = {"met", "violated"}


def criterion(
    text: str, machine: str, human: str | None = None, *, id: int = 1, **more: Any
) -> dict[str, Any]:
    """A criterion of a record; ``violated`` and ``clean`` make it a penalty."""
    made = {
        "id": id,
        "criterion": text,
        "points": -5 if "violated" in (machine, human) or "clean" in (machine, human) else 10,
        "tags": [],
        "required": False,
        "status": machine,
        "basis": "quote",
        "reason": f"because of {text}",
        "quotes": [],
        "confidence": None,
        **more,
    }
    return made if human is None else {**made, "human": human}


def record(id: str, *criteria: Mapping[str, Any], **more: Any) -> Record:
    """A judged item. Its criteria are numbered in their order."""
    numbered = [{**each, "id": number} for number, each in enumerate(criteria, 1)]
    labels = {str(each["id"]): each["human"] for each in numbered if "human" in each}
    made = {
        "version": 1,
        "nodeid": f"cases.rubric.yaml::{id}",
        "id": id,
        "title": id,
        "case_tags": [],
        "file": "cases.rubric.yaml",
        "line": 3,
        "evaluator": "rubric",
        "outcome": "passed",
        "state": "judged",
        "summary": "a sentence made by code",
        "score": 70,
        "raw_score": 70,
        "interval": None,
        "verdict": None,
        "threshold": 60,
        "criteria": numbered,
        "points": [],
        "figures": {},
        "tags": {},
        "calls": 1,
        "stored": 0,
        "tokens": {"input": 900, "output": 300},
        "error": None,
        "target": None,
        "target_calls": 0,
        "target_tokens": {"input": 0, "output": 0},
        "output_hash": None,
        "passed": None,
        "model": "judge-1",
        "human": {"score": None, "reason": None, "criteria": labels} if labels else None,
        "weaknesses": [],
        "criterion_tags": [],
        "achieved_points": None,
        "total_positive": None,
        "seconds": 0.1,
        "comparison": None,
        "category": None,
        "effective_score": None,
        "remedy": None,
        "case_hash": None,
        "judge": None,
        "baseline": None,
        "repeat": None,
        "notes": [],
        **more,
    }
    return cast("Record", made)


def scored(id: str, machine: float | None, human: float | None, **more: Any) -> Record:
    """An item with a score of people."""
    said = None if human is None else {"score": human, "reason": "read it"}
    return record(id, score=machine, human=said, **more)


def four_criteria(wrong: int, labelled: int, text: str = "Names the day") -> Sequence[Record]:
    """One criterion in so many cases, met in each; people decide otherwise in the first few."""
    return [
        record(f"case-{n}", criterion(text, "met", "not_met" if n < wrong else "met"))
        for n in range(labelled)
    ]
