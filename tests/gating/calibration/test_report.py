"""The calibration report: Markdown in both languages, JSON, and what it says that it can't know."""

from __future__ import annotations

import json
import string

import pytest

from pytest_rubric.gating.calibration import document, markdown
from pytest_rubric.gating.calibration.report import Calibration, Source, calibrate
from pytest_rubric.gating.calibration.words import Words
from pytest_rubric.gating.calibration.words_en import ENGLISH
from pytest_rubric.gating.calibration.words_zh import CHINESE
from tests.gating.calibration.building import criterion, four_criteria, record, scored


def full() -> Calibration:
    """Nearly everything that a report can have."""
    records = [
        record(
            f"case-{n}",
            criterion("Names the day", "met", "not_met" if n < 2 else "met", tags=["axis:accuracy"]),
            criterion("Says | why", "not_met", "not_met"),
            criterion("Blames", "violated", None, quotes=[{"found": True, "text": "your `own` fault"}]),
            criterion("Is short", "met", "not_met", check="max_words"),
            criterion("Is kind", "undecided", "met"),
            score=80 - n,
            tags={"axis:accuracy": 90, "axis:depth": 20},
            weaknesses=[{"cause": "rubric", "text": "# vague", "quote": None}],
        )
        for n in range(3)
    ]
    records += [
        record("tiny", criterion("Greets", "met"), score=76, weaknesses=None, model="judge-2"),
        scored("a", 78, 40),
        scored("b", 79, 79),
    ]
    return calibrate([Source("results.jsonl", records)])


