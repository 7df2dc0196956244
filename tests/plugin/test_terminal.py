"""What somebody sees whose run has just failed: each thing once, the cause first, nothing without end."""

from __future__ import annotations

import json

import pytest

from tests.support.loopback import LoopbackJudge, failure
from tests.support.project import Project, case

NO = """\
from pytest_rubric import ScriptedJudge


def pytest_rubric_make_judge():
    return ScriptedJudge.deciding(lambda id, request: False)
"""
# Looks at the reports when everything else has ended.
LATE_READER = """\
import pytest

seen = []


def pytest_runtest_logreport(report):
    seen.append(report)


def pytest_unconfigure():
    for report in seen:
        for name, text in report.sections:
            print(f"section of {report.when}: {name}: {len(text)}")
"""


def failing(project: Project) -> None:
    project.write_cases([case("The lamp is blue.", {"check": {"contains": "red"}}, id="lamp")])


def test_a_failure_is_told_once(project: Project) -> None:
    failing(project)
    run = project.run()
    failures = run.out.split("FAILURES")[1].split("rubric evaluations")[0]
    assert failures.count("contains: red") == 1
    assert "### " not in run.out
    assert "judge:" not in run.out, "no judge was needed"
    assert "whole reports: pytest -vv shows them" in run.out
    written = project.run("--rubric-report-dir", "reports")
    assert "\nwhole reports: reports\n" in written.out


def test_the_whole_report_is_shown_when_asked_for(project: Project) -> None:
    failing(project)
    run = project.run("-vv")
    assert "### Calculation" in run.out
    assert "whole reports" not in run.out


@pytest.mark.parametrize("workers", ["0", "2"])
def test_the_whole_report_stays_a_section_of_the_tests_report(project: Project, workers: str) -> None:
    failing(project)
    project.write("conftest.py", LATE_READER)
    written = project.run("--rubric-report-dir", "reports", "-n", workers, "-s")
    size = len((project.path / "reports" / "case_0_eval_result.md").read_text(encoding="utf-8"))
    assert f"section of call: rubric report: {size}" in written.out


def test_a_huge_rubric_is_bounded_on_the_terminal_and_whole_in_its_file(project: Project) -> None:
    criteria = [{"criterion": f"States fact {n}", "points": 1 + n % 5} for n in range(2000)]
    project.write_cases([case("A short output.", *criteria, id="huge")])
    project.write("conftest.py", NO)
    run = project.run("--rubric-report-dir", "reports")
    assert len(run.out) < 6_000
    assert "... and 1,992 more, 5960 points: see --rubric-report-dir" in run.out
    assert "points lost" not in run.out
    report = (project.path / "reports" / "case_0_eval_result.md").read_text(encoding="utf-8")
    assert report.count("States fact ") >= 2000
    verbose = project.run("-vv")
    assert len(verbose.out) < 25_000
    assert "more lines: see --rubric-report-dir" in verbose.out


def test_passing_reports_are_bounded_as_well(project: Project) -> None:
    criteria = [{"check": {"not_contains": f"word {n}"}} for n in range(1000)]
    project.write_cases([case("A short output.", *criteria, id="huge")])
    run = project.run("-rP")
    assert run.outcomes == {"passed": 1}
    assert "more lines: see --rubric-report-dir" in run.out
    assert len(run.out) < 20_000


@pytest.mark.parametrize("workers", ["0", "2"])
def test_the_first_item_that_is_reported_tells_the_cause_and_later_ones_a_line(
    project: Project, workers: str
) -> None:
    # the first in the file waits longest for its output, so that others meet the judge before it
    slow = "import time\n\n\ndef answer(text):\n    time.sleep(0.6)\n    return text\n"
    project.write("slow.py", slow)
    cases = [{"Input": "x", "target": "slow:answer", "Judge": ["A"], "id": "c0"}]
    project.write_cases([*cases, *(case(f"output {n}", "A", id=f"c{n}") for n in range(1, 6))])
    with LoopbackJudge(reply=failure(401, "Incorrect API key provided", code="invalid_api_key")) as judge:
        run = project.run("-n", workers, judge=judge.base_url, env={"OPENAI_API_KEY": "sk-test-123"})
        assert judge.calls <= 2 * max(1, int(workers))
    assert run.outcomes == {"error": 6}
    errors = run.out.split("= ERRORS =")[1].split("= rubric evaluations =")[0]
    whole = errors.count("refuses the key: HTTP 401")
    assert 1 <= whole <= max(1, int(workers)), "once a process"
    assert errors.count("rubric: no judge: the endpoint refuses the key\n") == 6
    if workers == "0":
        first = errors.split("ERROR at setup of c1")[0]
        assert "check OPENAI_API_KEY and that it may use this model" in first
        told = [record["error"] for record in run.records]
        assert "check OPENAI_API_KEY" in told[0]
        assert set(told[1:]) == {"the judge was closed earlier in this session: the endpoint refuses the key"}


