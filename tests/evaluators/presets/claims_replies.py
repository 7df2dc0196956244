"""Scripted answers of the family of claims: what a judge would write."""

from __future__ import annotations

from collections.abc import Sequence

Reply = dict[str, object]


def claims(*quotes: str, whole: Sequence[int] = ()) -> Reply:
    """The claims of an output, each the words that it quotes."""
    return {
        "claims": [
            {"id": number, "quote": quote, "text": f"{quote}!", "needs_full_coverage": number in whole}
            for number, quote in enumerate(quotes, 1)
        ]
    }


def key_points(*quotes: str) -> Reply:
    """The key points of a reference, each the words that it quotes."""
    return {
        "key_points": [
            {"id": number, "quote": quote, "text": f"{quote}!"} for number, quote in enumerate(quotes, 1)
        ]
    }


def compared(number: object, status: str, quote: str = "", reason: str = "it says so") -> Reply:
    return {"id": number, "reason": reason, "quote": quote, "status": status}


def backed(number: object, status: str, *cited: tuple[object, str], reason: str = "it says so") -> Reply:
    citations = [{"step": step, "quote": quote} for step, quote in cited]
    return {"id": number, "reason": reason, "citations": citations, "status": status}


def covered(
    number: object, coverage: str, quote: str = "", reason: str = "it says so", **more: object
) -> Reply:
    return {
        "id": number,
        "reason": reason,
        "quote": quote,
        "coverage": coverage,
        "stage": "unknown",
        "steps": [],
        "suggestion": "",
        **more,
    }


def issue(text: str, quote: str = "", kind: str = "other", severity: str = "low") -> Reply:
    return {"quote": quote, "text": text, "kind": kind, "severity": severity}


def decided(*entries: Reply) -> Reply:
    """Decisions about claims."""
    return {"claims": list(entries)}


def completion(*entries: Reply, issues: Sequence[Reply] = ()) -> Reply:
    """Decisions about key points."""
    return {"key_points": list(entries), "result_issues": list(issues)}