REPORT = """\
# Calibration report

## What was read

- results.jsonl (results: 6)
- Judged by: judge-1, judge-2
- Labels by people: 12, of which 6 can be compared with a decision of the judge

## How far judge and people agree

| Decisions | Agree | Agreement | 95 % interval | Kappa | Macro F1 | Judge yes, people no | Judge no, people yes |
|---|---:|---:|---:|---:|---:|---:|---:|
| all | 4/6 | 66.7 % | 30-90 % | 0.33 (0 – 1) | 0.63 | 2 | 0 |
| axis:accuracy | 1/3 | 33.3 % | 6-79 % | 0 | undefined | 2 | 0 |

Agreement: the share of decisions in which both say the same. Kappa: agreement beyond what chance gives (1 at most, 0 for chance). Macro F1: yes and no count alike, however rare one of them is.

These labels don't tell the judge from one that guesses (the interval of kappa reaches 0). Before you reword anything, label more decisions, or take a more capable judge.

## Criterion by criterion

| Criterion | Agree | Agreement | 95 % interval | Kappa | Macro F1 | Judge yes, people no | Judge no, people yes |
|---|---:|---:|---:|---:|---:|---:|---:|
| Names the day | 1/3 | 33.3 % | 6-79 % | 0 | undefined | 2 | 0 |
| Says \\| why | 3/3 | 100 % | 44-100 % | undefined | undefined | 0 | 0 |

## Scores

- Machine minus people: +19 points on average (95 %: 0 – 38); items: 2
- Distance of the two scores, whichever is higher: 19 points on average
- Correlation: undefined with fewer than three items
- Items that pass by both scores or fail by both: 1 of 2

## Criteria to reword

- "Names the day": the judge is content with less than people are: say in the criterion what is not enough, or split it. (finding 2)

## Findings

1. **[rubric]** On "Is short" a check and people disagree in 3 of 3 labelled decisions.
   - What to do: mend the check, or drop `check` and let the judge decide.
   - cases.rubric.yaml::case-0 #4: the judge says met, people say not met: because of Is short
   - cases.rubric.yaml::case-1 #4: the judge says met, people say not met: because of Is short
   - cases.rubric.yaml::case-2 #4: the judge says met, people say not met: because of Is short
2. **[rubric]** On "Names the day" judge and people disagree in 2 of 3 labelled decisions (judge yes, people no: 2; judge no, people yes: 0).
   - What to do: the judge is content with less than people are: say in the criterion what is not enough, or split it.
   - cases.rubric.yaml::case-0 #1: the judge says met, people say not met: because of Names the day
   - cases.rubric.yaml::case-1 #1: the judge says met, people say not met: because of Names the day
3. **[rubric]** Only a guess, since no label shows it: By people's scores 1 of 2 items would pass instead of fail, or fail instead of pass.
   - What to do: label the criteria of these items: then it can be told whether decisions or points are to blame.
   - cases.rubric.yaml::a: machine 78, people 40, threshold 60: read it
4. **[rubric]** Only a guess, since no label shows it: The penalty "Blames" took points off in 3 cases (by people's labels a mistake: 0; deserved: 0).
   - What to do: these results don't tell whether that was right: label these decisions `violated` or `clean`.
   - cases.rubric.yaml::case-0 #3: the judge says violated, there is no label: because of Blames > "your `own` fault"
   - cases.rubric.yaml::case-1 #3: the judge says violated, there is no label: because of Blames > "your `own` fault"
   - cases.rubric.yaml::case-2 #3: the judge says violated, there is no label: because of Blames > "your `own` fault"
5. **[prompt]** Only a guess, since no label shows it: "axis:depth" is below 60 % in all 3 cases, while others are not.
   - What to do: look at the prompt first; labels at its criteria would tell whether they ask for too much.
   - cases.rubric.yaml::case-0: 20
   - cases.rubric.yaml::case-1: 20
   - cases.rubric.yaml::case-2: 20
6. **[rubric]** All 6 scores lie between 75 and 85.
   - What to do: give more points to what matters most, and add criteria that only a good output meets.
   - cases.rubric.yaml::a: 78
   - cases.rubric.yaml::b: 79
   - cases.rubric.yaml::case-0: 80
   - cases.rubric.yaml::case-1: 79
   - cases.rubric.yaml::case-2: 78
   - and 1 more
7. **[prompt]** "Says | why" is met in none of 3 cases (confirmed by people: 3).
   - What to do: teach it in the prompt; where no good answer would do it, take it out of the rubric.
   - cases.rubric.yaml::case-0 #2: the judge says not met, people say not met: because of Says | why
   - cases.rubric.yaml::case-1 #2: the judge says not met, people say not met: because of Says | why
   - cases.rubric.yaml::case-2 #2: the judge says not met, people say not met: because of Says | why
8. **[rubric]** The rubrics differ much in size (smallest: 1, largest: 5).
   - What to do: a criterion weighs more in a small rubric, so scores of these cases can't be compared: split or merge criteria until the rubrics are of about one size.
   - cases.rubric.yaml::tiny: 1
   - cases.rubric.yaml::case-0: 5
   - cases.rubric.yaml::case-1: 5
   - cases.rubric.yaml::case-2: 5
9. **[rubric]** Only a guess, since no label shows it: The judge itself blames the rubric for weaknesses (weaknesses: 3, cases: 3).
   - What to do: read the criteria that it names; the judge's word alone proves nothing.
   - cases.rubric.yaml::case-0: # vague
   - cases.rubric.yaml::case-1: # vague
   - cases.rubric.yaml::case-2: # vague
10. **[prompt]** People confirm that points were lost rightly (decisions: 3, cases: 3).
   - What to do: these are faults of the output; mend the prompt.
   - cases.rubric.yaml::case-0 #2: the judge says not met, people say not met: because of Says | why
   - cases.rubric.yaml::case-1 #2: the judge says not met, people say not met: because of Says | why
   - cases.rubric.yaml::case-2 #2: the judge says not met, people say not met: because of Says | why

## Weaknesses by cause

| Cause | Weaknesses that the judge names |
|---|---:|
| prompt | 0 |
| rubric | 3 |
| testcase | 0 |

## What these results can't tell

- few labels (6): it takes about 83 to know the agreement to ten points.
- Labels of decisions that the judge left open: 3. They count neither for nor against it.
- Labels of what code decides (checks, empty outputs): 3. They say nothing about the judge.
- Decisions of the judge without a label: 4. Whether they are right is not known.
- Judged items without feedback: 1. What the judge found weak there, and why, is not known.
- Several models judged (judge-1, judge-2), and their decisions are counted together. For a report on one of them, give its results alone.
- The intervals take decisions as independent. Decisions about one output are not quite, so the true intervals are a little wider.
"""


def test_the_whole_report() -> None:
    assert markdown.render(full()) == REPORT


def test_the_report_in_chinese_has_the_same_parts() -> None:
    chinese = markdown.render(full(), "zh")
    assert chinese.startswith("# 校准报告\n\n## 数据来源\n\n- results.jsonl：6 条结果\n")
    for part in ("## ", "\n- ", "\n|", "\n   - ", "**[rubric]**", "**[prompt]**"):
        assert chinese.count(part) == REPORT.count(part), part


def test_without_a_weakness_there_is_no_table_of_them() -> None:
    found = calibrate([Source("a", [record("a", criterion("x", "met", "met"), weaknesses=[])])])
    assert "Weaknesses by cause" not in markdown.render(found)


def test_the_language_is_that_of_the_criteria() -> None:
    chinese = calibrate([Source("a", [record("a", criterion("说明了送达日期", "met", "met"))])])
    assert markdown.render(chinese).startswith("# 校准报告")
    assert markdown.render(chinese, "en").startswith("# Calibration report")


