"""The table of all cases: the worst first, each with its report folded below it.

A case is a row group of its own, so that the script can hide it and put it elsewhere as a whole. Without
the script everything is there, and the reports still unfold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pytest_rubric.model.lines import one_line, shortened
from pytest_rubric.reporting.html import details, markdown
from pytest_rubric.reporting.html.escape import escape, lang, own
from pytest_rubric.reporting.numbers import grouped, plural, short
from pytest_rubric.reporting.record import Record
from pytest_rubric.reporting.totals import (
    OUTCOMES,
    labels,
    lost_most,
    score_of,
    threshold_of,
    verdict_of,
    worst_first,
)
from pytest_rubric.reporting.words import CHINESE
from pytest_rubric.scoring.points import is_type_tag

_CHINESE_REPORT = f"## {CHINESE.headings.result}"
_MOST_CHARACTERS = 300
"""Of a name, a title or a loss in the table; the report has all that is worth more."""
TAG_COLUMNS = 80
_OPTIONS = (
    ("worst", "worst first"),
    ("run", "order of the run"),
    ("low", "score, lowest first"),
    ("high", "score, highest first"),
    ("name", "name"),
)


@dataclass(frozen=True, slots=True)
class Tags:
    """All tags of a run, by which cases are chosen; a case names them by their places here."""

    places: dict[str, int]

    @classmethod
    def of(cls, records: Sequence[Record]) -> Tags:
        """Tags of cases and criteria, the most frequent first."""
        counted = Counter(tag for record in records for tag in tags_of(record))
        ordered = sorted(counted, key=lambda tag: (-counted[tag], tag))
        return cls({tag: place for place, tag in enumerate(ordered)})


def tags_of(record: Record) -> list[str]:
    """Tags of the case, then those of its criteria that have a score, each once."""
    of_criteria = (tag for criterion in record["criteria"] for tag in criterion["tags"])
    every = dict.fromkeys([*record["case_tags"], *record["criterion_tags"], *of_criteria])
    return [tag for tag in every if not is_type_tag(tag)]


def in_order(records: Sequence[Record]) -> list[int]:
    """The places of the records: the worst first as in every summary, then the others as they ran."""
    places = {id(record): place for place, record in enumerate(records)}
    worst = [places.pop(id(record)) for record in worst_first(records)]
    return [*worst, *places.values()]


def section(records: Sequence[Record], report_of: Callable[[int], str | None]) -> Iterator[str]:
    """The whole section, in pieces. ``report_of`` gives the report of the record at a place."""
    tags = Tags.of(records)
    compared = any(record["baseline"] is not None for record in records)
    yield '<section aria-labelledby="cases-title">\n<h2 id="cases-title">Cases</h2>\n'
    if not records:
        yield "<p>No rubric case ran.</p>\n</section>\n"
        return
    yield _form(records, tags, compared)
    heads = [
        ("Case", ""),
        ("State", ""),
        ("Score", ' class="number"'),
        ("Verdict", ""),
        ("Threshold", ' class="number"'),
        *([("Before", ' class="number"')] if compared else []),
    ]
    names = "".join(f'<th scope="col"{of}>{name}</th>' for name, of in heads)
    yield (
        '<table id="cases" class="cases"><caption class="hidden">All cases, the worst first; below each what '
        f"it lost most by, which unfolds its report</caption>\n<thead><tr>{names}</tr></thead>\n"
    )
    shown = labels(records)
    for place in in_order(records):
        yield _case(records[place], report_of(place), shown[place], place, tags, compared)
    yield "</table>\n</section>\n"


def _form(records: Sequence[Record], tags: Tags, compared: bool) -> str:
    """Hidden until the script makes something of it."""
    outcomes = Counter(record["outcome"] for record in records)
    states = "".join(
        f'<option value="{name}">{name} ({grouped(outcomes[name])})</option>'
        for name in OUTCOMES
        if outcomes[name]
    )
    named = "".join(
        f'<option value="{place}"{lang(tag)}>{escape(shortened(tag, TAG_COLUMNS))}</option>'
        for tag, place in tags.places.items()
    )
    orders = "".join(
        f'<option value="{value}">{name}</option>'
        for value, name in (*_OPTIONS, *([("fell", "what fell most")] if compared else []))
    )
    return f"""<form id="choice" hidden>
<label>Name, title or loss <input type="search" id="words" autocomplete="off"></label>
<label>State <select id="state"><option value="">all</option>{states}</select></label>
<label>Tag <select id="tag"><option value="">all</option>{named}</select></label>
<label>Order <select id="order">{orders}</select></label>
<button type="button" id="open">Unfold all shown</button> <button type="button" id="close">Fold all</button>
<p role="status" id="shown">{plural(len(records), "case")}</p>
</form>
"""


def _case(record: Record, report: str | None, label: str, place: int, tags: Tags, compared: bool) -> str:
    own_tags = [tag for tag in tags_of(record) if tag in tags.places]
    data = f'data-run="{place}" data-state="{escape(record["outcome"])}"'
    if record["score"] is not None:
        data += f' data-score="{short(record["score"])}"'
    if own_tags:
        data += f' data-tags="{" ".join(str(tags.places[tag]) for tag in own_tags)}"'
    before = record["baseline"]
    if before is not None:
        data += f' data-fell="{short(-(before["change"] or 0))}"'
    title = ""
    if record["title"] not in (record["id"], ""):
        title = f" {_short(record['title'], 'small')}"
    chips = "".join(
        f' <span class="tag"{lang(tag)}>{escape(shortened(tag, TAG_COLUMNS))}</span>'
        for tag in record["case_tags"]
    )
    was = f'<td class="number">{score_before(record)}</td>' if compared else ""
    columns = 6 if compared else 5
    return f"""<tbody {data}>
<tr><th scope="row">{_short(label, "bdi")}{title}{chips}</th>\
<td><span class="state {escape(record["outcome"])}">{escape(record["outcome"])}</span></td>\
<td class="number">{score_of(record)}</td><td>{escape(verdict_of(record))}</td>\
<td class="number">{threshold_of(record)}</td>{was}</tr>
<tr><td colspan="{columns}"><details><summary>{_short(lost_most(record) or "report", "span")}</summary>
<div class="report" id="case-{place}"{_lang_of(report)}>
<p class="node"><code>{escape(one_line(record["nodeid"]))}</code>{_place(record)}</p>
{details.html(record) if report is None else markdown.html(report)}
</div></details></td></tr>
</tbody>
"""


def _short(text: str, element: str) -> str:
    line = one_line(text)
    return own(line if len(line) <= _MOST_CHARACTERS else f"{line[:_MOST_CHARACTERS]}…", element)


def _place(record: Record) -> str:
    if record["file"] is None:
        return ""
    return f" {escape(one_line(record['file']))}:{record['line']}"


def _lang_of(report: str | None) -> str:
    if report is None:
        return ""
    return ' lang="zh"' if report.startswith(_CHINESE_REPORT) else lang(report[:_MOST_CHARACTERS])


def score_before(record: Record) -> str:
    """What the case came to in the baseline: ``80``, ``40-60``, or its verdict; nothing for a new one."""
    before = record["baseline"]
    if before is None:
        return ""
    if before["interval"] is not None and before["interval"][0] != before["interval"][1]:
        return f"{short(before['interval'][0])}-{short(before['interval'][1])}"
    return escape(before["verdict"] or "-") if before["score"] is None else short(before["score"])
