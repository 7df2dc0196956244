"""Reads a page as a browser would, as far as its elements go, and makes pages to be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from html.parser import HTMLParser

from pytest_rubric.gating.page import tag_means
from pytest_rubric.reporting import html
from pytest_rubric.reporting.record import Record

AT = datetime(2026, 3, 1, 14, 5, 9, tzinfo=timezone(timedelta(hours=2)))
_VOID = frozenset({"meta", "br", "input", "rect", "path"})


@dataclass
class Element:
    """One element, with all the text in it."""

    name: str
    attributes: dict[str, str]
    text: str = ""
    inside: list[Element] = field(default_factory=list)

    def every(self, name: str) -> list[Element]:
        """The elements of that name in it, in their order."""
        found = []
        for each in self.inside:
            found += [each] if each.name == name else []
            found += each.every(name)
        return found

    def one(self, name: str, **attributes: str) -> Element:
        """The only one of that name with these attributes."""
        found = [each for each in self.every(name) if attributes.items() <= each.attributes.items()]
        assert len(found) == 1, f"{len(found)} of {name} {attributes}"
        return found[0]

    def all(self) -> list[Element]:
        """Every element in it."""
        return [each for child in self.inside for each in (child, *child.all())]


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(made)
        if tag not in _VOID:
            self.open.append(made)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].inside.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].name == tag, f"</{tag}> closes <{self.open[-1].name}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.text += data


def read(text: str) -> Element:
    """The whole of a text; every element in it is closed where it should be."""
    parser = _Parser()
    parser.feed(text)
    parser.close()
    assert [each.name for each in parser.open] == [""]
    return parser.open[0]


def page(
    records: Sequence[Record],
    reports: Sequence[str | None] = (),
    *,
    told: Sequence[str] = (),
    unmatched: html.Unmatched | None = None,
    source: str | None = None,
) -> str:
    """The text of a page."""
    made = html.Page(
        records,
        at=AT,
        report_of=reports.__getitem__ if reports else lambda place: None,
        seconds=None if source else 3.21,
        source=source,
        told=told,
        tags=tag_means(records),
        unmatched=unmatched,
    )
    return "".join(html.parts(made))
