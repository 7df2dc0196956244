"""Endpoints that take nothing, or answer nothing, over real HTTP: given up soon, and not where one is only slow."""

from __future__ import annotations

import asyncio

import pytest

from pytest_rubric.errors import JudgeCallFailed, JudgeError, JudgeUnavailable
from pytest_rubric.judging.breaker import Breaker
from pytest_rubric.judging.budget import Budget
from pytest_rubric.judging.faults import TimedOut
from pytest_rubric.judging.limited import LimitedJudge, Patience
from pytest_rubric.judging.limits import Limiter
from pytest_rubric.judging.protocol import JudgeReply, JudgeRequest, Turn
from pytest_rubric.judging.retries import RetryingJudge
from pytest_rubric.judging.silence import Silence
from pytest_rubric.model import Usage
from tests.judging.small_contract import request
from tests.judging.transport.asking import asking, many
from tests.judging.transport.virtual_time import now, run_virtual
from tests.support.loopback import Body, LoopbackJudge, Raw, completion, failure

LATER = "run again later, or see what else uses its limit up"
CLOSED = "the judge was closed earlier in this session: "


# --- nothing is taken --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "raw",
    [
        failure(429, "busy", headers={"Retry-After-Ms": "100"}),
        failure(503, "busy", headers={"Retry-After-Ms": "100"}),
        failure(429, "busy"),
        Raw(body={"error": {"code": 429, "message": "busy"}}),
    ],
    ids=["429", "503", "429 without a word", "429 with status 200"],
)
@pytest.mark.parametrize("at_once", [False, True])
def test_an_endpoint_that_refuses_all_from_the_start_is_told_once_and_asked_no_more(
    raw: Raw, at_once: bool
) -> None:
    with LoopbackJudge(reply=raw) as judge:
        session = asking(
            judge.base_url, many(40), at_once=at_once, concurrency=4, patience=Patience(first=0.25)
        )
        taken = judge.calls
    full, *later = sorted(
        (error.message for error in session.errors), key=lambda told: told.startswith(CLOSED)
    )
    assert all(isinstance(error, JudgeUnavailable) for error in session.errors)
    assert "HTTP 429: busy" in full or "HTTP 503: busy" in full
    assert full.endswith(f"; {LATER}")
    reason = full.removesuffix(f"; {LATER}").rpartition("; ")[2]
    assert reason.startswith("the endpoint has taken no call at all, for ")
    assert later == [CLOSED + reason] * 39
    # Not one call for each question: the limits had let a few out at a time.
    assert taken == session.calls < 40
    assert sum(error.calls for error in session.errors) == taken


def test_one_call_that_was_taken_buys_more_patience() -> None:
    script = [
        completion("{}"),
        *[failure(429, "busy", headers={"Retry-After-Ms": "30"})] * 5,
        completion("{}"),
    ]
    with LoopbackJudge(reply=script) as judge:
        session = asking(judge.base_url, many(3), patience=Patience(first=0.0))
        assert judge.calls == 8
    assert len(session.replies) == 3


# --- nothing is answered -----------------------------------------------------------------------


def silent(url: str, calls: int, seconds: str = "0.3") -> str:
    return (
        f"no reply from {url}/chat/completions within {seconds} s; raise --rubric-timeout if the model needs longer; "
        f"the endpoint answered none of {calls} calls in a row; see that the server works"
    )


@pytest.mark.parametrize(
    "raw", [Raw(hang=True), Raw(body=b" " * 1000, drip=0.05)], ids=["nothing", "a byte now and then"]
)
def test_an_endpoint_that_hangs_is_given_up_after_three_calls_one_by_one(raw: Raw) -> None:
    with LoopbackJudge(reply=raw) as judge:
        session = asking(judge.base_url, many(10, timeout=0.3))
        assert judge.calls == session.calls == 3
        url = judge.base_url
    first, second, *later = session.errors
    assert type(first) is JudgeCallFailed
    assert first.message.endswith("(2 attempts)")
    assert isinstance(second, JudgeUnavailable)
    assert second.message == silent(url, 3)
    assert [error.message for error in later] == [
        CLOSED + "the endpoint answered none of 3 calls in a row"
    ] * 8
    assert [error.calls for error in session.errors] == [2, 1] + [0] * 8


def test_an_endpoint_that_hangs_costs_two_time_limits_where_many_go_at_once() -> None:
    with LoopbackJudge(reply=Raw(hang=True)) as judge:
        session = asking(judge.base_url, many(100, timeout=0.5), at_once=True, concurrency=8, grace=0.0)
        # Two rounds of as many as are let out together, and no third one.
        assert judge.calls == session.calls == 16
    assert len([error for error in session.errors if isinstance(error, JudgeUnavailable)]) == 100