def test_without_labels_it_says_what_is_missing() -> None:
    report = markdown.render(calibrate([Source("a", [record("a", criterion("x", "met"), weaknesses=[])])]))
    assert "Nothing can be compared: no label stands beside a decision of the judge." in report
    assert "There is no item with a score by people and one by the machine." in report
    assert "## Findings\n\nNothing stands out.\n" in report
    assert "None, as far as the labels tell." in report
    assert report.endswith(
        "- No criterion has a label, so nothing can be said of the judge: write `human: yes` or `human: no` at some criteria, "
        "and run again.\n"
        "- Decisions of the judge without a label: 1. Whether they are right is not known.\n"
    )


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (0, "Kappa is undefined: every label and every decision is the same."),
        (2, "Macro F1 is undefined: it needs both yes and no, from the judge as from people."),
    ],
)
def test_what_is_undefined_is_said(wrong: int, told: str) -> None:
    assert f"- {told}\n" in markdown.render(calibrate([Source("a", four_criteria(wrong, 4))]))


def test_texts_from_outside_make_no_markdown_of_their_own() -> None:
    hostile = "# x\n| a | <script> [b](http://c)"
    found = calibrate([Source("a|b", [record("a", criterion(hostile, "met", "not_met", reason="<b>\n# y"))])])
    report = markdown.render(found)
    assert "<script>" not in report
    assert "](http" not in report
    assert [line for line in report.splitlines() if line.startswith("# ")] == ["# Calibration report"]


def test_a_suite_with_many_criteria_shows_the_worst() -> None:
    records = [record(f"c-{n}", criterion(f"Criterion {n}", "met", "met")) for n in range(53)]
    report = markdown.render(calibrate([Source("a", records)]))
    assert report.count("\n| Criterion ") == 51  # the head, and fifty rows
    assert "3 more criteria, on which judge and people agree no less, are in the JSON." in report


def test_the_document() -> None:
    found = json.loads(document.text(full()))
    assert list(found) == [
        "version", "sources", "models", "items", "repeated_items", "labels", "overall", "by_tag", "by_criterion",
        "scores", "outcomes_by_labels", "findings", "findings_by_cause", "weaknesses_by_cause",
    ]  # fmt: skip
    assert found["labels"] == {
        "all": 12, "compared": 6, "decided_by_code": 3, "undecided": 3, "not_judged": 0, "contradictory": 0,
        "needed": 83,
    }  # fmt: skip
    overall = found["overall"]
    assert overall["confusion"] == {"both_yes": 1, "both_no": 3, "only_judge_yes": 2, "only_people_yes": 0}
    assert overall["agreement"] == {"value": 0.6667, "interval": [0.3, 0.9032], "undefined": None}
    assert found["by_tag"][0]["macro_f1"] == {
        "value": None, "interval": None, "undefined": "no machine label is no"
    }  # fmt: skip
    assert found["scores"]["mean_difference"] == 19
    assert found["scores"]["no_correlation"] == "few"
    assert found["findings_by_cause"] == {"prompt": 3, "rubric": 7, "testcase": 0}
    assert found["weaknesses_by_cause"] == {
        "prompt": 0, "rubric": 3, "testcase": 0, "items_without_feedback": 1
    }  # fmt: skip
    assert found["findings"][1] | {"evidence": found["findings"][1]["evidence"][:1]} == {
        "kind": "judge_wrong",
        "root_cause": "rubric",
        "certain": True,
        "subject": "Names the day",
        "advice": "say_what_is_not_enough",
        "facts": {"wrong": 2, "labelled": 3, "false_yes": 2, "false_no": 0},
        "evidence": [
            {
                "nodeid": "cases.rubric.yaml::case-0",
                "case": "case-0",
                "criterion": 1,
                "judge": "met",
                "human": "not_met",
                "reason": "because of Names the day",
                "quote": None,
            }
        ],
    }


def test_nothing_to_hold_the_judge_against() -> None:
    found = document.document(calibrate([Source("a", [])]))
    assert (found["items"], found["labels"]["needed"], found["findings"]) == (0, None, [])
    assert found["overall"]["kappa"] == {"value": None, "interval": None, "undefined": "no pairs"}


@pytest.mark.parametrize("words", [ENGLISH, CHINESE])
def test_both_languages_say_the_same_things(words: Words) -> None:
    assert set(words.kinds) == set(ENGLISH.kinds)
    assert set(words.advice) == set(ENGLISH.advice)
    for kind, sentence in words.kinds.items():
        fields = {name for _, name, _, _ in string.Formatter().parse(sentence) if name}
        assert fields == {name for _, name, _, _ in string.Formatter().parse(ENGLISH.kinds[kind]) if name}
