"""The output under test."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class TurnOutput:
    """One turn of a conversation as it went. ``run_log`` is that of this turn, as in :class:`Output`."""

    user: str
    reply: str
    run_log: object = None


@dataclass(frozen=True, slots=True)
class OutputFile:
    """One file of an output that is a folder.

    ``name`` is its path in the folder, with ``/``; ``text`` is ``None`` where it is not text.
    ``size`` is in bytes, ``digest`` the SHA-256 of its bytes.
    """

    name: str
    text: str | None
    size: int
    digest: str


@dataclass(frozen=True, slots=True)
class Output:
    """What a target made.

    ``run_log`` is the log of the run in any shape that :mod:`pytest_rubric.runlog` reads
    (text, or plain data), or ``None``. ``usage`` is the target's own token count, as
    ``{"input": n, "output": n}``, with ``"calls": n`` where they are counted. ``notes`` are
    remarks for the report (standard error of a command, replaced bytes). ``turns`` is set for a
    conversation; ``text`` then has the replies alone, a blank line between them. ``files`` are
    those of an output that is a folder; ``text`` then shows them one below the other. ``origin`` says
    where it was had from, for people (a file, a function, a key of the case), and is no part of what
    makes two outputs the same; empty where nobody says.
    """

    text: str
    run_log: object = None
    usage: dict[str, int] | None = None
    notes: tuple[str, ...] = ()
    turns: tuple[TurnOutput, ...] = ()
    files: tuple[OutputFile, ...] = ()
    origin: str = field(default="", compare=False)
