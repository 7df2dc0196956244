"""What a person reads whose test just failed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pytest_rubric.model import CriterionResult, Evaluation, Output, Point, Status, Usage
from pytest_rubric.model.lines import width_of
from pytest_rubric.reporting import failure
from tests.reporting.samples import (
    REPLY,
    ROOT,
    case_of,
    complexity_results,
    criterion,
    decided,
    evaluated,
    judged_points,
    not_judged,
    refund_results,
    undecided_results,
)


def results_of(*decisions: tuple[int, Status, bool]) -> tuple[CriterionResult, ...]:
    return tuple(
        decided(criterion(number, f"Statement {number}", points, required=required), status, "Because.")
        for number, (points, status, required) in enumerate(decisions, 1)
    )


SIX_LOST: list[tuple[int, Status, bool]] = [(10, "not_met", False)] * 6


def passed_required() -> Evaluation:
    """85 of 100, but what is lost was required."""
    return evaluated(results_of((85, "met", False), (15, "not_met", True)))


@pytest.mark.parametrize(
    ("evaluation", "line"),
    [
        (evaluated(refund_results()), "rubric: 65 < 80 (warn): 2 of 4 criteria lost, #2 -20, #4 -15"),
        (
            evaluated(complexity_results(), threshold=60, lang="zh"),
            "rubric: 25 < 60 (fail), required #2 is not met: 2 of 4 criteria lost, #2 -25, #3 -20",
        ),
        (passed_required(), "rubric: 85 >= 80 (pass), required #2 is not met: 1 of 2 criteria lost, #2 -15"),
        (
            evaluated(results_of((100, "met", False), (-5, "violated", True))),
            "rubric: 95 >= 80 (pass), required #2 is violated: 1 of 2 criteria lost, #2 -5",
        ),
        (
            evaluated(results_of((10, "not_met", True), (-5, "violated", True))),
            "rubric: 0 < 80 (fail), required #1, #2 are lost: 2 of 2 criteria lost, #1 -10, #2 -5",
        ),
        (
            evaluated(undecided_results(), threshold=90),
            "rubric: 65-85 < 90 (warn): 1 of 4 criteria lost, #4 -15; 1 undecided, #2",
        ),
        (
            evaluated(results_of((50, "not_met", True), (50, "undecided", False)), threshold=40),
            "rubric: 0-50, threshold 40 (fail), required #1 is not met: "
            "1 of 2 criteria lost, #1 -50; 1 undecided, #2",
        ),
        (
            evaluated(results_of(*SIX_LOST, (10, "met", False))),
            "rubric: 14 < 80 (fail): 6 of 7 criteria lost, #1 -10, #2 -10, #3 -10, #4 -10 and 2 more",
        ),
        (evaluated(results_of((7, "not_met", False))), "rubric: 0 < 80 (fail): 1 of 1 criterion lost, #1 -7"),
        (
            evaluated(results_of((10, "met", False)), threshold=60),
            "rubric: 100 >= 60 (pass): nothing lost",
        ),
        (
            replace(evaluated(results_of((10, "not_met", False))), raw_score=None),
            "rubric: 0 < 80 (fail): empty output",
        ),
        (judged_points(), "reference: 55 < 60 (fail): half of the key facts are missing"),
        (
            replace(
                judged_points(90), evaluator="toxicity", passed=False, verdict="fail", summary="one slur"
            ),
            "toxicity: 90 >= 60 (fail): one slur",
        ),
        (
            replace(evaluated(refund_results()), threshold=Fraction("72.5")),
            "rubric: 65 < 72.5 (warn): 2 of 4 criteria lost, #2 -20, #4 -15",
        ),
        (
            evaluated(undecided_results(), threshold=70),
            "rubric: no judgement: 65-85, threshold 70: 1 of 4 criteria undecided, #2",
        ),
        (not_judged("the file out.txt is missing"), "rubric: not judged: the file out.txt is missing"),
        (not_judged("line 3: a\nline 5: b\n\nline 7: c"), "rubric: not judged: line 3: a (and 2 more)"),
        (Evaluation("rubric", "unscored", Fraction(80), summary="no judge"), "rubric: skipped: no judge"),
    ],
)
def test_first_line_is_the_whole_story(evaluation: Evaluation, line: str) -> None:
    assert failure.first_line(evaluation) == line


def test_first_line_stays_one_short_line_whatever_the_error_holds() -> None:
    line = failure.first_line(not_judged("\x1b[31m" + "word\u2028" * 5000, state="broken"))
    assert line.startswith("rubric: no judgement: \\x1b[31mword word")
    assert len(line.splitlines()) == 1
    assert len(line) <= 400


def test_failure_text() -> None:
    results = refund_results()
    case = case_of(results, title="Refund, asked for late")
    told = failure.text(case, evaluated(results), Output(REPLY), root=ROOT)
    assert (
        told
        == """\
