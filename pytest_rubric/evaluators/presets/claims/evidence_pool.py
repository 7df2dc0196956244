"""What a run had seen when it gave its answer: results of tools, and a context; whole or in excerpts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.model.lines import shortened
from pytest_rubric.model.text import visible
from pytest_rubric.runlog import RunLog, Step
from pytest_rubric.runlog.steps import MAIN

CONTEXT = "context"

MOST_CHARACTERS = 30_000
"""Up to this many characters of evidence are shown whole."""

CHUNK = 2500
"""How long an excerpt is at most, in characters."""

OVERLAP = 2
"""How many lines an excerpt repeats of the one before."""

BEST = 5
"""How many excerpts are shown for each claim, where not all are."""

_FIRST, _LAST = 3, 2
_CALL = 300
_WORD = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]\w+")
_CJK = re.compile(r"[\u3400-\u9fff]+")


@dataclass(frozen=True, slots=True)
class Source:
    """One piece of evidence: the context, or the result of one step.

    ``name`` is what a citation calls it, ``context`` or ``step-3``. ``call`` is the call behind a result,
    for orientation; ``failed`` says that it failed.
    """

    name: str
    text: str
    call: str = ""
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A part of a source as it is shown; ``number`` of ``count``, both 1 for the whole."""

    source: Source
    text: str
    number: int = 1
    count: int = 1


def pool(view: View) -> tuple[Source, ...]:
    """The context, then what the agent that wrote the answer was given by tools: before that message,
    and after its last compaction, which took what came earlier away from it."""
    found = [] if view.context is None else [Source(CONTEXT, view.context)]
    if view.log is not None:
        found += [_source(step) for step in _seen(view.log, view.answer) if _result(step).strip()]
    return tuple(found)


def shown(sources: Sequence[Source], claims: Sequence[str]) -> tuple[Excerpt, ...]:
    """All of the evidence where it is short enough, else the excerpts nearest to the claims."""
    if sum(len(source.text) for source in sources) <= MOST_CHARACTERS:
        return tuple(Excerpt(source, source.text) for source in sources)
    excerpts = [excerpt for source in sources for excerpt in _excerpts(source)]
    words = [_words(excerpt.text) for excerpt in excerpts]
    kept = {place for claim in claims for place in _nearest(_words(claim), words)}
    return tuple(excerpts[place] for place in sorted(kept))


def chunks(text: str) -> list[str]:
    """Text in chunks of whole lines, :data:`CHUNK` characters at most; a line that is longer is cut."""
    made: list[str] = []
    chunk: list[str] = []
    for line in _pieces(text):
        if chunk and _length([*chunk, line]) > CHUNK:
            made.append("\n".join(chunk))
            chunk = chunk[-OVERLAP:]
            # long lines are not repeated: a chunk must hold something new
            while chunk and _length([*chunk, line]) > CHUNK:
                del chunk[0]
        chunk.append(line)
    return [*made, "\n".join(chunk)]


def _pieces(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        yield from (line[start : start + CHUNK] for start in range(0, len(line) or 1, CHUNK))


def _length(lines: Sequence[str]) -> int:
    return sum(map(len, lines)) + len(lines) - 1


def _excerpts(source: Source) -> list[Excerpt]:
    parts = chunks(source.text)
    return [Excerpt(source, part, number, len(parts)) for number, part in enumerate(parts, 1)]


def _nearest(claim: frozenset[str], words: Sequence[frozenset[str]]) -> list[int]:
    """The places of the excerpts that share most words with a claim; of no shared word, both ends."""
    common = [len(claim & each) for each in words]
    if not any(common):
        places = list(range(len(words)))
        return sorted({*places[:_FIRST], *places[-_LAST:]})
    best = sorted(range(len(words)), key=lambda place: (-common[place], place))[:BEST]
    return [place for place in best if common[place]]


def _words(text: str) -> frozenset[str]:
    """Words and numbers; of Chinese, which writes no spaces, pairs of characters."""
    folded = text.casefold()
    pairs = {run[at : at + 2] for run in _CJK.findall(folded) for at in range(max(1, len(run) - 1))}
    return frozenset({*_WORD.findall(_CJK.sub(" ", folded)), *pairs})


def _seen(log: RunLog, answer: str) -> Iterator[Step]:
    actor, end = _writer(log, answer)
    own = [step for step in log.steps if step.actor == actor and step.index < end]
    start = max((step.index for step in own if step.kind == "compaction"), default=0)
    for step in own:
        if step.index > start and (step.is_call or step.kind == "orphan_result"):
            yield step


def _writer(log: RunLog, answer: str) -> tuple[str, int]:
    """Who wrote the answer, and the index of that message; the main agent, at the end of the log, where
    the answer is not in it."""
    final = {_plain(answer), _plain(log.answer or "")} - {""}
    for step in reversed(log.steps):
        if step.kind == "assistant" and _plain(step.text) in final:
            return step.actor, step.index
    return MAIN, len(log.steps) + 1


def _plain(text: str) -> str:
    return " ".join(text.split())


def _source(step: Step) -> Source:
    call = " ".join(f"{step.tool or ''} {step.arguments}".split()) if step.is_call else ""
    return Source(
        f"step-{step.index}",
        visible(_result(step)),
        visible(shortened(call, _CALL)) if call else "",
        step.status == "error",
    )


def _result(step: Step) -> str:
    return (step.result or "") if step.is_call else step.text
