"""The examples of docs/targets.md run as they stand there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.project import Project

PAGE = (Path(__file__).parents[2] / "docs" / "targets.md").read_text(encoding="utf-8")


def files(title: str) -> dict[str, str]:
    """The files of one chapter: a code block is named by the line before it, or is a case file."""
    chapter = PAGE.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]
    blocks = re.findall(r"(?:`([\w./]+)`[^\n`]*:\n\n)?```(yaml|python|text)\n(.*?)```\n", chapter, re.DOTALL)
    return {name or "cases.rubric.yaml": text for name, _, text in blocks}


@pytest.mark.parametrize(
    ("title", "ids"),
    [
        ("Inline", ["inline"]),
        ("File", ["from-file"]),
        ("Function", ["sync", "async-with-case"]),
        ("Command", ["through-stdin", "as-a-word"]),
        ("Fixture and hook", ["saved"]),
    ],
)
def test_examples_run(project: Project, title: str, ids: list[str]) -> None:
    for name, text in files(title).items():
        project.write(name, text)
    assert project.run().scores == dict.fromkeys(ids, 100)


@pytest.mark.parametrize("name", ["refund.md", "case_2_actual_result.json"])
def test_outputs_folder_as_shown(project: Project, name: str) -> None:
    project.write(
        "parcels.rubric.yaml",
        "cases:\n"
        + "".join(
            f"- {{id: {case}, Input: x, Judge: [{{check: {{equals: found}}}}]}}\n"
            for case in ("a", "b", "refund")
        ),
    )
    project.write(f"tmp/run_7/{name}", "found")
    run = project.run("parcels.rubric.yaml", "--rubric-outputs", "tmp/run_7", "-k", "refund")
    assert run.scores == {"refund": 100}
