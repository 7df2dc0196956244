"""Labels of people in a run: what they change (nothing), what is told of them, and the gates on them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.support.loopback import LoopbackJudge
from tests.support.project import Project, case

OUTPUT = "You can return the lamp within 14 days."
CRITERIA = (
    {"criterion": "States a return window", "points": 40},
    {"criterion": "Is polite", "points": 20},
    {"criterion": "Promises a refund in cash", "points": -15},
)


def labelled(labels: Sequence[Any], id: str = "lamp", **more: Any) -> dict[str, Any]:
    """A case whose criteria have these labels, ``None`` for none."""
    criteria = [
        each if label is None else {**each, "human": label}
        for each, label in zip(CRITERIA, labels, strict=True)
    ]
    return case(OUTPUT, *criteria, id=id, Input=f"About {id}: can I return it?", **more)


def decide(text: str, body: object) -> bool:
    return not text.startswith("Promises")


def test_labels_change_neither_what_is_asked_nor_what_comes_out(project: Project) -> None:
    project.write_cases([labelled([None, None, None])])
    with LoopbackJudge(decide) as judge:
        before = project.run(judge=judge.base_url)
        project.write_cases([labelled(["no", None, "clean"])])
        after = project.run("--rubric-report-dir", "reports", judge=judge.base_url)
        assert judge.calls == 1, "stored replies are found again"
    then, now = before.record("lamp"), after.record("lamp")
    assert now["human"] == {"score": None, "reason": None, "criteria": {"1": "not_met", "3": "clean"}}
    assert [each.get("human") for each in now["criteria"]] == ["not_met", None, "clean"]
    unchanged = ("outcome", "score", "raw_score", "interval", "verdict", "effective_score", "tags", "summary")
    assert {name: now[name] for name in unchanged} == {name: then[name] for name in unchanged}
    report = (project.path / "reports" / "case_0_eval_result.md").read_text(encoding="utf-8")
    assert "- Labels of people: the same as 1 of 2 decisions; #1 met, people say not met" in report


def test_no_evaluator_sees_a_label(project: Project) -> None:
    project.write(
        "conftest.py",
        """\
        class Sees:
            id = "sees"

            def assess(self, subject):
                text = repr(subject.case)
                return {"score": 0 if "a secret reason" in text or "True" in text else 80, "summary": text}

        def pytest_rubric_register_evaluators(registry):
            registry.register(Sees())
        """,
    )
    project.write_cases(
        [
            {
                "id": "seen",
                "Input": "Can I return it?",
                "ActualOutput": OUTPUT,
                "Judge": [{"check": {"contains": "lamp"}, "human": "yes"}],
                "human": {"criteria": {}, "reason": "a secret reason"},
                "evaluators": ["sees"],
            }
        ]
    )
    run = project.run()
    assert run.outcomes == {"passed": 2}
    assert {record["evaluator"]: record["score"] for record in run.records} == {"rubric": 100, "sees": 80}


def test_a_label_of_a_criterion_that_does_not_exist_is_an_error_of_its_case(project: Project) -> None:
    wrong = {**labelled([None, None, None]), "human": {"criteria": {"4": "yes"}}}
    project.write_cases([wrong, labelled(["yes", None, None], id="other")])
    with LoopbackJudge(decide) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 1
    assert run.outcomes == {"passed": 1, "error": 1}
    told = "`4` is no criterion of this case; it has 1 (States a return window), 2 (Is polite), 3 (Promises a refund in cash)"
    assert told in run.out
    assert told in run.record("lamp")["error"]
    assert json.loads(json.dumps(run.record("lamp")["human"])) == {"score": None, "reason": None}


def four_cases(project: Project, ini: str = "") -> None:
    """Twelve labels; people decide otherwise about #1 of three cases, and #2 of one."""
    project.write("pytest.ini", f"[pytest]\n{ini}")
    project.write_cases(
        [
            labelled(["yes", "yes", "clean"], "a"),
            labelled(["no", "yes", "clean"], "b"),
            labelled(["no", "no", "clean"], "c"),
            labelled(["no", "yes", "clean"], "d", human={"score": 70, "reason": "names no shop"}),
        ]
    )


