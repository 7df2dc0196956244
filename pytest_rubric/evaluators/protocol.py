"""What an evaluator is: it turns a subject into judge requests, and the replies into one result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from pytest_rubric.judging.protocol import Judge, JudgeRequest
from pytest_rubric.model import Case, CaseSettings, Evaluation, Output


@dataclass(frozen=True, slots=True)
class Subject:
    """What is evaluated: a case, its output, and the settings in force for it.

    ``versus`` is set for a comparison only: the output that ``output`` is compared with.
    """

    case: Case
    output: Output
    settings: CaseSettings
    versus: Output | None = None


@runtime_checkable
class Evaluator(Protocol):
    """One way of judging. Stateless: one instance serves all cases of a session, many at once.

    ``id`` is permanent; it stands in node ids and in results. ``kind`` is what of ``Judge``
    it serves (``rubric``, ``reference``, ``dimensions``, ``free_text``, ``pairwise``), or
    ``None`` for one that is only named in ``evaluators:``.
    """

    id: str
    kind: str | None

    async def evaluate(self, subject: Subject, judge: Judge) -> Evaluation:
        """Evaluate one subject.

        What could not be judged comes back as an evaluation that is ``broken``; nothing is
        raised for it.
        """
        ...

    def requests(self, subject: Subject) -> Sequence[JudgeRequest]:
        """The requests of a first round, without asking anything: for the estimate of ``--co``."""
        ...

    def most_calls(self, case: Case, settings: CaseSettings) -> int:
        """How many judge calls a run makes at most for this case, retries and re-asks aside."""
        ...
