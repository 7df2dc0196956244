"""The top of the page: what the run came to as a whole, how its scores are spread, and its tags."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from pytest_rubric.model.lines import one_line, shortened
from pytest_rubric.reporting import averages, comparison, discrimination, position_bias, repeats
from pytest_rubric.reporting.html import charts, markdown
from pytest_rubric.reporting.html.cases import TAG_COLUMNS
from pytest_rubric.reporting.html.escape import escape, lang
from pytest_rubric.reporting.html.run import TagMean
from pytest_rubric.reporting.numbers import grouped, plural
from pytest_rubric.reporting.record import Record
from pytest_rubric.reporting.totals import OUTCOMES, Totals, counted, totals
from pytest_rubric.scoring.figures import figure, rounded

_MOST_TAGS = 12
"""Tags whose rows are there at once; the others unfold."""


def title(records: Sequence[Record]) -> str:
    """For the browser's tab: what failed stands first."""
    return f"{counted(totals(records))} - rubric evaluations" if records else "Rubric evaluations"


def header(at: datetime, seconds: float | None, source: str | None) -> str:
    """The first heading, and when it was."""
    when = at.strftime("%Y-%m-%d %H:%M:%S %z").strip()
    time = f'<time datetime="{escape(at.isoformat())}">{escape(when)}</time>'
    told = f"Results of <code>{escape(source)}</code>, written {time}" if source else f"Run that ended {time}"
    took = "" if seconds is None else f", after {seconds:.1f} s"
    return f"<header>\n<h1>Rubric evaluations</h1>\n<p>{told}{took}</p>\n</header>\n"


def sections(records: Sequence[Record], told: Sequence[str], tags: Sequence[TagMean]) -> Iterator[str]:
    """The totals, the distribution, and the tags."""
    found = totals(records)
    yield _totals(records, found, told)
    if records:
        yield (
            '<section aria-labelledby="spread-title">\n<h2 id="spread-title">Scores</h2>\n'
            f"{charts.distribution(records)}\n</section>\n"
        )
    if tags:
        yield _tags(tags, found)


def _totals(records: Sequence[Record], found: Totals, told: Sequence[str]) -> str:
    tiles = [
        ("mean score", "-" if found.mean is None else figure(rounded(found.mean, 1)), ""),
        *(
            ("errors" if name == "error" else name, grouped(found.outcomes[name]), name)
            for name in OUTCOMES
            if found.outcomes.get(name)
        ),
    ]
    shown = "".join(f'<div class="{css}"><dt>{name}</dt><dd>{value}</dd></div>' for name, value, css in tiles)
    lines = [counted(found), *_judging(found)]
    lines += filter(None, (discrimination.line(records), position_bias.line(records)))
    said = "".join(f"<li>{escape(one_line(line))}</li>" for line in (*lines, *told))
    tables = "\n".join(
        markdown.html("\n".join(made))
        for made in (averages.markdown(records), repeats.markdown(records), comparison.markdown(records))
        if made
    )
    return (
        '<section aria-labelledby="totals-title">\n<h2 id="totals-title">The run</h2>\n'
        f'<dl class="tiles">{shown}</dl>\n<ul>{said}</ul>\n'
        f'<div class="tables">\n{tables}\n</div>\n</section>\n'
    )


def _judging(found: Totals) -> Iterator[str]:
    if found.calls or found.stored:
        told = (
            f"judge: {plural(found.calls, 'call')}, {plural(found.stored, 'reply', 'replies')} from the store"
        )
        if found.input_tokens or found.output_tokens:
            told += f", {grouped(found.input_tokens)} tokens in, {grouped(found.output_tokens)} out"
        yield told
    if found.target_calls or found.target_input_tokens or found.target_output_tokens:
        yield (
            f"targets: {plural(found.target_calls, 'call')}, {grouped(found.target_input_tokens)} tokens in, "
            f"{grouped(found.target_output_tokens)} out"
        )


def _tags(tags: Sequence[TagMean], found: Totals) -> str:
    told = _table_of_tags(tags[:_MOST_TAGS], found)
    if (more := len(tags) - _MOST_TAGS) > 0:
        title = plural(more, "more tag")
        told += f"<details><summary>{title}</summary>\n{_table_of_tags(tags[_MOST_TAGS:], found)}</details>\n"
    return f'<section aria-labelledby="tags-title">\n<h2 id="tags-title">Tags</h2>\n{told}</section>\n'


def _table_of_tags(tags: Sequence[TagMean], found: Totals) -> str:
    rows = "".join(_tag(each, found) for each in tags)
    return (
        '<div class="wide"><table class="small">\n'
        '<thead><tr><th scope="col">Tag</th><th scope="col" class="number">Mean</th><th scope="col">'
        '<span class="hidden">Mean as a bar</span></th><th scope="col" class="number">Cases</th>'
        '<th scope="col" class="number">Points lost</th></tr></thead>\n'
        f"<tbody>\n{rows}</tbody></table></div>\n"
    )


def _tag(each: TagMean, found: Totals) -> str:
    mean = "-" if each.mean is None else figure(rounded(each.mean, 1))
    drawn = "" if each.mean is None else charts.bar(each.mean)
    cases = grouped(each.items)
    if each.counted != each.items:
        cases = f"{grouped(each.counted)} of {cases}"
    # tags of whole cases lose no points
    lost = figure(found.lost_by_tag[each.tag]) if each.tag in found.lost_by_tag else ""
    name = escape(shortened(each.tag, TAG_COLUMNS))
    return (
        f'<tr><th scope="row"{lang(each.tag)}>{name}</th><td class="number">{mean}</td>'
        f'<td>{drawn}</td><td class="number">{cases}</td><td class="number">{lost}</td></tr>\n'
    )
