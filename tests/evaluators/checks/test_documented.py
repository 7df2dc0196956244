"""The checks that the documentation lists, that case files may have, and that code makes: the same."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from pytest_rubric.evaluators.checks import KINDS, Checker
from pytest_rubric.loading import load
from pytest_rubric.loading.keys import CHECK_KEYS
from pytest_rubric.model import CaseFile

DOCS = Path(__file__).parents[3] / "docs" / "scoring.md"
SECTION = DOCS.read_text(encoding="utf-8").split("\n## Checks\n")[1].split("\n## ")[0]


def test_every_kind_of_check_is_documented_loaded_and_made() -> None:
    rows = [line.split("|")[1] for line in SECTION.splitlines() if line.startswith("| `")]
    documented = {kind for row in rows for kind in re.findall(r"`([a-z_]+): ", row)}
    assert documented == set(KINDS)
    assert {key.name for key in CHECK_KEYS.keys} == set(KINDS)


def test_the_example_of_the_documentation(tmp_path: Path) -> None:
    example = SECTION.split("```yaml\n")[1].split("```")[0]
    indented = "".join(f"  {line}\n" for line in example.splitlines())
    path = tmp_path / "documented.rubric.yaml"
    path.write_text(
        f"cases:\n- id: example\n  ActualOutput: Dial 0800 555 0100\n{indented}", encoding="utf-8"
    )
    loaded = load(path, root=tmp_path, explicit=True)
    assert isinstance(loaded, CaseFile)
    [case] = loaded.cases
    assert case.faults == ()
    checker = Checker()
    statuses = {}
    for criterion in case.criteria:
        if criterion.check is not None:
            decided = checker.decide(
                criterion,
                criterion.check,
                "Dial 0800 555 0100, or see Example.org.",
                case,
                timeout=5,
                lang="en",
            )
            statuses[criterion.text] = asyncio.run(decided).status
    assert statuses == {
        "contains: 0800 555 0100": "met",
        "max_words: 120": "met",
        "Sends the reader to a competitor": "violated",
    }
