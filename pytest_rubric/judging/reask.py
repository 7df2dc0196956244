"""The re-ask: a reply that leaves something open is followed up once, by one question.

What the first reply decides stands; the second one is asked for, and changes, only what is in
question. :func:`replay` makes the same of stored replies, so that a replay repeats the run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pytest_rubric.errors import InvalidReply, JudgeError, JudgeUnavailable
from pytest_rubric.judging.completion import capped, is_cut
from pytest_rubric.judging.faults import charge, spent
from pytest_rubric.judging.protocol import CheckedReply, Id, Judge, JudgeReply, JudgeRequest, Turn, continued
from pytest_rubric.model import Usage
from pytest_rubric.model.text import visible

NOT_DECIDED = "the reply does not decide it"
# Beyond this an unreadable reply is shown to the model by its two ends.
_LONGEST_ECHO = 8000


class ReAskJudge:
    """Reads the replies of ``inner`` by the request's contract, and asks once more where needed.

    The reply's ``turns``, and the strings in ``parsed``, stay as the judge wrote them: evidence
    is looked up in them first. Whoever shows them passes them through
    :func:`pytest_rubric.model.text.visible`.
    """

    def __init__(self, inner: Judge) -> None:
        self._inner = inner

    async def ask(self, request: JudgeRequest) -> JudgeReply:
        """Ask, read, and follow up at most once.

        Raises :class:`~pytest_rubric.errors.InvalidReply` where neither reply could be read,
        and whatever ``inner`` raises for the first question. Where the second one fails, the
        first reply's decisions stand, and the cause is the complaint of what is in question;
        only a judge that is unavailable ends the request.
        """
        first = await self._inner.ask(request)
        outcome = _Outcome(request, first.turns)
        if not outcome.is_open:
            return outcome.reply(first.usage)
        try:
            second = await self._inner.ask(_follow_up(request, outcome))
        except JudgeUnavailable as error:
            charge(error, first.usage)
            raise
        except JudgeError as error:
            usage = first.usage + spent(error) + Usage(reasks=1)
            outcome.leave_open(f"the re-ask failed: {error.message}")
            return outcome.reply(usage)
        for turn in second.turns:
            outcome.take(turn)
        return outcome.reply(first.usage + second.usage + Usage(reasks=1))


def replay(request: JudgeRequest, turns: Sequence[Turn]) -> JudgeReply:
    """What :class:`ReAskJudge` makes of these turns, without asking anything.

    Raises :class:`~pytest_rubric.errors.InvalidReply` where none of them can be read. The
    usage counts the re-ask and the repairs of the recorded exchange, and no calls.
    """
    return _Outcome(request, turns).reply(Usage(reasks=max(0, len(turns) - 1)))


class _Outcome:
    """What stands and what is in question, turn by turn."""

    def __init__(self, request: JudgeRequest, turns: Sequence[Turn]) -> None:
        # here, so that it is imported while later replies are waited for, not before the first request
        from pytest_rubric.judging.reading import EMPTY, read

        self._request = request
        self._read = read
        self.turns: list[Turn] = []
        self.decisions: dict[Id, object] = {}
        self.questions: dict[Id, str] = dict.fromkeys(request.ids, EMPTY)
        self.unreadable: str | None = EMPTY
        self._nothing = EMPTY
        self.complaints: list[str] = []
        self._fallbacks: dict[Id, object] = {}
        self._parsed: object = None
        self._extras: object = None
        self._repaired = 0
        for turn in turns:
            self.take(turn)

    @property
    def is_read(self) -> bool:
        """Whether any turn so far could be read."""
        return self.unreadable is None

    @property
    def is_open(self) -> bool:
        return not self.is_read or bool(self.questions)

    def take(self, turn: Turn) -> None:
        """Read one more turn. The first that can be read is the answer, a later one mends it."""
        self.turns.append(turn)
        answer = CheckedReply(known=False)

        def is_known(parsed: object) -> bool:
            # Looking up evidence is dear: the check that finds the answer is the one that counts.
            nonlocal answer
            answer = self._request.contract.check(parsed)
            return answer.known

        reading = self._read(turn.text, is_known, cut=is_cut(turn.finish_reason))
        if reading.complaint is not None:
            self.complaints.append(reading.complaint)
            if not self.is_read:
                self.unreadable = reading.complaint
                self.questions = dict.fromkeys(self._request.ids, reading.complaint)
            return
        self._repaired += reading.repaired or answer.repaired
        if not self.is_read:
            self.unreadable = None
            self._parsed = reading.parsed
            self.questions = {
                **{id_: NOT_DECIDED for id_ in self._request.ids if id_ not in answer.decisions},
                **answer.questions,
            }
            self.decisions = {k: v for k, v in answer.decisions.items() if k not in self.questions}
        else:
            self._mend(answer.decisions, answer.questions)
        if self._extras is None:
            self._extras = answer.extras
        self._fallbacks |= {k: v for k, v in answer.fallbacks.items() if k in self.questions}

    def _mend(self, decisions: Mapping[Id, object], questions: Mapping[Id, str]) -> None:
        for id_ in list(self.questions):
            if id_ in questions:
                self.questions[id_] = questions[id_]
            elif id_ in decisions:
                self.decisions[id_] = decisions[id_]
                del self.questions[id_]

    def leave_open(self, cause: str) -> None:
        """Nothing more will come: ``cause`` is why what is in question stays so."""
        self.complaints.append(cause)
        self.questions = dict.fromkeys(self.questions, cause)

    def reply(self, usage: Usage) -> JudgeReply:
        """The reply. Raises :class:`InvalidReply` where nothing could be read."""
        if not self.is_read:
            raise self._invalid(usage)
        stand_in = {id_: v for id_, v in self._fallbacks.items() if id_ in self.questions}
        model = next((turn.model for turn in reversed(self.turns) if turn.model), None)
        usage += Usage(repaired=self._repaired, model=visible(model) if model else None)
        return JudgeReply(
            turns=tuple(self.turns),
            usage=usage,
            parsed=self._parsed,
            decisions={**self.decisions, **stand_in},
            questions={id_: why for id_, why in self.questions.items() if id_ not in stand_in},
            extras=self._extras,
            feedback=self._request.feedback,
            repaired=self._repaired > 0,
            complaints=tuple(self.complaints),
            complete=len(self.turns) > 1 or not self.questions,
        )

    def _invalid(self, usage: Usage) -> InvalidReply:
        """The error, with everything that a person needs to see what the judge did."""
        why = list(dict.fromkeys(self.complaints)) or [self._nothing]
        details = [f"attempts: {usage.calls}"]
        for number, turn in enumerate(self.turns, 1):
            said = {"model": visible(turn.model or ""), "finish reason": turn.finish_reason}
            known = [f"{name}: {value}" for name, value in said.items() if value]
            known.append(f"tokens: {turn.input_tokens} in, {turn.output_tokens} out")
            details.append(f"reply {number} of {len(self.turns)} ({'; '.join(known)}):")
            details.append(capped(turn.text) or "(empty)")
        message = f"no reply of the judge could be read: {'; '.join(why)}"
        error = InvalidReply(message, "\n".join(details))
        charge(error, usage)
        return error


def _follow_up(request: JudgeRequest, outcome: _Outcome) -> JudgeRequest:
    """The second question: the talk so far, and what is in question."""
    text = visible(outcome.turns[-1].text).strip() if outcome.turns else ""
    if not outcome.is_read and len(text) > _LONGEST_ECHO:
        half = _LONGEST_ECHO // 2
        text = f"{text[:half]}\n[...]\n{text[-half:]}"
    # Chat templates want the roles in turn, and no message that is empty.
    said = Turn(text or "(no text)")
    question = request.contract.follow_up(outcome.questions, outcome.unreadable)
    return replace(request, messages=continued(request, (said,), question), ids=tuple(outcome.questions))