HINTS = {
    "not set up": ((), "give --rubric-model NAME, set RUBRIC_MODEL"),
    "unreachable": (
        ("--rubric-model", "m", "--rubric-base-url", "http://127.0.0.1:9/v1"),
        "can't be reached: connection refused; check --rubric-base-url",
    ),
}


@pytest.mark.parametrize(("options", "hint"), HINTS.values(), ids=HINTS.keys())
@pytest.mark.parametrize("python", [False, True], ids=["yaml", "python"])
def test_the_summarys_hint_fits_the_cause(
    project: Project, options: tuple[str, ...], hint: str, python: bool
) -> None:
    if python:
        project.write("test_it.py", "def test_it(rubric):\n    rubric.check('abc', criteria=['A'])\n")
    else:
        project.write_cases([case("abc", "A")])
    run = project.run(*options, env={"COLUMNS": "300"})
    assert "1 case had no judge, as told above" in run.out.splitlines()
    assert " ".join(run.out.split()).count(hint) == 1, "the cause and what to do are told once"
    assert "--rubric-on-unavailable skip" in run.out
    skipped = project.run(*options, "--rubric-on-unavailable", "skip", "-rs", env={"COLUMNS": "300"})
    assert hint in skipped.line("had no judge:")
    assert "instead with --rubric-on-unavailable skip" not in skipped.out


@pytest.mark.parametrize(
    ("answer", "hint"),
    [
        (
            failure(401, "no such key", code="invalid_api_key"),
            "refuses the key: HTTP 401: no such key; check",
        ),
        (
            failure(429, "no money left", code="insufficient_quota"),
            "quota is used up: HTTP 429: no money left",
        ),
    ],
    ids=["key", "quota"],
)
def test_the_hint_for_an_endpoint_that_closes(project: Project, answer: object, hint: str) -> None:
    project.write_cases([case(f"output {n}", "A") for n in range(4)])
    with LoopbackJudge(reply=answer) as judge:  # type: ignore[arg-type]  # one of the answers above
        run = project.run(judge=judge.base_url, env={"COLUMNS": "400", "OPENAI_API_KEY": "sk-test-123"})
        assert judge.calls >= 1
    assert run.line("had no judge:").startswith("4 cases had no judge: ")
    assert hint in run.line("had no judge:")
    # no row of the table says it again
    assert "lost most" not in run.out


def test_the_hint_for_a_spent_budget_offers_no_skip(project: Project) -> None:
    project.write_cases([case(f"output {n}", "A") for n in range(5)])
    with LoopbackJudge(lambda text, body: True) as judge:
        run = project.run("--rubric-max-calls", "1", judge=judge.base_url, env={"COLUMNS": "300"})
        assert judge.calls == 1
    told = run.line("had no judge:")
    assert told.startswith("4 cases had no judge: the budget of 1 judge calls a session is spent")
    assert "--rubric-on-unavailable" not in run.out


def test_a_missing_recording_is_one_line_an_item(project: Project) -> None:
    project.write_cases([case(f"output {n}", "A", "B", "C", id=f"c{n}") for n in range(3)])
    run = project.run("--rubric-replies", "only")
    errors = run.out.split("= ERRORS =")[1].split("= rubric evaluations =")[0]
    assert [errors.count(f"no stored reply for c{n}") for n in range(3)] == [1, 1, 1]
    assert "3 cases have no stored reply" in run.out


def test_advice_fits_what_is_undecided(project: Project) -> None:
    project.write("broken.py", "def check(output):\n    raise RuntimeError('no dictionary')\n")
    checks = [{"check": {"python": "broken:check"}}, {"check": {"contains": "lamp"}}]
    project.write_cases([case("A lamp.", *checks, id="check"), case("A lamp.", "A", "B", id="judged")])
    invented = {"basis": "quote", "quotes": [{"from": "output", "text": "a chair"}], "present": True}
    with LoopbackJudge(lambda text, body: "A lamp" if text == "A" else invented) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 6, "call and re-ask, and both again for two extra samples"
    check, judged = run.out.split("ERROR at setup of judged")
    assert "rubric: no judgement: 50-100, threshold 60: 1 of 2 criteria undecided, #1" in check
    assert "mend what keeps the undecided checks from deciding" in check
    assert "samples" not in check + run.record("check")["error"]
    advice = judged.split("rubric evaluations")[0]
    assert "What to do: the judge's quotes do not stand in the text: " in advice
    assert "--rubric-extra-samples" not in advice, "that does not make it quote better"


