from __future__ import annotations

from pathlib import Path

import pytest

from pytest_rubric.loading import load
from pytest_rubric.model import CaseFile, TargetSpec
from tests.loading.support import faults_of, load_case, load_file


@pytest.mark.parametrize(
    ("written", "target"),
    [
        ("my_agent:answer", TargetSpec(function="my_agent:answer")),
        ("pkg.mod:Agent.answer", TargetSpec(function="pkg.mod:Agent.answer")),
        (
            "{function: a:b, timeout: 2.5, Concurrency: 4}",
            TargetSpec(function="a:b", timeout=2.5, concurrency=4),
        ),
        (
            "{command: [python, agent.py, 1.10, '{{id}}', '', ~], stdin: '{{query}} {x}', "
            "env: {MODE: no, EMPTY: }, cwd: agents, timeout: 60}",
            TargetSpec(
                command=("python", "agent.py", "1.10", "{{id}}", "", "~"),
                stdin="{{query}} {x}",
                env={"MODE": "no", "EMPTY": ""},
                cwd="agents",
                timeout=60.0,
            ),
        ),
    ],
)
def test_targets(tmp_path: Path, written: str, target: TargetSpec) -> None:
    case = load_case(tmp_path, f"ExpectedOutput: a\ntarget: {written}")
    assert (case.target, case.faults) == (target, ())


WORDS = "`command` must be a list of words, the program first, such as [python, agent.py]"
ONE = "`target` must have exactly one of `function`, `command` and `model`"


@pytest.mark.parametrize(
    ("written", "faults"),
    [
        ("agent.py", ['3:11: `target` must be `package.module:function`, found "agent.py"']),
        ("[a]", ["3:11: `target` must be `package.module:function` or a mapping, found a list"]),
        ("{}", [f"3:11: {ONE}"]),
        ("{function: a:b, command: [c]}", [f"3:11: {ONE}"]),
        ("{functon: a:b}", ["3:12: unknown key `functon` in a target; did you mean `function`?"]),
        ("{command: cat x}", [f'3:21: {WORDS}, found "cat x"; no shell is used']),
        ("{command: []}", [f"3:21: {WORDS}, found a list"]),
        ("{command: [[a]]}", [f"3:22: {WORDS}, found a list"]),
        ("{command: ['', a]}", ['3:22: the program of `command` must not be empty, found ""']),
        (
            "{command: [echo, '{{output}}']}",
            [
                "3:28: `command`: placeholder {{actual_output}} can't be used here "
                "(allowed: {{input}}, {{context}}, {{index}}, {{id}})"
            ],
        ),
        (
            "{command: [cat], stdin: '{{inpt}}'}",
            [
                "3:35: `stdin`: placeholder {{inpt}} is unknown; did you mean {{input}}? "
                "(allowed: {{input}}, {{context}}, {{index}}, {{id}})"
            ],
        ),
        ("{command: [cat], env: [A]}", ["3:33: `env` must be a mapping of names to texts, found a list"]),
        (
            "{command: [cat], env: {A=B: c, D: [e]}}",
            [
                '3:34: `env` has a name that no variable can have: "A=B"',
                "3:45: `env` must be a mapping of names to texts; `D` must be text, found a list",
            ],
        ),
        ("{command: [cat], env: {A: 1, A: 2}}", ["3:40: duplicate key `A` (first at line 3)"]),
        (
            "{command: [cat], cwd: ../..}",
            [
                '3:33: `cwd` must stay inside the root directory, found "../.."; '
                "set rubric_allow_outside_root to allow it"
            ],
        ),
        (
            "{function: a:b, stdin: x, cwd: y}",
            [
                "3:27: `stdin` of `target` is for a `command` only",
                "3:37: `cwd` of `target` is for a `command` only",
            ],
        ),
        ("{command: [a], concurrency: 2}", ["3:26: `concurrency` of `target` is for a `function` or a `model` only"]),
        (
            "{function: a:b, timeout: 0, concurrency: 0}",
            [
                '3:36: `timeout` must be a number of seconds above 0, at most 86,400, found "0"',
                '3:52: `concurrency` must be a whole number of at least 1, found "0"',
            ],
        ),
    ],
)  # fmt: skip
def test_wrong_targets(tmp_path: Path, written: str, faults: list[str]) -> None:
    assert faults_of(tmp_path, f"ExpectedOutput: a\ntarget: {written}") == faults


class TestPaths:
    @pytest.mark.parametrize("key", ["ActualOutputFile", "RunLogFile"])
    @pytest.mark.parametrize("written", ["out/case_{{index}}.txt", "./{{ID}}.md", "../up.txt", "a b/文.txt"])
    def test_paths_are_kept_as_written(self, tmp_path: Path, key: str, written: str) -> None:
        text = f"cases:\n- ExpectedOutput: a\n  {key}: '{written}'\n"
        [case] = load_file(tmp_path, text, "sets/s.rubric.yaml").cases
        assert case.faults == ()
        assert written in (case.actual_output_file, case.run_log_file)

    @pytest.mark.parametrize("key", ["ActualOutputFile", "RunLogFile"])
    @pytest.mark.parametrize(
        ("written", "fault"),
        [
            ("../x", 'must stay inside the root directory, found "../x"; '
                     "set rubric_allow_outside_root to allow it"),
            ("/etc/hosts", 'must stay inside the root directory, found "/etc/hosts"; '
                           "set rubric_allow_outside_root to allow it"),
            ("[a]", "must be a text that is not empty, found a list"),
            ('""', 'must be a text that is not empty, found ""'),
        ],
    )  # fmt: skip
    def test_wrong_paths(self, tmp_path: Path, key: str, written: str, fault: str) -> None:
        column = len(key) + 5
        assert faults_of(tmp_path, f"ExpectedOutput: a\n{key}: {written}") == [f"3:{column}: `{key}` {fault}"]

    def test_an_unknown_placeholder(self, tmp_path: Path) -> None:
        assert faults_of(tmp_path, "ExpectedOutput: a\nRunLogFile: 'out/{{input}}.json'") == [
            "3:15: `RunLogFile`: placeholder {{input}} can't be used here (allowed: {{index}}, {{id}})"
        ]

    def test_paths_outside_of_the_root_can_be_allowed(self, tmp_path: Path) -> None:
        path = tmp_path / "root" / "s.rubric.yaml"
        path.parent.mkdir()
        path.write_text("cases:\n- {ExpectedOutput: a, ActualOutputFile: ../x, RunLogFile: /var/y}\n")
        loaded = load(path, root=path.parent, explicit=True, allow_outside_root=True)
        assert isinstance(loaded, CaseFile)
        assert loaded.cases[0].faults == ()

    def test_an_absolute_path_inside_of_the_root_is_fine(self, tmp_path: Path) -> None:
        assert load_case(tmp_path, f"ExpectedOutput: a\nActualOutputFile: {tmp_path}/x").faults == ()

    def test_a_case_file_outside_of_the_root_may_name_what_is_beside_it(self, tmp_path: Path) -> None:
        path = tmp_path / "elsewhere" / "s.rubric.yaml"
        path.parent.mkdir()
        path.write_text("cases:\n- {ExpectedOutput: a, ActualOutputFile: out/x}\n- {RunLogFile: ../x}\n")
        loaded = load(path, root=tmp_path / "root", explicit=True)
        assert isinstance(loaded, CaseFile)
        assert [len(case.faults) for case in loaded.cases] == [0, 2]
