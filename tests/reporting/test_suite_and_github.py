"""``summary.md`` and what GitHub shows."""

from __future__ import annotations

import re
from dataclasses import replace

from pytest_rubric.reporting import github, suite
from pytest_rubric.reporting.record import Record
from tests.reporting.samples import (
    complexity_results,
    criterion,
    decided,
    evaluated,
    judged_points,
    not_judged,
    record_of,
    refund_results,
    undecided_results,
)


def a_run() -> list[Record]:
    return [
        record_of("late-refund", evaluated(refund_results()), "failed"),
        record_of("归并排序", evaluated(complexity_results(), threshold=60, lang="zh"), "failed"),
        record_of("no-file", not_judged("the file a|b.txt is missing; write it"), "error"),
        record_of("facts", judged_points(65), "passed"),
        record_of("known", evaluated(refund_results()), "xfailed"),
    ]


PATHS = [
    "support/case_0_eval_result.md",
    "归并/case_1_eval_result.md",
    "",
    "a b/case_3_reference_eval_result.md",
    "support/case_4_eval_result.md",
]


def test_suite_links_every_report() -> None:
    assert (
        suite.markdown(a_run(), PATHS)
        == """\
# Rubric evaluations

5 cases, mean 55 over 4 of 5, 2 failed, 1 error, 1 passed, 1 xfailed

| Case | Score | Verdict | Threshold | Lost most |
|---|---:|---|---:|---|
| [late-refund](support/case_0_eval_result.md) | 65 | warn, failed | 80 | #2 -20 Says that refunds end 14 days after delivery |
| [归并排序](%E5%BD%92%E5%B9%B6/case_1_eval_result.md) | 25 | fail | 60 | #2 -25 说明了递归树的层数 |
| no-file | - | error | 80 | the file a\\|b.txt is missing; write it |
| [facts (reference)](a%20b/case_3_reference_eval_result.md) | 65 | warn | 60 | half of the key facts are missing |
| [known](support/case_4_eval_result.md) | 65 | warn, xfailed | 80 | #2 -20 Says that refunds end 14 days after delivery |

| Tag | Points lost |
|---|---:|
| axis:reasoning | 45 |
| axis:accuracy | 40 |
| axis:safety | 30 |

Judge: calls 4, replies from the store 0, tokens in 3,400, out 1,020.
"""
    )


def test_suite_without_cases_says_so() -> None:
    assert suite.markdown([]).splitlines()[2] == "0 cases, none scored"


def test_annotations_stand_at_the_lines_of_lost_criteria_the_worst_case_first() -> None:
    lines: list[list[int | None]] = [[13, 21, 25, 29], [None, 40, None, 44], [], [], [1, 2, 3, 4]]
    assert github.annotations(a_run(), lines) == [
        "::error file=cases/support.rubric.yaml,line=40,title=归并排序%3A 25 < 60::#2 -25 not met: 说明了递归树的层数%0A没有分析递归深度。",
        "::error file=cases/support.rubric.yaml,line=12,title=归并排序%3A 25 < 60::#3 -20 not met: 说明了每层合并的代价%0A没有提到合并。",
        "::error file=cases/support.rubric.yaml,line=21,title=late-refund%3A 65 < 80::#2 -20 not met: Says that refunds end 14 days after delivery%0AThe answer names no time limit at all.",
        "::error file=cases/support.rubric.yaml,line=29,title=late-refund%3A 65 < 80::#4 -15 violated: Promises a refund that the policy excludes%0AIt promises the money back without any condition.",
        "::error file=cases/support.rubric.yaml,line=12,title=no-file%3A error::the file a|b.txt is missing; write it",
    ]


def test_annotations_without_criterion_lines_stand_at_the_case() -> None:
    commands = github.annotations(a_run()[:1])
    assert [re.search(r"line=(\d+)", command)[1] for command in commands] == ["12", "12"]  # type: ignore[index]


def test_annotations_know_where_the_root_lies_in_the_repository() -> None:
    commands = github.annotations(a_run()[:1], folder="services/support/")
    assert commands[0].startswith("::error file=services/support/cases/support.rubric.yaml,line=12,")


def test_annotation_of_a_failed_case_without_criteria_gives_its_summary() -> None:
    assert github.annotations([record_of("facts", judged_points(), "failed")]) == [
        "::error file=cases/support.rubric.yaml,line=12,title=facts%3A 55 < 60::half of the key facts are missing"
    ]


