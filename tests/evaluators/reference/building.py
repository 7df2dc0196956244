"""Cases, scripted replies and one evaluation, for the tests of the reference evaluator."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from pytest_rubric import ScriptedJudge
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.evaluators.reference.evaluator import ReferenceEvaluator
from pytest_rubric.judging.protocol import Judge
from pytest_rubric.judging.reask import ReAskJudge
from pytest_rubric.model import Case, CaseSettings, Evaluation, Output

REFERENCE = "The pool opens at seven. Children swim for free. Bring a padlock for the locker."
OUTPUT = "It opens at seven o'clock. Children pay two euros. The water is warm. Nine guests of ten come back."
SETTINGS = CaseSettings(threshold=Fraction(60), feedback="none")


def subject(
    reference: str | None = REFERENCE,
    output: str = OUTPUT,
    *,
    settings: CaseSettings = SETTINGS,
    **fields: object,
) -> Subject:
    """A subject with an English case; ``fields`` are those of the case."""
    made = Case("pool", "The pool", input="When does the pool open?", expected_output=reference)
    return Subject(replace(made, **fields), Output(output), settings)  # type: ignore[arg-type]


def settings(**changes: object) -> CaseSettings:
    return replace(SETTINGS, **changes)  # type: ignore[arg-type]


def key_fact(
    id_: object = 1, words: object = "opens at seven", importance: object = "core"
) -> dict[str, object]:
    """One entry of the list of key facts."""
    return {"id": id_, "fact": words, "importance": importance}


OPENING = key_fact(1)
CHILDREN = key_fact(2, "Children swim for free")
PADLOCK = key_fact(3, "Bring a padlock")


def key_facts(*entries: Mapping[str, object]) -> dict[str, object]:
    """The reply to the first request."""
    return {"facts": list(entries)}


TWO = key_facts(OPENING, CHILDREN)


def fact(id_: object = 1, status: object = "covered", **fields: object) -> dict[str, object]:
    """One decision about a fact; its quote stands in ``OUTPUT``, unless the fact is missing."""
    quote = {"missing": "", "contradicted": "Children pay two euros"}.get(str(status), "opens at seven")
    return {"id": id_, "reason": f"about fact {id_}", "quote": quote, "status": status} | fields


def claim(
    id_: object = 1, quote: object = "Nine guests of ten come back", kind: object = "unsupported"
) -> dict[str, object]:
    return {"id": id_, "quote": quote, "reason": f"about claim {id_}", "kind": kind}


COVERED = fact(1)
MISSING = fact(2, "missing")
CONTRADICTED = fact(2, "contradicted")
GOOD = {"reason": "short sentences", "grade": "good"}
RELATED = {"reason": "about the pool", "related": True}


def reply(*facts: Mapping[str, object], **parts: object) -> dict[str, object]:
    """A whole judgement: these facts, no claims, good form, related; ``parts`` take their places."""
    return {"facts": list(facts), "claims": [], "format": GOOD, "relevance": RELATED} | parts


def run(subject_: Subject, judge: Judge) -> Evaluation:
    """One evaluation. ``judge`` is asked as it is: its replies must be read already."""
    return asyncio.run(ReferenceEvaluator().evaluate(subject_, judge))


def scripted(*replies: object) -> ScriptedJudge:
    """A judge that gives these replies in order."""
    return ScriptedJudge(list(replies))  # type: ignore[arg-type]


def judged(subject_: Subject, *replies: object, listed: object = TWO) -> tuple[Evaluation, ScriptedJudge]:
    """One evaluation by a script, and the judge with what it was asked about the output.

    ``listed`` is the reply about the key facts, which comes first; ``None`` where none is asked.
    """
    script = scripted(*([] if listed is None else [listed]), *replies)
    evaluation = run(subject_, ReAskJudge(script))
    del script.requests[: int(listed is not None)]
    return evaluation, script


def question(script: ScriptedJudge) -> str:
    """The text of the last follow-up."""
    return script.requests[-1].messages[-1].content


def without_key(entry: Mapping[str, object], key: str) -> dict[str, object]:
    return {name: value for name, value in entry.items() if name != key}
