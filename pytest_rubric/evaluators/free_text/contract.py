"""What a reply that compiles a text must hold: parts that make a rubric, each with words of the text."""

from __future__ import annotations

from collections.abc import Mapping

from pytest_rubric.evaluators.free_text.compiling import Compiled, make_rubric
from pytest_rubric.evaluators.free_text.reading import read_parts
from pytest_rubric.evaluators.free_text.remarks import Remark
from pytest_rubric.evaluators.free_text.texts import Texts
from pytest_rubric.judging.protocol import CheckedReply

PARTS_ID = 1
"""The list of parts is decided as a whole: what a part is depends on the others."""

_MOST_COMPLAINTS = 8


class CompilingContract:
    """The contract of the one request."""

    def __init__(self, text: str, texts: Texts, lang: str) -> None:
        self._text = text
        self._texts = texts
        self._lang = lang
        # What is wrong with a list, by the complaint: a reply only carries that.
        self._faults: dict[str, tuple[Remark, ...]] = {}

    def check(self, parsed: object) -> CheckedReply:
        """Make a rubric of a parsed object, or say what is wrong with it."""
        entries = parsed.get("parts") if isinstance(parsed, Mapping) else None
        if not isinstance(entries, list):
            return CheckedReply(known=False)
        found = read_parts(entries, self._text)
        compiled = Compiled(faults=found.faults) if found.faults else make_rubric(found.parts, self._text)
        if not compiled.faults:
            return CheckedReply(known=True, decisions={PARTS_ID: compiled})
        told = [fault.text(self._lang) for fault in compiled.faults[:_MOST_COMPLAINTS]]
        complaint = "\n".join(f"- {line}" for line in told)
        self._faults[complaint] = compiled.faults
        return CheckedReply(known=True, questions={PARTS_ID: complaint})

    def follow_up(self, questions: Mapping[int, str], unreadable: str | None) -> str:
        """The text of the re-ask, in the language of the text."""
        texts = self._texts
        if unreadable is not None:
            said = f"{texts.follow_up_unreadable} {unreadable}"
        else:
            said = f"{texts.follow_up}\n{questions[PARTS_ID]}"
        return f"{said}\n{texts.follow_up_reply}\n{texts.shape}"

    def faults(self, complaint: str) -> tuple[Remark, ...]:
        """What a complaint that a reply carries stands for; none where it is not from here."""
        return self._faults.get(complaint, ())
