"""Users' evaluators in Python through a real pytest: no judge is asked, and what breaks the contract is told."""

from __future__ import annotations

import pytest

from tests.support.project import Project

PARCEL = {"id": "parcel", "Input": "Where is my parcel?", "ActualOutput": "Good morning, it comes on Friday."}

LENGTH = """\
class ShortSentences:
    id = "short-sentences"

    def assess(self, subject):
        longest = max(len(each.split()) for each in subject.output.text.split("."))
        return {
            "score": 100 if longest <= 5 else 40,
            "summary": f"the longest sentence has {longest} words",
            "points": [{"label": "Longest sentence", "score": 40, "status": "partial", "suggestion": "Split it."}],
            "evidence": f"{longest} words, 5 are fine",
        }
"""


REGISTERED = (
    LENGTH
    + """

def pytest_rubric_register_evaluators(registry):
    registry.register(ShortSentences())
"""
)


METADATA = "Metadata-Version: 2.1\nName: lengths\nVersion: 1.0\n"


def install(project: Project, value: str) -> None:
    """An installed package with an entry point, as far as Python can tell."""
    project.write("lengths.py", LENGTH)
    project.write("lengths-1.0.dist-info/METADATA", METADATA)
    project.write(
        "lengths-1.0.dist-info/entry_points.txt", f"[pytest_rubric.evaluators]\nlengths = {value}\n"
    )


@pytest.mark.parametrize("way", ["hook", "entry point"])
def test_a_python_evaluator_asks_no_judge(project: Project, way: str) -> None:
    if way == "hook":
        project.write("conftest.py", REGISTERED)
    else:
        install(project, "lengths:ShortSentences")
    project.write_cases([{**PARCEL, "evaluators": ["short-sentences"]}])
    run = project.run("--rubric-report-dir", "reports")
    assert run.outcomes == {"failed": 1}
    record = run.record("parcel")
    assert (record["nodeid"], record["score"], record["calls"]) == (
        "cases.rubric.yaml::parcel/short-sentences",
        40,
        0,
    )
    assert "short-sentences: 40 < 60 (fail): the longest sentence has 6 words" in run.out.splitlines()
    report = (project.path / "reports" / "case_0_short-sentences_eval_result.md").read_text(encoding="utf-8")
    assert "6 words, 5 are fine" in report
    assert "1. Longest sentence: Split it." in report


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("nowhere:Evaluator", "ModuleNotFoundError: No module named 'nowhere'"),
        ("lengths:Missing", "AttributeError: module 'lengths' has no attribute 'Missing'"),
    ],
)
def test_an_entry_point_that_can_not_be_loaded(project: Project, value: str, message: str) -> None:
    install(project, value)
    project.write_cases([{**PARCEL, "evaluators": ["lengths"]}])
    run = project.run()
    assert run.code == 4
    assert (
        f"rubric: entry point 'lengths' of pytest_rubric.evaluators ({value}) can't be loaded: {message}"
    ) in run.out + run.err


def test_a_verdict_without_a_score_decides(project: Project) -> None:
    project.write(
        "conftest.py",
        """\
        class Says:
            def __init__(self, verdict):
                self.id, self.verdict = f"says-{verdict}", verdict

            def assess(self, subject):
                return {"verdict": self.verdict, "summary": "as it says"}

        def pytest_rubric_register_evaluators(registry):
            for verdict in ("pass", "fail", "nothing"):
                registry.register(Says(verdict))
        """,
    )
    project.write_cases([{**PARCEL, "evaluators": ["says-pass", "says-fail", "says-nothing"]}])
    run = project.run("-v")
    assert run.outcomes == {"passed": 1, "failed": 1, "skipped": 1}
    assert [(r["state"], r["score"], r["verdict"]) for r in run.records] == [
        ("judged", None, "pass"),
        ("judged", None, "fail"),
        ("unscored", None, None),
    ]
    assert "PASSED (pass)" in run.out
    assert "says-fail: threshold 60 (fail): as it says" in run.out.splitlines()


def test_code_of_users_that_breaks_the_contract_is_told_by_its_error(project: Project) -> None:
    project.write(
        "conftest.py",
        """\
        class Loose:
            id = "loose"
            kind = None

            async def evaluate(self, subject, judge):
                return {"score": 100}

            def requests(self, subject):
                return []

            def most_calls(self, case, settings):
                return 0


        class Round:
            id = "round"

            def assess(self, subject):
                found = {"score": 90}
                return {**found, "evidence": [found, found.setdefault("self", found)]}


        def pytest_rubric_register_evaluators(registry):
            registry.register(Loose())
            registry.register(Round())
        """,
    )
    project.write_cases(
        [{**PARCEL, "evaluators": ["loose"]}, {**PARCEL, "id": "round", "evaluators": ["round"]}]
    )
    run = project.run()
    loose = run.record("parcel")
    assert (loose["state"], loose["outcome"], loose["score"]) == ("blocked", "error", None)
    assert loose["error"].endswith(
        "evaluator 'loose' returned dict; it must return a pytest_rubric.Evaluation"
    )
    assert (run.record("round")["state"], run.record("round")["score"]) == ("judged", 90)
