"""The Markdown report, whole, as a person reads it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pytest_rubric.model import (
    Case,
    Evaluation,
    Output,
    Point,
)
from pytest_rubric.reporting import markdown
from tests.reporting.rendering import OUTPUT, rendered, section
from tests.reporting.samples import (
    ROOT,
    case_of,
    complexity_results,
    evaluated,
    judged_points,
    not_judged,
    refund_feedback,
    refund_results,
    undecided_results,
)


def test_english_report() -> None:
    results = refund_results()
    report = rendered(results, evaluated(results, feedback=refund_feedback()))
    assert (
        report
        == """\
## Evaluation result

**Total: 65**

### Rubric, criterion by criterion
| # | Criterion | Points | Type | Decision | Evidence |
|---|-----------|--------|------|------|---------|
| 1 | Answers in a polite tone | +30 | positive | ✅ Met | It is polite throughout. (basis: whole output) |
| 2 | Says that refunds end 14 days after delivery | +20 | positive | ❌ Not Met | The answer names no time limit at all. |
| 3 | Names the support address | +50 | positive | ✅ Met | > "Write to support at any time." ~~"support@example.com"~~ (not found in the output) — It points to support. |
| 4 | Promises a refund that the policy excludes | -15 | negative | ⚠️ Violated | > "We will of course refund you, whenever you ask." — It promises the money back without any condition. |

### Calculation
```text
achieved_points = 30 + 50 (only #1, #3 met) + (-15) (1 negative criterion violated) = 65
total_positive = 30 + 20 + 50 = 100
raw score = (65 / 100) × 100 = 65
score = max(0, min(100, round(65))) = 65 ✓
```

- Case: late-refund, cases/support.rubric.yaml:12
- a sentence made by code
- Quality: inadequate
- Verdict: warn, 65 < 80
- Tags: axis:tone 100, axis:accuracy 71, axis:safety 85
- judge calls 1, replies from the store 0, tokens 1,210, judge-1

### Strengths
- [beyond reference] Offers a way to reach support: > "Write to support at any time."
- Friendly and short

### Weaknesses
- [prompt] Leaves out the time limit: > "whenever you ask"
- [rubric] Wants an address that the input doesn't have

### Suggestions
1. Add a step: look up the time limit before answering (reasoning steps)
"""
    )


def test_chinese_report_with_a_required_criterion_and_without_feedback() -> None:
    results = complexity_results()
    case = case_of(results, "merge-sort", "归并排序的复杂度")
    report = markdown.render(
        case,
        Output("复杂度是 O(n log n)", origin="target my_agent:answer"),
        evaluated(results, threshold=60, lang="zh"),
        root=ROOT,
    )
    assert (
        report
        == """\
## 评估结果

**总分：25**

### Rubric 逐条判定
| # | Criterion | Points | Type | 判定 | 证据摘要 |
|---|-----------|--------|------|------|---------|
| 1 | 正确给出时间复杂度为 O(n log n) | +15 | positive | ✅ Met | > "复杂度是 O(n log n)" —— 结论与参考一致。（引用了整个输出） |
| 2 | 说明了递归树的层数（必需） | +25 | positive | ❌ Not Met | 没有分析递归深度。 |
| 3 | 说明了每层合并的代价 | +20 | positive | ❌ Not Met | 没有提到合并。 |
| 4 | 给出了错误的复杂度 | -30 | negative | ✅ Clean | 结论正确。 |

### 数学验证
```text
achieved_points = 15（仅 #1 满足）+ 0（无负向条目被触犯）= 15
total_positive = 15 + 25 + 20 = 60
原始分数 = (15 / 60) × 100 = 25
总分 = max(0, min(100, round(25))) = 25 ✓
```

- 用例：merge-sort（归并排序的复杂度），cases/support.rubric.yaml:12
- 输出来源：target my_agent:answer
- a sentence made by code
- 质量水平：严重不足
- 结论：fail，25 < 60；必需条目 #2 的判定不利于输出
- 标签得分：axis:accuracy 100，axis:reasoning 0
- 评审调用 1 次，取自存储的回复 0 条，词元 1,210，judge-1

### 优点
- 本次未请求反馈（`--rubric-feedback none`，或逐条评审）

### 不足
- #2 (-25) 说明了递归树的层数：没有分析递归深度。
- #3 (-20) 说明了每层合并的代价：没有提到合并。

### 改进建议
- 没有反馈
"""
    )


def test_report_of_an_open_outcome_shows_the_interval_and_what_to_do() -> None:
    results = undecided_results()
    report = rendered(results, evaluated(results, threshold=70))
    assert (
        report
        == """\
## Evaluation result

**Total: open, 65 to 85**

### Rubric, criterion by criterion
| # | Criterion | Points | Type | Decision | Evidence |
|---|-----------|--------|------|------|---------|
| 1 | Answers in a polite tone | +30 | positive | ✅ Met | It is polite throughout. (basis: whole output) |
| 2 | Says that refunds end 14 days after delivery | +20 | positive | ❓ Undecided | (no majority: 1 yes, 1 no; votes: 1 yes, 1 no, 1 unusable) |
| 3 | Names the support address | +50 | positive | ✅ Met | > "Write to support at any time." ~~"support@example.com"~~ (not found in the output) — It points to support. |
| 4 | Promises a refund that the policy excludes | -15 | negative | ⚠️ Violated | > "We will of course refund you, whenever you ask." — It promises the money back without any condition. |

