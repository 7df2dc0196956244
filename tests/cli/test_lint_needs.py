"""``pytest-rubric lint``: what evaluators need and their cases lack."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import pytest_rubric

LOG = "a run log: give the case a RunLog or RunLogFile, or return one from its target"
CATALOG = "the list of tools that were on offer: give the case a `catalog` (it may be empty)"
REFERENCE = "a reference answer: give the case an ExpectedOutput"
QUESTION = "the question: give the case an Input"


@pytest.mark.parametrize(
    ("case", "told"),
    [
        ("evaluators: [result-accuracy]\n", [f"fault case way: result-accuracy needs {REFERENCE}"]),
        ("evaluators: [reference]\n", [f"fault case way: reference needs {REFERENCE}"]),
        (
            "evaluators: [{name: custom-mine, prompt: 'In {{context}}, after {{trajectory}}? {{output}}'}]\n",
            [f"fault case way: custom-mine needs a context: give the case a Context; and {LOG}"],
        ),
        (
            "evaluators: [agent-tool-selection, result-answer]\n",
            [
                f"missing-need case way: agent-tool-selection needs {CATALOG}; and {LOG}",
                f"missing-need case way: result-answer needs {QUESTION}",
            ],
        ),
        ("catalog: []\nevaluators: [agent-tool-selection]\n", [f"missing-need case way: agent-tool-selection needs {LOG}"]),
        (
            "evaluators: [result-faithfulness]\n",
            ["missing-need case way: result-faithfulness needs what the run saw: a run log with results of tools, or a Context"],
        ),
        ("Context: They say so.\nevaluators: [result-faithfulness]\n", []),
        ("RunLogFile: log.json\nevaluators: [agent-tool-selection, result-answer, result-faithfulness]\n", []),
        ("Input: Well?\nevaluators: [result-answer]\n", []),
    ],
)  # fmt: skip
def test_what_evaluators_need_and_their_case_lacks_is_told_at_once(
    tmp_path: Path, case: str, told: list[str]
) -> None:
    fields = "".join(f"  {line}\n" for line in f"ActualOutput: So it is.\n{case}".splitlines())
    (tmp_path / "a.rubric.yaml").write_text(f"cases:\n- id: way\n{fields}")
    done = pytest_rubric("lint", "a.rubric.yaml", cwd=tmp_path)
    assert [line.partition(": ")[2] for line in done.lines[:-1]] == told
    assert done.code == (1 if any(line.startswith("fault") for line in told) else 0)


@pytest.mark.parametrize(
    ("source", "is_told"),
    [
        ("ActualOutput: Yes.", True),
        ("ActualOutputFile: out.md", True),
        ("target: {command: [cat]}", True),
        ("target: {model: small, prompt_file: p.md}", True),
        ("turns: [{user: Well?, ActualOutput: Yes.}]", True),
        ("targets: {a: {ActualOutput: Yes.}, b: {command: [cat]}}", True),
        ("target: 'agent:answer'", False),
        ("turns: [{user: Well?}]", False),
        ("targets: {a: {ActualOutput: Yes.}, b: {ActualOutput: Yes., RunLogFile: b.json}}", False),
        ("tags: [from-elsewhere]", False),
    ],
)
def test_a_run_log_is_only_missed_where_the_output_comes_without_one(
    tmp_path: Path, source: str, is_told: bool
) -> None:
    asked = "" if source.startswith("turns") else "  Input: Well?\n"
    (tmp_path / "a.rubric.yaml").write_text(
        f"cases:\n- id: way\n{asked}  {source}\n  evaluators: [agent-trace-quality]\n",
    )
    done = pytest_rubric("lint", "a.rubric.yaml", cwd=tmp_path)
    lack = f"a.rubric.yaml:2: missing-need case way: agent-trace-quality needs {LOG}"
    assert done.lines[:-1] == ([lack] if is_told else [])
