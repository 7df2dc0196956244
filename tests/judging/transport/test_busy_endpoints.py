"""Limits over real HTTP: pauses hold for every request, and nothing is lost."""

from __future__ import annotations

import time
from email.utils import formatdate

import pytest

from tests.judging.transport.asking import NO_TO_ALL, asking, many
from tests.support.loopback import Body, LoopbackJudge, Raw, completion, failure


def gaps(judge: LoopbackJudge, refused: int) -> list[float]:
    """Seconds from the refusal of request number ``refused`` to each request after it."""
    times = [received.at for received in judge.requests]
    return [at - times[refused] for at in times[refused + 1 :]]


@pytest.mark.parametrize(
    ("status", "form"), [(429, "seconds"), (429, "milliseconds"), (429, "date"), (503, "seconds")]
)
def test_every_request_keeps_the_pause_that_one_was_told(status: int, form: str) -> None:
    def reply(body: Body) -> Raw:
        if judge.calls != 4:
            return completion("{}")
        headers = {
            "seconds": {"Retry-After": "1"},
            "milliseconds": {"Retry-After-Ms": "600", "Retry-After": "60"},
            # Dates have whole seconds, so this one is 1 to 2 seconds away.
            "date": {"Retry-After": formatdate(time.time() + 2, usegmt=True)},
        }
        return failure(status, "busy", headers=headers[form])

    with LoopbackJudge(reply=reply) as judge:
        # One at a time, so that none is on its way already when the refusal comes.
        session = asking(judge.base_url, many(8), at_once=True, concurrency=1)
        assert judge.calls == 9
        assert min(gaps(judge, refused=3)) > (0.5 if form == "milliseconds" else 0.95)
    assert len(session.replies) == 8
    assert sorted(reply.usage.calls for reply in session.replies) == [1] * 7 + [2]


def test_overload_without_a_word_is_waited_out() -> None:
    with LoopbackJudge(reply=[failure(503, "loading"), failure(529, "loading"), completion("{}")]) as judge:
        session = asking(judge.base_url, many(3), at_once=True)
        assert judge.calls == 5
    assert len(session.replies) == 3
    # These are no faults: the budget of retries is left alone.
    assert session.pauses == []


def test_a_refusal_in_the_body_of_a_200_is_a_refusal() -> None:
    busy = Raw(body={"error": {"code": 429, "message": "Rate limit exceeded: per minute"}})
    with LoopbackJudge(reply=[busy, completion("{}")]) as judge:
        session = asking(judge.base_url)
        assert judge.calls == 2
    assert session.reply.usage.calls == 2


@pytest.mark.parametrize("retry_after", [True, False])
def test_an_endpoint_of_20_calls_a_second_answers_30_without_an_error(retry_after: bool) -> None:
    with LoopbackJudge(reply=[NO_TO_ALL], rate=20, retry_after=retry_after) as judge:
        session = asking(judge.base_url, many(30), at_once=True)
        assert judge.refused > 0
        assert judge.calls == 30 + judge.refused
    assert len(session.replies) == 30
    assert session.calls == judge.calls


def test_an_endpoint_that_takes_four_at_a_time_answers_all() -> None:
    def reply(body: Body) -> Raw:
        return failure(503, "busy") if judge.parallel > 4 else completion("{}")

    with LoopbackJudge(reply=reply, delay=0.05) as judge:
        session = asking(judge.base_url, many(24), at_once=True)
    assert len(session.replies) == 24
