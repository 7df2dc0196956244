"""From bytes to nodes: UTF-8, the C parser with the Python parser behind it, and errors in plain words."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import yaml

from pytest_rubric.errors import CaseFileError
from pytest_rubric.loading.composing import Composer
from pytest_rubric.loading.nodes import Node
from pytest_rubric.model.text import visible

_PYTHON_PARSER_LIMIT = 1_000_000
"""Up to how many characters the Python parser has the last word on a file that the C parser refuses
(it takes some seconds for as many). Escapes that only the Python parser reads have no limit."""

_ESCAPE_ONLY_PYTHON_READS = "invalid Unicode character escape code"
_UNREADABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def read_text(path: Path, file: str) -> str:
    """The text of a file, without a byte order mark. ``file`` names it in messages.

    Raises :class:`CaseFileError` where it can't be read or isn't UTF-8.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CaseFileError(f"can't be read: {error.strerror or error}", file) from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise CaseFileError("is UTF-16; save it as UTF-8", file) from error
        before = data[: error.start].decode("utf-8", "replace")
        line, column = _position(before, len(before))
        raise CaseFileError(
            f"is not UTF-8: byte 0x{data[error.start]:02x} at this place; save it as UTF-8",
            file,
            line,
            column,
        ) from error


def parse(text: str, file: str) -> Node | None:
    """The root node of a text with one YAML document, ``None`` where it has none.

    Raises :class:`CaseFileError` with the position, where it can't be read.
    """
    with garbage_collection_paused():
        c_loader = getattr(yaml, "CSafeLoader", None)
        if c_loader is not None:
            try:
                return _compose(c_loader, text, file)
            except yaml.YAMLError as error:
                escape = _ESCAPE_ONLY_PYTHON_READS in str(getattr(error, "problem", ""))
                if len(text) > _PYTHON_PARSER_LIMIT and not escape:
                    raise _in_plain_words(error, text, file) from error
        try:
            return _compose(yaml.SafeLoader, text, file)
        except yaml.YAMLError as error:
            raise _in_plain_words(error, text, file) from error


def _compose(loader: type[yaml.SafeLoader], text: str, file: str) -> Node | None:
    return Composer(loader(text).get_event, file).document()


@contextmanager
def garbage_collection_paused() -> Iterator[None]:
    """For work that makes very many objects that stay: half a million nodes are in no cycle, and
    looking for cycles among them doubles the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _in_plain_words(error: yaml.YAMLError, text: str, file: str) -> CaseFileError:
    if isinstance(error, yaml.reader.ReaderError):
        match = _UNREADABLE.search(text)
        if match is None:
            return CaseFileError(f"is not readable as YAML: {error.reason}", file)
        line, column = _position(text, match.start())
        shown = visible(match.group())
        what = (
            f'U+{ord(match.group()):04X} can\'t stand in a YAML file; write it as "{shown}" in double quotes'
        )
        return CaseFileError(f"the character {what}", file, line, column)
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        return CaseFileError(f"is not readable as YAML: {' '.join(str(error).split())}", file)
    line, column = mark.line + 1, mark.column + 1
    source = _line_of(text, mark.line)
    if "\t" in source[: len(source) - len(source.lstrip())]:
        return CaseFileError("a tab is used for indentation; use spaces", file, line, column)
    if source[mark.column : mark.column + 1] == "\t":
        return CaseFileError("a tab stands where YAML takes only spaces; use spaces", file, line, column)
    problem = getattr(error, "problem", None) or "unknown problem"
    context = getattr(error, "context", None)
    what = f"{problem} ({context})" if context else problem
    return CaseFileError(f"is not readable as YAML: {what}", file, line, column)


_LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")  # YAML's line ends


def _line_of(text: str, index: int) -> str:
    return next((line for number, line in enumerate(_LINE_END.split(text)) if number == index), "")


def _position(text: str, offset: int) -> tuple[int, int]:
    """Line and column, from 1, of an offset in a text."""
    line, start = 1, 0
    for match in _LINE_END.finditer(text, 0, offset):
        line, start = line + 1, match.end()
    return line, offset - start + 1
