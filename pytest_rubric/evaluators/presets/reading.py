"""Reading the answers of presets: every complaint is collected, nothing is patched over."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from pytest_rubric.evaluators.presets.questions import WrongAnswer
from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.evaluators.presets.wording import wording
from pytest_rubric.evaluators.quoting import quote_from, read_text
from pytest_rubric.model import Quote
from pytest_rubric.model.lines import shortened

T = TypeVar("T")

Entry = Mapping[str, Any]

_MOST_DIGITS = 9  # no step and no rating has more, and Python refuses to read thousands of them


class Answer:
    """One object that a judge wrote, read field by field. ``finish`` raises what was wrong with it."""

    def __init__(self, parsed: Mapping[str, Any], view: View) -> None:
        self._parsed = parsed
        self._view = view
        self.lang = view.prompt_lang
        self.words = wording(view.prompt_lang)
        self.complaints: list[str] = []

    def wrong(self, complaint: str) -> None:
        """Something is wrong that only the caller can see."""
        self.complaints.append(complaint)

    def finish(self, made: T) -> T:
        """What was made of the answer. Raises :class:`WrongAnswer` with all complaints."""
        if self.complaints:
            raise WrongAnswer(self.complaints)
        return made

    def entries(self, key: str) -> list[Entry]:
        """The list under a key, each an object."""
        return self._objects(self._parsed.get(key), key)

    def listed(self, entry: Entry, field: str, about: str) -> list[Entry]:
        """The list that an entry holds, each an object."""
        return self._objects(entry.get(field), f"{about}.{field}")

    def _objects(self, value: object, name: str) -> list[Entry]:
        if not isinstance(value, list):
            self.wrong(self.words.no_list.format(name))
            return []
        if not all(isinstance(each, Mapping) for each in value):
            self.wrong(self.words.no_object.format(name))
        return [each for each in value if isinstance(each, Mapping)]

    def each_once(self, key: str, field: str, names: Sequence[str]) -> dict[str, Entry]:
        """The entries under a key by the name in ``field``: every name exactly once, and no other."""
        found: dict[str, Entry] = {}
        for entry in self.entries(key):
            name = plain_name(entry.get(field))
            if name not in names:
                self.wrong(self.words.unknown.format(shown(entry.get(field)), key))
            elif name in found:
                self.wrong(self.words.repeated.format(name, key))
            else:
                found[name] = entry
        for name in names:
            if name not in found:
                self.wrong(self.words.missing.format(name, key))
        return found

    def numbered_once(self, key: str, numbers: Sequence[int]) -> dict[int, Entry]:
        """The same for parts that are numbered by ``id``, such as claims."""
        by_name = self.each_once(key, "id", [str(number) for number in numbers])
        return {int(name): entry for name, entry in by_name.items()}

    def all_named(self, key: str, names: Sequence[str]) -> None:
        """A list that names every one of ``names`` exactly once, and nothing else."""
        value = self._parsed.get(key)
        if not isinstance(value, list):
            self.wrong(self.words.no_list.format(key))
            return
        given = [plain_name(each) for each in value]
        for name, each in zip(given, value, strict=True):
            if name not in names:
                self.wrong(self.words.unknown.format(shown(each), key))
        for name in names:
            if name not in given:
                self.wrong(self.words.missing.format(name, key))
            elif given.count(name) > 1:
                self.wrong(self.words.repeated.format(name, key))

    def choice(self, entry: Entry, field: str, allowed: Sequence[str], about: str) -> str:
        """One of a few words, exactly; the first where it is none (the answer is then refused anyway)."""
        value = entry.get(field)
        word = value.strip() if isinstance(value, str) else value
        if isinstance(word, str) and word in allowed:
            return word
        self.wrong(self.words.not_one_of.format(field, about, shown(value), ", ".join(allowed)))
        return allowed[0]

    def whole(self, entry: Entry, field: str, lowest: int, highest: int, about: str) -> int:
        """A whole number of a range; ``"2"`` is read, ``2.5`` is not."""
        value = entry.get(field)
        number = value.strip() if isinstance(value, str) else value
        if isinstance(number, str) and number.isdecimal() and len(number) <= _MOST_DIGITS:
            number = int(number)
        if isinstance(number, float) and number.is_integer():
            number = int(number)
        if isinstance(number, int) and not isinstance(number, bool) and lowest <= number <= highest:
            return number
        allowed = (
            ", ".join(map(str, range(lowest, highest + 1)))
            if highest - lowest < 10
            else f"{lowest}-{highest}"
        )
        self.wrong(self.words.not_one_of.format(field, about, shown(value), allowed))
        return lowest

    def flag(self, entry: Entry, field: str, about: str) -> bool:
        """``true`` or ``false``."""
        value = entry.get(field)
        if isinstance(value, bool):
            return value
        self.wrong(self.words.not_one_of.format(field, about, shown(value), "true, false"))
        return False

    def text(self, entry: Entry, field: str, about: str, *, needed: bool = True) -> str:
        """A text; a needed one must not be blank."""
        text = read_text(entry.get(field))
        if needed and not text:
            self.wrong(self.words.no_text.format(field, about))
        return text

    def quote(
        self,
        entry: Entry,
        about: str,
        *,
        source: str = "output",
        needed: bool = True,
        remedy: str = "",
    ) -> Quote | None:
        """A ``quote`` that stands in the text it is from. Where it is needed, none or an invented one is
        wrong; where it isn't, an invented one is wrong all the same, and a blank one is none. ``remedy``
        is told behind the complaint about an invented one."""
        return self._quote(
            entry.get("quote"), about, lambda text: self._view.sources.quote(source, text), needed, remedy
        )

    def quote_in(self, text: str, entry: Entry, about: str) -> Quote | None:
        """The same for a needed quote from any text, such as one result of a tool."""
        return self._quote(entry.get("quote"), about, lambda said: quote_from(text, said), needed=True)

    def _quote(
        self, value: object, about: str, look_up: Callable[[str], Quote], needed: bool, remedy: str = ""
    ) -> Quote | None:
        if not isinstance(value, str) or not value.strip():
            if needed:
                self.wrong(self.words.no_quote.format(about))
            return None
        quote = look_up(value)
        if not quote.found:
            self.wrong(self.words.quote_not_found.format(about, shown(value)) + remedy)
        return quote

    def steps(self, entry: Entry, field: str, about: str, *, least: int = 0) -> tuple[str, ...]:
        """Anchors of steps that exist, as ``step-3``; the judge may write ``3`` for it."""
        return self._anchors(entry, field, about, least, self._view.has_step, self.words.no_step)

    def calls(self, entry: Entry, field: str, about: str, *, least: int = 0) -> tuple[str, ...]:
        """The same for steps that are calls of tools."""
        return self._anchors(entry, field, about, least, self._view.has_call, self.words.not_a_call)

    def _anchors(
        self,
        entry: Entry,
        field: str,
        about: str,
        least: int,
        fits: Callable[[str], bool],
        complaint: str,
    ) -> tuple[str, ...]:
        value = entry.get(field)
        listed = value if isinstance(value, list) else [] if value in (None, "") else [value]
        anchors = []
        for each in listed:
            anchor = anchor_of(each)
            if anchor is None or not fits(anchor):
                self.wrong(complaint.format(about, shown(each)))
            elif anchor not in anchors:
                anchors.append(anchor)
        if len(anchors) < least and not (listed and self.complaints):
            self.wrong(self.words.no_text.format(field, about))
        return tuple(anchors)


def anchor_of(value: object) -> str | None:
    """``step-3`` for ``3``, ``"3"``, ``"step-3"``, ``"step 3"`` and ``"#3"``; ``None`` for anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return f"step-{value}"
    if not isinstance(value, str):
        return None
    number = value.strip().casefold().removeprefix("step").strip(" -#_[]")
    return f"step-{int(number)}" if number.isdecimal() and len(number) <= _MOST_DIGITS else None


def plain_name(value: object) -> str:
    """A name or a number as it stands in the question."""
    if isinstance(value, bool):
        return ""
    if isinstance(value, int):
        return str(value)
    return value.strip().strip("`#*") if isinstance(value, str) else ""


def shown(value: object) -> str:
    """A value that a judge wrote, for a complaint."""
    return shortened(json.dumps(value, ensure_ascii=False, default=repr), 80)


def passage(quote: Quote | None) -> str:
    """The original passage of a quote, for evidence."""
    return "" if quote is None else shortened(quote.passage or quote.text, 200)
