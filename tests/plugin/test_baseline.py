"""Runs that are held against a baseline, through a real pytest and a real HTTP endpoint."""

from __future__ import annotations

from typing import Any

from tests.plugin.baselines import BASELINE, PYTHON, UPDATE, baseline, checks, decide, told
from tests.support.loopback import LoopbackJudge
from tests.support.project import Project, case

FILE = "cases.rubric.yaml"


def suite(project: Project, *, output: str = "Hello, it costs 3 EUR.", **more: Any) -> None:
    project.write_cases(
        [
            case(output, *scored(Greets=40, **{"Names the price": 60}), id="good", **more),
            case("Hello.", *scored(Greets=50, **{"Names the limit": 50}), id="bad"),
            case("Hi there.", {"check": {"contains": "Hi"}}, id="checked"),
        ]
    )


def scored(**points: int) -> list[dict[str, object]]:
    return [{"criterion": text, "points": value} for text, value in points.items()]


def test_a_run_is_stopped_only_by_what_got_worse(project: Project) -> None:
    suite(project)
    with LoopbackJudge(decide) as judge:
        first = project.run(*UPDATE, judge=judge.base_url)
        assert judge.calls == 2
        assert (first.code, first.outcomes) == (1, {"failed": 1, "passed": 2})
        assert told(first) == ["base.json updated: 3 cases added, 0 changed, 0 as before, 0 dropped"]
        assert [record["baseline"] for record in first.records] == [None, None, None]
        assert baseline(project)["judge"] == {
            "model": "loopback-1",
            "base_url": judge.base_url,
            "prompts": {"rubric": "1"},
        }

        again = project.run(*BASELINE, "-rx", judge=judge.base_url)
        assert judge.calls == 2
    assert (again.code, again.outcomes) == (0, {"passed": 2, "xfailed": 1})
    assert again.record("bad")["outcome"] == "xfailed"
    assert again.record("bad")["baseline"]["standing"] == "known"
    # pytest before version 9 writes "reason: " in front of it
    assert again.line("XFAIL ").replace(" - reason: ", " - ") == (
        "XFAIL cases.rubric.yaml::bad - known: 50 in the baseline, 50 now, threshold 60"
    )
    assert told(again) == [
        "3 cases compared: 1 failing as before, 2 as before",
        "mean 83.3 then, 83.3 now, over 3 cases scored in both: the same scores",
        "failing as before: cases.rubric.yaml::bad 50 -> 50",
    ]
    # stored replies know whose they are: no judge is named here
    only = project.run(*BASELINE, "--rubric-replies", "only", "--runxfail")
    assert (only.code, only.outcomes) == (1, {"failed": 1, "passed": 2})
    assert "rubric: was 50, now 50 < 60 (fail): 1 of 2 criteria lost, #2 -50" in only.out
    assert not [line for line in told(only) if "judged by" in line]


def test_a_drop_fails_where_it_is_larger_than_allowed_and_says_whose_doing_it_is(project: Project) -> None:
    suite(project)
    with LoopbackJudge(lambda text, body: True) as judge:
        project.run(*UPDATE, judge=judge.base_url)
    suite(project, output="It costs 3 EUR.")
    with LoopbackJudge(lambda text, body: text != "Greets", port=judge.port) as judge:
        exactly = project.run(*BASELINE, "--rubric-max-drop", "40", "-k", "good", judge=judge.base_url)
        assert judge.calls == 1
        below = project.run(
            *BASELINE,
            *("--rubric-max-drop", "39.9", "-k", "good", "--rubric-report-dir", "out"),
            judge=judge.base_url,
        )
        assert judge.calls == 1
    assert (exactly.code, exactly.record("good")["baseline"]["standing"]) == (0, "lower")
    assert told(exactly)[0] == "1 case compared: 1 lower"
    assert told(exactly)[-1] == (
        "in the baseline, not in this run (-k good left out 2 of 3 rubric tests): "
        "cases.rubric.yaml::bad, cases.rubric.yaml::checked"
    )
    assert below.code == 1
    assert below.record("good")["outcome"] == "failed"
    assert below.record("good")["passed"] is True
    text = below.out
    assert (
        "\nrubric: fell by 40 (allowed 39.9), was 100, now 60 >= 60 (warn): 1 of 2 criteria lost, #1 -40\n"
        "\ngood  (cases.rubric.yaml:3)\n"
        "\nBaseline: 100 (pass) then, 60 (warn) now (-40)\n"
        "  #1 met, now not met  Greets\n"
        "      then: about Greets\n"
        "      now: about Greets\n"
        "  the output is another one, so the agent changed\n"
        "\nLost 40 points"
    ) in text
    assert told(below)[0] == "1 case compared: 1 fell by more than 39.9"
    report = (project.path / "out" / "case_0_eval_result.md").read_text(encoding="utf-8")
    assert "- Note: the test fails: it fell by 40, allowed 39.9\n" in report
    assert "passed with" not in report
    flip = below.record("good")["baseline"]["flips"][0]
    assert (flip["criterion"], flip["before"], flip["now"], flip["direction"]) == (
        "Greets",
        "met",
        "not_met",
        "worse",
    )


