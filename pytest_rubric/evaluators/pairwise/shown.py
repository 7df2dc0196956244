"""The two outputs as the judge is shown them: nothing in their frame tells one from the other."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath

from pytest_rubric.evidence import Haystack
from pytest_rubric.model import Output, Quote
from pytest_rubric.model.comparison import SIDES, Side
from pytest_rubric.model.text import visible

FileHead = Callable[[str], str]
"""The line above a file, from its neutral name."""

NotText = Callable[[int, str], str]
"""What stands for a file that is not text, from its size and digest."""


class ShownOutputs:
    """The texts of A and B. Quotes are looked up in exactly what was shown."""

    def __init__(self, outputs: Mapping[Side, Output], head: FileHead, not_text: NotText) -> None:
        shared = frozenset.intersection(
            *(frozenset(file.name for file in outputs[side].files) for side in SIDES)
        )
        self.texts: Mapping[Side, str] = {
            side: _text(outputs[side], shared, head, not_text) for side in SIDES
        }
        self.hides_names = any(file.name not in shared for side in SIDES for file in outputs[side].files)
        self._bare: Mapping[Side, str] = {side: _content(outputs[side]) for side in SIDES}
        self._haystacks: dict[Side, Haystack] = {}

    def is_empty(self, side: Side) -> bool:
        """Whether nothing is left of an output after trimming."""
        return not self._bare[side].strip()

    @property
    def are_identical(self) -> bool:
        """Whether both are the same, line ends, trailing blanks and Unicode's spellings aside."""
        first, second = (_normal(self.texts[side]) for side in SIDES)
        return first == second

    def quote(self, side: Side, text: str) -> Quote:
        """Look a quote up in the output that it names."""
        if side not in self._haystacks:
            self._haystacks[side] = Haystack(self.texts[side])
        found = self._haystacks[side].find(text)
        if found is None:
            return Quote(side, visible(text), found=False)
        return Quote(side, visible(text), found=True, start=found.start, end=found.end, passage=found.text)


def _text(output: Output, shared: frozenset[str], head: FileHead, not_text: NotText) -> str:
    """An output as text. Of a folder, only names that both outputs have are shown: any other could
    say who made it."""
    if not output.files:
        return output.text
    shown = []
    for number, file in enumerate(output.files, 1):
        name = file.name if file.name in shared else f"{number}{PurePosixPath(file.name).suffix}"
        body = file.text if file.text is not None else not_text(file.size, file.digest)
        shown.append(f"[{head(name)}]\n{body}")
    return "\n\n".join(shown)


def _content(output: Output) -> str:
    """What there is of an output besides names: a file that is not text counts by its size."""
    if not output.files:
        return output.text
    return "".join("x" * bool(file.size) if file.text is None else file.text for file in output.files)


def _normal(text: str) -> str:
    lines = unicodedata.normalize("NFC", text).strip().splitlines()
    return "\n".join(line.rstrip() for line in lines)
