"""One case from its record alone, where nobody has its report any more: decisions, points, what to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pytest_rubric.reporting.html.escape import escape, own
from pytest_rubric.reporting.layout import clip
from pytest_rubric.reporting.numbers import out_of, signed
from pytest_rubric.reporting.record import CriterionRecord, PointRecord, QuoteRecord, Record
from pytest_rubric.reporting.words import ENGLISH
from pytest_rubric.scoring.figures import exact

_MOST_CHARACTERS = 2_000
"""Of each text; the file of results has all of it."""


def html(record: Record) -> str:
    """The body of an element."""
    return "\n".join(_parts(record))


def _parts(record: Record) -> Iterator[str]:
    if record["summary"]:
        yield _own(record["summary"], "p")
    for text in filter(None, (record["error"], record["remedy"])):
        yield _own(text, "p")
    if record["criteria"]:
        yield _table(
            ("#", "Criterion", "Points", "Decision", "Evidence"), map(_criterion, record["criteria"])
        )
    if record["points"]:
        yield _table(("Point", "Score", "Evidence"), map(_point, record["points"]))
    if weaknesses := record["weaknesses"]:
        items = "\n".join(
            f"<li>[{escape(each['cause'] or 'prompt')}] {_own(each['text'])}</li>" for each in weaknesses
        )
        yield f"<h3>Weaknesses</h3>\n<ul>\n{items}\n</ul>"


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    names = "".join(f'<th scope="col">{head}</th>' for head in heads)
    body = "\n".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return (
        f'<div class="wide"><table>\n<thead><tr>{names}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>'
    )


def _criterion(criterion: CriterionRecord) -> Iterator[str]:
    yield str(criterion["id"])
    yield _own(criterion["criterion"]) + (" (required)" if criterion["required"] else "")
    yield signed(exact(criterion["points"]))
    yield escape(ENGLISH.statuses[criterion["status"]])
    yield "<br>".join(filter(None, (*map(_quote, criterion["quotes"]), _own(criterion["reason"]))))


def _quote(quote: QuoteRecord) -> str:
    text = _own(f'"{quote["text"]}"')
    source = (
        "" if quote["from"] == "output" else f" ({escape(ENGLISH.sources.get(quote['from'], quote['from']))})"
    )
    return f"{text}{source}" if quote["found"] else f"<del>{text}</del>{source} (not found)"


def _point(point: PointRecord) -> Iterator[str]:
    yield _own(point["label"])
    yield "undecided" if point["score"] is None else out_of(point["score"], point["maximum"])
    status = escape(point["status"] or "")
    told = [_own(text) for text in (point["evidence"], point["suggestion"]) if text]
    yield "<br>".join(filter(None, (status, *told)))


def _own(text: str, element: str = "span") -> str:
    return own(clip(text, _MOST_CHARACTERS, ENGLISH.more_characters), element)
