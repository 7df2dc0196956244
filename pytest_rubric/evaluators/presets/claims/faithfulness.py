"""``result-faithfulness``: whether what the output claims is backed by what the run saw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pytest_rubric.evaluators.presets.claims.evidence_pool import CONTEXT, Excerpt, Source, pool, shown
from pytest_rubric.evaluators.presets.claims.extraction import (
    MOST_CLAIMS,
    Claim,
    Claims,
    claims_question,
)
from pytest_rubric.evaluators.presets.claims.formulas import SUPPORT, share
from pytest_rubric.evaluators.presets.claims.prompts import texts
from pytest_rubric.evaluators.presets.claims.texts import Texts
from pytest_rubric.evaluators.presets.claims.wording import (
    Wording,
    passage_of,
    sentences,
    wording,
    worst,
)
from pytest_rubric.evaluators.presets.protocol import Card, CardPoint, Category, Need, Unscored
from pytest_rubric.evaluators.presets.questions import Question, Questions
from pytest_rubric.evaluators.presets.reading import Answer, Entry, anchor_of
from pytest_rubric.evaluators.presets.reading import shown as value_shown
from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.judging.prompting import SECTIONS, quoted, text_block
from pytest_rubric.model import Case, Quote
from pytest_rubric.scoring.figures import figure

if TYPE_CHECKING:
    from pydantic import BaseModel

BATCH = 8
"""How many claims one call judges."""

_VERSION = "2"
_STATUSES = tuple(SUPPORT)
# In a summary the gravest comes first.
_GRAVEST = ("contradicted", "not_covered")


@dataclass(frozen=True, slots=True)
class Citation:
    """Words that stand in a source, by its name."""

    source: str
    quote: Quote


@dataclass(frozen=True, slots=True)
class Backed:
    """A claim against the evidence. Citations are there unless nothing covers it."""

    claim: Claim
    status: str
    reason: str
    citations: tuple[Citation, ...]


class ResultFaithfulness:
    """One point a claim; what nothing backs counts as zero."""

    id = "result-faithfulness"
    category: Category = "res"
    needs: Sequence[Need] = ("evidence",)
    dimensions = ("claims backed by what the run saw",)

    async def assess(self, view: View, ask: Questions) -> Card | Unscored:
        words = wording(view.lang)
        evidence = pool(view)
        if not evidence:
            return Unscored(words.no_evidence)
        claims = await ask(claims_question(view))
        if not claims.listed:
            return Unscored(words.no_claims)
        batches = [claims.listed[start : start + BATCH] for start in range(0, len(claims.listed), BATCH)]
        judged = await ask.together([_question(view, evidence, batch) for batch in batches])
        return card([each for batch in judged for each in batch], claims, words)

    def on_empty(self, view: View) -> Card | Unscored | None:
        return Unscored(wording(view.lang).empty_output)

    def first(self, view: View) -> Sequence[Question[object]]:
        return (claims_question(view),) if pool(view) else ()

    def most_calls(self, case: Case) -> int:
        return 1 + -(-MOST_CLAIMS // BATCH)


def _question(view: View, evidence: Sequence[Source], claims: Sequence[Claim]) -> Question[list[Backed]]:
    said = texts(view.prompt_lang)
    by_number = {claim.id: claim for claim in claims}
    excerpts = shown(evidence, [claim.text for claim in claims])
    offered = {excerpt.source.name: excerpt.source for excerpt in excerpts}

    def read(parsed: Mapping[str, Any]) -> list[Backed]:
        answer = Answer(parsed, view)
        made = {}
        for number, entry in answer.numbered_once("claims", list(by_number)).items():
            about = said.claim.format(number)
            status = answer.choice(entry, "status", _STATUSES, about)
            reason = answer.text(entry, "reason", about)
            # What is quoted beside a "no" counts for nothing, and is not shown.
            citations = (
                () if status == "not_covered" else _citations(answer, entry, offered, about, status, said)
            )
            made[number] = Backed(by_number[number], status, reason, citations)
        return answer.finish([made[number] for number in by_number if number in made])

    return Question(
        "result-faithfulness",
        _VERSION,
        said.faithfulness.system,
        (*_evidence_blocks(view, excerpts), _claims_block(view, claims), said.faithfulness.reply),
        _model,
        "claims",
        read,
    )


def _citations(
    answer: Answer, entry: Entry, offered: Mapping[str, Source], about: str, status: str, said: Texts
) -> tuple[Citation, ...]:
    """The citations of a claim, one at least; each names a source that was shown, and stands in it."""
    value = entry.get("citations")
    listed = value if isinstance(value, list) else []
    if not isinstance(value, list):
        answer.wrong(answer.words.no_list.format("citations"))
    elif not value:
        answer.wrong(said.no_citation.format(about, status))
    made = []
    for each in listed:
        if not isinstance(each, Mapping):
            answer.wrong(answer.words.no_object.format("citations"))
            continue
        source = offered.get(_name(each.get("step")))
        if source is None:
            named = value_shown(each.get("step"))
            answer.wrong(said.not_offered.format(about, named, ", ".join(offered)))
            continue
        quote = answer.quote_in(source.text, each, about)
        if quote is not None:
            made.append(Citation(source.name, quote))
    return tuple(made)


def _name(value: object) -> str:
    if isinstance(value, str) and value.strip(" []`").casefold() == CONTEXT:
        return CONTEXT
    return anchor_of(value) or ""


def _evidence_blocks(view: View, excerpts: Sequence[Excerpt]) -> list[str]:
    said = texts(view.prompt_lang)
    sections = SECTIONS[view.prompt_lang]
    blocks = []
    called: set[str] = set()
    for excerpt in excerpts:
        source = excerpt.source
        if source.call and source.name not in called:
            called.add(source.name)
            blocks.append(text_block(said.call_block.format(source.name), source.call, sections))
        name = said.failed_block.format(source.name) if source.failed else source.name
        title = (
            said.evidence_block.format(name)
            if excerpt.count == 1
            else said.excerpt_block.format(name, excerpt.number, excerpt.count)
        )
        blocks.append(text_block(title, excerpt.text, sections))
    return blocks


def _claims_block(view: View, claims: Sequence[Claim]) -> str:
    said = texts(view.prompt_lang)
    lines = [
        f"{claim.id}: {quoted(claim.text)}"
        + (f" {said.about_the_whole}" if claim.needs_full_coverage else "")
        for claim in claims
    ]
    return text_block(said.claims_block, "\n".join(lines), SECTIONS[view.prompt_lang])


def card(judged: Sequence[Backed], claims: Claims, words: Wording) -> Card:
    """The score of what was judged, one claim at least."""
    score = share([SUPPORT[each.status] for each in judged])
    counts = [sum(each.status == status for each in judged) for status in _STATUSES]
    return Card(
        score,
        tuple(_point(each, words) for each in judged),
        _summary(judged, words),
        (
            words.faithfulness.format(*counts, counts[0], len(judged)),
            words.score.format(counts[0], len(judged), figure(score)),
        ),
        notes=(words.more_claims.format(claims.dropped, MOST_CLAIMS),) if claims.dropped else (),
    )


def _summary(judged: Sequence[Backed], words: Wording) -> str:
    for status in _GRAVEST:
        for each in judged:
            if each.status == status:
                return worst(words, status, each.claim.text, each.reason)
    return words.all_supported


def _point(each: Backed, words: Wording) -> CardPoint:
    sources = dict.fromkeys(citation.source for citation in each.citations)
    return CardPoint(
        each.claim.text,
        Fraction(100) * SUPPORT[each.status],
        "covered" if each.status == "supported" else "missing",
        sentences(
            words,
            words.status[each.status],
            each.reason,
            words.output.format(passage_of(each.claim.quote)),
            *(words.cited.format(cited.source, passage_of(cited.quote)) for cited in each.citations),
        ),
        anchors=tuple(source for source in sources if source != CONTEXT),
    )


def _model() -> type[BaseModel]:
    from pytest_rubric.evaluators.presets.claims.reply_models import FaithfulnessModel

    return FaithfulnessModel