rubric: 65 < 80 (warn): 2 of 4 criteria lost, #2 -20, #4 -15

late-refund "Refund, asked for late"  (cases/support.rubric.yaml:12)

Lost 35 points (of 100 to earn), worst first:
  #2  -20  not met   Says that refunds end 14 days after delivery
      why: The answer names no time limit at all.
  #4  -15  violated  Promises a refund that the policy excludes
      why: It promises the money back without any condition.
      quote: "We will of course refund you, whenever you ask."

Output:
  | We will of course refund you, whenever you ask.
  | Write to support at any time."""
    )


def test_failure_text_in_chinese_lines_up() -> None:
    results = complexity_results()
    case = case_of(results, "merge-sort", "归并排序的复杂度")
    evaluation = evaluated(results, threshold=60, lang="zh")
    told = failure.text(case, evaluation, Output("复杂度是 O(n log n)"), root=ROOT)
    assert (
        told
        == """\
rubric: 25 < 60 (fail), required #2 is not met: 2 of 4 criteria lost, #2 -25, #3 -20

merge-sort "归并排序的复杂度"  (cases/support.rubric.yaml:12)

失分 45（可得 60），失分多的在前：
  #2  -25  未满足，必需  说明了递归树的层数
      理由：没有分析递归深度。
  #3  -20  未满足        说明了每层合并的代价
      理由：没有提到合并。

输出：
  | 复杂度是 O(n log n)"""
    )


def test_failure_text_with_undecided_criteria_says_why_they_are() -> None:
    results = undecided_results()
    told = failure.text(case_of(results), evaluated(results, threshold=90), root=ROOT)
    assert (
        told
        == """\
rubric: 65-85 < 90 (warn): 1 of 4 criteria lost, #4 -15; 1 undecided, #2

late-refund  (cases/support.rubric.yaml:12)

Lost 15 points (of 100 to earn), worst first:
  #4  -15  violated  Promises a refund that the policy excludes
      why: It promises the money back without any condition.
      quote: "We will of course refund you, whenever you ask."

Undecided (the score lies between 65 and 85, the threshold is 90):
  #2  +20  Says that refunds end 14 days after delivery
      why: no majority: 1 yes, 1 no"""
    )


def test_failure_text_of_points() -> None:
    told = failure.text(case_of(()), judged_points(), root=ROOT)
    assert (
        told
        == """\
reference: 55 < 60 (fail): half of the key facts are missing

late-refund  (cases/support.rubric.yaml:12)

Points, lowest first:
  undecided  format (20)
       10.5  completeness (30): missing
         30  semantic agreement (50): partial; covers "refund", not the time limit

What to do:
  - completeness (30): Name the time limit"""
    )


def test_points_with_a_highest_score_show_it_and_are_sorted_by_their_share_of_it() -> None:
    points = (Point("tone", 3.0, maximum=3.0), Point("facts", 4.0, maximum=10.0), Point("form", None))
    told = failure.text(case_of(()), replace(judged_points(), points=points), root=ROOT)
    assert told.splitlines()[5:] == ["  undecided  form", "       4/10  facts", "        3/3  tone"]


def test_failure_text_of_an_empty_output() -> None:
    results = results_of((10, "not_met", False), (-5, "clean", False))
    evaluation = replace(evaluated(results), raw_score=None, calculation=(), usage=Usage())
    assert (
        failure.text(case_of(results), evaluation, Output(" \n"), root=ROOT)
        == """\
rubric: 0 < 80 (fail): empty output

late-refund  (cases/support.rubric.yaml:12)

The output is empty.

Output: (empty)"""
    )


def test_error_text_of_an_open_outcome() -> None:
    results = undecided_results()
    told = failure.error_text(case_of(results), evaluated(results, threshold=70), root=ROOT)
    assert (
        told
        == """\
rubric: no judgement: 65-85, threshold 70: 1 of 4 criteria undecided, #2

late-refund  (cases/support.rubric.yaml:12)

Undecided (the score lies between 65 and 85, the threshold is 70):
  #2  +20  Says that refunds end 14 days after delivery
      why: no majority: 1 yes, 1 no

Lost 15 points (of 100 to earn), worst first:
  #4  -15  violated  Promises a refund that the policy excludes
      why: It promises the money back without any condition.
      quote: "We will of course refund you, whenever you ask."

What to do: run this test again (undecided criteria are asked anew), raise
            --rubric-extra-samples, or word the undecided criteria so that they can be
            answered yes or no.

