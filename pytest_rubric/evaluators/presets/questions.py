"""Asking the judge one question of a preset, and reading its answer strictly.

An answer stands as a whole or not at all. Whatever is wrong with it is told in one re-ask; if the
second answer is wrong too, the row is broken, with the complaints.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pytest_rubric.errors import JudgeError
from pytest_rubric.evaluators.asking import Exchange, ask_all
from pytest_rubric.evaluators.presets.wording import wording
from pytest_rubric.judging.protocol import ChatMessage, CheckedReply, Judge, JudgeRequest
from pytest_rubric.judging.schemas import reply_schema
from pytest_rubric.model import Usage
from pytest_rubric.model.lines import shortened

if TYPE_CHECKING:
    from pydantic import BaseModel

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")

_ANSWER = "answer"
_MOST_COMPLAINTS = 12


class WrongAnswer(Exception):
    """What is wrong with an answer: complaints to the judge, in the language of the prompt."""

    def __init__(self, complaints: Sequence[str]) -> None:
        super().__init__("; ".join(complaints))
        self.complaints = tuple(complaints)


class Unjudged(Exception):
    """An answer could not be had: the row is broken. ``cause`` is the judge's error, or what was wrong."""

    def __init__(self, cause: JudgeError | str) -> None:
        super().__init__(str(cause))
        self.cause = cause


@dataclass(frozen=True, slots=True)
class Question(Generic[T_co]):
    """One question of a preset.

    ``name`` stands in the stored exchange in place of the preset's id, so that presets can share a
    question. ``system`` is constant; ``blocks`` are the texts of the case, then the question's own
    data, then the reply's form. ``model`` gives the reply's model, the schema's one source; ``key`` is
    the property without which an object is no answer, unless it has one of ``or_keys``. ``read`` makes
    the answer of an object, or raises :class:`WrongAnswer`; it must raise nothing else on any JSON value.
    ``shared`` is set where several presets ask the same of a case: it is then asked once a run.
    """

    name: str
    version: str
    system: str
    blocks: tuple[str, ...]
    model: Callable[[], type[BaseModel]]
    key: str
    read: Callable[[Mapping[str, Any]], T_co]
    or_keys: tuple[str, ...] = ()
    shared: bool = False


class Questions:
    """Asks the questions of one evaluation, and counts what they take."""

    def __init__(self, judge: Judge, *, label: str, prompt_lang: str, timeout: float) -> None:
        self._judge = judge
        self._label = label
        self._lang = prompt_lang
        self._timeout = timeout
        self.usage = Usage()

    async def __call__(self, question: Question[T]) -> T:
        """The answer to one question. Raises :class:`Unjudged`."""
        (answer,) = await self.together([question])
        return answer

    async def together(self, questions: Sequence[Question[T]]) -> list[T]:
        """The answers to several questions that are asked at once. Raises :class:`Unjudged`."""
        requests = [request(each, self._label, self._lang, self._timeout) for each in questions]
        exchanges = await ask_all(self._judge, requests)
        for exchange in exchanges:
            self.usage += exchange.usage
        return [_answer(exchange) for exchange in exchanges]


def request(question: Question[object], label: str, prompt_lang: str, timeout: float) -> JudgeRequest:
    """A question as a request. The replies of presets hold no feedback, and are in the case's language."""
    return JudgeRequest(
        evaluator=question.name,
        prompt_version=question.version,
        messages=(ChatMessage("system", question.system), ChatMessage("user", "\n\n".join(question.blocks))),
        schema=_schema(question.model),
        ids=(_ANSWER,),
        contract=_Contract(question, prompt_lang),
        timeout=timeout,
        label=label,
        shared=question.shared,
    )


class _Contract:
    """All of an answer stands, or none of it."""

    def __init__(self, question: Question[object], lang: str) -> None:
        self._question = question
        self._words = wording(lang)

    def check(self, parsed: object) -> CheckedReply:
        keys = (self._question.key, *self._question.or_keys)
        if not isinstance(parsed, Mapping) or not any(key in parsed for key in keys):
            return CheckedReply(known=False)
        try:
            return CheckedReply(known=True, decisions={_ANSWER: self._question.read(parsed)})
        except WrongAnswer as wrong:
            told = list(dict.fromkeys(wrong.complaints))
            if len(told) > _MOST_COMPLAINTS:
                told = [*told[:_MOST_COMPLAINTS], self._words.and_more.format(len(told) - _MOST_COMPLAINTS)]
            return CheckedReply(known=True, questions={_ANSWER: "\n".join(told)})

    def follow_up(self, questions: Mapping[Any, str], unreadable: str | None) -> str:
        if unreadable is not None:
            return self._words.unreadable.format(unreadable) + "\n\n" + self._question.blocks[-1]
        wrong = "\n".join(f"- {line}" for line in questions.get(_ANSWER, "").splitlines())
        return self._words.wrong.format(wrong) + "\n\n" + self._question.blocks[-1]


def _answer(exchange: Exchange) -> Any:
    if exchange.error is not None:
        raise Unjudged(exchange.error)
    assert exchange.reply is not None
    if _ANSWER in exchange.reply.decisions:
        return exchange.reply.decisions[_ANSWER]
    wrong = exchange.reply.questions.get(_ANSWER, "")
    raise Unjudged("; ".join(shortened(line, 200) for line in wrong.splitlines()[:3]))


@cache
def _schema(model: Callable[[], type[BaseModel]]) -> dict[str, object]:
    """Made when the first request needs it: pydantic takes a tenth of a second to import."""
    return reply_schema(model())