def test_the_judge_is_blamed_for_the_same_output_and_nobody_where_it_is_another_one(project: Project) -> None:
    suite(project)
    with LoopbackJudge(lambda text, body: True) as judge:
        project.run(*UPDATE, judge=judge.base_url)
    with LoopbackJudge(lambda text, body: text != "Names the price", port=judge.port) as judge:
        same = project.run(
            *BASELINE, "--rubric-replies", "refresh", "--rubric-report-dir", "out", judge=judge.base_url
        )
        assert judge.calls == 2
        assert same.code == 1
        assert same.record("good")["baseline"]["cause"] == "judge"
        assert "scores or decisions changed: 1 with the same output (the judge)" in told(same)
        report = (project.path / "out" / "case_0_eval_result.md").read_text(encoding="utf-8")
        assert (
            "- Note: Baseline: 100 (pass) then, 40 (fail) now (-60)\n"
            "- Note: #2 met, now not met: Names the price; then: about Names the price; now: about Names the "
            "price\n"
            "- Note: the output is the same, so the judge decided otherwise\n"
        ) in report

        other = project.run(*BASELINE, "--rubric-model", "another", "-k", "good or bad", judge=judge.base_url)
        assert judge.calls == 4
    assert other.record("good")["baseline"]["cause"] == "judge_changed"
    assert other.record("good")["judge"]["model"] == "another"
    assert other.record("good")["baseline"]["judge_before"]["model"] == "loopback-1"
    url = judge.base_url
    assert (
        f"2 cases judged by another at {url}, in the baseline by loopback-1 at {url}: differences may be the "
        "judge's; record the baseline anew"
    ) in told(other)


def test_workers_leave_the_same_file_as_none(project: Project) -> None:
    project.write_cases(
        [case(f"abc {n}", "A", {"criterion": "B", "points": n + 1}, id=f"c{n}") for n in range(6)]
    )
    project.write("test_it.py", PYTHON)
    with LoopbackJudge(lambda text, body: text != "B") as judge:
        project.run(*UPDATE, judge=judge.base_url)
        assert judge.calls == 8
        alone = (project.path / "base.json").read_bytes()
        (project.path / "base.json").unlink()
        project.run(*UPDATE, "-n", "2", judge=judge.base_url)
        assert (project.path / "base.json").read_bytes() == alone
        held = project.run(*BASELINE, "-n", "2", judge=judge.base_url)
        assert judge.calls == 8
    assert held.code == 0
    assert "8 cases compared: 1 failing as before, 7 as before" in told(held)
    assert {record["baseline"]["standing"] for record in held.records} == {"known", "same"}


