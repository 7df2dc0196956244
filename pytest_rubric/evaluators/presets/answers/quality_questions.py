"""The five questions of ``result-answer``, and how their answers are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pytest_rubric.evaluators.presets.answers import quality_texts as texts
from pytest_rubric.evaluators.presets.answers.formulas import COVERAGE, HIGHEST_RATING
from pytest_rubric.evaluators.presets.answers.formulas import RELEVANCE as RELEVANCE_LEVELS
from pytest_rubric.evaluators.presets.answers.prompts import Asked, answer_block, numbered, query_block
from pytest_rubric.evaluators.presets.answers.words import complaints
from pytest_rubric.evaluators.presets.questions import Question
from pytest_rubric.evaluators.presets.reading import Answer, passage
from pytest_rubric.evaluators.presets.view import View

if TYPE_CHECKING:
    from pydantic import BaseModel

MOST_STATEMENTS = 24
ISSUES = ("contradiction", "repetition", "jump")
_IMPORTANCE = (1, 3)


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing that the answer says, and where."""

    text: str
    quote: str


@dataclass(frozen=True, slots=True)
class Statements:
    """The statements of an answer; ``cut`` more were listed than are judged."""

    listed: tuple[Statement, ...]
    cut: int = 0


@dataclass(frozen=True, slots=True)
class Need:
    """One thing that the question wants, 3 for its core to 1 for a wish on the side."""

    text: str
    quote: str
    importance: int


@dataclass(frozen=True, slots=True)
class Needs:
    """All that the question wants; ``reason`` says it in one sentence."""

    reason: str
    listed: tuple[Need, ...]


@dataclass(frozen=True, slots=True)
class Issue:
    """One place where the thoughts don't follow each other."""

    kind: str
    reason: str
    quote: str


@dataclass(frozen=True, slots=True)
class Coherence:
    """How the thoughts follow each other, 0 to 4."""

    rating: int
    reason: str
    suggestion: str
    issues: tuple[Issue, ...]


@dataclass(frozen=True, slots=True)
class Relevance:
    """A level and a reason for each statement, in order; ``noncommittal`` is about the whole answer."""

    levels: tuple[str, ...]
    reasons: tuple[str, ...]
    noncommittal: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Met:
    """How far one need is met: ``covered``, ``partial`` or ``missing``."""

    level: str
    reason: str
    quote: str
    suggestion: str


def statements(view: View) -> Question[Statements]:
    """What does the answer say?"""

    def read(parsed: Mapping[str, Any]) -> Statements:
        answer = Answer(parsed, view)
        listed: list[Statement] = []
        for number, entry in enumerate(answer.entries("statements"), 1):
            about = f"statements #{number}"
            text, quote = answer.text(entry, "text", about), answer.quote(entry, about)
            if any(text.casefold() == other.text.casefold() for other in listed if text):
                answer.wrong(answer.words.repeated.format(text, "statements"))
            listed.append(Statement(text, passage(quote)))
        if not listed and not answer.complaints:
            answer.wrong(complaints(view.prompt_lang).no_statements)
        cut = max(0, len(listed) - MOST_STATEMENTS)
        return answer.finish(Statements(tuple(listed[:MOST_STATEMENTS]), cut))

    return _STATEMENTS.about(view, [answer_block(view)], read)


def needs(view: View) -> Question[Needs]:
    """What does the question want? The answer is not shown."""

    def read(parsed: Mapping[str, Any]) -> Needs:
        answer = Answer(parsed, view)
        reason = answer.text(parsed, "reason", "needs")
        listed: list[Need] = []
        for number, entry in enumerate(answer.entries("needs"), 1):
            about = f"needs #{number}"
            text = answer.text(entry, "need", about)
            quote = answer.quote_in(view.query or "", entry, about)
            if any(text.casefold() == other.text.casefold() for other in listed if text):
                answer.wrong(answer.words.repeated.format(text, "needs"))
            listed.append(Need(text, passage(quote), answer.whole(entry, "importance", *_IMPORTANCE, about)))
        return answer.finish(Needs(reason, tuple(listed)))

    return _NEEDS.about(view, [query_block(view)], read)


def coherence(view: View) -> Question[Coherence]:
    """Do the thoughts of the answer follow each other?"""

    def read(parsed: Mapping[str, Any]) -> Coherence:
        answer = Answer(parsed, view)
        issues = []
        for number, entry in enumerate(answer.entries("issues"), 1):
            about = f"issues #{number}"
            kind = answer.choice(entry, "kind", ISSUES, about)
            quote = passage(answer.quote(entry, about))
            issues.append(Issue(kind, answer.text(entry, "reason", about), quote))
        rating = answer.whole(parsed, "rating", 0, HIGHEST_RATING, "coherence")
        flawed = rating < HIGHEST_RATING
        if issues and not flawed:
            answer.wrong(complaints(view.prompt_lang).flawless_with_issues)
        reason = answer.text(parsed, "reason", "coherence")
        suggestion = answer.text(parsed, "suggestion", "coherence", needed=flawed)
        return answer.finish(Coherence(rating, reason, suggestion, tuple(issues)))

    return _COHERENCE.about(view, [answer_block(view)], read)


