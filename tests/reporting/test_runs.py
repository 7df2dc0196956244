"""Repeated cases in every face: first line, failure text, Markdown, record, summary, pass@k."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from pytest_rubric.model import CaseSettings, Evaluation, Output, PassRule, Run, Usage
from pytest_rubric.model.result import State
from pytest_rubric.reporting import failure, markdown, repeats, suite, summary
from pytest_rubric.reporting.record import Record
from pytest_rubric.reporting.record_text import dump
from pytest_rubric.reporting.totals import lost_most
from pytest_rubric.scoring.repeats import combine
from pytest_rubric.scoring.sentences import summary as sentence
from tests.reporting.samples import ROOT, case_of, criterion, decided, evaluated, found, not_judged, record_of

PAGE = Path(__file__).parents[2].joinpath("docs", "gates.md").read_text(encoding="utf-8")
SECTION = PAGE.split("## Repeated runs\n")[1].split("\n## ")[0]
BLOCKS = re.findall(r"^```text\n(.*?)\n```$", SECTION, re.MULTILINE | re.DOTALL)
SETTINGS = CaseSettings(threshold=Fraction(60))
CHECKS, PROMISES = "Tells the customer to check the tracking page", "Promises a delivery on a certain date"
GOOD = "Look at the tracking page first."
BAD = "It will be there on Friday."


def run(*, checks: bool, promises: bool, lang: str = "en") -> Run:
    """One run: what the answer does."""
    first, second = criterion(1, CHECKS, 20, "axis:help"), criterion(2, PROMISES, -15)
    results = (
        decided(first, "met", "It says so.", found("the tracking page"))
        if checks
        else decided(first, "not_met", "It names no page."),
        decided(second, "violated", "It names a day.", found("on Friday"))
        if promises
        else decided(second, "clean", "It names none."),
    )
    made = replace(evaluated(results, threshold=60, lang=lang), summary=sentence(results, lang))
    return Run(made, Output(BAD if promises else GOOD))


def broken(error: str, state: State = "broken") -> Run:
    return Run(replace(not_judged(error, state=state), threshold=Fraction(60)), None)


GOOD_RUN = run(checks=True, promises=False)
BAD_RUN = run(checks=False, promises=True)
DATED = run(checks=True, promises=True)
ALL_KINDS = (GOOD_RUN, BAD_RUN, GOOD_RUN, DATED, GOOD_RUN)


def combined(runs: Sequence[Run], rule: str = "rate", rate: str | None = "0.8") -> Evaluation:
    share = Fraction(rate) if rule == "rate" and rate else None
    return combine(runs, PassRule(rule, share), SETTINGS)  # type: ignore[arg-type]  # one of the names


def record(runs: Sequence[Run], outcome: str, rule: str = "rate", case_id: str = "late-parcel") -> Record:
    return record_of(case_id, combined(runs, rule), outcome)


def test_the_failure_shows_the_worst_run_and_a_table_of_all() -> None:
    evaluation = combined(ALL_KINDS)
    shown = evaluation.of_one_run
    case = case_of(shown.criteria, "late-parcel")
    assert failure.text(case, evaluation, BAD_RUN.output, root=ROOT) == BLOCKS[0]


def test_the_failure_in_chinese() -> None:
    runs = [run(checks=checks, promises=False, lang="zh") for checks in (True, False)]
    told = failure.text(case_of(runs[0].evaluation.criteria), combined(runs, "all"), root=ROOT)
    assert told.splitlines()[:9] == [
        "rubric: 1 of 2 runs passed, needed 2 (all); worst: 0 < 60 (fail): 1 of 2 criteria lost, #1 -20",
        "",
        "late-refund  (cases/support.rubric.yaml:12)",
        "",
        "全部运行；以下为第 2 次运行：",
        "  运行  结果    得分  小结",
        "  ----  ------  ----  -----------------------------------------------------------",
        "     1  通过     100  20 分中得 20 分；没有失分",
        "     2  未通过     0  20 分中得 0 分；失分在 #1「Tells the customer to check the…",
    ]


def test_an_error_tells_each_cause_once_and_what_to_do() -> None:
    evaluation = combined([GOOD_RUN, broken("no reply"), GOOD_RUN, broken("no reply")], "all")
    told = failure.error_text(case_of((), "late-parcel"), evaluation, root=ROOT)
    assert (
        told
        == """\
rubric: no judgement: 2 of 4 runs passed, 2 without an outcome, needed 4 (all)

late-parcel  (cases/support.rubric.yaml:12)

  - runs 2, 4: no reply

All runs; below is run 2:
  run  outcome  score  summary
  ---  -------  -----  -----------------------------
    1  passed     100  20 of 20 points; nothing lost
    2  open         -  no reply
    3  passed     100  20 of 20 points; nothing lost
    4  open         -  no reply

