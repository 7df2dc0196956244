"""Blind comparisons through a real pytest and a real HTTP endpoint."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.loopback import Body, LoopbackJudge
from tests.support.project import Project, Run

BETTER, WORSE = "Take the stairs until Friday.", "Something is broken."


def user(body: Body) -> str:
    return str(body["messages"][1]["content"])


def places(body: Body) -> tuple[str, str]:
    """What is shown first, and second."""
    block = r"^\[(?:\w+ )?(FIRST|SECOND) \w+ #\w+\]\n(.*?)\n\[(?:\w+ )?\1 \w+ #"
    found = re.findall(block, user(body), re.M | re.S)
    assert [name for name, _ in found] == ["FIRST", "SECOND"]
    return found[0][1], found[1][1]


def judging(levels: Callable[[str], int]) -> Callable[[Body], dict[str, Any]]:
    """A judge that gives each output a level by what it says, wherever it stands."""

    def reply(body: Body) -> dict[str, Any]:
        first, second = (levels(text) for text in places(body))
        return {
            "reason": "FIRST and SECOND differ in what they say.",
            "quotes": [],
            "criteria": [
                {"id": number, "reason": "as it is", "first": first, "second": second}
                for number in range(1, 7)
            ],
            "expectations": [
                {
                    "id": int(number),
                    "reason": "r",
                    "basis": "whole",
                    "quotes": [],
                    "first": first > 3,
                    "second": second > 3,
                }
                for number in re.findall(r"Expectations to decide: ([\d, ]+)\.", user(body))
                for number in number.split(", ")
            ],
            "strengths": [],
            "weaknesses": [],
            "winner": "first" if first > second else "second" if second > first else "tie",
        }

    return reply


fair = judging(lambda text: 5 if "stairs" in text else 2)


def first_wins(body: Body) -> dict[str, Any]:
    made = fair(body)
    for entry in made["criteria"]:
        entry |= {"first": 5, "second": 2}
    return {**made, "winner": "first"}


def pair(**more: Any) -> dict[str, Any]:
    return {
        "id": "lift",
        "Input": "What about the lift?",
        "compare": {"A": {"output": BETTER}, "B": {"output": WORSE}, **more},
    }


def compared(run: Run, id: str = "lift") -> dict[str, Any]:
    made: dict[str, Any] = run.record(id)["comparison"]
    return made


def test_two_outputs_two_calls_and_a_winner(project: Project) -> None:
    project.write_cases([pair(expect="A", expectations=["Says what to do"])])
    with LoopbackJudge(reply=fair) as judge:
        run = project.run("-v", "--rubric-report-dir", "reports", judge=judge.base_url)
        assert judge.calls == 2
        assert [places(body) for body in judge.bodies] in (
            [(BETTER, WORSE), (WORSE, BETTER)],
            [(WORSE, BETTER), (BETTER, WORSE)],
        )
    assert run.outcomes == {"passed": 1}
    record = run.record("lift")
    assert (record["evaluator"], record["score"], record["threshold"], record["verdict"]) == (
        "pairwise",
        100,
        100,
        "pass",
    )
    assert [(o["first"], o["winner"], o["stated"]) for o in compared(run)["orders"]] == [
        ("A", "A", "A"),
        ("B", "A", "A"),
    ]
    written = json.loads((project.path / "reports" / "case_0_comparison.json").read_text(encoding="utf-8"))
    assert list(written) == ["winner", "reasoning", "rubric", "output_quality", "expectation_results"]
    assert {key: value for key, value in compared(run).items() if key not in ("expect", "orders")} == written
    report = (project.path / "reports" / "case_0_eval_result.md").read_text(encoding="utf-8")
    assert "**Total: 100**" in report
    assert "- A content: correctness: 5/5" in report
    assert "A wins, as expected (A): in both orders; overall scores A 10, B 4" in report
    assert "Quality:" not in report, "the bands are about one output"


def test_a_failure_says_who_wins_first(project: Project) -> None:
    project.write_cases([pair(expect="B")])
    with LoopbackJudge(reply=fair) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 2
    assert run.outcomes == {"failed": 1}
    assert "pairwise: A wins, expected B: in both orders; overall scores A 10, B 4" in run.out.splitlines()
    assert "FAILED cases.rubric.yaml::lift - pairwise: A wins, expected B: in both orders" in run.out
    assert "A shown first: A 5 + 5 = 10; B 2 + 2 = 4; the judge says A → A wins by overall score" in " ".join(
        run.out.split()
    ).replace("E ", "")
    assert "why: A shown first: FIRST and SECOND differ in what they say." in run.out


def test_nothing_in_a_request_tells_the_sides_apart(project: Project) -> None:
    (project.path / "gpt-new.txt").write_text(BETTER)
    (project.path / "baseline.txt").write_text(WORSE)
    project.write_cases(
        [
            {
                "id": "secret-name",
                "Input": "What about the lift?",
                "compare": {"A": {"file": "gpt-new.txt"}, "B": {"file": "baseline.txt"}, "expect": "A"},
            }
        ]
    )
    with LoopbackJudge(reply=fair) as judge:
        assert project.run(judge=judge.base_url).outcomes == {"passed": 1}
        assert judge.calls == 2
        for body in judge.bodies:
            sent = json.dumps(body)
            assert not re.search("gpt-new|baseline|secret-name|not_worse|\\bexpect\\b", sent)


def test_identical_outputs_are_a_tie_without_a_call(project: Project) -> None:
    project.write_cases(
        [
            {
                "Input": "a",
                "id": "same",
                "compare": {"A": {"output": "a"}, "B": {"output": "a \n"}, "expect": "not_worse"},
            }
        ]
    )
    run = project.run()
    assert run.outcomes == {"passed": 1}
    record = run.record("same")
    assert (record["calls"], record["stored"], record["comparison"]["winner"]) == (0, 0, "TIE")
    assert record["summary"] == "a tie, as expected (A or a tie): the outputs are identical"


def test_replies_are_stored_and_replayed_and_a_changed_side_is_a_miss(project: Project) -> None:
    project.write_cases([pair(expect="A")])
    with LoopbackJudge(reply=fair) as judge:
        project.run(judge=judge.base_url)
        assert judge.calls == 2
    again = project.run("--rubric-replies", "only")
    assert again.outcomes == {"passed": 1}
    assert (again.record("lift")["calls"], again.record("lift")["stored"]) == (0, 2)
    # what is expected, and the language of the report, are no part of what was asked
    project.write_cases([pair(expect="not_worse")])
    assert project.run("--rubric-replies", "only", "--rubric-lang", "zh").outcomes == {"passed": 1}
    project.write_cases(
        [
            {
                **pair(expect="A"),
                "compare": {"A": {"output": BETTER + "!"}, "B": {"output": WORSE}, "expect": "A"},
            }
        ]
    )
    changed = project.run("--rubric-replies", "only")
    assert changed.outcomes == {"error": 1}
    assert "--rubric-replies" in changed.record("lift")["error"]


def test_the_estimate_counts_both_orders(project: Project) -> None:
    project.write_cases([pair(expect="A")])
    run = project.run("--collect-only", "--rubric-samples", "2", json_lines=False)
    assert "at most 8 judge calls" in run.out


def test_a_reply_that_can_not_be_read_is_never_a_tie(project: Project) -> None:
    def reply(body: Body) -> Any:
        return fair(body) if places(body)[0] == BETTER else '{"winner":"A","why":"the first answer expl'

    project.write_cases([pair(expect="A")])
    with LoopbackJudge(reply=reply) as judge:
        run = project.run("--rubric-extra-samples", "0", judge=judge.base_url)
        assert judge.calls == 3, "two orders, and a re-ask"
    assert run.outcomes == {"error": 1}
    assert compared(run)["winner"] is None
    assert run.record("lift")["interval"] == [50, 100]
    assert (
        "pairwise: no judgement: the outcome stayed open: possible are A wins or a tie; expected A" in run.out
    )


@pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["alone", "xdist"])
def test_position_bias_is_told_once(project: Project, workers: list[str]) -> None:
    cases = [{**pair(expect="not_worse"), "id": f"lift-{n}"} for n in range(4)]
    for number, made in enumerate(cases):
        made["Input"] = f"What about lift {number}?"
    project.write_cases(cases)

    def reply(body: Body) -> dict[str, Any]:
        return first_wins(body) if "lift 3" in user(body) else fair(body)

    with LoopbackJudge(reply=reply) as judge:
        run = project.run(*workers, "--rubric-report-dir", "reports", judge=judge.base_url)
        assert judge.calls == 8
    assert run.outcomes == {"passed": 4}
    told = (
        "position bias: of 4 pairs 1 flips with the order (25 %), the output shown first wins 5 of 8 decided "
        "replies (63 %)"
    )
    assert " ".join(run.out.split()).count(told) == 1
    assert f"P{told[1:]}.\n" in (project.path / "reports" / "summary.md").read_text(encoding="utf-8")


def test_a_few_pairs_tell_nothing_about_the_place(project: Project) -> None:
    project.write_cases([pair(expect="not_worse")])
    with LoopbackJudge(reply=first_wins) as judge:
        assert "position bias" not in project.run(judge=judge.base_url).out
        assert judge.calls == 2


def test_targets_of_both_sides_are_run_once_each(project: Project) -> None:
    project.write(
        "agents.py",
        f"""\
        from pathlib import Path

        def run(name, text):
            with Path("runs.txt").open("a") as log:
                log.write(name + "\\n")
            return text

        def new(question):
            return run("new", {BETTER!r})

        async def old(question):
            return run("old", {WORSE!r})
        """,
    )
    project.write_cases(
        [
            {
                "id": "lift",
                "Input": "What about the lift?",
                "compare": {"A": {"target": "agents:new"}, "B": {"target": "agents:old"}, "expect": "A"},
            }
        ]
    )
    with LoopbackJudge(reply=fair) as judge:
        assert project.run(judge=judge.base_url).outcomes == {"passed": 1}
        assert judge.calls == 2
    assert sorted((project.path / "runs.txt").read_text().split()) == ["new", "old"]


@pytest.mark.parametrize(
    ("side", "told"),
    [
        ({"file": "none.md"}, "`B` of case lift: there is no file"),
        ({"dir": "none"}, "`B` of case lift: the folder"),
        ({"target": "agents:none"}, "target agents:none: there is no module agents"),
        ({"target": {"command": ["false"]}}, "command `false` exited with code 1"),
    ],
)
def test_a_side_that_can_not_be_had_is_an_error_without_a_call(
    project: Project, side: dict[str, Any], told: str
) -> None:
    made = pair(expect="A")
    made["compare"]["B"] = side
    project.write_cases([made])
    with LoopbackJudge(reply=fair) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 0
    assert run.outcomes == {"error": 1}
    record = run.record("lift")
    assert record["state"] == "blocked"
    assert record["error"].startswith(told)


def test_a_fixture_is_no_output_of_two_explicit_sides(project: Project) -> None:
    project.write(
        "conftest.py",
        "import pytest\n\n@pytest.fixture\ndef rubric_target():\n    raise RuntimeError('not wanted')\n",
    )
    project.write_cases([pair(expect="A")])
    with LoopbackJudge(reply=fair) as judge:
        assert project.run(judge=judge.base_url).outcomes == {"passed": 1}
        assert judge.calls == 2


def test_an_evaluator_beside_a_comparison_gets_the_cases_own_output(project: Project) -> None:
    project.write(
        "conftest.py",
        """\
        from pytest_rubric import Evaluation

        class Length:
            id, kind = "length", None

            async def evaluate(self, subject, judge):
                return Evaluation(evaluator=self.id, state="judged", threshold=subject.settings.threshold, passed=True,
                                  score=100, verdict="pass", summary=subject.output.text)

            def requests(self, subject):
                return []

            def most_calls(self, case, settings):
                return 0

        def pytest_rubric_register_evaluators(registry):
            registry.register(Length())
        """,
    )
    project.write_cases([{**pair(expect="A"), "ActualOutput": "its own", "evaluators": ["length"]}])
    with LoopbackJudge(reply=fair) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 2
    assert run.outcomes == {"passed": 2}
    assert {r["evaluator"]: r["summary"] for r in run.records}["length"] == "its own"


# --- with: previous ---------------------------------------------------------------------------


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