def test_new_renamed_missing_errored_and_skipped_cases_are_told_and_an_update_keeps_what_it_must(
    project: Project,
) -> None:
    names = ("broken", "left", "old", "removed", "same")
    project.write_cases(checks(*names))
    # ids count within their file
    project.write_cases(checks("same"), name="other.rubric.yaml")
    assert project.run(*UPDATE).code == 0
    before = (project.path / "base.json").read_text(encoding="utf-8")
    broken = case("", {"check": {"contains": "b"}}, id="broken", ActualOutputFile="nowhere.txt")
    del broken["ActualOutput"]
    changed = [
        broken,
        *checks("left", marks=["skip"]),
        {**checks("old")[0], "id": "new-name"},
        *checks("same", "added"),
    ]
    project.write_cases(changed)

    partial = project.run(*UPDATE, "-k", "added or new-name")
    assert told(partial) == [
        "1 case compared: 1 as before",
        "mean 100 then, 100 now, over 1 case scored in both: the same scores",
        "new, not in the baseline: cases.rubric.yaml::added",
        "renamed: cases.rubric.yaml::old -> cases.rubric.yaml::new-name",
        "in the baseline, not in this run (-k 'added or new-name' left out 4 of 6 rubric tests): "
        "cases.rubric.yaml::broken, cases.rubric.yaml::left, cases.rubric.yaml::removed, "
        "cases.rubric.yaml::same, other.rubric.yaml::same",
        "base.json updated: 2 cases added, 0 changed, 0 as before, 1 dropped",
        "dropped: cases.rubric.yaml::old",
        "only cases that ran were updated (-k 'added or new-name' left out 4 of 6 rubric tests): run all to drop "
        "those that are gone",
    ]
    (project.path / "base.json").write_text(before, encoding="utf-8")

    whole = project.run(*UPDATE, FILE)
    assert whole.outcomes == {"passed": 3, "error": 1, "skipped": 1}
    assert told(whole) == [
        "2 cases compared: 2 as before",
        "mean 100 then, 100 now, over 2 cases scored in both: the same scores",
        "new, not in the baseline: cases.rubric.yaml::added",
        "renamed: cases.rubric.yaml::old -> cases.rubric.yaml::new-name",
        "missing, in the baseline only: cases.rubric.yaml::removed",
        "errors: cases.rubric.yaml::broken (was 100)",
        "skipped: cases.rubric.yaml::left (was 100)",
        "in the baseline, not in this run: other.rubric.yaml::same",
        "base.json updated: 2 cases added, 0 changed, 1 as before, 2 dropped",
        "dropped: cases.rubric.yaml::old, cases.rubric.yaml::removed",
        "not judged now, so kept as they were: cases.rubric.yaml::broken, cases.rubric.yaml::left",
    ]
    assert list(baseline(project)["cases"]) == [
        f"{FILE}::added",
        f"{FILE}::broken",
        f"{FILE}::left",
        f"{FILE}::new-name",
        f"{FILE}::same",
        "other.rubric.yaml::same",
    ]
    (project.path / "other.rubric.yaml").unlink()
    without = told(project.run(*UPDATE))
    assert "missing, in the baseline only: other.rubric.yaml::same" in without
    assert "dropped: other.rubric.yaml::same" in without
    nobody = told(project.run(*UPDATE, "-k", "nobody", json_lines=False))
    assert (nobody[0], nobody[-1]) == (
        "no case to compare",
        "base.json is left as it is: no case was judged",
    )


def test_targets_evaluators_and_comparisons_have_entries_of_their_own(project: Project) -> None:
    project.write(
        "conftest.py",
        """\
        from pytest_rubric import Evaluation

        class Short:
            id = "short"
            kind = None
            async def evaluate(self, subject, judge):
                score = max(0, 100 - len(subject.output.text))
                return Evaluation("short", "judged", subject.settings.threshold, passed=score >= 60, score=score)
            def requests(self, subject):
                return []
            def most_calls(self, case, settings):
                return 0

        def pytest_rubric_register_evaluators(registry):
            registry.register(Short())
        """,
    )
    suite = """\
        cases:
        - id: two
          Input: x
          targets: {{terse: {{ActualOutput: "{terse}"}}, long: {{ActualOutput: abc def}}}}
          Judge: [{{check: {{contains: b}}}}]
          evaluators: [short]
        - id: pair
          Input: x
          compare: {{A: {{output: same}}, B: {{output: same}}, expect: not_worse}}
        """
    project.write(FILE, suite.format(terse="abc"))
    assert project.run(*UPDATE).outcomes == {"passed": 5}
    assert list(baseline(project)["cases"]) == [
        f"{FILE}::pair",
        f"{FILE}::two/long",
        f"{FILE}::two/long/short",
        f"{FILE}::two/terse",
        f"{FILE}::two/terse/short",
    ]
    project.write(FILE, suite.format(terse="abc" * 5))
    run = project.run(*BASELINE, "--rubric-max-drop", "10")
    assert run.outcomes == {"passed": 4, "failed": 1}
    assert "fell too far: cases.rubric.yaml::two/terse/short 97 -> 85" in told(run)
    assert "short: fell by 12 (allowed 10), was 97, now 85 >= 60" in run.out