AGREEMENT = [
    "judge and people agree on 8 of 12 decisions (66.7 %, 39-86 %); kappa 0.4 (0.08 to 0.83); macro F1 0.67 (0.38 to "
    "0.92)",
    "people decide otherwise: #1 of b and its like (3 of 4); #2 of c and its like (1 of 4)",
    "12 labels are few: it takes about 83 to know the agreement to ten points",
    "by people's labels 3 of 4 cases labelled throughout would come out otherwise: b (fails), c (fails), d (fails)",
    "scores of people and machine: machine 30 higher on average over 1 item, 30 apart, same side of the threshold "
    "in 1",
]


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
def test_the_summary_tells_how_far_judge_and_people_agree(project: Project, workers: tuple[str, ...]) -> None:
    four_cases(project)
    with LoopbackJudge(decide) as judge:
        run = project.run(*workers, judge=judge.base_url)
        assert judge.calls == 4
    assert (run.code, run.outcomes) == (0, {"passed": 4})
    lines = run.out.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("judge and people"))
    assert lines[at : at + 5] == AGREEMENT
    page = (Path(__file__).parents[2] / "docs" / "calibration.md").read_text(encoding="utf-8")
    assert "```text\n" + "\n".join(AGREEMENT) + "\n```" in page


def test_a_gate_on_agreement_fails_the_run(project: Project) -> None:
    four_cases(project, "rubric_min_agreement = 66.7\nrubric_min_kappa = 0.3\n")
    with LoopbackJudge(decide) as judge:
        run = project.run(judge=judge.base_url)
        quiet = project.run("-q", judge=judge.base_url)
        part = project.run("-k", "not d", "-q", judge=judge.base_url)
        project.write("pytest.ini", "[pytest]\nrubric_min_agreement = 66.6\n")
        held = project.run(judge=judge.base_url)
        assert judge.calls == 4
    assert (run.code, run.outcomes) == (1, {"passed": 4})
    # two thirds, shown with as many decimals as it takes to tell it from the limit
    told = "gate: agreement with people 66.67% < 66.7% over 12 decisions"
    assert told in run.out.splitlines()
    assert "gates held: kappa 0.4 >= 0.3" in run.out.splitlines()
    assert quiet.code == 1
    assert told in quiet.out.splitlines()
    assert "judge and people" not in quiet.out
    assert part.code == 0
    assert "gates on the judge: not evaluated: -k 'not d' left out 1 of 4 rubric tests" in part.out
    assert held.code == 0
    assert "gates held: agreement with people 66.7% >= 66.6%" in held.out.splitlines()


def test_a_gate_without_a_label_does_not_hold(project: Project) -> None:
    project.write("pytest.ini", "[pytest]\nrubric_min_kappa = 0.3\n")
    project.write_cases([labelled([None, None, None])])
    with LoopbackJudge(decide) as judge:
        run = project.run(judge=judge.base_url)
        collected = project.run("--co", judge=judge.base_url)
        assert judge.calls == 1
    assert run.code == 1
    assert "gate: kappa: no criterion has a label (`human`)" in run.out.splitlines()
    assert (collected.code, "kappa" in collected.out) == (0, False)


def test_a_run_without_labels_says_nothing_of_them(project: Project) -> None:
    project.write_cases([labelled([None, None, None])])
    with LoopbackJudge(decide) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 1
    assert "people" not in run.out


@pytest.mark.parametrize(
    ("ini", "told"),
    [
        ("rubric_min_kappa = 60", "ini option rubric_min_kappa: found '60', allowed: a number from -1 to 1, such as 0.6"),
        ("rubric_min_agreement = most", "ini option rubric_min_agreement: found 'most', allowed: a number from 0 to 100"),
    ],
)  # fmt: skip
def test_gates_are_numbers(project: Project, ini: str, told: str) -> None:
    project.write("pytest.ini", f"[pytest]\n{ini}\n")
    project.write_cases([labelled([None, None, None])])
    run = project.run(json_lines=False)
    assert run.code == 4
    assert told in run.out + run.err
