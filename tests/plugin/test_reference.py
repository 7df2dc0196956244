"""Reference cases through a real pytest and a real HTTP endpoint: scores, reports, stored replies."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from typing import Any

import pytest

from tests.evaluators.reference.building import (
    CHILDREN,
    CONTRADICTED,
    COVERED,
    OPENING,
    OUTPUT,
    PADLOCK,
    REFERENCE,
    claim,
    fact,
    key_fact,
    key_facts,
    reply,
)
from tests.support.loopback import Body, LoopbackJudge
from tests.support.project import Project

FEEDBACK = {
    "weaknesses": [],
    "suggestions": [{"aim": "knowledge", "text": "Add the price list to the prompt."}],
}
LISTED = key_facts(OPENING, CHILDREN, PADLOCK)
SAID = reply(
    COVERED, CONTRADICTED, fact(3, "missing"), claims=[claim(1, "The water is warm", "useful")], **FEEDBACK
)

ZH_REFERENCE = "泳池七点开门，儿童免费，请自带挂锁。"
ZH_OUTPUT = "七点就开门了。儿童票两欧元。水是温的。"
ZH_LISTED = key_facts(
    key_fact(1, "泳池七点开门"), key_fact(2, "儿童免费"), key_fact(3, "请自带挂锁", "detail")
)
ZH_SAID: dict[str, Any] = {
    "facts": [
        {"id": 1, "reason": "说法相同。", "quote": "七点就开门", "status": "covered"},
        {"id": 2, "reason": "写成收费。", "quote": "儿童票两欧元", "status": "contradicted"},
        {"id": 3, "reason": "没有写。", "quote": "", "status": "missing"},
    ],
    "claims": [{"id": 1, "quote": "水是温的", "reason": "读者会想知道水温。", "kind": "useful"}],
    "format": {"reason": "句子短。", "grade": "good"},
    "relevance": {"reason": "讲的是泳池。", "related": True},
    "weaknesses": [],
    "suggestions": [{"aim": "knowledge", "text": "在提示词里附上价目表。"}],
}


def case(output: str = OUTPUT, reference: Any = REFERENCE, **more: Any) -> dict[str, Any]:
    return {"Input": "When does the pool open?", "ExpectedOutput": reference, "ActualOutput": output, **more}


def answer(said: dict[str, Any], listed: dict[str, Any] = LISTED) -> Callable[[Body], str]:
    """Lists the key facts where no output is shown, and else judges."""
    return lambda body: json.dumps(listed if asks_for_facts(body) else said, ensure_ascii=False)


def asks_for_facts(body: Body) -> bool:
    shown = body["messages"][1]["content"]
    return "[OUTPUT begins" not in shown and "[输出 output 开始" not in shown


def test_a_case_without_a_rubric_is_judged_against_its_reference(project: Project) -> None:
    project.write_cases([case(id="pool")])
    with LoopbackJudge(reply=answer(SAID)) as judge:
        run = project.run("--rubric-report-dir", "reports", "--junitxml", "junit.xml", judge=judge.base_url)
        assert judge.calls == 2
    assert run.outcomes == {"failed": 1}
    record = run.record("pool")
    assert (record["evaluator"], record["state"], record["verdict"]) == ("reference", "judged", "fail")
    assert (record["score"], record["raw_score"], record["interval"]) == (30, 30, [30, 30])
    assert record["criteria"] == []
    assert [(point["label"], point["score"], point["maximum"]) for point in record["points"]] == [
        ("Semantic agreement", 0, 50),
        ("Completeness", 10, 30),
        ("Format and experience", 20, 20),
    ]
    first = "reference: 30 < 60 (fail): Semantic agreement 0 of 50, Completeness 10 of 30"
    assert first in run.out
    junit = ET.parse(project.path / "junit.xml").find(".//failure")
    assert junit is not None
    assert first in str(junit.get("message"))
    report = (project.path / "reports" / "case_0_eval_result.md").read_text(encoding="utf-8")
    assert [line for line in report.splitlines() if line.startswith("#")] == [
        "## Evaluation result",
        "### Scores by dimension",
        "### Calculation",
        "### Strengths",
        "### Weaknesses",
        "### Suggestions",
    ]
    assert "- Semantic agreement: 0/50 — 1 of 3 key facts covered, 1 contradicted, 1 missing" in report
    assert "score = 0 + 10 + 20 = 30 ✓" in report
    assert '- [beyond reference] about claim 1: > "The water is warm"' in report


def test_the_report_in_chinese_has_the_templates_headings(project: Project) -> None:
    project.write_cases(
        [{"id": "pool", "Input": "泳池几点开门？", "ExpectedOutput": ZH_REFERENCE, "ActualOutput": ZH_OUTPUT}]
    )
    with LoopbackJudge(reply=answer(ZH_SAID, ZH_LISTED)) as judge:
        project.run("--rubric-report-dir", "reports", judge=judge.base_url)
        assert judge.calls == 2
        first, body = judge.bodies
    assert ZH_OUTPUT not in first["messages"][1]["content"]
    assert "参考 reference" in body["messages"][1]["content"]
    report = (project.path / "reports" / "case_0_eval_result.md").read_text(encoding="utf-8")
    assert report.splitlines()[:20] == [
        "## 评估结果",
        "",
        "**总分：32**",
        "",
        "### 各维度评分",
        "- 语义一致性：0/50 —— 3 个要点中覆盖 1 个、矛盾 1、缺失 1；输出写的是「儿童票两欧元」；输出写的是「七点就开门」",
        "- 内容完整性：12/30 —— 3 个要点中覆盖 1 个；「请自带挂锁」",
        "- 格式与体验：20/20 —— 良好；句子短。",
        "",
        "### 数学验证",
        "```text",
        "要点 1（核心，权重 2）「泳池七点开门」：覆盖 ← 「七点就开门」",
        "要点 2（核心，权重 2）「儿童免费」：矛盾 ← 「儿童票两欧元」",
        "要点 3（细节，权重 1）「请自带挂锁」：缺失",
        "说法 1「水是温的」：超越参考",
        "未覆盖比例 = (2 + 1) / 5 = 0.6",
        "语义一致性 = 50 × max(0, 1 − 1.5 × 0.6 − 0.5 × 1 − 0.2 × 0) = 0",
        "内容完整性 = 30 × (1 − 0.6) = 12",
        "格式与体验 = 20 × 1 = 20",
        "总分 = 0 + 12 + 20 = 32 ✓",
    ]
    assert '- [超越参考] 读者会想知道水温。 > "水是温的"' in report
    assert '- [prompt] 与参考矛盾，参考写的是“儿童免费”：写成收费。 > "儿童票两欧元"' in report
    assert "1. 在提示词里附上价目表。（知识覆盖）" in report


def test_stored_replies_replay_the_run_in_every_mode_without_a_call(project: Project) -> None:
    project.write_cases([case(id="pool")])
    with LoopbackJudge(reply=answer(SAID)) as judge:
        first = project.run(judge=judge.base_url)
        again = project.run(judge=judge.base_url)
        assert judge.calls == 2
    for flags in ((), ("--rubric-lang", "zh"), ("--rubric-feedback", "none")):
        replayed = project.run("--rubric-replies", "only", *flags)
        assert (replayed.scores, replayed.record("pool")["stored"]) == (first.scores, 2)
    assert again.scores == first.scores
    project.write_cases([case(OUTPUT + " Dogs stay outside.", id="pool")])
    missed = project.run("--rubric-replies", "only")
    assert missed.outcomes == {"error": 1}
    assert "no stored reply" in missed.record("pool")["error"]


def test_a_new_output_is_judged_by_the_same_facts(project: Project) -> None:
    project.write_cases([case(id="pool")])
    with LoopbackJudge(reply=answer(SAID)) as judge:
        project.run(judge=judge.base_url)
        project.write_cases([case(OUTPUT + " Dogs stay outside.", id="pool")])
        again = project.run(judge=judge.base_url)
        assert judge.calls == 3
        assert [asks_for_facts(body) for body in judge.bodies] == [True, False, False]
    assert (again.record("pool")["calls"], again.record("pool")["stored"]) == (1, 1)


def test_what_needs_no_judge_runs_without_one(project: Project) -> None:
    project.write_cases(
        [
            case("", id="empty"),
            case(REFERENCE + "\n", id="same"),
            case(reference="待补充", id="placeholder"),
            case(id="judged"),
        ]
    )
    run = project.run("--rubric-report-dir", "reports")
    assert run.outcomes == {"failed": 1, "passed": 1, "error": 2}
    assert run.scores == {"empty": 0, "same": 100, "placeholder": None, "judged": None}
    assert run.record("placeholder")["error"] == (
        "`ExpectedOutput` is still a placeholder (待补充): write the reference, or give the case a `Judge`"
    )
    assert run.record("placeholder")["state"] == "blocked"
    assert "--rubric-model" in run.record("judged")["error"]
    report = (project.path / "reports" / "case_0_eval_result.md").read_text(encoding="utf-8")
    assert "- [prompt] The output is empty." in report
    assert "- Semantic agreement: 0/50 — the output is empty" in report


@pytest.mark.parametrize("reference", ["", None, "  "])
def test_a_case_without_reference_and_rubric_has_nothing_to_be_judged_by(
    project: Project, reference: str | None
) -> None:
    project.write_cases([case(reference=reference, id="pool")])
    run = project.run()
    assert run.outcomes == {"error": 1}
    assert "there is nothing to judge by" in run.record("pool")["error"]


@pytest.mark.parametrize(
    ("reference", "words"),
    [
        (["opens at seven", "free for children"], "opens at seven"),
        ({"opening": "opens at seven"}, "opening: opens at seven"),
    ],
)
def test_a_list_or_mapping_is_a_reference_as_yaml(project: Project, reference: Any, words: str) -> None:
    project.write_cases([case(reference=reference, id="pool")])
    listed = key_facts(key_fact(1, words))
    with LoopbackJudge(reply=answer(reply(COVERED), listed)) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 2
    assert run.scores == {"pool": 100}


def test_an_open_outcome_is_asked_again_and_stays_an_error(project: Project) -> None:
    project.write_cases([case(id="pool")])
    said = reply(COVERED, CONTRADICTED | {"quote": "Children are welcome"})
    with LoopbackJudge(reply=answer(said, key_facts(OPENING, CHILDREN))) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 7, "the facts; call and re-ask, then the same twice for extra samples"
    record = run.record("pool")
    assert run.outcomes == {"error": 1}
    assert (record["state"], record["score"], record["interval"]) == ("broken", None, [35, 100])
    assert "fact 2 (a quote that does not stand in the output: “Children are welcome”)" in record["error"]


def test_the_estimate_counts_calls_and_stored_replies(project: Project) -> None:
    project.write_cases([case(id="pool"), case(REFERENCE, id="same")])
    before = project.run("--co")
    assert "at most 8 judge calls" in before.out
    with LoopbackJudge(reply=answer(SAID)) as judge:
        project.run(judge=judge.base_url)
        after = project.run("--co", judge=judge.base_url)
        assert judge.calls == 2
    assert "stored replies answer 1 of 2 cases with inline output" in after.out


def test_hostile_texts_break_no_report(project: Project) -> None:
    output = "It opens at seven. ```\n# Heading | cell <script>alert(1)</script> [x](http://example.org) {0}"
    said = reply(
        COVERED | {"reason": "see ``` | <b>this</b> {x}"},
        claims=[claim(1, "<script>alert(1)</script>", "useful")],
        **FEEDBACK,
    )
    project.write_cases([case(output, id="pool")])
    with LoopbackJudge(reply=answer(said, key_facts(OPENING))) as judge:
        run = project.run("--rubric-report-dir", "reports", "-n", "1", judge=judge.base_url)
        assert judge.calls == 2
    assert run.outcomes == {"passed": 1}
    report = (project.path / "reports" / "case_0_eval_result.md").read_text(encoding="utf-8")
    fenced = [part for number, part in enumerate(report.split("```")) if number % 2 == 0]
    assert len([line for line in report.splitlines() if line.startswith("#")]) == 6
    assert "<script>" not in "".join(fenced)


def test_python_tests_can_be_judged_against_a_reference(project: Project) -> None:
    project.write(
        "test_pool.py",
        f"""
        def test_pool(rubric):
            result = rubric.check({OUTPUT!r}, input="When?", expected_output={REFERENCE!r}, threshold=20)
            assert result.score == 30
        """,
    )
    with LoopbackJudge(reply=answer(SAID)) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 2
    assert run.outcomes.get("passed") == 1
