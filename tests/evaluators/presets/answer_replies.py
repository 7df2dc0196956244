"""Replies of a judge to the questions of the presets about answers, for their tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Reply = dict[str, object]

QUESTION = "Which plug fits in Norway? How high is the voltage? A tip for the airport would be nice."
ANSWER = "Norway takes plugs of type F. The voltage is high. Fjords are deep."


def statements(*texts: tuple[str, str]) -> Reply:
    """Statements, each a text and its quote."""
    return {"statements": [{"quote": quote, "text": text} for text, quote in texts]}


def needs(*listed: tuple[str, str, object]) -> Reply:
    """Needs, each a text, its quote and its importance."""
    return {
        "reason": "It asks about plugs.",
        "needs": [{"quote": quote, "need": text, "importance": weight} for text, quote, weight in listed],
    }


def coherence(rating: object, *issues: Mapping[str, object], reason: str = "One jump.") -> Reply:
    return {
        "issues": list(issues),
        "reason": reason,
        "suggestion": "" if rating == 4 else "Keep to one thought.",
        "rating": rating,
    }


def issue(kind: str = "jump", quote: str = "Fjords are deep") -> dict[str, object]:
    return {"quote": quote, "reason": "The fjords come out of nowhere.", "kind": kind}


def relevance(*levels: str, noncommittal: bool = False, reason: str = "It says it can't tell.") -> Reply:
    return {
        "statements": [
            {"id": number, "reason": f"statement {number} is {level}", "verdict": level}
            for number, level in enumerate(levels, 1)
        ],
        "reason": reason,
        "noncommittal": noncommittal,
    }


def completeness(*levels: str, quote: str = "plugs of type F") -> Reply:
    return {
        "needs": [
            {
                "id": number,
                "reason": f"need {number} is {level}",
                "quote": "" if level == "missing" else quote,
                "suggestion": "" if level == "covered" else f"Give need {number}.",
                "verdict": level,
            }
            for number, level in enumerate(levels, 1)
        ]
    }


STATEMENTS = statements(
    ("type F fits", "Norway takes plugs of type F"),
    ("the voltage is high", "The voltage is high"),
    ("fjords are deep", "Fjords are deep"),
)
NEEDS = needs(
    ("the plug", "Which plug fits in Norway", 3),
    ("the voltage", "How high is the voltage", 2),
    ("a tip", "A tip for the airport would be nice", 1),
)


def answers(**given: Reply) -> dict[str, Reply]:
    """The replies to all five questions of ``result-answer``; what isn't given is a good one."""
    good = {
        "statements": STATEMENTS,
        "needs": NEEDS,
        "coherence": coherence(4),
        "relevance": relevance("relevant", "relevant", "relevant"),
        "completeness": completeness("covered", "covered", "covered"),
    }
    assert not set(given) - set(good)
    return {f"result-answer-{name}": reply for name, reply in {**good, **given}.items()}


def constraints(*listed: tuple[str, str, str], reason: str = "It orders a form.") -> Reply:
    """Constraints, each a text, its quote and its type."""
    return {
        "reason": reason,
        "constraints": [{"quote": quote, "constraint": text, "type": kind} for text, quote, kind in listed],
    }


def kept(number: object, status: str, **more: object) -> dict[str, object]:
    """A verdict on one constraint."""
    return {
        "id": number,
        "observed": "seen",
        "reason": f"constraint {number} is {status}",
        "quote": "",
        "suggestion": "Mend it." if status == "not_met" else "",
        "status": status,
        **more,
    }


def required(**levels: str) -> Reply:
    """What the question calls for, by dimension."""
    return {
        "dimensions": [
            {"dimension": name, "reason": f"{name} is {level}", "required": level}
            for name, level in levels.items()
        ]
    }


def reached(quote: str, **levels: str) -> Reply:
    """What the answer gives, by dimension."""
    return {
        "dimensions": [
            {
                "dimension": name,
                "reason": f"{name} is {level}",
                "quote": "" if level == "missing" else quote,
                "suggestion": "" if level == "met" else f"More {name}.",
                "verdict": level,
            }
            for name, level in levels.items()
        ]
    }


def without(reply: Reply, key: str, at: int = 0) -> Reply:
    """The reply with one entry of a list forgotten."""
    entries = _entries(reply, key)
    return {**reply, key: [*entries[:at], *entries[at + 1 :]]}


def repeated(reply: Reply, key: str) -> Reply:
    """The reply with the first entry of a list twice."""
    entries = _entries(reply, key)
    return {**reply, key: [*entries, entries[0]]}


def changed(reply: Reply, key: str, **fields: object) -> Reply:
    """The reply with fields of the first entry of a list changed."""
    entries = _entries(reply, key)
    return {**reply, key: [{**entries[0], **fields}, *entries[1:]]}


def added(reply: Reply, key: str, **fields: object) -> Reply:
    """The reply with one more entry: the first with some fields changed."""
    entries = _entries(reply, key)
    return {**reply, key: [*entries, {**entries[0], **fields}]}


def _entries(reply: Reply, key: str) -> Sequence[dict[str, object]]:
    entries = reply[key]
    assert isinstance(entries, list)
    return entries
