"""What GitHub shows of a run: annotations at the lines of lost criteria, and a step summary."""

# No `from __future__ import annotations`: the name is that of the public function here.

from collections.abc import Iterable, Mapping, Sequence
from html import escape as html_escape

from pytest_rubric.model.lines import cut, one_line
from pytest_rubric.model.text import visible
from pytest_rubric.reporting.markdown.escape import cell, inline
from pytest_rubric.reporting.numbers import signed
from pytest_rubric.reporting.record import CriterionRecord, Record
from pytest_rubric.reporting.suite import HEAD, of_run, row
from pytest_rubric.reporting.totals import (
    counted,
    labels,
    loss_of,
    lost_criteria,
    score_of,
    threshold_of,
    totals,
    worst_first,
)
from pytest_rubric.reporting.words import ENGLISH

# GitHub shows ten a step; the worst come first.
_MOST_ANNOTATIONS = 50
_MESSAGE = 600
_TITLE = 120
_NAME = 200
_TEXT = 500
# A step's summary may have 1 MiB, and other tools write into it too.
_LIMIT = 900_000


def annotations(
    records: Sequence[Record], lines: Sequence[Sequence[int | None]] | None = None, *, folder: str = ""
) -> list[str]:
    """Workflow commands: an ``::error`` for each lost criterion of a failed case and for each error.

    ``lines`` are those of each record's criteria in its file; where one isn't known the case's is
    taken. ``folder`` is put before every file: where the root directory lies in the repository.
    """
    places = lines if lines is not None else [[] for _ in records]
    known = {id(record): list(own) for record, own in zip(records, places, strict=True)}
    commands = [
        command
        for record in worst_first(records)
        if record["outcome"] in ("failed", "error")
        for command in _of_record(record, known[id(record)], folder)
    ]
    left = len(commands) - _MOST_ANNOTATIONS
    if left > 0:
        return [*commands[:_MOST_ANNOTATIONS], f"::notice::{left} more annotations are left out"]
    return commands


def _of_record(record: Record, lines: Sequence[int | None], folder: str) -> Iterable[str]:
    title = f"{record['id']}: {_outcome(record)}"
    lost = lost_criteria(record) if record["outcome"] == "failed" else []
    by_id = dict(zip((c["id"] for c in record["criteria"]), lines, strict=False))
    for criterion in lost:
        line = by_id.get(criterion["id"]) or record["line"]
        yield _command(_place(record, line, folder), title, _told(criterion, "\n"))
    if not lost:
        told = record["error"] or record["summary"] or "failed"
        yield _command(_place(record, record["line"], folder), title, str(told))


def _place(record: Record, line: int | None, folder: str) -> dict[str, str]:
    if not record["file"]:
        return {}
    file = f"{folder.rstrip('/')}/{record['file']}" if folder else str(record["file"])
    return {"file": file} if line is None else {"file": file, "line": str(line)}


def _command(place: Mapping[str, str], title: str, message: str) -> str:
    properties = {**place, "title": cut(one_line(title), _TITLE)}
    told = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::error {told}::{_data(cut(visible(message), _MESSAGE))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _outcome(record: Record) -> str:
    if record["outcome"] not in ("failed", "passed"):
        return str(record["outcome"])
    score, threshold = record["score"], record["threshold"]
    if score is not None and score >= threshold:
        return f"{score_of(record)} >= {threshold_of(record)}, {record['outcome']}"
    return f"{score_of(record)} < {threshold_of(record)}"


def _told(criterion: CriterionRecord, then: str) -> str:
    status = ENGLISH.statuses[criterion["status"]]
    text = f"#{criterion['id']} {signed(-loss_of(criterion))} {status}: {one_line(criterion['criterion'])}"
    return f"{text}{then}{one_line(criterion['reason'])}" if criterion["reason"] else text


def annotation_of_run(told: Sequence[str]) -> str:
    """An ``::error`` that stands at no place: the run as a whole failed, for these reasons."""
    return _command({}, "rubric: the run as a whole", "\n".join(map(one_line, told)))


def step_summary(records: Sequence[Record], told: Sequence[str] = ()) -> str:
    """Markdown for ``GITHUB_STEP_SUMMARY``: the worst cases first, each with what it lost, below what is
    ``told`` of the run as a whole.

    Stays below the limit of 1 MiB; what is left out is counted, and nothing is left open.
    """
    if not records:
        return ""
    names = dict(zip(map(id, records), labels(records), strict=True))
    worst = worst_first(records)
    page = _Page(f"## Rubric evaluations\n\n{counted(totals(records))}\n\n")
    page.add("".join(f"{line}\n" for line in of_run(told)))
    if worst:
        page.add("".join(f"{line}\n" for line in HEAD))
        # half for the table, the rest for the reasons
        page.add_all((f"{row(r, _name(names[id(r)]))}\n" for r in worst), len(worst), _LIMIT // 2)
        page.add("\n")
        losers = [record for record in worst if record["outcome"] == "failed" and lost_criteria(record)]
        page.add_all((_details(r, names[id(r)]) for r in losers), len(losers), _LIMIT)
    return page.text


class _Page:
    """Markdown that grows up to a limit, in pieces that are complete in themselves."""

    def __init__(self, text: str) -> None:
        self._parts = [text]
        self._size = len(text.encode())

    @property
    def text(self) -> str:
        return "".join(self._parts)

    def add(self, piece: str) -> None:
        self._parts.append(piece)
        self._size += len(piece.encode())

    def add_all(self, pieces: Iterable[str], number: int, limit: int) -> None:
        """Add pieces while they fit in ``limit`` bytes; say how many of ``number`` did not."""
        for done, piece in enumerate(pieces):
            if self._size + len(piece.encode()) > limit:
                self.add(f"\n{number - done:,} more are left out here.\n")
                return
            self.add(piece)


def _name(name: str) -> str:
    return cell(name, _NAME, ENGLISH.more_characters)


def _details(record: Record, name: str) -> str:
    heading = html_escape(cut(one_line(f"{name}: {_outcome(record)}"), _TITLE), quote=False)
    items = []
    for criterion in lost_criteria(record):
        text = inline(_told(criterion, ENGLISH.marks.dash), _TEXT, ENGLISH.more_characters)
        items.append(f"- {text}")
    return f"<details><summary>{heading}</summary>\n\n" + "\n".join(items) + "\n\n</details>\n\n"
