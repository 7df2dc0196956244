"""What users' code raised, as its authors want to read it: their own lines, not ours."""

from __future__ import annotations

import inspect
import linecache
import sys
import threading
import traceback
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

from pytest_rubric.model.lines import cut
from pytest_rubric.model.paths import shown_path
from pytest_rubric.model.text import visible

_MOST_OF_A_MESSAGE = 2000
_MOST_FRAMES = 8
_MOST_CAUSES = 3
_WIDEST = 200
_INSTALLED = ("site-packages", "dist-packages")
_NOT_USERS = ("<", str(Path(__file__).resolve().parents[1]), str(Path(inspect.__file__).parent))

Frame = traceback.FrameSummary


def described(error: BaseException, root: Path | None) -> str:
    """Type and message of an error, and the last line of user code that it came through."""
    places = [(Path(frame.filename), frame.lineno) for frame in _users(_frames(error.__traceback__))]
    if isinstance(error, SyntaxError) and error.filename:
        places.append((Path(error.filename), error.lineno))
    return said(error) + _place(places, root)


def said(error: BaseException) -> str:
    """Type and message of an error; a very long message is shortened, and says so."""
    try:
        # The text of a syntax error repeats its place.
        text = error.msg if isinstance(error, SyntaxError) else str(error)
        message = visible(text).strip()
    except Exception:  # a broken __str__ must not hide the error that it belongs to
        message = ""
    if len(message) > _MOST_OF_A_MESSAGE:
        left_out = len(message) - _MOST_OF_A_MESSAGE
        message = f"{message[:_MOST_OF_A_MESSAGE]} [... {left_out} more characters]"
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def shown(error: BaseException, root: Path | None) -> str:
    """The traceback of an error, the last frames of user code alone, with what caused it above.

    Empty where no user code is on the way.
    """
    blocks = []
    for link in reversed(list(_chain(error))):
        lines = _lines(_users(_frames(link.__traceback__)), root)
        if isinstance(link, SyntaxError) and link.filename and link.lineno:
            lines += _lines([Frame(link.filename, link.lineno, "")], root)
        if lines:
            # The message itself is told in full elsewhere.
            blocks.append("\n".join([*lines, cut(said(link), _WIDEST)]))
    return "\n\n".join(blocks)


def stands_at(thread: threading.Thread, root: Path | None) -> str:
    """Where the user code in a thread is now, as ``agent.py:4: time.sleep(60)``; empty if nowhere."""
    frame = sys._current_frames().get(thread.ident or 0)
    if frame is None:
        return ""
    users = _users(_summary(_outwards(frame)))
    if not users:
        return ""
    last = _inside(users, root)[-1]
    return f"{_shown_file(last.filename, root)}:{last.lineno}: {_source(last)}"


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen and len(seen) < _MOST_CAUSES:
        seen.add(id(link))
        yield link
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)


def _frames(trace: TracebackType | None) -> list[Frame]:
    return _summary(traceback.walk_tb(trace))


def _summary(frames: Iterable[tuple[FrameType, int]]) -> list[Frame]:
    # The source is looked up for what is shown only: a deep recursion has a thousand frames.
    return list(traceback.StackSummary.extract(iter(frames), lookup_lines=False))


def _outwards(frame: FrameType) -> list[tuple[FrameType, int]]:
    """The frames of a stack, the outermost first."""
    found = []
    at: FrameType | None = frame
    while at is not None:
        found.append((at, at.f_lineno))
        at = at.f_back
    return found[::-1]


def _users(frames: Iterable[Frame]) -> list[Frame]:
    return [frame for frame in frames if _is_users(frame.filename)]


def _is_users(file: str) -> bool:
    return not file.startswith(_NOT_USERS) and not any(part in file for part in _INSTALLED)


def _inside(frames: list[Frame], root: Path | None) -> list[Frame]:
    return [frame for frame in frames if root and Path(frame.filename).is_relative_to(root)] or frames


def _lines(frames: list[Frame], root: Path | None) -> list[str]:
    lines = []
    if len(frames) > _MOST_FRAMES:
        lines.append(f"... {len(frames) - _MOST_FRAMES} calls before")
    for frame in frames[-_MOST_FRAMES:]:
        within = f": in {frame.name}" if frame.name else ""
        lines.append(f"{_shown_file(frame.filename, root)}:{frame.lineno}{within}")
        if source := _source(frame):
            lines.append(f"    {source}")
    return lines


def _source(frame: Frame) -> str:
    return visible(linecache.getline(frame.filename, frame.lineno or 0)).strip()


def _place(places: list[tuple[Path, Any]], root: Path | None) -> str:
    if not places:
        return ""
    inside = [place for place in places if root and place[0].is_relative_to(root)]
    path, line = (inside or places)[-1]
    return f" ({_shown_file(str(path), root)}:{line})"


def _shown_file(file: str, root: Path | None) -> str:
    return visible(shown_path(Path(file), root))
