"""How scores are spread, as a picture and in words, and scores as bars beside their numbers.

The page's policy allows no style in an attribute: what is drawn takes its place from SVG's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pytest_rubric.reporting.html.escape import escape
from pytest_rubric.reporting.numbers import grouped, plural, short
from pytest_rubric.reporting.record import Record

_BINS = 10
_WIDE, _HIGH = 640, 170
_BOTTOM, _TOP = 140, 20
_MOST_LINES = 4
"""Different thresholds that are drawn; more of them would hide the bars."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Ten points of the scale (the last one eleven), and how many scores lie there by what became of them
    against their own threshold."""

    low: int
    high: int
    reached: int
    missed: int


def bins(records: Sequence[Record]) -> list[Bin]:
    """The scores of all items that have one."""
    reached, missed = [0] * _BINS, [0] * _BINS
    for record in records:
        if record["score"] is not None:
            at = min(int(record["score"] * _BINS / 100), _BINS - 1)
            (reached if _reaches(record) else missed)[at] += 1
    width = 100 // _BINS
    return [
        Bin(at * width, 100 if at == _BINS - 1 else (at + 1) * width - 1, reached[at], missed[at])
        for at in range(_BINS)
    ]


def _reaches(record: Record) -> bool:
    # files of earlier versions don't say it
    return record["outcome"] in ("passed", "xpassed") if record["passed"] is None else record["passed"]


def distribution(records: Sequence[Record]) -> str:
    """The picture, and below it the same as a table."""
    found = bins(records)
    if not any(each.reached + each.missed for each in found):
        return "<p>No case has a score.</p>"
    thresholds = sorted({record["threshold"] for record in records if record["score"] is not None})
    picture = "\n".join(_picture(found, thresholds))
    marked = ' class="key line"' if len(thresholds) <= _MOST_LINES else ""
    rows = "\n".join(
        f'<tr><th scope="row">{each.low} to {each.high}</th><td class="number">{each.reached}</td>'
        f'<td class="number">{each.missed}</td></tr>'
        for each in found
    )
    return f"""<figure>
{picture}
<figcaption><span class="key reached">reached the threshold</span> <span class="key missed">missed it</span> \
<span{marked}>{escape(_told(thresholds))}</span></figcaption>
</figure>
<details><summary>The same as a table</summary>
<table class="small"><thead><tr><th scope="col">Score</th><th scope="col" class="number">Reached</th>\
<th scope="col" class="number">Missed</th></tr></thead>
<tbody>
{rows}
</tbody></table></details>"""


def bar(score: Fraction | float) -> str:
    """A score as a bar; the number stands beside it."""
    width = f"{float(score):.0f}"
    return (
        '<svg class="bar" width="100" height="8" viewBox="0 0 100 8" aria-hidden="true">'
        f'<rect class="track" width="100" height="8" rx="2"/><rect class="fill" width="{width}" height="8" '
        'rx="2"/></svg>'
    )


def _told(thresholds: Sequence[float]) -> str:
    if len(thresholds) == 1:
        return f"threshold {short(thresholds[0])}"
    if len(thresholds) <= _MOST_LINES:
        return f"thresholds {', '.join(map(short, thresholds))}"
    return f"{len(thresholds)} thresholds from {short(thresholds[0])} to {short(thresholds[-1])}"


def _picture(found: Sequence[Bin], thresholds: Sequence[float]) -> Iterator[str]:
    highest = max(each.reached + each.missed for each in found)
    number = sum(each.reached + each.missed for each in found)
    missed = sum(each.missed for each in found)
    told = f"{plural(number, 'score')} in steps of ten; {grouped(missed)} below their threshold"
    yield (
        f'<svg class="chart" viewBox="0 0 {_WIDE} {_HIGH}" role="img" '
        f'aria-label="{escape(told)}; {escape(_told(thresholds))}">'
    )
    step = _WIDE / _BINS
    for at, each in enumerate(found):
        x, total = at * step, each.reached + each.missed
        bottom = float(_BOTTOM)
        for css, count in (("reached", each.reached), ("missed", each.missed)):
            if count:
                # one of thousands is still to be seen
                height = max(count / highest * (_BOTTOM - _TOP), 2)
                bottom -= height
                yield (
                    f'<rect class="{css}" x="{x + 3:.0f}" y="{bottom:.1f}" width="{step - 6:.0f}" '
                    f'height="{height:.1f}"/>'
                )
        if total:
            yield f'<text x="{x + step / 2:.0f}" y="{bottom - 5:.0f}">{grouped(total)}</text>'
        yield f'<text class="scale" x="{x + 3:.0f}" y="{_BOTTOM + 18}">{each.low}</text>'
    yield f'<text class="scale end" x="{_WIDE - 2}" y="{_BOTTOM + 18}">100</text>'
    yield f'<path class="axis" d="M0 {_BOTTOM}H{_WIDE}"/>'
    if len(thresholds) <= _MOST_LINES:
        for threshold in thresholds:
            x = float(threshold) / 100 * _WIDE
            yield f'<path class="threshold" d="M{x:.1f} {_TOP - 12}V{_BOTTOM + 4}"/>'
    yield "</svg>"
