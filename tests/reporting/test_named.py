"""Reports of evaluators that a case names: the conclusion, the points, the calculation."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pytest_rubric.model import Evaluation, HumanLabels, Output, Point
from pytest_rubric.reporting import failure, markdown
from tests.reporting.samples import ROOT, case_of, judged_points

POINTS = (
    Point("Refund", None, None, "not applicable: nothing was paid", maximum=100.0, set_aside=True),
    Point("Greets", 100.0, "covered", '"Hello"', maximum=100.0),
    Point(
        "Looks it up",
        0.0,
        "missing",
        "two calls failed",
        "Retry with the number.",
        ("step-2", "step-4"),
        100.0,
    ),
)
HUMAN = HumanLabels(Fraction(90), "the calls don't matter")


def named(lang: str = "en") -> Evaluation:
    return replace(
        judged_points(),
        evaluator="custom-path",
        points=POINTS,
        summary="Looks it up: two calls failed",
        calculation=("(100 + 0) / 2 = 50",),
        score=Fraction(50),
        interval=(Fraction(50), Fraction(50)),
        lang=lang,
    )


def test_the_conclusion_stands_first_then_points_then_the_calculation() -> None:
    report = markdown.render(case_of(()), Output("x"), named(), named=True, human=HUMAN, root=ROOT)
    assert report.startswith(
        """\
## Evaluation result

**Total: 50**

Looks it up: two calls failed

### Scores by dimension
- Refund: – — not applicable: nothing was paid
- Greets: 100/100 — covered; "Hello"
- Looks it up: 0/100 — missing; two calls failed; [step-2, step-4]

### Calculation
```text
(100 + 0) / 2 = 50
```

- Case: late-refund/custom-path, cases/support.rubric.yaml:12
- Quality: inadequate
- Verdict: fail, 50 < 60
- A person's score: 90, the calls don't matter (the machine's: 50; only averages count the person's)
"""
    )
    assert report.endswith("### Suggestions\n1. Looks it up: Retry with the number.\n")


def test_the_same_in_chinese() -> None:
    report = markdown.render(case_of(()), Output("x"), named("zh"), named=True, human=HUMAN)
    assert (
        "**总分：50**\n\nLooks it up: two calls failed\n\n### 各维度评分\n- Refund：– —— not applicable"
        in report
    )
    assert "- Looks it up：0/100 —— 未覆盖；two calls failed；[step-2、step-4]" in report
    assert "- 人工评分：90，the calls don't matter（机器评分：50；人工评分只用于平均分）" in report
    assert "### 改进建议\n1. Looks it up：Retry with the number.\n" in report


def test_a_skipped_one_says_why_first() -> None:
    skipped = replace(
        named(), state="unscored", score=None, interval=None, passed=None, verdict=None, calculation=()
    )
    report = markdown.render(case_of(()), Output("x"), skipped, named=True)
    assert "**Total: not scored**\n\nskipped: Looks it up: two calls failed\n\n### Scores" in report
    assert report.count("two calls failed") == 2


def test_a_person_may_score_what_the_machine_could_not() -> None:
    broken = replace(named(), state="broken", score=None, interval=None, passed=None, error="no reply")
    report = markdown.render(case_of(()), Output("x"), broken, named=True, human=HUMAN)
    assert (
        "- A person's score: 90, the calls don't matter (the machine's: not scored; only averages" in report
    )


def test_a_failure_shows_the_worst_points_first_and_what_is_not_counted_last() -> None:
    told = failure.text(case_of(()), named(), root=ROOT).splitlines()
    assert told[0] == "custom-path: 50 < 60 (fail): Looks it up: two calls failed"
    at = told.index("Points, lowest first:")
    assert told[at + 1 : at + 4] == [
        "    0/100  Looks it up: missing; two calls failed [step-2, step-4]",
        '  100/100  Greets: covered; "Hello"',
        "        –  Refund: not applicable: nothing was paid",
    ]
    assert told[-1] == "  - Looks it up: Retry with the number."


def test_a_failure_in_chinese() -> None:
    told = failure.text(case_of(()), named("zh"), root=ROOT)
    assert "0/100  Looks it up：未覆盖；two calls failed [step-2、step-4]" in told
    assert "–  Refund：not applicable: nothing was paid" in told


def test_suggestions_of_the_worst_points_come_first() -> None:
    points = tuple(
        Point(f"part {score}", float(score), "partial", "e", f"Mend {score}.", maximum=100.0)
        for score in (80, 60, 40, 20)
    )
    told = failure.text(case_of(()), replace(named(), points=points), root=ROOT)
    assert [line for line in told.splitlines() if "Mend" in line] == [
        "  - part 20: Mend 20.",
        "  - part 40: Mend 40.",
        "  - part 60: Mend 60.",
    ]
