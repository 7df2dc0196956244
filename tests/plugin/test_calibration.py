"""Labels of people in a run: what they change (nothing), what is told of them, and the gates on them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

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
