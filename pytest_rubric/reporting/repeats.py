"""How reliable the targets of repeated cases are: pass@k and pass^k over a run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pytest_rubric.reporting.numbers import percent, plural
from pytest_rubric.reporting.record import Record
from pytest_rubric.reporting.run_records import RepeatRecord
from pytest_rubric.reporting.tables import markdown_table
from pytest_rubric.scoring.means import mean
from pytest_rubric.scoring.pass_at_k import pass_at_k, pass_hat_k
from pytest_rubric.scoring.repeats import gate

_STEPS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Reliability:
    """Estimates over the ``cases`` that repeat and have an outcome, each with the same weight.

    ``fewest`` and ``most`` are the runs with an outcome that one of them has. ``pass_at`` and
    ``pass_hat`` hold a share of 1 for some k up to ``fewest``. ``open_runs`` of these cases have no
    outcome and count in nothing; ``left_out`` cases have none themselves.
    """

    cases: int
    fewest: int
    most: int
    pass_at: dict[int, Fraction]
    pass_hat: dict[int, Fraction]
    open_runs: int
    left_out: int


def reliability(records: Sequence[Record]) -> Reliability | None:
    """Of the records that repeat; ``None`` where none of them has an outcome."""
    repeats = [record["repeat"] for record in records if record["repeat"] is not None]
    counted = [each for each in repeats if _has_outcome(each)]
    if not counted:
        return None
    counts = [(each["passed"] + each["failed"], each["passed"]) for each in counted]
    fewest = min(n for n, _ in counts)

    return Reliability(
        cases=len(counted),
        fewest=fewest,
        most=max(n for n, _ in counts),
        pass_at={k: mean(pass_at_k(n, c, k) for n, c in counts) for k in _shown(fewest)},
        pass_hat={k: mean(pass_hat_k(n, c, k) for n, c in counts) for k in _shown(fewest)},
        open_runs=sum(each["open"] for each in counted),
        left_out=len(repeats) - len(counted),
    )


def _has_outcome(repeat: RepeatRecord) -> bool:
    return gate(repeat["passed"], repeat["open"], repeat["needed"]) != "open"


def line(records: Sequence[Record]) -> str | None:
    """One line for the summary, ``None`` where there is nothing to estimate from."""
    found = reliability(records)
    if found is None:
        return None
    told = f"repeated: {_coverage(found)}"
    at_least_one = ", ".join(f"pass@{k} {percent(share)}" for k, share in found.pass_at.items())
    # with one run both say the same
    every = ", ".join(f"pass^{k} {percent(share)}" for k, share in found.pass_hat.items() if k > 1)
    return f"{told}: {at_least_one}" + (f"; {every}" if every else "")


def markdown(records: Sequence[Record]) -> list[str]:
    """A table for ``summary.md``, empty where there is nothing to estimate from."""
    found = reliability(records)
    if found is None:
        return []
    told = [f"Repeated: {_coverage(found)}.", ""]
    rows = [(str(k), percent(share), percent(found.pass_hat[k])) for k, share in found.pass_at.items()]
    return [*told, *markdown_table(("k", "pass@k", "pass^k"), rows, range(3)), ""]


def _coverage(found: Reliability) -> str:
    runs = str(found.most) if found.fewest == found.most else f"{found.fewest} to {found.most}"
    told = f"{plural(found.cases, 'case')} of {runs} {'run' if runs == '1' else 'runs'}"
    if found.open_runs:
        told += f", {plural(found.open_runs, 'run')} without an outcome not counted"
    if found.left_out:
        told += f", {plural(found.left_out, 'case')} without an outcome left out"
    return told


def _shown(n: int) -> Iterator[int]:
    """1, 2, 5, 10, 20, 50 ... below ``n``, then ``n``."""
    power = 1
    while power < n:
        yield from (step * power for step in _STEPS if step * power < n)
        power *= 10
    yield n