def test_names_can_be_pasted_back_where_pytest_was_called(project: Project) -> None:
    project.write_cases([case("abc", {"check": {"contains": "x"}}, id="lamp")], "deep/cases.rubric.yaml")
    project.write(
        "deep/test_it.py",
        "def test_it(rubric):\n"
        "    rubric.check('abc', criteria=[{'check': {'contains': 'b'}}])\n"
        "    rubric.check('abc', criteria=[{'check': {'contains': 'x'}}])\n",
    )
    run = project.run(cwd=project.path / "deep", json_lines=False)
    rows = [line for line in run.out.split("lost most")[1].splitlines() if "contains" in line]
    names = [row.split()[0] for row in rows]
    assert names == ["cases.rubric.yaml::lamp", "test_it.py::test_it"]
    assert "(test_it-2)" in rows[1]
    assert "3 cases, mean 33.3, 2 failed, 1 passed" in run.out, "the first check of the test passed"
    for name in names:
        assert project.run(name, cwd=project.path / "deep", json_lines=False).outcomes == {"failed": 1}


def test_a_warning_never_shows_the_case_file(project: Project) -> None:
    made = case("A lamp. " + "words " * 400, {"check": {"contains": "lamp"}, "points": 7})
    made["Judge"].append({"check": {"contains": "chair"}, "points": 3})
    project.write("cases.rubric.yaml", json.dumps({"cases": [made]}))
    for options in ((), ("-n", "2")):
        run = project.run(*options)
        assert run.outcomes == {"passed": 1, "warning": 1}
        assert "cases.rubric.yaml:1: RubricWarning: case-0: passed with 70 points" in run.out
        assert "words words" not in run.out
    assert project.run("-W", "error::pytest_rubric.errors.RubricWarning").outcomes == {"failed": 1}


def test_errors_are_named_without_the_exception_that_carries_them(project: Project) -> None:
    project.write_cases([{"Input": "x", "ActualOutputFile": "none.txt", "Judge": ["A"], "id": "lost"}])
    run = project.run("--junitxml", "junit.xml")
    assert run.line("ERROR cases.rubric.yaml::lost").startswith(
        "ERROR cases.rubric.yaml::lost - rubric: not judged: ActualOutputFile of case lost"
    )
    assert "Failed: " not in (project.path / "junit.xml").read_text(encoding="utf-8")


@pytest.mark.parametrize("columns", ["80", "100"])
def test_the_essential_part_of_the_first_line_survives_a_narrow_terminal(
    project: Project, columns: str
) -> None:
    failing(project)
    project.write_cases([case("abc", "A", id="open")], "more.rubric.yaml")
    run = project.run(env={"COLUMNS": columns}, json_lines=False)
    assert "rubric: 0 < 60 (fail)" in run.line("FAILED cases.rubric.yaml::lamp")
    assert run.line("ERROR more.rubric.yaml::open").endswith("rubric: no judge: no model is set")


def test_a_quote_of_the_whole_output_is_remarked_on_and_decides_all_the_same(project: Project) -> None:
    output = "You can return the lamp within 14 days."
    project.write_cases([case(output, {"criterion": "A", "points": 3}, {"criterion": "B", "points": -3})])
    with LoopbackJudge(lambda text, body: "the lamp" if text == "A" else output) as judge:
        run = project.run("--rubric-report-dir", "reports", judge=judge.base_url)
        assert judge.calls == 1
    assert run.scores == {"case-0": 0}
    assert "quote: quotes the whole output" in run.out
    report = (project.path / "reports" / "case_0_eval_result.md").read_text(encoding="utf-8")
    rows = [line for line in report.splitlines() if line.startswith(("| 1", "| 2"))]
    assert ["quotes the whole output" in row for row in rows] == [False, True]


def test_lint_notes_are_counted_as_the_command_counts_them(project: Project) -> None:
    odd = {"criterion": "A", "points": 5, "tags": ["type:negative"]}
    cases = [case("abc", odd, id="one", evaluators=["length"]), case("abc", odd, id="two")]
    project.write("cases.rubric.yaml", json.dumps({"meta": {"count": 3}, "cases": cases}))
    project.write(
        "test_it.py", "def test_it(rubric):\n    rubric.check('abc', [{'check': {'contains': 'a'}}])\n"
    )
    project.write(
        "conftest.py",
        NO
        + """
from pytest_rubric import Evaluation


class Length:
    id = "length"
    kind = None

    async def evaluate(self, subject, judge):
        return Evaluation("length", "judged", subject.settings.threshold, True, 100, verdict="pass")

    def requests(self, subject):
        return []

    def most_calls(self, case, settings):
        return 0


def pytest_rubric_register_evaluators(registry):
    registry.register(Length())
""",
    )
    for workers in ("0", "2"):
        assert project.run("-n", workers).line("pytest-rubric lint").startswith("3 lint notes")
