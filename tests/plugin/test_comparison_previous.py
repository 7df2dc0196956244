"""Comparisons with the output of an earlier run, and outputs that are stored for the next one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.plugin.comparing import BETTER, WORSE, compared, fair, pair, places, user
from tests.support.loopback import LoopbackJudge
from tests.support.project import Project


@pytest.fixture
def agent(project: Project) -> Callable[[str], None]:
    """A project whose case is made by an agent, and what the agent says."""
    project.write(
        "agent.py",
        "from pathlib import Path\n\ndef answer(question):\n    return Path('says.txt').read_text()\n",
    )
    project.write_cases(
        [
            {
                "id": "lift",
                "Input": "What about the lift?",
                "target": "agent:answer",
                "compare": {"with": "previous"},
            }
        ]
    )

    def says(text: str) -> None:
        (project.path / "says.txt").write_text(text)

    says(BETTER)
    return says


def stored(project: Project, name: str = "lift.md") -> str:
    return (project.path / "saved" / name).read_text()


SAVE = ("--rubric-save-outputs", "saved")


def test_the_gate_for_prompts(project: Project, agent: Callable[[str], None]) -> None:
    with LoopbackJudge(reply=fair) as judge:
        unset = project.run(judge=judge.base_url)
        assert unset.outcomes == {"error": 1}
        assert "no folder of outputs of earlier runs is set" in unset.record("lift")["error"]

        missing = project.run("--rubric-previous-outputs", "saved", judge=judge.base_url)
        assert missing.outcomes == {"error": 1}, "a gate without a baseline is never green"
        assert "run once with --rubric-save-outputs" in missing.record("lift")["error"]

        first = project.run(*SAVE, "-rs", judge=judge.base_url)
        assert first.outcomes == {"skipped": 1}
        assert first.record("lift")["state"] == "unscored"
        assert "the next run is compared with it" in first.out
        assert f"rubric: outputs stored in {project.path / 'saved'}: 1" in first.out
        assert stored(project) == BETTER
        assert judge.calls == 0

        same = project.run(*SAVE, judge=judge.base_url)
        assert (same.outcomes, judge.calls) == ({"passed": 1}, 0)
        assert compared(same)["winner"] == "TIE"

        agent(WORSE)
        worse = project.run(*SAVE, judge=judge.base_url)
        assert (worse.outcomes, judge.calls) == ({"failed": 1}, 2)
        assert "pairwise: B wins, expected A or a tie: in both orders" in worse.out
        assert stored(project) == BETTER, "what was found worse is no measure for the next run"
        assert "stored in " in worse.out
        assert "earlier ones kept, since the new ones did not pass their comparison: 1" in worse.out

        agent(BETTER + " They are lit.")
        better = project.run("--rubric-previous-outputs", "saved", judge=judge.base_url)
        assert better.outcomes == {"passed": 1}
        assert stored(project) == BETTER, "comparing alone stores nothing"
        project.run(*SAVE, judge=judge.base_url)
        assert stored(project) == BETTER + " They are lit."
    assert not list((project.path / "saved").glob(".*"))


def test_a_judge_that_is_not_there_leaves_the_stored_output_alone(
    project: Project, agent: Callable[[str], None]
) -> None:
    project.run(*SAVE)
    agent(WORSE)
    assert project.run(*SAVE).outcomes == {"error": 1}
    assert stored(project) == BETTER


@pytest.mark.parametrize(
    "workers",
    [[], ["-n", "2"], ["-n", "2", "--dist", "each", "-p", "no:randomly"]],
    ids=["alone", "xdist", "each"],
)
def test_stored_outputs_change_only_after_all_were_read(project: Project, workers: list[str]) -> None:
    """One case reads what another one stores: it sees what was there before the run."""
    (project.path / "saved").mkdir()
    for number in range(4):
        (project.path / "saved" / f"case-{number}.md").write_text(BETTER)
    project.write_cases(
        [
            {
                "Input": f"{n}?",
                "ActualOutput": f"{BETTER} {n}",
                "compare": {"with": f"saved/case-{(n + 3) % 4}.md"},
            }
            for n in range(4)
        ]
    )
    with LoopbackJudge(reply=fair) as judge:
        run = project.run(*workers, *SAVE, judge=judge.base_url)
        assert judge.calls == 8
        shown = {text for body in judge.bodies for text in places(body)}
    assert run.code == 0
    assert shown == {BETTER, *(f"{BETTER} {n}" for n in range(4))}
    assert [stored(project, f"case-{n}.md") for n in range(4)] == [f"{BETTER} {n}" for n in range(4)]


def test_an_item_beside_the_comparison_stores_nothing_of_its_case(
    project: Project, agent: Callable[[str], None]
) -> None:
    """Its output would be what the comparison of the next run is measured by, and nobody compared it."""
    project.write_cases(
        [
            {
                "id": "lift",
                "Input": "a?",
                "target": "agent:answer",
                "compare": {"with": "previous"},
                "evaluators": ["none-such"],
            }
        ]
    )
    run = project.run(*SAVE, "-k", "none-such")
    assert run.outcomes == {"error": 1, "deselected": 1}
    assert not (project.path / "saved" / "lift.md").exists()


def test_all_outputs_are_stored_as_the_outputs_folder_has_them(project: Project) -> None:
    project.write("conftest.py", """\
        from pytest_rubric import Output

        def pytest_rubric_run_target(case):
            if case.id == "logged":
                return Output("text\\n", run_log=[{"role": "assistant", "content": "hi"}])
            if case.id == "noted":
                return Output("text", run_log="looked")
        """)  # fmt: skip
    checks = [{"check": {"contains": "text"}, "points": 5}]
    for file in ("a", "b"):
        project.write_cases(
            [
                {"id": "logged", "Input": "x", "Judge": checks},
                {"id": "noted", "Input": "x", "Judge": checks},
                {"id": "deep/failing", "Input": "x", "ActualOutput": "other", "Judge": checks},
            ],
            name=f"{file}.rubric.yaml",
        )
    (project.path / "saved" / "a").mkdir(parents=True)
    (project.path / "saved" / "a" / "noted.run_log.json").write_text("[]")
    run = project.run(*SAVE)
    assert run.outcomes == {"passed": 4, "failed": 2}
    assert f"rubric: outputs stored in {project.path / 'saved'}: 6" in run.out
    names = sorted(
        path.relative_to(project.path / "saved").as_posix()
        for path in (project.path / "saved").rglob("*")
        if path.is_file()
    )
    assert names == [
        f"{f}/{n}"
        for f in "ab"
        for n in ("deep/failing.md", "logged.md", "logged.run_log.json", "noted.md", "noted.run_log.txt")
    ]
    (project.path / "conftest.py").unlink()
    again = project.run("--rubric-outputs", "saved")
    assert again.outcomes == {"passed": 4, "failed": 2}
    assert again.scores == run.scores


def test_only_the_last_attempt_of_a_test_is_stored(project: Project) -> None:
    project.write(
        "agent.py",
        """\
        from itertools import count

        attempts = count(1)

        def answer(question):
            return f"attempt {next(attempts)}"
        """,
    )
    project.write_cases(
        [{"id": "flaky", "Input": "x", "target": "agent:answer", "Judge": [{"check": {"contains": "3"}}]}]
    )
    run = project.run(*SAVE, "--reruns", "2")
    assert run.outcomes == {"passed": 1, "rerun": 2}
    assert stored(project, "flaky.md") == "attempt 3"
    assert [path.name for path in (project.path / "saved").iterdir()] == ["flaky.md"]


@pytest.mark.parametrize("option", ["--rubric-save-outputs", "--rubric-previous-outputs"])
def test_outputs_are_never_compared_with_themselves(project: Project, option: str) -> None:
    project.write_cases([pair()])
    run = project.run("--rubric-outputs", "out", option, "./out", json_lines=False)
    assert run.code == 4
    assert f"{option}: {project.path / 'out'} is the folder of --rubric-outputs too" in run.err


def test_a_folder_that_can_not_be_written_is_told_before_anything_is_asked(project: Project) -> None:
    (project.path / "saved").write_text("a file")
    project.write_cases([pair(expect="A")])
    with LoopbackJudge(reply=fair) as judge:
        run = project.run(*SAVE, judge=judge.base_url)
        assert judge.calls == 0
    assert run.code == 4
    assert "--rubric-save-outputs: " in run.err


def test_two_folders_are_compared(project: Project) -> None:
    for name, text in (("short", BETTER), ("long", WORSE)):
        folder = project.path / "drafts" / name
        (folder / "img").mkdir(parents=True)
        (folder / "index.md").write_text(text)
        (folder / "img" / f"{name}.png").write_bytes(b"\0\1")
    made = pair(expect="A")
    made["compare"] |= {"A": {"dir": "drafts/short"}, "B": {"dir": "drafts/long"}}
    project.write_cases([made])
    with LoopbackJudge(reply=fair) as judge:
        assert project.run(judge=judge.base_url).outcomes == {"passed": 1}
        assert judge.calls == 2
        first, _ = places(judge.bodies[0])
    assert re.fullmatch(r"\[file 1.png\]\n\(not text, 2 bytes, SHA-256 \w+\)\n\n\[file index.md\]\n.*", first)


def test_the_outputs_folder_gives_the_cases_own_output_only(project: Project) -> None:
    (project.path / "out").mkdir()
    (project.path / "out" / "own.md").write_text(BETTER)
    (project.path / "old.md").write_text(WORSE)
    project.write_cases(
        [{"id": "own", "Input": "x?", "compare": {"with": "old.md", "expect": "A"}}, pair(expect="A")]
    )
    with LoopbackJudge(reply=fair) as judge:
        run = project.run("--rubric-outputs", "out", judge=judge.base_url)
        assert judge.calls == 4
    assert run.outcomes == {"passed": 2}


def test_a_report_in_chinese(project: Project) -> None:
    project.write_cases([{**pair(expect="B"), "Input": "电梯怎么了？"}])
    with LoopbackJudge(reply=fair) as judge:
        run = project.run("--rubric-report-dir", "reports", judge=judge.base_url)
        assert judge.calls == 2
        assert "第一段 FIRST" in user(judge.bodies[0])
    assert "pairwise: A wins, expected B" in run.out
    report = (project.path / "reports" / "case_0_eval_result.md").read_text(encoding="utf-8")
    for part in ("## 评估结果", "### 各维度评分", "- A 内容：正确性：5/5", "A 胜，期望 B 胜：两种顺序一致"):
        assert part in report


@pytest.mark.parametrize("compare", [{"A": {"output": BETTER}}, {"with": ""}, [], "previous"])
def test_a_comparison_that_can_not_be_read_is_still_one(project: Project, compare: Any) -> None:
    project.write_cases([{**pair(), "compare": compare}])
    run = project.run("--rubric-report-dir", "reports")
    assert run.outcomes == {"error": 1}
    record = run.record("lift")
    assert (record["evaluator"], record["state"], record["score"]) == ("pairwise", "blocked", None)


def test_outputs_of_two_cases_with_one_place_are_not_stored(project: Project) -> None:
    project.write(
        "cases.rubric.yaml",
        """\
        cases:
        - {id: a/b, Input: x, ActualOutput: one, Judge: [{check: {contains: one}}]}
        - id: b
          Input: x
          targets: {a: {ActualOutput: two}, c: {ActualOutput: two}}
          Judge: [{check: {contains: two}}]
        """,
    )
    run = project.run(*SAVE)
    assert run.outcomes == {"passed": 3}
    assert "outputs stored in " in run.line("outputs stored in")
    assert run.line("outputs stored in").endswith(": 1")
    assert run.line("not stored, since").endswith("b.md; rename one of them")
    assert [
        path.relative_to(project.path / "saved").as_posix() for path in (project.path / "saved").rglob("*.*")
    ] == ["c/b.md"]
