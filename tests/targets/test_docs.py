"""The examples of docs/targets.md run as they stand there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.loopback import LoopbackJudge
from tests.support.project import Project
from tests.targets.model.asking import roles

PAGE = (Path(__file__).parents[2] / "docs" / "targets.md").read_text(encoding="utf-8")


def files(title: str) -> dict[str, str]:
    """The files of one chapter: a code block is named by the line before it, or is a case file."""
    chapter = PAGE.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]
    blocks = re.findall(r"(?:`([\w./]+)`[^\n`]*:\n\n)?```(yaml|python|text)\n(.*?)```\n", chapter, re.DOTALL)
    return {name or "cases.rubric.yaml": text for name, _, text in blocks}


def blocks_of(title: str) -> list[str]:
    """The case files of one chapter."""
    chapter = PAGE.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]
    return re.findall(r"```yaml\n(.*?)```\n", chapter, re.DOTALL)


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


def test_models_as_shown(project: Project) -> None:
    for name, text in files("Model").items():
        project.write(name, text)
    with LoopbackJudge(reply="In Basel.") as endpoint:
        run = project.run(env={"OPENAI_BASE_URL": endpoint.base_url})
        assert [roles(body) for body in endpoint.bodies] == [
            [
                (
                    "system",
                    "You answer customers of a parcel service. Name the last place where the parcel was seen.",
                ),
                ("user", "Where is the parcel?"),
            ],
            [
                ("system", "You work for a parcel service."),
                (
                    "user",
                    "Answer in one sentence, from these facts alone: It left Basel this morning.\n"
                    "The question: Where is the parcel?",
                ),
            ],
        ]
    assert run.scores == {"prompt-in-a-file": 100, "prompt-around-the-input": 100}


def test_several_targets_as_shown(project: Project) -> None:
    project.write("cases.rubric.yaml", blocks_of("Several targets")[0])
    run = project.run()
    assert [(record["nodeid"], record["score"]) for record in run.records] == [
        ("cases.rubric.yaml::parcel/short", 100),
        ("cases.rubric.yaml::parcel/long", 67),
        ("cases.rubric.yaml::parcel/before", 0),
    ]


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
