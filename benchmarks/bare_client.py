"""The comparison: ``AsyncOpenAI`` as its documentation shows it, all requests in one gather.

Usage: python -m benchmarks.bare_client BASE_URL BODIES CONCURRENCY

``BODIES`` holds one request body a line, as a plugin run sent it. Prints how many replies could be
read and how many requests failed.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from openai import AsyncOpenAI, OpenAIError


async def ask_all(base_url: str, bodies: list[dict[str, Any]], concurrency: int) -> tuple[int, int]:
    """Send all; gives the numbers of readable replies and of failures."""
    slots = asyncio.Semaphore(concurrency)
    async with AsyncOpenAI(base_url=base_url, api_key="loopback") as client:

        async def ask(body: dict[str, Any]) -> bool:
            async with slots:
                try:
                    reply = await client.chat.completions.create(**body)
                except OpenAIError:
                    return False
            return isinstance(json.loads(reply.choices[0].message.content or ""), dict)

        answers = await asyncio.gather(*(ask(body) for body in bodies))
    return sum(answers), len(answers) - sum(answers)


def main() -> None:
    """Run it."""
    base_url, bodies, concurrency = sys.argv[1:]
    lines = Path(bodies).read_text(encoding="utf-8").splitlines()
    answered, failed = asyncio.run(ask_all(base_url, [json.loads(line) for line in lines], int(concurrency)))
    print(f"{answered} answered, {failed} failed")


if __name__ == "__main__":
    main()
