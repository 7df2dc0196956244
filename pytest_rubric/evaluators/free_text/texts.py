"""The shape of what a judge is told when it compiles a text; the words stand in one module per language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Texts:
    """Everything that a judge is told in one language, data aside. ``text`` names the block that
    holds the text."""

    instructions: str
    text: str
    reply: str
    shape: str
    follow_up: str
    follow_up_missing: str
    follow_up_unreadable: str
    follow_up_reply: str
    follow_up_reply_missing: str
