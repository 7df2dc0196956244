"""The short way of looking a quote up finds what the long way finds, at the same place."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pytest_rubric.evidence import haystack
from pytest_rubric.evidence.boundaries import is_plainly_bounded
from pytest_rubric.evidence.haystack import Haystack

TEXTS = (
    "We pay, and you can't. It's 5.01 kg, or -3; see x^2: no!",
    "Mr. Fox (e.g. a.b.c) said: don't, won't! 1,000.5 of 3/4?",
    "第3月-5月，气温-5。二十三 items, 10kg; end.",
    "a*b* `c`, _d_. A >= b: “q”, 2*3! co-op—x.",
    "Ends in a dot.\n\n- next: one, two.\nLast!",
)


def quotes(text: str) -> Iterator[str]:
    """Every stretch of a few characters."""
    for start in range(len(text)):
        for end in range(start + 1, min(len(text), start + 9) + 1):
            yield text[start:end]


@pytest.mark.parametrize("text", TEXTS)
def test_both_ways_agree(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    every = sorted(set(quotes(text)))
    short = [Haystack(text).find(quote) for quote in every]
    taken = [quote for quote in every if is_plain(text, quote)]
    monkeypatch.setattr(haystack, "is_plainly_bounded", lambda *place: False)
    long = [Haystack(text).find(quote) for quote in every]
    differing = [
        (quote, a, b)
        for quote, a, b in zip(every, short, long, strict=True)
        if (a is None) != (b is None) or (a is not None and b is not None and a.start != b.start)
    ]
    assert differing == []
    assert taken, "no quote took the short way"


def is_plain(text: str, quote: str) -> bool:
    at = text.find(quote)
    return is_plainly_bounded(text, at, at + len(quote))


@pytest.mark.parametrize(("before", "stop"), [(word, stop) for word in ("lamp", "Ok") for stop in ".,;:!?"])
def test_a_quote_that_ends_before_a_stop_takes_the_short_way(before: str, stop: str) -> None:
    assert is_plain(f"the {before}{stop} Then", before)
    assert not is_plain(f"the 15{stop}5", "15")
