"""The suites that are measured: rubric cases, and plain tests as many as there are cases."""

from __future__ import annotations

import json
from pathlib import Path

MODEL = "loopback-1"
CRITERIA = (
    "States how many days the customer has to return the lamp",
    "Says who pays for the return shipping",
    "Asks for the number of the order",
    "Names the form of the refund",
    "Addresses the customer politely",
)
_OUTPUT = (
    "Thank you for your message about order {number}. You can return the lamp within {days} days of delivery. "
    "Please put it into its box, add the slip with the number of your order, and hand it in at any shop. "
    "We pay for the return shipping. The refund goes to the card that you paid with, within a week."
)


def write_cases(folder: Path, count: int, tags: str = "") -> Path:
    """A project with one case file of ``count`` cases of five criteria, all of which can be met;
    ``tags`` is a YAML list that each criterion gets."""
    _project(folder)
    lines = ["cases:"]
    more = [f"    tags: {tags}"] if tags else []
    for number in range(count):
        output = _OUTPUT.format(number=number, days=10 + number % 50)
        lines += [
            f"- id: return-{number}",
            f"  Input: How long do I have to return the lamp of order {number}?",
            f"  ActualOutput: {json.dumps(output)}",
            "  Judge:",
        ]
        for criterion in CRITERIA:
            lines += [f"  - criterion: {criterion}", "    points: 10", *more]
    (folder / "cases.rubric.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def write_plain_tests(folder: Path, count: int) -> Path:
    """A project with as many parametrized tests that do nothing."""
    _project(folder)
    code = f'import pytest\n\n\n@pytest.mark.parametrize("number", range({count}))\ndef test_nothing(number):\n    pass\n'
    (folder / "test_plain.py").write_text(code, encoding="utf-8")
    return folder


def _project(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
