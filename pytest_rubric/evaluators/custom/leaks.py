"""Whether a prompt holds a passage of a case: one that knows a test sentence judges that sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from pytest_rubric.judging.prompting import input_text
from pytest_rubric.model import Case, CustomEvaluator

CJK_RUN = 12
WORD_RUN = 8

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+")
_PLACEHOLDER = re.compile(r"\{\{[^{}\n]*\}\}")


def shared_passage(definition: CustomEvaluator, texts: Iterable[str | None]) -> str | None:
    """The first passage that the evaluator's own texts share with others: 12 Chinese or Japanese
    characters, or 8 words, in a row. Punctuation, space and case don't matter."""
    known = _passages(definition)
    if not known:
        return None
    for text in texts:
        for shingle, start, end in _shingles(text or ""):
            if shingle in known:
                return " ".join((text or "")[start:end].split())
    return None


def texts_of(case: Case) -> dict[str, str | None]:
    """What stands in a case and must not stand in a prompt, by the key that it stands under."""
    return {
        "Input": None if case.input is None else input_text(case.input),
        "ExpectedOutput": case.expected_output,
        "ActualOutput": case.actual_output,
        "turns": "\n\n".join(f"{turn.user}\n\n{turn.reply or ''}" for turn in case.turns) or None,
    }


def leak(definition: CustomEvaluator, cases: Iterable[Case]) -> str | None:
    """The error of a prompt that holds a passage of one of these cases, ``None`` where it is clean."""
    known = _passages(definition)
    if not known:
        return None
    for case in cases:
        for key, text in texts_of(case).items():
            found = shared_passage(definition, [text])
            if found is not None:
                return told(definition, case, key, found)
    return None


def told(definition: CustomEvaluator, case: Case, key: str, passage: str) -> str:
    """The message: which evaluator, which case, which passage, what to do."""
    where = f"{definition.source}: " if definition.source else ""
    return (
        f'{where}the prompt of {definition.id} shares a passage with `{key}` of case {case.id}: "{passage}"; '
        "a prompt that knows a test sentence judges that sentence, so put another example in its place"
    )


@lru_cache(maxsize=256)
def _passages(definition: CustomEvaluator) -> frozenset[tuple[str, ...]]:
    pieces = [piece for text in definition.texts for piece in _PLACEHOLDER.split(text)]
    return frozenset(shingle for piece in pieces for shingle, _, _ in _shingles(piece))


def _shingles(text: str) -> Iterator[tuple[tuple[str, ...], int, int]]:
    """Every passage of the shortest length that counts, with where it begins and ends."""
    for run, length in _runs(text):
        words = [word for word, _, _ in run]
        for at in range(len(run) - length + 1):
            yield tuple(words[at : at + length]), run[at][1], run[at + length - 1][2]


def _runs(text: str) -> Iterator[tuple[list[tuple[str, int, int]], int]]:
    """Unbroken runs of one kind of token: characters, or words."""
    run: list[tuple[str, int, int]] = []
    was_cjk = False
    for match in _TOKEN.finditer(text):
        is_cjk = len(match[0]) == 1 and re.match(f"[{_CJK}]", match[0]) is not None
        if run and is_cjk != was_cjk:
            yield run, CJK_RUN if was_cjk else WORD_RUN
            run = []
        was_cjk = is_cjk
        run.append((match[0].casefold(), match.start(), match.end()))
    if run:
        yield run, CJK_RUN if was_cjk else WORD_RUN
