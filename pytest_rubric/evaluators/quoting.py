"""What a judge quotes, looked up in the texts of the case; and the small parts of a reply."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from pytest_rubric.judging.prompting import Material, input_text
from pytest_rubric.model import Quote
from pytest_rubric.model.text import visible

if TYPE_CHECKING:
    from pytest_rubric.evidence import Haystack

# Where evidence for a yes may come from: what was made, not what it was made from.
EVIDENCE_SOURCES = frozenset({"output", "run_log"})


class Sources:
    """The texts of a case that can be quoted, each indexed when a quote first names it."""

    def __init__(self, material: Material) -> None:
        self._texts: dict[str, Callable[[], str]] = {
            "output": lambda: material.output,
            "run_log": lambda: material.run_log or "",
            "reference": lambda: material.reference or "",
            "context": lambda: material.context or "",
            "input": lambda: "" if material.input is None else input_text(material.input),
        }
        self._haystacks: dict[str, Haystack] = {}

    def quote(self, source: str, text: str) -> Quote:
        """Look one quote up in the text that it names."""
        if source not in self._haystacks:
            # here, so that it is imported while later replies are waited for, not before the first request
            from pytest_rubric.evidence import Haystack

            self._haystacks[source] = Haystack(self._texts[source]())
        return _found(source, text, self._haystacks[source])

    def named(self, value: object) -> str:
        """The source that a ``from`` means; the output where it means none."""
        name = read_name(value)
        return name if name in self._texts else "output"


def quote_from(text: str, quote: str) -> Quote:
    """Look a quote up in a text that is no text of the case, such as one result of a tool."""
    from pytest_rubric.evidence import Haystack

    return _found("run_log", quote, Haystack(text))


def _found(source: str, text: str, haystack: Haystack) -> Quote:
    found = haystack.find(text)
    shown = visible(text)
    if found is None:
        return Quote(source, shown, found=False)
    return Quote(source, shown, found=True, start=found.start, end=found.end, passage=found.text)


def read_quotes(value: object, sources: Sources) -> tuple[Quote, ...]:
    """The ``quotes`` of an entry: objects or plain strings, in a list or alone. Blank ones are left out."""
    items: Sequence[object] = value if isinstance(value, list) else [value]
    quotes: list[Quote] = []
    for item in items:
        source, text = "output", item
        if isinstance(item, Mapping):
            source, text = sources.named(item.get("from")), item.get("text")
        if isinstance(text, str) and text.strip():
            quotes.append(sources.quote(source, text))
    return tuple(quotes)


def read_text(value: object) -> str:
    """A text of a reply, clean for display; anything else is none."""
    return visible(value).strip() if isinstance(value, str) else ""


def read_name(value: object) -> str:
    """One of a few names, as a model may spell it: ``run log``, ``Run-Log``, ``[run_log]``."""
    if not isinstance(value, str):
        return ""
    return "_".join(value.strip("[] \n").casefold().replace("-", " ").split())


def is_whole(value: object) -> bool:
    """Whether a ``basis`` says that the answer is about the output as a whole."""
    return isinstance(value, str) and value.strip().casefold() == "whole"