def test_annotations_escape_what_would_end_a_property_or_the_command() -> None:
    result = decided(criterion(1, "100% sure,\n::warning::really", 5), "not_met", "a\r\nb: c, d %0A")
    record = record_of("a", evaluated((result,)), "failed", file="odd,name:1%.rubric.yaml")
    (command,) = github.annotations([record])
    assert command == (
        "::error file=cases/odd%2Cname%3A1%25.rubric.yaml,line=12,title=a%3A 0 < 80::"
        "#1 -5 not met: 100%25 sure, ::warning::really%0Aa b: c, d %250A"
    )


def test_annotations_of_a_failure_at_the_threshold() -> None:
    record = record_of("a", replace(judged_points(90), passed=False, verdict="fail"), "failed")
    assert "title=a%3A 90 >= 60%2C failed::" in github.annotations([record])[0]


def test_annotations_are_capped_and_say_so() -> None:
    records = [record_of(f"case-{number}", evaluated(refund_results()), "failed") for number in range(40)]
    commands = github.annotations(records)
    assert len(commands) == 51
    assert commands[-1] == "::notice::30 more annotations are left out"


def test_nothing_to_annotate() -> None:
    assert github.annotations([a_run()[3]]) == []
    assert github.annotations([]) == []


def test_step_summary() -> None:
    assert (
        github.step_summary(a_run())
        == """\
## Rubric evaluations

5 cases, mean 55 over 4 of 5, 2 failed, 1 error, 1 passed, 1 xfailed

| Case | Score | Verdict | Threshold | Lost most |
|---|---:|---|---:|---|
| 归并排序 | 25 | fail | 60 | #2 -25 说明了递归树的层数 |
| late-refund | 65 | warn, failed | 80 | #2 -20 Says that refunds end 14 days after delivery |
| no-file | - | error | 80 | the file a\\|b.txt is missing; write it |
| facts (reference) | 65 | warn | 60 | half of the key facts are missing |

<details><summary>归并排序: 25 &lt; 60</summary>

- #2 -25 not met: 说明了递归树的层数 — 没有分析递归深度。
- #3 -20 not met: 说明了每层合并的代价 — 没有提到合并。

</details>

<details><summary>late-refund: 65 &lt; 80</summary>

- #2 -20 not met: Says that refunds end 14 days after delivery — The answer names no time limit at all.
- #4 -15 violated: Promises a refund that the policy excludes — It promises the money back without any condition.

</details>

"""
    )


def test_step_summary_of_a_clean_run_is_the_totals() -> None:
    results = (decided(criterion(1, "Greets", 10), "met"),)
    text = github.step_summary([record_of("a", evaluated(results), "passed")])
    assert text == "## Rubric evaluations\n\n1 case, mean 100, 1 passed\n\n"


def test_step_summary_without_rubric_items_is_empty() -> None:
    assert github.step_summary([]) == ""


def test_step_summary_stays_below_its_limit_and_leaves_nothing_open() -> None:
    results = tuple(
        decided(criterion(number, f"条件 {number} " + "很长的条件" * 60, 10), "not_met", "理由" * 200)
        for number in range(1, 9)
    )
    record = record_of("case", evaluated(results), "failed")
    text = github.step_summary([{**record, "nodeid": str(number)} for number in range(3000)])
    assert len(text.encode()) < 1024 * 1024
    assert text.count("<details>") == text.count("</details>") > 30
    assert len(re.findall(r"^[\d,]+ more are left out here\.$", text, re.MULTILINE)) == 2


def test_hostile_text_stays_in_its_place() -> None:
    result = decided(
        criterion(1, "</details>\n# Heading | `x", 5), "not_met", "<script>alert(1)</script>\n```"
    )
    record = record_of("a", evaluated((result,)), "failed")
    for text in (github.step_summary([record]), suite.markdown([record], ["a.md"])):
        assert "<script" not in text
        assert [line for line in text.splitlines() if line.startswith("# H")] == []
        assert text.count("</details>") <= 1
        row = next(line for line in text.splitlines() if "| 0 |" in line)
        assert len(re.findall(r"(?<!\\)\|", row)) == 6


def test_undecided_cases_show_their_interval() -> None:
    record = record_of("a", evaluated(undecided_results(), threshold=90), "failed")
    assert "| a | 65-85 | warn, failed | 90 | #4 -15 Promises" in suite.markdown([record])
    assert "title=a%3A 65-85 < 90::" in github.annotations([record])[0]
