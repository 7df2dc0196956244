"""About how many tokens a request takes, by the length of its texts: no tokenizer is asked.

Models cut texts up differently. Four characters of a Latin text make about one token, a character
of other scripts makes about one by itself; the real number lies within a third of that, mostly.
"""

from __future__ import annotations

import json

from pytest_rubric.judging.protocol import JudgeRequest

_LATIN_PER_TOKEN = 4


def about(request: JudgeRequest) -> int:
    """Tokens to send: messages, and the schema of the reply, which endpoints count as well."""
    schema = json.dumps(request.schema, ensure_ascii=False, separators=(",", ":"))
    return sum(map(_of, (*(message.content for message in request.messages), schema)))


def _of(text: str) -> int:
    if text.isascii():
        return -(-len(text) // _LATIN_PER_TOKEN)
    # Most scripts beside the Latin one take three bytes a character; counting so is many times faster.
    others = (len(text.encode("utf-8", "surrogatepass")) - len(text)) // 2
    return -(-(len(text) - others) // _LATIN_PER_TOKEN) + others
