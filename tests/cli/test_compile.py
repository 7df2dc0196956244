"""`pytest-rubric compile`: in a process of its own, against an endpoint that counts its calls."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.cli.commands import Done
from tests.evaluators.free_text.building import PARTS_OF_POINTS, PARTS_OF_WEIGHTS, POINTS, WEIGHTS, parts
from tests.support.loopback import Body, LoopbackJudge

FILE = f"""\
# kept
cases:
- id: points
  Input: What about the lift?   # kept too
  Judge: |
    {POINTS}
- id: again
  Input: And now?
  Judge: |
    {POINTS}
- id: weights
  Input: And tomorrow?
  Judge: "{WEIGHTS}"
- id: list
  Input: And then?
  Judge:
  - criterion: Names the day
"""
COMPILED_POINTS = """\
  Judge:
  - criterion: names the day
    points: 15
  - criterion: is short
    points: 10
  - criterion: Insults the reader
    points: -20
"""


def compiling(body: Body) -> dict[str, object]:
    text = body["messages"][1]["content"]
    return parts(*(PARTS_OF_WEIGHTS if "Tone (40%)" in text else PARTS_OF_POINTS))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "suite.rubric.yaml").write_text(FILE)
    return tmp_path


def compile_(folder: Path, *arguments: str, env: Mapping[str, str] | None = None) -> Done:
    hidden = ("OPENAI", "RUBRIC", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")
    kept = {name: value for name, value in os.environ.items() if not name.upper().startswith(hidden)}
    done = subprocess.run(
        [sys.executable, "-m", "pytest_rubric", "compile", *arguments],
        cwd=folder,
        env={**kept, **(env or {})},
        capture_output=True,
        timeout=60,
        check=False,
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def test_texts_become_lists_and_everything_else_stays(folder: Path) -> None:
    with LoopbackJudge(reply=compiling) as judge:
        done = compile_(folder, "suite.rubric.yaml", "--base-url", judge.base_url, "--model", "m")
        # cases that share a text share its reply
        assert judge.calls == 2
    assert done.code == 0
    expected = FILE.replace(f"  Judge: |\n    {POINTS}\n", COMPILED_POINTS)
    head, _, tail = expected.partition(f'  Judge: "{WEIGHTS}"\n')
    assert done.out.startswith(head)
    assert done.out.endswith(tail)
    middle = done.out[len(head) : -len(tail)]
    assert middle.startswith(
        "  Judge:\n  - name: Tone\n    description: is it kind?\n    weight: 40\n    scale: 0-40\n"
    )
    assert "pytest-rubric compile: case points: criteria compiled from the text of `Judge`: 3" in done.err

    (folder / "compiled.rubric.yaml").write_text(done.out)
    again = compile_(folder, "compiled.rubric.yaml")
    assert (again.code, again.out) == (0, done.out)
    assert again.err == (
        "pytest-rubric compile: no case of compiled.rubric.yaml has a text under `Judge`; nothing to compile\n"
    )


def test_one_case(folder: Path) -> None:
    with LoopbackJudge(reply=compiling) as judge:
        done = compile_(
            folder, "suite.rubric.yaml", "--case", "again", "--base-url", judge.base_url, "--model", "m"
        )
        assert judge.calls == 1
    old = f"  Judge: |\n    {POINTS}\n"
    first, second, rest = FILE.split(old)
    assert (done.code, done.out) == (0, first + old + second + COMPILED_POINTS + rest)


def test_environment_ini_and_stored_replies_as_in_a_test_run(folder: Path) -> None:
    with LoopbackJudge(reply=compiling) as judge:
        (folder / "pytest.ini").write_text(
            f"[pytest]\nrubric_base_url = {judge.base_url}\nrubric_replies_dir = kept\n"
        )
        first = compile_(folder, "suite.rubric.yaml", env={"RUBRIC_MODEL": "m"})
        assert (first.code, judge.calls) == (0, 2)
        second = compile_(folder, "suite.rubric.yaml", env={"RUBRIC_MODEL": "m"})
        assert (second.out, judge.calls) == (first.out, 2)
        # the recordings serve pytest as well, and need no model
        only = compile_(folder, "suite.rubric.yaml", "--replies", "only", "--replies-dir", "kept")
        assert (only.out, judge.calls) == (first.out, 2)
    assert len(list((folder / "kept").glob("*/m-*.json"))) == 2


def test_a_text_that_cannot_be_used_is_named_and_left(folder: Path) -> None:
    def reply(body: Body) -> dict[str, object]:
        return compiling(body) if "Tone (40%)" in body["messages"][1]["content"] else parts()

    with LoopbackJudge(reply=reply) as judge:
        done = compile_(folder, "suite.rubric.yaml", "--base-url", judge.base_url, "--model", "m")
        assert judge.calls == 3
    assert done.code == 1
    assert (
        "pytest-rubric compile: case points: the text of `Judge` could not be made a rubric: "
        "no part quotes “Grading: names the day [15 points]”, which counts [15 points]; no part quotes "
        "“Minus 20 if it insults the reader”, which counts Minus 20; reword these words, or write `Judge` as a "
        "list of criteria or dimensions."
    ) in done.err.splitlines()
    assert done.out.count(POINTS) == 2
    assert "  - name: Tone\n" in done.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["gone.yaml"], "gone.yaml does not exist; name a case file"),
        (["."], ". is a folder; name a case file in it"),
        (["pytest.ini"], "pytest.ini is no case file: "),
        (["suite.rubric.yaml", "--case", "nobody"], "no case 'nobody' in "),
        (["suite.rubric.yaml", "--timeout", "soon"], "timeout: found 'soon', allowed: seconds, more than 0"),
        (
            ["suite.rubric.yaml"],
            "no model is set: give --model NAME, set RUBRIC_MODEL or OPENAI_MODEL, or write rubric_model in "
            "the ini file; for a server of your own (llama.cpp, Ollama, vLLM, LM Studio) give --base-url URL as "
            "well, or set OPENAI_BASE_URL",
        ),
    ],
)
def test_wrong_usage_and_no_judge(folder: Path, arguments: list[str], told: str) -> None:
    done = compile_(folder, *arguments)
    assert (done.code, done.out) == (2, "")
    assert f"pytest-rubric compile: {told}" in done.err
    assert "Traceback" not in done.err


def test_faults_of_the_file_are_told(folder: Path) -> None:
    path = folder / "bad.rubric.yaml"
    path.write_text("cases:\n- Judge: [{criterion: a, point: 3}]\n")
    done = compile_(folder, "bad.rubric.yaml")
    assert (done.code, done.out) == (1, path.read_text())
    assert "bad.rubric.yaml:2:26: case case-0: criterion 1: unknown key `point`" in done.err
