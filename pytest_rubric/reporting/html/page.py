"""The frame of the page, and what a browser may do with it."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from pytest_rubric.reporting.html import cases, changes, overview
from pytest_rubric.reporting.html.escape import escape
from pytest_rubric.reporting.html.run import TagMean, Unmatched
from pytest_rubric.reporting.html.script import SCRIPT
from pytest_rubric.reporting.html.style import STYLE
from pytest_rubric.reporting.record import Record


@dataclass(frozen=True, slots=True)
class Page:
    """A run, and what its records don't hold.

    ``at`` is when the run ended, or when the file (``source``) that it is read from was written;
    ``seconds``, how long it took. ``report_of`` gives the Markdown report of the record at a place, ``None``
    where nobody has it any more. ``told`` are lines about the run as a whole, of gates and the like.
    ``tags`` are the means by tag; ``unmatched`` are the cases that have no counterpart, ``None`` without
    a baseline.
    """

    records: Sequence[Record]
    at: datetime
    report_of: Callable[[int], str | None] = lambda place: None
    seconds: float | None = None
    source: str | None = None
    told: Sequence[str] = ()
    tags: Sequence[TagMean] = ()
    unmatched: Unmatched | None = None


def parts(page: Page) -> Iterator[str]:
    """The text of the file, in pieces: of thousands of cases it is never one text in memory."""
    yield _HEAD.replace("TITLE", escape(overview.title(page.records)))
    yield overview.header(page.at, page.seconds, page.source)
    against = "".join(changes.section(page.records, page.unmatched))
    yield _nav(page, bool(against))
    yield "<main>\n"
    yield from overview.sections(page.records, page.told, page.tags)
    yield against
    yield from cases.section(page.records, page.report_of)
    yield f"</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"


def _nav(page: Page, compared: bool) -> str:
    sections = (
        ("totals", "The run", True),
        ("spread", "Scores", bool(page.records)),
        ("tags", "Tags", bool(page.tags)),
        ("changes", "Against the baseline", compared),
        ("cases", "Cases", True),
    )
    links = "".join(f'<li><a href="#{id}-title">{name}</a></li>' for id, name, there in sections if there)
    return f'<nav aria-label="Sections"><ul>{links}</ul></nav>\n'


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


# By digest: whatever else a page should come to hold is neither run nor applied.
POLICY = (
    f"default-src 'none'; script-src {_digest(SCRIPT)}; style-src {_digest(STYLE)}; "
    "base-uri 'none'; form-action 'none'"
)

_HEAD = f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>TITLE</title>
<style>{STYLE}</style>
</head>
<body>
"""