judge calls 1, replies from the store 0, tokens 1,210, judge-1"""
    )


def test_error_text_of_an_unreadable_reply_shows_what_came() -> None:
    evaluation = not_judged(
        "the reply could not be read, also not after a re-ask",
        state="broken",
        details="finish_reason: stop\nmodel: judge-1\n\nI think so.",
    )
    assert (
        failure.error_text(case_of(refund_results()), evaluation, root=ROOT)
        == """\
rubric: no judgement: the reply could not be read, also not after a re-ask

late-refund  (cases/support.rubric.yaml:12)

What to do: nothing was decided; mend the cause and run this test again (usable replies are
            stored).

judge calls 2, replies from the store 0, tokens 1,800, re-asked 1, replies repaired 1

Details, as they came:
  | finish_reason: stop
  | model: judge-1
  |
  | I think so."""
    )


def test_error_text_of_a_blocked_case_lists_every_fault() -> None:
    evaluation = not_judged(
        "line 3: points must not be 0\nline 9: unknown key `weigth`; did you mean `weight`?"
    )
    assert (
        failure.error_text(case_of(()), evaluation, root=ROOT)
        == """\
rubric: not judged: line 3: points must not be 0 (and 1 more)

late-refund  (cases/support.rubric.yaml:12)

  - line 3: points must not be 0
  - line 9: unknown key `weigth`; did you mean `weight`?"""
    )


def test_error_text_does_not_repeat_a_short_error() -> None:
    evaluation = not_judged("the file out.txt is missing; write it")
    told = failure.error_text(case_of(()), evaluation, root=ROOT)
    assert told.count("out.txt") == 1


def test_error_text_gives_a_long_error_whole() -> None:
    error = "no output: " + " ".join(f"tried-{number}" for number in range(80))
    told = failure.error_text(case_of(()), not_judged(error), root=ROOT)
    assert "tried-79" not in told.splitlines()[0]
    assert "tried-79" in told


def test_paths_outside_the_root_are_shown_whole() -> None:
    results = refund_results()
    told = failure.text(case_of(results), evaluated(results))
    assert "late-refund  (/project/cases/support.rubric.yaml:12)" in told


OUTPUTS = {
    "many lines": "".join(f"line {number}\n" for number in range(400)),
    "one line of a megabyte": "x" * 1_000_000,
    "wide characters": "退款" * 50_000,
    "markdown": "```\n# Heading\n</details>\n" * 500,
}


@pytest.mark.parametrize("output", OUTPUTS.values(), ids=OUTPUTS.keys())
def test_long_outputs_are_cut_and_say_so(output: str) -> None:
    results = refund_results()
    told = failure.text(case_of(results), evaluated(results), Output(output), root=ROOT)
    excerpt = told.split("Output (its beginning):\n")[1].splitlines()
    lines = output.strip("\n").count("\n") + 1
    assert excerpt[-1] == f"  ... cut here; {lines:,} lines, {len(output.strip()):,} characters in all"
    assert len(excerpt) <= 21
    assert all(line.startswith("  |") for line in excerpt[:-1])
    assert sum(map(len, excerpt)) < 2_300
    assert max(map(width_of, told.splitlines())) <= 92


def test_inline_output_of_the_case_is_shown_where_no_other_is_given() -> None:
    results = refund_results()
    case = replace(case_of(results), actual_output="We refund.")
    assert failure.text(case, evaluated(results), root=ROOT).endswith("\n\nOutput:\n  | We refund.")


def test_a_long_rubric_shows_the_dearest_losses_and_counts_the_rest() -> None:
    results = results_of(*[(number, "not_met", False) for number in range(1, 31)])
    told = failure.text(case_of(results), evaluated(results), root=ROOT)
    assert "  #30  -30  not met  Statement 30" in told
    assert "... and 22 more, 253 points: see --rubric-report-dir" in told
    assert "Statement 22" not in told


def test_hostile_text_stays_behind_its_bar_and_within_its_line() -> None:
    result = decided(criterion(1, "One\nTwo\x1b[2J", 10), "not_met", "a\r\nb\x00c\ud800")
    told = failure.text(
        case_of((result,)), evaluated((result,)), Output("\x1b[31mred\x07\n\nE   assert"), root=ROOT
    )
    assert "#1  -10  not met  One Two\\x1b[2J\n      why: a b\\x00c\\ud800\n" in told
    assert told.endswith("\n  | \\x1b[31mred\\x07\n  |\n  | E   assert")
    told.encode()


def test_details_are_cut_and_say_so() -> None:
    evaluation = not_judged("unreadable", state="broken", details="<html>\n" * 2000)
    told = failure.error_text(case_of(()), evaluation, root=ROOT)
    assert told.endswith("\n  (11,999 more characters)")
    assert len(told) < 4_000