def test_an_endpoint_that_falls_silent_under_way_is_given_up_too() -> None:
    def reply(body: Body) -> Raw:
        return completion("{}") if judge.calls <= 5 else Raw(hang=True)

    with LoopbackJudge(reply=reply) as judge:
        session = asking(judge.base_url, many(20, timeout=0.3))
        assert judge.calls == 5 + 3
    assert (len(session.replies), len(session.errors)) == (5, 15)


def test_questions_that_are_too_hard_close_nothing_while_others_are_answered() -> None:
    def reply(body: Body) -> Raw:
        hard = "output 1" in body["messages"][1]["content"]
        return Raw(hang=True) if hard else completion("{}")

    with LoopbackJudge(reply=reply) as judge:
        # Outputs 1 and 10 to 19 hang twice each, and the others are answered meanwhile.
        session = asking(judge.base_url, many(40, timeout=0.4), at_once=True, concurrency=40)
    assert len(session.replies) == 29
    assert [type(error) for error in session.errors] == [JudgeCallFailed] * 11
    assert all(error.message.endswith("(2 attempts)") for error in session.errors)


# --- the same on a virtual clock: a slow endpoint is no silent one ------------------------------


class OneByOne:
    """Answers one call after the other, each in ``seconds``, however many wait; nothing before ``ready``."""

    def __init__(self, seconds: float, *, ready: float = 0.0) -> None:
        self._seconds = seconds
        self._free_at = ready
        self.calls = 0

    async def ask(self, request: JudgeRequest) -> JudgeReply:
        self.calls += 1
        self._free_at = max(now(), self._free_at) + self._seconds
        wait = self._free_at - now()
        if wait > request.timeout:
            await asyncio.sleep(request.timeout)
            # The server notices that nobody waits any more.
            self._free_at -= self._seconds
            error = TimedOut("slow")
            error.calls = 1
            raise error
        await asyncio.sleep(wait)
        return JudgeReply((Turn("{}"),), Usage(calls=1))


def judged(
    endpoint: OneByOne, questions: int, concurrency: int
) -> tuple[list[JudgeReply], list[JudgeError], float]:
    async def main() -> tuple[list[JudgeReply], list[JudgeError], float]:
        loop = asyncio.get_running_loop()
        limiter = Limiter(concurrency, clock=loop.time)
        breaker = Breaker()
        judge = RetryingJudge(LimitedJudge(endpoint, limiter, Budget(), breaker), breaker)
        asked = [judge.ask(request(timeout=120)) for _ in range(questions)]
        outcomes = await asyncio.gather(*asked, return_exceptions=True)
        replies = [found for found in outcomes if isinstance(found, JudgeReply)]
        errors = [found for found in outcomes if isinstance(found, JudgeError)]
        assert len(replies) + len(errors) == questions
        return replies, errors, now()

    return run_virtual(main)


def test_a_model_that_is_loaded_for_longer_than_a_time_limit_is_waited_for() -> None:
    replies, errors, _ = judged(OneByOne(1, ready=150), 32, concurrency=32)
    assert (len(replies), errors) == (32, [])


def test_a_slow_server_that_answers_one_by_one_is_not_given_up() -> None:
    replies, errors, _ = judged(OneByOne(10), 64, concurrency=32)
    assert not any(isinstance(error, JudgeUnavailable) for error in errors)
    assert len(replies) > 20


@pytest.mark.parametrize(("concurrency", "limits"), [(1, 3), (2, 2), (32, 2)])
def test_a_dead_endpoint_costs_so_many_time_limits_in_all(concurrency: int, limits: int) -> None:
    endpoint = OneByOne(1, ready=1e9)
    replies, errors, seconds = judged(endpoint, 200, concurrency)
    assert (replies, len(errors)) == ([], 200)
    assert seconds == pytest.approx(limits * 120)
    assert endpoint.calls == limits * concurrency


# --- the rule itself ---------------------------------------------------------------------------


def test_calls_of_one_round_tell_the_same() -> None:
    silence = Silence()
    for _ in range(50):
        silence.timed_out(sent_at=0.0, now=120.0)
    assert (silence.calls, silence.is_hopeless) == (50, False)
    silence.timed_out(sent_at=120.0, now=240.0)
    assert silence.is_hopeless


def test_an_answer_starts_it_all_over() -> None:
    silence = Silence()
    for sent in (0.0, 120.0):
        silence.timed_out(sent, sent + 120)
    silence.answered(241.0)
    assert (silence.calls, silence.is_hopeless) == (0, False)
    # This one was on its way when the answer came: it is slow, and no silence.
    silence.timed_out(sent_at=240.0, now=360.0)
    assert silence.calls == 0
    for sent in (360.0, 480.0):
        silence.timed_out(sent, sent + 120)
    assert not silence.is_hopeless
    silence.timed_out(sent_at=600.0, now=720.0)
    assert silence.is_hopeless
