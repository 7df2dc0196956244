"""The client of a session: built once, used in one loop, closed without a trace; or the user's own."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import textwrap
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

from pytest_rubric.errors import JudgeUnavailable
from pytest_rubric.judging.client import OpenAIJudge
from pytest_rubric.judging.connections import Connections
from pytest_rubric.judging.quiet import QuietClient
from tests.judging.small_contract import request
from tests.judging.transport.asking import NO_TO_ALL, asking, many, settings
from tests.support.loopback import LoopbackJudge, Raw, Received, completion, failure

if TYPE_CHECKING:
    from openai import AsyncOpenAI

GOOD = completion("{}")


def custom(url: str, **options: Any) -> AsyncOpenAI:
    import openai

    return openai.AsyncOpenAI(base_url=url, **{"api_key": "of-the-hook-1", **options})


def test_a_client_of_ones_own_is_used_whatever_the_endpoint_in_the_settings() -> None:
    with LoopbackJudge(reply=[NO_TO_ALL]) as judge:
        url = judge.base_url
        session = asking("not even a URL", many(3), make_client=lambda: custom(url))
        assert {r.headers["authorization"] for r in judge.requests} == {"Bearer of-the-hook-1"}
    assert len(session.replies) == 3


def test_the_hook_is_called_once() -> None:
    made: list[AsyncOpenAI] = []

    def make_client() -> AsyncOpenAI:
        made.append(custom(url))
        return made[0]

    with LoopbackJudge(reply=[NO_TO_ALL]) as judge:
        url = judge.base_url
        asking(None, many(5), at_once=True, make_client=make_client)
    assert len(made) == 1
    assert made[0].is_closed()


def test_its_own_retries_are_switched_off_and_ours_stay() -> None:
    busy = failure(429, "busy", headers={"Retry-After": "0"})
    with LoopbackJudge(reply=[busy, failure(500, "boom"), GOOD]) as judge:
        url = judge.base_url
        session = asking(None, make_client=lambda: custom(url, max_retries=5))
        assert judge.calls == 3
    assert (session.reply.usage.calls, len(session.pauses)) == (3, 1)


def test_its_own_time_limit_does_not_stand_in_for_ours() -> None:
    with LoopbackJudge(reply=Raw(hang=True)) as judge:
        url = judge.base_url
        session = asking(None, [request(timeout=0.2)], make_client=lambda: custom(url, timeout=600))
    assert session.error.message == (
        f"no reply from {url}/chat/completions within 0.2 s; raise --rubric-timeout if the model needs longer "
        "(2 attempts)"
    )


def test_a_client_of_a_cloud_puts_the_deployment_into_the_url() -> None:
    import openai

    def make_client() -> AsyncOpenAI:
        return openai.AsyncAzureOpenAI(azure_endpoint=root, api_version="2024-06-01", api_key="azure-key-777")

    with LoopbackJudge(reply=[NO_TO_ALL]) as judge:
        root = judge.base_url.removesuffix("/v1")
        session = asking(None, make_client=make_client, model="grading-prod-01")
        (received,) = judge.requests
    route = "/openai/deployments/grading-prod-01/chat/completions?api-version=2024-06-01"
    assert (received.path, received.headers["api-key"]) == (route, "azure-key-777")
    # The test server knows no deployments: the message shows name and version.
    assert session.error.message == (
        f"{root}{route} was called and answered HTTP 404: no such route: {route}; check --rubric-base-url (most end "
        "in /v1; with a cloud's deployments also their name and API version) and --rubric-model"
    )


def test_a_hook_that_makes_none_leaves_the_built_in_client() -> None:
    with LoopbackJudge(reply=[NO_TO_ALL]) as judge:
        assert asking(judge.base_url, make_client=lambda: None).replies


def raising() -> AsyncOpenAI:
    raise LookupError("no vault here")


WRONG: dict[str, tuple[Any, str]] = {
    "raises": (
        raising,
        "the hook pytest_rubric_make_client failed: LookupError: no vault here",
    ),
    "a text": (
        lambda: "client",
        "the hook pytest_rubric_make_client returned str; it must return an openai.AsyncOpenAI (or a subclass, such "
        "as AsyncAzureOpenAI)",
    ),
    "a client that is not async": (
        lambda: __import__("openai").OpenAI(api_key="k", base_url="http://127.0.0.1:9/v1"),
        "the hook pytest_rubric_make_client returned OpenAI; it must return an openai.AsyncOpenAI (or a subclass, "
        "such as AsyncAzureOpenAI)",
    ),
}


@pytest.mark.parametrize(("make_client", "message"), WRONG.values(), ids=WRONG.keys())
def test_a_hook_that_makes_no_client_is_told_once(make_client: Any, message: str) -> None:
    session = asking("http://127.0.0.1:9/v1", many(2), make_client=make_client)
    first, second = session.errors
    assert isinstance(first, JudgeUnavailable)
    assert first.message == message
    assert second.message == "the judge was closed earlier in this session: its client could not be made"
    assert session.calls == 0


def test_a_hook_that_failed_early_is_not_called_again() -> None:
    calls: list[int] = []

    def make_client() -> AsyncOpenAI:
        calls.append(1)
        raise LookupError("no vault here")

    async def main() -> str:
        chosen = settings(None)
        client = OpenAIJudge(chosen, Connections(chosen, make_client))
        client.warm_up()
        with pytest.raises(JudgeUnavailable) as caught:
            await client.ask(request())
        await client.close()
        return caught.value.message

    assert asyncio.run(main()) == "the hook pytest_rubric_make_client failed: LookupError: no vault here"
    assert calls == [1]


def test_credentials_that_can_not_be_had_close_the_judge() -> None:
    async def token() -> str:
        raise LookupError("no token")

    session = asking(None, many(2), make_client=lambda: custom("http://127.0.0.1:9/v1", api_key=token))
    first, second = session.errors
    assert isinstance(first, JudgeUnavailable)
    assert first.message == (
        "the client failed before http://127.0.0.1:9/v1/chat/completions was asked: LookupError: no token"
    )
    assert second.message == "the judge was closed earlier in this session: its client fails"


def test_warming_up_asks_nothing_and_tells_nothing() -> None:
    with LoopbackJudge(reply=[NO_TO_ALL]) as judge:

        async def main() -> None:
            for chosen in (settings(judge.base_url), settings(None), settings(judge.base_url, model=None)):
                client = OpenAIJudge(chosen)
                client.warm_up()
                client.warm_up()
                await client.close()
                await client.close()

        asyncio.run(main())
        assert judge.calls == 0


class Watching(LoopbackJudge):
    """Remembers every connection that a request came over."""

    seen: set[object]

    def answer(self, request: Received) -> Raw:
        self.seen |= self._connections
        return super().answer(request)


def test_one_client_and_one_connection_serve_many_questions_one_after_the_other() -> None:
    judge = Watching(reply=[NO_TO_ALL])
    judge.seen = set()
    with judge:
        session = asking(judge.base_url, many(50))
        assert judge.calls == 50
        assert len(judge.seen) == 1
    assert len(session.replies) == 50


def test_more_calls_at_once_than_the_sdk_allows_connections() -> None:
    with LoopbackJudge(reply=[NO_TO_ALL]) as judge:
        assert len(asking(judge.base_url, many(20), at_once=True, concurrency=1000).replies) == 20


def python(code: str, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in a process of its own."""
    return subprocess.run(
        [sys.executable, *options, "-c", textwrap.dedent(code)],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={"PATH": "", "PYTHONPATH": ".", **environment},
    )