def relevance(view: View, listed: Sequence[Statement]) -> Question[Relevance]:
    """Which statements belong to what was asked?"""

    def read(parsed: Mapping[str, Any]) -> Relevance:
        answer = Answer(parsed, view)
        found = answer.numbered_once("statements", range(1, len(listed) + 1))
        levels, reasons = [], []
        for number in sorted(found):
            about = f"statements #{number}"
            levels.append(answer.choice(found[number], "verdict", tuple(RELEVANCE_LEVELS), about))
            reasons.append(answer.text(found[number], "reason", about))
        noncommittal = answer.flag(parsed, "noncommittal", "noncommittal")
        reason = answer.text(parsed, "reason", "noncommittal", needed=noncommittal)
        return answer.finish(Relevance(tuple(levels), tuple(reasons), noncommittal, reason))

    data = numbered({number: each.text for number, each in enumerate(listed, 1)})
    return _RELEVANCE.about(view, [query_block(view), answer_block(view)], read, data)


def completeness(view: View, listed: Sequence[Need]) -> Question[tuple[Met, ...]]:
    """Which needs does the answer meet?"""

    def read(parsed: Mapping[str, Any]) -> tuple[Met, ...]:
        answer = Answer(parsed, view)
        found = answer.numbered_once("needs", range(1, len(listed) + 1))
        met = []
        for number in sorted(found):
            entry, about = found[number], f"needs #{number}"
            level = answer.choice(entry, "verdict", tuple(COVERAGE), about)
            # what is said not to be there needs no quote, and none that is given counts
            quote = None if level == "missing" else answer.quote(entry, about)
            reason = answer.text(entry, "reason", about)
            suggestion = answer.text(entry, "suggestion", about, needed=level != "covered")
            met.append(Met(level, reason, passage(quote), suggestion))
        return answer.finish(tuple(met))

    data = numbered({number: each.text for number, each in enumerate(listed, 1)})
    return _COMPLETENESS.about(view, [query_block(view), answer_block(view)], read, data)


def _statements_model() -> type[BaseModel]:
    from pytest_rubric.evaluators.reply_models import StrictModel

    class StatementModel(StrictModel):
        quote: str
        text: str

    class StatementsReply(StrictModel):
        statements: list[StatementModel]

    return StatementsReply


def _needs_model() -> type[BaseModel]:
    from typing import Literal

    from pytest_rubric.evaluators.reply_models import StrictModel

    class NeedModel(StrictModel):
        quote: str
        need: str
        importance: Literal[1, 2, 3]

    class NeedsReply(StrictModel):
        reason: str
        needs: list[NeedModel]

    return NeedsReply


def _coherence_model() -> type[BaseModel]:
    from typing import Literal

    from pytest_rubric.evaluators.reply_models import StrictModel

    class IssueModel(StrictModel):
        quote: str
        reason: str
        kind: Literal["contradiction", "repetition", "jump"]

    class CoherenceReply(StrictModel):
        issues: list[IssueModel]
        reason: str
        suggestion: str
        rating: Literal[0, 1, 2, 3, 4]

    return CoherenceReply


def _relevance_model() -> type[BaseModel]:
    from typing import Literal

    from pytest_rubric.evaluators.reply_models import StrictModel

    class StatementVerdict(StrictModel):
        id: int
        reason: str
        verdict: Literal["relevant", "supporting", "irrelevant"]

    class RelevanceReply(StrictModel):
        statements: list[StatementVerdict]
        reason: str
        noncommittal: bool

    return RelevanceReply


def _completeness_model() -> type[BaseModel]:
    from typing import Literal

    from pytest_rubric.evaluators.reply_models import StrictModel

    class NeedVerdict(StrictModel):
        id: int
        reason: str
        quote: str
        suggestion: str
        verdict: Literal["covered", "partial", "missing"]

    class CompletenessReply(StrictModel):
        needs: list[NeedVerdict]

    return CompletenessReply


# Names and versions are part of the key of stored replies.
_STATEMENTS = Asked("result-answer-statements", "1", texts.STATEMENTS, _statements_model, "statements")
_NEEDS = Asked("result-answer-needs", "2", texts.NEEDS, _needs_model, "needs")
_COHERENCE = Asked("result-answer-coherence", "1", texts.COHERENCE, _coherence_model, "rating")
_RELEVANCE = Asked("result-answer-relevance", "1", texts.RELEVANCE, _relevance_model, "statements")
_COMPLETENESS = Asked("result-answer-completeness", "1", texts.COMPLETENESS, _completeness_model, "needs")
