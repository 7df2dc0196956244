"""What came out: plain, frozen results that every face (terminal, Markdown, JSON) reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from pytest_rubric.model.case import Criterion
from pytest_rubric.model.comparison import Comparison
from pytest_rubric.model.repeat import Runs

Status = Literal["met", "not_met", "violated", "clean", "undecided"]
State = Literal["judged", "unscored", "blocked", "broken"]
Verdict = Literal["pass", "warn", "fail"]


@dataclass(frozen=True, slots=True)
class Quote:
    """A passage that the judge quotes, looked up by code.

    ``source`` is ``output``, ``run_log``, ``reference``, ``input`` or ``context``. ``text`` is
    what the judge wrote. Where it was found, ``start`` and ``end`` are code point offsets in
    the named text and ``passage`` is the original text between them.
    """

    source: str
    text: str
    found: bool
    start: int | None = None
    end: int | None = None
    passage: str | None = None


@dataclass(frozen=True, slots=True)
class CriterionResult:
    """The decision about one criterion.

    ``basis`` is ``quote`` or ``whole``. ``note`` says why it is undecided, or that a decision
    was kept without evidence; ``details`` is the traceback of a check of the user's that failed.
    ``votes`` counts (yes, no, unusable) over all samples.
    ``confidence`` is the share of usable votes for the decision, ``None`` with a single vote.
    """

    criterion: Criterion
    status: Status
    reason: str = ""
    basis: str = "quote"
    quotes: tuple[Quote, ...] = ()
    note: str | None = None
    votes: tuple[int, int, int] = (0, 0, 0)
    confidence: float | None = None
    details: str | None = None


@dataclass(frozen=True, slots=True)
class Point:
    """One scored point of an evaluator other than the rubric's.

    ``label`` names it; ``score`` is on the evaluator's own scale, ``None`` where it is undecided, or
    ``set_aside``: then it can't be decided or is not counted, for the reason in its evidence.
    ``maximum`` is the highest score there is, ``None`` where there is no such thing. ``status``
    is its own word for what it found. ``evidence`` and ``suggestion`` are for people;
    ``anchors`` are the places in the output that they are about.
    """

    label: str
    score: float | None = None
    status: str | None = None
    evidence: str | None = None
    suggestion: str | None = None
    anchors: tuple[str, ...] = ()
    maximum: float | None = None
    set_aside: bool = False


@dataclass(frozen=True, slots=True)
class FeedbackItem:
    """One strength, weakness or suggestion. It never changes a score.

    ``label`` is the root cause of a weakness (``prompt``, ``rubric``, ``testcase``), the aim of
    a suggestion, or ``beyond_reference`` for such a strength; else empty. ``quote`` is set only
    where it was found in the output.
    """

    text: str
    label: str = ""
    quote: str | None = None


@dataclass(frozen=True, slots=True)
class Feedback:
    """``state``: ``given``; ``not_asked`` (switched off, or one call a criterion); ``missing``
    (a stored reply without it, or no usable reply)."""

    state: Literal["given", "not_asked", "missing"] = "not_asked"
    strengths: tuple[FeedbackItem, ...] = ()
    weaknesses: tuple[FeedbackItem, ...] = ()
    suggestions: tuple[FeedbackItem, ...] = ()


@dataclass(frozen=True, slots=True)
class Usage:
    """What judging one item took. ``calls`` counts attempts on the wire, ``stored`` replies
    taken from the store, ``reasks`` follow-up questions, ``repaired`` replies that needed a
    repair; tokens are those of the calls."""

    calls: int = 0
    stored: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    reasks: int = 0
    repaired: int = 0
    model: str | None = None

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            calls=self.calls + other.calls,
            stored=self.stored + other.stored,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            reasks=self.reasks + other.reasks,
            repaired=self.repaired + other.repaired,
            model=self.model or other.model,
        )


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What one evaluator says of one case.

    ``state``: ``judged``; ``unscored`` (skipped, with a reason in ``summary``); ``blocked``
    (never sent to the judge) and ``broken`` (no usable judgement, or the outcome stayed open),
    both with the cause in ``error`` and, where the evaluator knows more than that to mend the cause,
    what to do about it in ``remedy``. ``passed`` is the gate, ``None`` unless judged.
    ``score`` is 0 to 100, whole or with the decimals of the evaluator's formula, ``raw_score``
    unclamped and exact; ``interval`` is kept whenever
    something was decided. With undecided criteria the numbers are those of the low end if
    ``passed`` is set, else ``None``. ``tags`` has the sub-score of each tag, 0 to 100.
    ``criteria`` are the rubric's, in its order, checks included; any other evaluator fills
    ``points``, and ``figures`` with numbers of its own, by name. ``calculation`` is the arithmetic as
    text lines, ``error_details`` what came back from the judge, capped, or the traceback of the
    user's code and the like.
    ``compiled_rubric`` is the rubric that a text was made, as YAML.
    ``unavailable`` says that the error is a judge that is not set up or was closed (not a spent
    budget): what ``--rubric-on-unavailable`` is about; ``unrecorded``, that it is a stored reply
    that is missing; ``no_judge``, why the judge was closed for the whole session (a spent budget
    included), in a few words.
    ``warnings`` are what a passing item must still say, ``notes`` remarks for its report;
    ``lang`` is ``zh`` or ``en``, the language of every text in here.
    ``comparison`` is set by a blind comparison only. ``repeat`` is set where the target ran several
    times; see :func:`pytest_rubric.scoring.repeats.combine` for what the other fields then hold.
    """

    evaluator: str
    state: State
    threshold: Fraction
    passed: bool | None = None
    score: int | Fraction | None = None
    raw_score: Fraction | None = None
    interval: tuple[int | Fraction, int | Fraction] | None = None
    verdict: Verdict | None = None
    summary: str = ""
    achieved_points: Fraction | None = None
    total_positive: Fraction | None = None
    criteria: tuple[CriterionResult, ...] = ()
    points: tuple[Point, ...] = ()
    figures: Mapping[str, Fraction] = field(default_factory=dict)
    compiled_rubric: str | None = None
    tags: Mapping[str, int | None] = field(default_factory=dict)
    feedback: Feedback = field(default_factory=Feedback)
    calculation: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)
    error: str | None = None
    error_details: str | None = None
    remedy: str = ""
    unavailable: bool = False
    unrecorded: bool = False
    no_judge: str | None = None
    lang: str = "en"
    comparison: Comparison | None = None
    repeat: Runs | None = None

    @property
    def of_one_run(self) -> Evaluation:
        """What one run came to: this, or of several runs that of the one that is shown."""
        return self if self.repeat is None else self.repeat.shown_run.evaluation
