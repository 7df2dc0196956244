"""What a judge is: one coroutine from a request to a reply.

Layers wrap each other, see :mod:`pytest_rubric.judging.stack`. Those below the re-ask return replies that
hold only the raw text; the re-ask reads them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, runtime_checkable

from pytest_rubric.model import Usage

if TYPE_CHECKING:
    from pytest_rubric.judging.exchanges.key import Identity

Feedback = Literal["full", "none"]

Id: TypeAlias = Any
"""What tells the parts of an answer apart: whole numbers, texts, or whatever else can be hashed. The
evaluator chooses; the judge's layers only pass ids on and compare them."""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message to the judge. ``role`` is ``system``, ``user`` or ``assistant``."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class CheckedReply:
    """What an evaluator makes of one parsed object.

    ``known`` says whether the object has the shape of an answer at all (the reader takes the
    last such object of a reply). ``decisions`` stand, by id. ``questions`` are the ids in
    question, each with the complaint that the re-ask tells the model; they need not be among the
    request's, so that what is wrong with the reply as a whole can be asked again under an id of
    its own. ``extras`` is whatever else the evaluator wants kept, of the first reply that could be
    read; it is never asked again, so nothing that counts belongs in it. ``fallbacks`` are decisions
    for ids in question that stand in if the re-ask does not mend them (``--rubric-evidence warn``).
    ``repaired`` says that the evaluator has put something right that can be read in one way only.
    """

    known: bool
    decisions: Mapping[Id, object] = field(default_factory=dict)
    questions: Mapping[Id, str] = field(default_factory=dict)
    extras: object = None
    fallbacks: Mapping[Id, object] = field(default_factory=dict)
    repaired: bool = False


class Contract(Protocol):
    """The evaluator's side of a request; no part of the stored exchange's key."""

    def check(self, parsed: object) -> CheckedReply:
        """Judge a parsed object: any JSON value, and it must not raise on one.

        Called for every object that may be the answer, drafts included, and again when the
        exchange is replayed: the same object must always give the same result. Strings are as
        the judge wrote them, control characters and lone surrogates included.
        """
        ...

    def follow_up(self, questions: Mapping[Id, str], unreadable: str | None) -> str:
        """The text of the re-ask, in the language of the prompt.

        ``unreadable`` says why the whole reply could not be read; then ``questions`` holds
        every id of the request, and is empty where it has none. Else it says what was wrong, and
        carries only the ids in question. The conversation so far goes before it.
        """
        ...


@dataclass(frozen=True, slots=True)
class JudgeRequest:
    """One question to the judge.

    ``messages`` and ``schema`` are what is sent; ``canonical_messages`` and
    ``canonical_schema`` (full feedback, English report text) are what the key is made of, so
    that every feedback mode and report language finds the same stored exchange; ``None``
    means the same as sent. ``ids`` are those that a reply must decide: the contract makes each of
    them a decision or a question; there are none where it alone says what is open. ``sample``
    counts from 0 and tells repeated questions apart. ``fresh`` asks anew once a run, in replies
    mode ``auto``, and replaces the recording. ``timeout`` is in seconds per attempt.
    ``reply_limit`` is the number of tokens that the reply may have, set by the retries after a
    reply was cut; ``None`` leaves it to the endpoint. ``shared``: several evaluators of a case may
    ask the same, so it is asked once a run, whether replies are stored or not.
    """

    evaluator: str
    prompt_version: str
    messages: tuple[ChatMessage, ...]
    schema: Mapping[str, object]
    ids: tuple[Id, ...]
    contract: Contract
    schema_name: str = "reply"
    canonical_messages: tuple[ChatMessage, ...] | None = None
    canonical_schema: Mapping[str, object] | None = None
    feedback: Feedback = "full"
    sample: int = 0
    fresh: bool = False
    timeout: float = 120.0
    label: str = ""
    reply_limit: int | None = None
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """One raw reply, as it is stored: text, finish reason, and the model that wrote it."""

    text: str
    finish_reason: str | None = None
    model: str | None = None
    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class JudgeReply:
    """What a judge answers.

    ``turns`` are the raw replies in order (more than one after a re-ask). ``decisions`` and
    ``questions`` are filled by the re-ask: what stands by id, and what stayed in question with
    its complaint. ``feedback`` says what the reply holds (a stored reply may hold none).
    ``usage`` counts this request alone, failed attempts included. ``complete`` is false where
    something is in question and no re-ask was answered: such an exchange is not stored.
    ``identity`` is the judge that answered, or whose recording it is, ``None`` where it has none.
    """

    turns: tuple[Turn, ...]
    usage: Usage = field(default_factory=Usage)
    parsed: object = None
    decisions: Mapping[Id, object] = field(default_factory=dict)
    questions: Mapping[Id, str] = field(default_factory=dict)
    extras: object = None
    feedback: Feedback = "full"
    repaired: bool = False
    complaints: tuple[str, ...] = ()
    complete: bool = True
    identity: Identity | None = None

    @property
    def text(self) -> str:
        """The raw text of the last turn."""
        return self.turns[-1].text if self.turns else ""


@runtime_checkable
class Judge(Protocol):
    """Anything that answers judge requests.

    Raises a :class:`~pytest_rubric.errors.JudgeError`; nothing else is expected. Failed
    calls count too: the error's ``calls``, ``input_tokens`` and ``output_tokens`` say what they took.
    """

    async def ask(self, request: JudgeRequest) -> JudgeReply:
        """Answer one request."""
        ...


def continued(request: JudgeRequest, turns: Sequence[Turn], text: str) -> tuple[ChatMessage, ...]:
    """The messages of a follow-up: the conversation so far, and ``text`` as the next question."""
    messages = list(request.messages)
    if turns:
        messages.append(ChatMessage("assistant", turns[-1].text))
    messages.append(ChatMessage("user", text))
    return tuple(messages)