What to do: mend what kept these runs from an outcome and run this test again; its target
            then runs anew.

judge calls 6, replies from the store 0, tokens 6,020, re-asked 2, replies repaired 2, judge-1"""
    )


def test_one_cause_of_all_runs_is_told_as_by_a_case_that_runs_once() -> None:
    once = replace(broken("target agent:answer raised KeyError", "blocked").evaluation, usage=Usage())
    evaluation = combined([Run(once, None)] * 3)
    case = case_of((), "late-parcel")
    assert failure.error_text(case, evaluation) == failure.error_text(case, once)


def test_of_very_many_runs_those_that_did_not_pass_are_shown() -> None:
    runs = [*[GOOD_RUN] * 30, BAD_RUN, broken("no reply")]
    told = failure.text(case_of((), "late-parcel"), combined(runs, "rate", "1"), root=ROOT)
    numbers = re.findall(r"^ +(\d+)  (passed|failed|open)", told, re.MULTILINE)
    assert [int(number) for number, _ in numbers] == [*range(1, 19), 31, 32]
    assert "  ... and 12 more: see --rubric-report-dir" in told.splitlines()
    told = failure.text(case_of((), "late-parcel"), combined([*[DATED] * 30, BAD_RUN], "all"), root=ROOT)
    numbers = re.findall(r"^ +(\d+)  (failed)", told, re.MULTILINE)
    assert [int(number) for number, _ in numbers] == [*range(1, 20), 31], "the worst is the one that is shown"


def test_markdown_has_all_runs_above_the_arithmetic_of_the_one_that_is_shown() -> None:
    evaluation = combined(ALL_KINDS)
    report = markdown.render(case_of(evaluation.criteria, "late-parcel"), BAD_RUN.output, evaluation)
    assert report.startswith("## Evaluation result\n\n**Total: 65**\n\n### Rubric, criterion by criterion\n")
    calculation = report.split("### Calculation\n")[1].split("\n\n### ")[0]
    table, _, rest = calculation.partition("\n\n")
    lost = f"lost by #1 “{CHECKS}” (-20), #2 “{PROMISES}” (-15)"
    assert table.splitlines() == [
        "| Run | Outcome | Score | Summary |",
        "|---:|---|---:|---|",
        "| 1 | passed | 100 | 20 of 20 points; nothing lost |",
        f"| 2 | failed | 0 | -15 of 20 points; {lost} |",
        "| 3 | passed | 100 | 20 of 20 points; nothing lost |",
        f"| 4 | failed | 25 | 5 of 20 points; lost by #2 “{PROMISES}” (-15) |",
        "| 5 | passed | 100 | 20 of 20 points; nothing lost |",
    ]
    assert rest.startswith(
        "- The rest of this report is about run 2; score and tags are averages of all runs.\n\n"
        "```text\nachieved_points = 0 (no positive criterion met) + (-15) (1 negative criterion violated) = -15\n"
    )
    assert rest.splitlines()[-5:] == [
        f"- 3 of 5 runs passed, needed 4 (rate:0.8); run 2: -15 of 20 points; {lost}",
        "- Quality: inadequate",
        "- Verdict: warn, 65 on average, threshold of each run 60",
        "- Tags: axis:help 80",
        "- judge calls 5, replies from the store 0, tokens 6,050, judge-1",
    ]


def test_markdown_of_an_error_has_the_causes() -> None:
    report = markdown.render(
        case_of((), "late-parcel"), None, combined([GOOD_RUN, broken("no reply")], "all")
    )
    assert "**Total: open, 50 to 100**" in report
    assert (
        "- No score: 1 of 2 runs passed, 1 without an outcome, needed 2 (all)\n- No score: run 2: no reply\n"
        in report
    )
    assert "| 2 | open | - | no reply |" in report


def test_the_record_holds_every_run() -> None:
    made = record([GOOD_RUN, BAD_RUN, broken("no reply")], "failed", "all")
    assert dump(made["repeat"] or {}) == (
        '{"n": 3, "rule": "all", "needed": 3, "passed": 1, "failed": 1, "open": 1, "shown": 2, "runs": ['
        '{"passed": true, "state": "judged", "score": 100, "interval": [100, 100], "verdict": "pass", '
        '"summary": "20 of 20 points; nothing lost", '
        '"criteria": [{"id": 1, "status": "met"}, {"id": 2, "status": "clean"}], "output_hash": "47346da1e901140a", "error": null}, '
        '{"passed": false, "state": "judged", "score": 0, "interval": [0, 0], "verdict": "fail", '
        f'"summary": "-15 of 20 points; lost by #1 “{CHECKS}” (-20), #2 “{PROMISES}” (-15)", '
        '"criteria": [{"id": 1, "status": "not_met"}, {"id": 2, "status": "violated"}], "output_hash": "442434d040244c0a", "error": null}, '
        '{"passed": null, "state": "broken", "score": null, "interval": null, "verdict": null, '
        '"summary": "", "criteria": [], "output_hash": null, "error": "no reply"}]}'
    )
    assert (made["score"], made["interval"], made["raw_score"]) == (50, [33.33, 66.67], -75)


def test_the_record_of_a_case_that_runs_once_says_so() -> None:
    assert record_of("a", GOOD_RUN.evaluation, "passed")["repeat"] is None


def test_what_an_item_lost_says_how_many_runs_passed() -> None:
    assert lost_most(record(ALL_KINDS, "failed")) == f"3 of 5 runs passed: #1 -20 {CHECKS}"
    assert lost_most(record([GOOD_RUN] * 2, "passed")) == (
        "2 of 2 runs passed, needed 2 (rate:0.8); run 1: 20 of 20 points; nothing lost"
    )


def test_a_case_that_passes_in_spite_of_failed_runs_has_a_row() -> None:
    steady, shaky = (
        record([GOOD_RUN] * 3, "passed", case_id="steady"),
        record([GOOD_RUN, GOOD_RUN, GOOD_RUN, GOOD_RUN, BAD_RUN], "passed", case_id="shaky"),
    )
    lines = summary.lines([steady, shaky], width=120)
    rows = [line for line in lines if "support.rubric.yaml" in line]
    assert [line.split()[0].rpartition("::")[2] for line in rows] == ["shaky"]


class TestReliability:
    def counts(self, *passed: int, n: int = 5) -> list[Record]:
        return [record([GOOD_RUN] * c + [BAD_RUN] * (n - c), "passed", "any") for c in passed]

    def test_the_line_of_the_docs(self) -> None:
        assert repeats.line(self.counts(1, 3, 4, 5)) == BLOCKS[1]

    def test_estimates_are_exact_means_over_the_cases(self) -> None:
        found = repeats.reliability([*self.counts(1, n=3), *self.counts(2, n=4)])
        assert found is not None
        assert (found.cases, found.fewest, found.most) == (2, 3, 4)
        # of 3 runs one passed, of 4 two
        assert found.pass_at == {1: Fraction(5, 12), 2: Fraction(3, 4), 3: 1}
        assert found.pass_hat == {1: Fraction(5, 12), 2: Fraction(1, 12), 3: 0}

    @pytest.mark.parametrize(
        ("n", "shown"),
        [(1, [1]), (2, [1, 2]), (3, [1, 2, 3]), (10, [1, 2, 5, 10]), (60, [1, 2, 5, 10, 20, 50, 60])],
    )
    def test_few_k_are_shown(self, n: int, shown: list[int]) -> None:
        found = repeats.reliability(self.counts(1, n=n))
        assert found is not None
        assert list(found.pass_at) == list(found.pass_hat) == shown

    def test_open_runs_and_cases_without_an_outcome_count_in_nothing(self) -> None:
        some = record([GOOD_RUN, GOOD_RUN, BAD_RUN, broken("x")], "passed", "any")
        nothing = record([GOOD_RUN, broken("x")], "error", "all")
        assert repeats.line([some, nothing]) == (
            "repeated: 1 case of 3 runs, 1 run without an outcome not counted, 1 case without an outcome left out: "
            "pass@1 66.7 %, pass@2 100 %, pass@3 100 %; pass^2 33.3 %, pass^3 0 %"
        )
        assert (repeats.line([nothing]), repeats.markdown([nothing])) == (None, [])

    def test_runs_of_different_number(self) -> None:
        told = repeats.line([*self.counts(2, n=2), *self.counts(1, n=4)])
        assert told == "repeated: 2 cases of 2 to 4 runs: pass@1 62.5 %, pass@2 75 %; pass^2 50 %"

    def test_the_suite_has_a_table(self) -> None:
        text = suite.markdown(self.counts(1, 3))
        table = "Repeated: 2 cases of 5 runs.\n\n| k | pass@k | pass^k |\n|---:|---:|---:|\n"
        assert f"{table}| 1 | 40 % | 40 % |\n| 2 | 65 % | 15 % |\n| 5 | 100 % | 0 % |\n\n" in text

    def test_nothing_is_said_where_no_case_repeats(self) -> None:
        records = [record_of("a", GOOD_RUN.evaluation, "passed")]
        assert (repeats.reliability(records), repeats.line(records), repeats.markdown(records)) == (
            None,
            None,
            [],
        )
