"""A small agent: it plans, calls tools, reads what they say, and tries again when one fails.

It stands in for an agent of your own. No model is behind it, so that it runs anywhere and gives
the same answer each time; what matters here is that a test drives it from its input to its
answer, with the log of what it did.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pytest_rubric import Output

PRICES = {"notebook": 3.5, "pen": 1.2, "backpack": 42.0}
RATES = {("EUR", "USD"): 1.1, ("EUR", "EUR"): 1.0}
_WANTED = re.compile(r"(\d+)\s+(\w+?)s?\b")


class ToolError(Exception):
    """A tool said no."""


@dataclass
class Tools:
    """The tools of one run. The price service is busy on its first call, as services are."""

    calls: int = 0

    def price_of(self, item: str) -> float:
        self.calls += 1
        if self.calls == 1:
            raise ToolError("503 price service is busy")
        if item not in PRICES:
            raise ToolError(f"404 no price for {item!r}")
        return PRICES[item]

    def convert(self, amount: float, source: str, target: str) -> float:
        if (source, target) not in RATES:
            raise ToolError(f"404 no rate from {source} to {target}")
        return round(amount * RATES[source, target], 2)


@dataclass
class Log:
    """The run as chat messages, in the shape of the OpenAI API."""

    messages: list[dict[str, Any]] = field(default_factory=list)

    def call(self, tool: Callable[..., float], **arguments: Any) -> float:
        number = f"call_{len(self.messages)}"
        self.messages.append(
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [
                    {
                        "id": number,
                        "type": "function",
                        "function": {"name": tool.__name__, "arguments": json.dumps(arguments)},
                    }
                ],
            }
        )
        try:
            result = tool(**arguments)
        except ToolError as error:
            self.messages.append({"role": "tool", "tool_call_id": number, "content": f"Error: {error}"})
            raise
        self.messages.append({"role": "tool", "tool_call_id": number, "content": str(result)})
        return result


def with_retry(log: Log, tool: Callable[..., float], **arguments: Any) -> float:
    """Call a tool; once more if it was busy."""
    try:
        return log.call(tool, **arguments)
    except ToolError as error:
        if not str(error).startswith("503"):
            raise
    return log.call(tool, **arguments)


def answer(question: str) -> Output:
    """Work out what a shopping list costs, in the currency that the question names."""
    tools, log = Tools(), Log([{"role": "user", "content": question}])
    currency = "USD" if "USD" in question or "dollar" in question else "EUR"
    lines, total, unknown = [], 0.0, []
    for count, item in _WANTED.findall(question):
        try:
            price = with_retry(log, tools.price_of, item=item)
        except ToolError:
            unknown.append(item)
            continue
        cost = with_retry(log, tools.convert, amount=int(count) * price, source="EUR", target=currency)
        total += cost
        lines.append(f"- {count} x {item}: {cost:.2f} {currency}")
    lines.append(f"Total: {total:.2f} {currency}")
    if unknown:
        lines.append(f"I have no price for: {', '.join(unknown)}. The total leaves it out.")
    text = "\n".join(lines)
    log.messages.append({"role": "assistant", "content": text})
    return Output(text, run_log=log.messages)
