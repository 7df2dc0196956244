"""The examples of the README are rubrics that lint has nothing to say about."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from pytest_rubric.loading import NotOurs, load
from pytest_rubric.model import CaseSettings
from pytest_rubric.scoring import lint

README = Path(__file__).parents[2] / "README.md"
BLOCKS = re.findall(r"^```yaml\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
EXAMPLES = [block for block in BLOCKS if re.search(r"^cases:", block, re.MULTILINE)]


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 3


@pytest.mark.parametrize("example", EXAMPLES, ids=[str(number) for number in range(len(EXAMPLES))])
def test_an_example_earns_no_note(tmp_path: Path, example: str) -> None:
    path = tmp_path / "example.rubric.yaml"
    path.write_text(example, encoding="utf-8")
    loaded = load(path, root=tmp_path, explicit=True)
    assert not isinstance(loaded, NotOurs)
    settings = CaseSettings(Fraction(60))
    notes = [note.message for case in loaded.cases for note in lint.notes(case, settings)]
    assert (notes, [fault for case in loaded.cases for fault in case.faults]) == ([], [])