### Calculation
```text
achieved_points (low end) = 30 + 50 (only #1, #3 met) + (-15) (1 negative criterion violated) = 65
achieved_points (high end) = 30 + 50 (only #1, #3 met) + 20 (#2 undecided, counted as met) + (-15) (1 negative criterion violated) = 85
total_positive = 30 + 20 + 50 = 100
raw score (low end) = (65 / 100) × 100 = 65
raw score (high end) = (85 / 100) × 100 = 85
score (low end) = max(0, min(100, round(65))) = 65 ✓
score (high end) = max(0, min(100, round(85))) = 85 ✓
score ∈ [65, 85] (#2 undecided)
```

- Case: late-refund, cases/support.rubric.yaml:12
- No score: the outcome stayed open: #2 is undecided after 2 extra samples
- What to do: run this test again (undecided criteria are asked anew), raise --rubric-extra-samples, or word the undecided criteria so that they can be answered yes or no.
- Verdict: undecided, 65-85, threshold 70
- Between 65 and 85: with undecided criteria counted against the output, and for it
- judge calls 1, replies from the store 0, tokens 1,210, judge-1

### Strengths
- feedback was not asked for (`--rubric-feedback none`, or one call a criterion)

### Weaknesses
- #4 (-15) Promises a refund that the policy excludes: It promises the money back without any condition. > "We will of course refund you, whenever you ask."

### Suggestions
- no feedback
"""
    )


def test_report_of_an_unreadable_reply_keeps_the_raw_details_in_a_fence() -> None:
    results = complexity_results()
    evaluation = not_judged(
        "评审的回复无法解析，追问后仍无法解析",
        state="broken",
        details="finish_reason: stop\nmodel: judge-1\n```\nI think so.",
        lang="zh",
    )
    report = markdown.render(case_of(results, "merge-sort"), Output("x"), evaluation, root=ROOT)
    assert (
        report
        == """\
## 评估结果

**总分：未评分**

### Rubric 逐条判定
| # | Criterion | Points | Type | 判定 | 证据摘要 |
|---|-----------|--------|------|------|---------|
| 1 | 正确给出时间复杂度为 O(n log n) | +15 | positive | ❓ Undecided | 未评审 |
| 2 | 说明了递归树的层数（必需） | +25 | positive | ❓ Undecided | 未评审 |
| 3 | 说明了每层合并的代价 | +20 | positive | ❓ Undecided | 未评审 |
| 4 | 给出了错误的复杂度 | -30 | negative | ❓ Undecided | 未评审 |

### 数学验证
- 用例：merge-sort，cases/support.rubric.yaml:12
- 未能评分：评审的回复无法解析，追问后仍无法解析
- 下一步：没有任何条目得到判定；排除上述原因后重新运行此测试（可用的回复已存储）。
- 评审调用 2 次，取自存储的回复 0 条，词元 1,800，追问 1 次，修复回复 1 条
- 原始细节：

````text
finish_reason: stop
model: judge-1
```
I think so.
````

### 优点
- 未评审

### 不足
- 未评审

### 改进建议
- 未评审
"""
    )


def test_report_of_a_blocked_case_names_every_fault() -> None:
    evaluation = not_judged("line 3: points must not be 0\nline 9: unknown key `weigth`")
    report = markdown.render(Case("late-refund", "late-refund"), None, evaluation, root=ROOT)
    assert (
        report
        == """\
## Evaluation result

**Total: not scored**

### Rubric, criterion by criterion
| # | Criterion | Points | Type | Decision | Evidence |
|---|-----------|--------|------|------|---------|

### Calculation
- Case: late-refund
- No score: line 3: points must not be 0
- No score: line 9: unknown key `weigth`
- What to do: nothing was sent to the judge; mend the cause and run this test again.
- judge calls 0, replies from the store 0, tokens 0

### Strengths
- not judged

### Weaknesses
- not judged

### Suggestions
- not judged
"""
    )


def test_points_with_a_highest_score_show_it() -> None:
    points = (Point("tone", 4.5, "warm", maximum=5.0),)
    report = markdown.render(case_of(()), OUTPUT, replace(judged_points(), points=points), root=ROOT)
    assert "\n- tone: 4.5/5 — warm\n" in report


def test_points_of_another_evaluator_use_the_second_template() -> None:
    report = markdown.render(case_of(()), OUTPUT, judged_points(), root=ROOT)
    assert (
        report
        == """\
## Evaluation result

**Total: 55**

### Scores by dimension
- semantic agreement (50): 30 — partial; covers "refund", not the time limit
- completeness (30): 10.5 — missing; [fact 2, fact 3]
- format (20): undecided

### Calculation
```text
50 × 60% + 30 × 35% = 55
```

- Case: late-refund, cases/support.rubric.yaml:12
- half of the key facts are missing
- Quality: inadequate
- Verdict: fail, 55 < 60
- judge calls 1, replies from the store 0, tokens 790, judge-1

### Strengths
- this evaluator gives no feedback besides its scores

### Weaknesses
- no feedback

### Suggestions
1. completeness (30): Name the time limit
"""
    )


def test_second_template_in_chinese() -> None:
    report = markdown.render(case_of(()), OUTPUT, replace(judged_points(), lang="zh"), root=ROOT)
    assert (
        section(report, "各维度评分")[0]
        == '- semantic agreement (50)：30 —— 部分覆盖；covers "refund", not the time limit'
    )


def test_skipped_case_says_why() -> None:
    results = refund_results()
    evaluation = Evaluation("rubric", "unscored", Fraction(80), summary="needs a network")
    report = rendered(results, evaluation, None)
    assert "**Total: not scored**" in report
    assert section(report, "Calculation")[1] == "- skipped: needs a network"
    assert section(report, "Weaknesses") == ["- not judged"]