def test_closing_leaves_no_warning_and_nothing_on_stderr() -> None:
    code = """
        import asyncio, gc, warnings
        from tests.judging.transport.asking import NO_TO_ALL, asking, many
        from tests.support.loopback import LoopbackJudge, Raw

        with LoopbackJudge(reply=[Raw(drop=True), NO_TO_ALL]) as judge:
            for _ in range(2):
                session = asking(judge.base_url, many(20), at_once=True)
                assert len(session.replies) == 20, session.errors
                gc.collect()
        with LoopbackJudge(reply=Raw(hang=True)) as judge:
            assert asking(judge.base_url, many(1, timeout=0.1)).errors
        gc.collect()
        print("done")
        """
    done = python(code, "-X", "dev", "-W", "error::ResourceWarning")
    assert (done.stdout, done.stderr, done.returncode) == ("done\n", "", 0)


def test_a_session_that_is_cancelled_with_calls_in_flight_closes_quietly() -> None:
    code = """
        import asyncio, gc
        from pytest_rubric.judging.stack import build_judge
        from tests.judging.transport.asking import many, settings
        from tests.support.loopback import LoopbackJudge, Raw

        async def main(judge):
            stack = build_judge(settings(judge.base_url))
            tasks = [asyncio.ensure_future(stack.ask(each)) for each in many(10)]
            while judge.calls < 10:
                await asyncio.sleep(0.01)
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            assert all(isinstance(error, asyncio.CancelledError) for error in ended), ended
            await stack.close()

        with LoopbackJudge(reply=Raw(hang=True)) as judge:
            asyncio.run(main(judge))
        gc.collect()
        print("done")
        """
    done = python(code, "-X", "dev", "-W", "error::ResourceWarning")
    assert (done.stdout, done.stderr, done.returncode) == ("done\n", "", 0)


