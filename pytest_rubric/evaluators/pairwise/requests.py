"""Which requests a comparison makes: both orders in every sample."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pytest_rubric.evaluators.pairwise import reply
from pytest_rubric.evaluators.pairwise.contract import PairwiseContract
from pytest_rubric.evaluators.pairwise.criteria import graded
from pytest_rubric.evaluators.pairwise.parts import POSITIONS, Position, all_ids
from pytest_rubric.evaluators.pairwise.prompt import PROMPT_VERSION, messages, texts_for
from pytest_rubric.evaluators.pairwise.shown import ShownOutputs
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.evaluators.requesting import RequestForm
from pytest_rubric.evaluators.subjects import prompt_language
from pytest_rubric.judging.prompting import Material
from pytest_rubric.judging.protocol import ChatMessage, JudgeRequest
from pytest_rubric.model import CompareSpec, Output, Quote
from pytest_rubric.model.comparison import SIDES, Side

EVALUATOR = "pairwise"


def side_at(position: Position, first: Side) -> Side:
    """Which output stands in a position where ``first`` is shown first."""
    other: Side = "B" if first == "A" else "A"
    return first if position == "first" else other


class Requests:
    """Makes the requests about one pair. All of them quote from the same indexed texts."""

    def __init__(self, subject: Subject, spec: CompareSpec, versus: Output, lang: str) -> None:
        self._settings = subject.settings
        self._form = RequestForm(EVALUATOR, PROMPT_VERSION, subject.settings, subject.case.id, lang)
        self._prompt_lang = prompt_language(subject.case)
        self._report_lang = lang
        self._expectations = spec.expectations
        self.criteria = graded(spec, self._prompt_lang)
        texts = texts_for(self._prompt_lang)
        self.shown = ShownOutputs(
            {"A": subject.output, "B": versus}, texts.file.format, texts.file_without_text.format
        )
        case = subject.case
        self._material = Material(case.input, case.context, case.expected_output, None, "")

    def first(self) -> list[JudgeRequest]:
        """The first round. Remarks are asked for once in each order: what one order is asked, the
        other one is too."""
        return [
            self._request(side, sample, feedback=sample == 0)
            for sample in range(self._settings.samples)
            for side in SIDES
        ]

    def extra(self, orders: Sequence[Side]) -> list[JudgeRequest]:
        """The extra samples of some orders, numbered on from the first round's."""
        first = self._settings.samples
        return [
            self._request(side, sample, feedback=False)
            for sample in range(first, first + self._settings.extra_samples)
            for side in orders
        ]

    def _request(self, first: Side, sample: int, *, feedback: bool) -> JudgeRequest:
        """``feedback`` says whether this request asks for it, where the settings want it."""

        def lookup(position: Position, text: str) -> Quote:
            return self.shown.quote(side_at(position, first), text)

        contract = PairwiseContract(
            len(self.criteria),
            len(self._expectations),
            first,
            lookup,
            lenient=self._settings.evidence == "warn",
            prompt_lang=self._prompt_lang,
            report_lang=self._report_lang,
        )
        return self._form.request(
            partial(self._messages, first),
            reply.schema,
            all_ids(len(self.criteria), len(self._expectations)),
            contract,
            sample=sample,
            feedback=feedback,
        )

    def _messages(self, first: Side, feedback: bool, report_lang: str) -> tuple[ChatMessage, ...]:
        return messages(
            self._material,
            {position: self.shown.texts[side_at(position, first)] for position in POSITIONS},
            self.criteria,
            self._expectations,
            feedback=feedback,
            prompt_lang=self._prompt_lang,
            report_lang=report_lang,
        )
