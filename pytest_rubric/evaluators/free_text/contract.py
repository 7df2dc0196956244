"""What a reply that compiles a text must hold: parts that make a rubric, each with words of the text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pytest_rubric.evaluators.free_text.compiling import Compiled, make_rubric
from pytest_rubric.evaluators.free_text.numbers import Counted, counted_in
from pytest_rubric.evaluators.free_text.parts import Part, covers
from pytest_rubric.evaluators.free_text.reading import left_out, read_parts
from pytest_rubric.evaluators.free_text.remarks import Remark
from pytest_rubric.evaluators.free_text.steps import levels_of_one_step, without_level
from pytest_rubric.evaluators.free_text.texts import Texts
from pytest_rubric.judging.protocol import CheckedReply, Id

PARTS = "parts"
"""The id of the list: what is wrong with it is asked again as a whole, since what a part is depends
on the others. What it leaves out has ids of its own, so that only that is asked again."""

_MOST_COMPLAINTS = 8


class CompilingContract:
    """The contract of the one request. Every decision is a tuple of parts: that about the list, and
    those about places of the text, which are the list that quotes them."""

    def __init__(self, text: str, texts: Texts, lang: str) -> None:
        self._text = text
        self._texts = texts
        self._lang = lang
        # What is wrong, by the complaint: a reply only carries that.
        self._faults: dict[str, tuple[Remark, ...]] = {}

    def check(self, parsed: object) -> CheckedReply:
        """Look up the parts of a parsed object, and say what is wrong with them."""
        entries = parsed.get("parts") if isinstance(parsed, Mapping) else None
        if not isinstance(entries, list):
            return CheckedReply(known=False)
        found = read_parts(entries, self._text)
        if found.faults:
            return self._questioned(found.faults)
        missing = {_place(counted.start): fault for counted, fault in self._missing(found.parts)}
        if not missing:
            faults = make_rubric(found.parts, self._text).faults
            if faults:
                return self._questioned(faults)
        decisions: dict[Id, object] = {PARTS: found.parts}
        for counted in counted_in(self._text):
            if _place(counted.start) not in missing:
                decisions[_place(counted.start)] = found.parts
        return CheckedReply(
            known=True,
            decisions=decisions,
            questions={id_: self._complaint((fault,)) for id_, fault in missing.items()},
        )

    def follow_up(self, questions: Mapping[Id, str], unreadable: str | None) -> str:
        """The text of the re-ask, in the language of the text: the whole list, or what it left out."""
        texts = self._texts
        if unreadable is not None:
            said = [f"{texts.follow_up_unreadable} {unreadable}", texts.follow_up_reply]
        elif PARTS in questions:
            said = [texts.follow_up, questions[PARTS], texts.follow_up_reply]
        else:
            said = [texts.follow_up_missing, *questions.values(), texts.follow_up_reply_missing]
        return "\n".join([*said, texts.shape])

    def compiled(self, decisions: Mapping[Id, object], questions: Mapping[Id, str]) -> Compiled | None:
        """What the decisions of a reply make, or what still keeps them from being a rubric; ``None``
        where the list is in question for a reason that is not from here."""
        listed = decisions.get(PARTS)
        if not isinstance(listed, tuple):
            faults = self._faults.get(questions.get(PARTS, ""), ())
            return Compiled(faults=faults) if faults else None
        parts: list[Part] = list(listed)
        places = [counted for counted, _ in self._missing(listed)]
        for later in decisions.values():
            for part in later if isinstance(later, tuple) else ():
                is_new = all(part.end <= each.start or each.end <= part.start for each in parts)
                if is_new or (part not in parts and any(covers(part, place) for place in places)):
                    parts.append(part)
        parts.sort(key=lambda part: (part.start, part.end))
        missing = {counted.start: fault for counted, fault in self._missing(parts)}
        levels = levels_of_one_step(parts, self._text)
        for counted, fault in without_level(listed, self._text):
            if not any(covers(level, counted) for level in levels):
                missing[counted.start] = fault
        faults = tuple(missing[start] for start in sorted(missing))
        return Compiled(faults=faults) if faults else make_rubric(parts, self._text)

    def _missing(self, parts: Sequence[Part]) -> list[tuple[Counted, Remark]]:
        """The places that parts leave out, or leave out as the levels that they are."""
        return [*left_out(parts, self._text), *without_level(parts, self._text)]

    def _questioned(self, faults: Sequence[Remark]) -> CheckedReply:
        return CheckedReply(known=True, questions={PARTS: self._complaint(faults)})

    def _complaint(self, faults: Sequence[Remark]) -> str:
        told = [fault.text(self._lang) for fault in faults[:_MOST_COMPLAINTS]]
        complaint = "\n".join(f"- {line}" for line in told)
        self._faults[complaint] = tuple(faults)
        return complaint


def _place(start: int) -> str:
    """The id of a place of the text."""
    return f"at {start}"