@pytest.mark.parametrize("replies", ["only", "auto"])
def test_the_sdk_is_not_imported_and_stored_replies_are_served_without_any_client(
    replies: str, tmp_path: Path
) -> None:
    code = """
        import asyncio, sys
        from pathlib import Path
        from pytest_rubric.judging.stack import build_judge
        from tests.judging.small_contract import request
        from tests.judging.transport.asking import settings

        async def main(url, mode, folder):
            stack = build_judge(settings(url, replies=mode, replies_dir=Path(folder)))
            print((await stack.ask(request())).decisions, stack.stored, stack.calls)
            await stack.close()

        asyncio.run(main(*sys.argv[1:]))
        print("openai" in sys.modules, "aiohttp" in sys.modules)
        """
    folder = str(tmp_path / "replies")

    def run(url: str, mode: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(code), url, mode, folder],
            cwd=Path(__file__).parents[3],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            env={"PATH": "", "PYTHONPATH": "."},
        )
        assert done.stderr == ""
        return done.stdout

    with LoopbackJudge(reply=[NO_TO_ALL]) as judge:
        assert run(judge.base_url, "auto") == "{1: False, 2: False} 0 1\nFalse True\n"
        assert run(judge.base_url, replies) == "{1: False, 2: False} 1 0\nFalse False\n"
        assert judge.calls == 1


def records_of(work: Any) -> list[str]:
    """The loggers that speak while ``work`` is done."""
    seen: list[str] = []

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            seen.append(record.name)

    handler, root = Handler(), logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        work()
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
    return seen


def test_nobody_hears_the_clients_loggers_and_afterwards_they_speak_again() -> None:
    import openai

    with LoopbackJudge(reply=[failure(500, "boom"), GOOD, Raw(drop=True), GOOD]) as judge:
        # One word is the loop's own, before there is a client.
        assert records_of(lambda: asking(judge.base_url, many(2))) == ["asyncio"]
        url = judge.base_url

        async def plain() -> None:
            async with openai.AsyncOpenAI(api_key="k", base_url=url) as client:
                await client.chat.completions.create(model="m", messages=[])

        assert records_of(lambda: asyncio.run(plain())) != []


def test_the_loggers_speak_in_other_threads_as_ever() -> None:
    quiet = QuietClient()

    def work() -> None:
        ready, over = threading.Event(), threading.Event()

        def ours() -> None:
            quiet.start()
            logging.getLogger("openai").warning("muted")
            logging.getLogger("openai._base_client").warning("muted")
            logging.getLogger("asyncio").warning("muted")
            logging.getLogger("my.tests").warning("mine")
            ready.set()
            over.wait()
            quiet.stop()
            logging.getLogger("openai").warning("over")

        thread = threading.Thread(target=ours)
        thread.start()
        ready.wait()
        logging.getLogger("openai").warning("heard")
        over.set()
        thread.join()

    logging.getLogger("openai._base_client")
    assert records_of(work) == ["my.tests", "openai", "openai"]
    loggers = [cast(Any, logging.getLogger(name)) for name in ("openai", "openai._base_client", "asyncio")]
    assert not any(type(found).__name__ == "_OtherThreads" for logger in loggers for found in logger.filters)
