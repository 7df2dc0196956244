"""What a comparison makes: the document, the points, the report, and folders."""

from __future__ import annotations

from pytest_rubric.judging.protocol import JudgeRequest
from pytest_rubric.model import Output, OutputFile
from pytest_rubric.model.comparison import LevelCriterion
from tests.evaluators.pairwise.building import (
    by_order,
    consistent,
    judged_by,
    pair,
    reply,
    settings,
    shown_first,
)
from tests.evaluators.pairwise.comparing import document, winner


def test_the_document_is_the_format_of_the_specification() -> None:
    def answer(request: JudgeRequest) -> dict[str, object]:
        a, b = ([5, 5, 4, 4, 5, 4], [3, 2, 3, 3, 2, 3])
        first, second = (a, b) if shown_first(request) == "A" else (b, a)
        place, other = ("first", "second") if first is a else ("second", "first")
        levels = [
            {"id": number, "reason": "r", "first": one, "second": two}
            for number, (one, two) in enumerate(zip(first, second, strict=True), 1)
        ]
        holds = {"reason": "r", "basis": "quote"}
        return reply(
            criteria=levels,
            expectations=[
                {
                    **holds,
                    "id": 1,
                    "quotes": [{"from": place, "text": "until Friday"}],
                    place: True,
                    other: False,
                },
                {**holds, "id": 2, "quotes": [], "first": False, "second": False},
            ],
            strengths=[{"of": place, "text": "Says what to do", "quote": "take the stairs"}],
            weaknesses=[{"of": other, "text": "Vague", "quote": ""}],
            winner=place,
        )

    subject = pair(spec={"expectations": ("Says until when", "Names a person to call")})
    made = document(judged_by(subject, answer)[0])
    assert list(made) == ["winner", "reasoning", "rubric", "output_quality", "expectation_results"]
    assert made["winner"] == "A"
    assert made["reasoning"] == (
        "A wins: in both orders; overall scores A 9, B 5.4. A first: FIRST says what to do. "
        "B first: FIRST says what to do"
    )
    assert made["rubric"] == {
        "A": {
            "content": {"correctness": 5, "completeness": 5, "accuracy": 4},
            "structure": {"organization": 4, "formatting": 5, "usability": 4},
            "content_score": 4.7,
            "structure_score": 4.3,
            "overall_score": 9.0,
        },
        "B": {
            "content": {"correctness": 3, "completeness": 2, "accuracy": 3},
            "structure": {"organization": 3, "formatting": 2, "usability": 3},
            "content_score": 2.7,
            "structure_score": 2.7,
            "overall_score": 5.4,
        },
    }
    assert made["output_quality"] == {
        "A": {"score": 9, "strengths": ["Says what to do"], "weaknesses": []},
        "B": {"score": 5, "strengths": [], "weaknesses": ["Vague"]},
    }
    assert made["expectation_results"]["A"] == {
        "passed": 1,
        "total": 2,
        "pass_rate": 0.5,
        "details": [
            {"text": "Says until when", "passed": True},
            {"text": "Names a person to call", "passed": False},
        ],
    }
    assert [type(made["rubric"]["A"][key]) for key in ("content_score", "overall_score")] == [float, float]


def test_without_expectations_there_are_no_results_of_them() -> None:
    evaluation, _ = judged_by(pair(), consistent)
    assert list(document(evaluation)) == ["winner", "reasoning", "rubric", "output_quality"]


def test_a_level_that_changes_with_the_order_is_a_mean() -> None:
    evaluation, _ = judged_by(pair(), by_order(reply(5, 3), reply(4, 4, winner="tie")))
    assert document(evaluation)["rubric"]["A"]["content"]["accuracy"] == 4.5


def test_criteria_of_the_case_take_the_place_of_the_built_in_ones() -> None:
    spec = {"content": (LevelCriterion("Data placement", {1: "wrong fields", 5: "right fields"}),)}

    def answer(request: JudgeRequest) -> dict[str, object]:
        first, second = (5, 3) if shown_first(request) == "A" else (3, 5)
        levels = [{"id": n, "reason": "r", "first": first, "second": second} for n in range(1, 5)]
        return reply(criteria=levels, winner="first" if first == 5 else "second")

    evaluation, judge = judged_by(pair(spec=spec), answer)
    assert document(evaluation)["rubric"]["B"]["content"] == {"data_placement": 3}
    assert list(document(evaluation)["rubric"]["B"]["structure"]) == [
        "organization",
        "formatting",
        "usability",
    ]
    assert "1. Data placement: 1 = wrong fields; 5 = right fields" in judge.requests[0].messages[1].content


def test_the_points_and_the_arithmetic() -> None:
    evaluation, _ = judged_by(pair(), consistent)
    assert [point.label for point in evaluation.points][:3] == [
        "A overall",
        "A content: correctness",
        "A content: completeness",
    ]
    assert [(p.score, p.maximum) for p in evaluation.points if p.label.endswith("overall")] == [
        (10, 10),
        (6, 10),
    ]
    assert evaluation.points[1].evidence == "A first: reason 1 B first: reason 1"
    assert evaluation.calculation == (
        "A shown first: A 5 + 5 = 10; B 3 + 3 = 6; the judge says A → A wins by overall score",
        "B shown first: A 5 + 5 = 10; B 3 + 3 = 6; the judge says A → A wins by overall score",
        "over both orders: A wins",
        "100 of 100 points (win 100, tie 50, loss 0), 100 needed",
    )


def test_a_chinese_case_has_a_chinese_prompt_and_report() -> None:
    subject = pair(input="电梯怎么了？", expect="B", settings=settings(lang="auto"))
    evaluation, judge = judged_by(subject, lambda request: reply(4, 4, winner="tie"))
    assert judge.requests[0].messages[0].content.startswith("你比较两段文字")
    assert evaluation.lang == "zh"
    assert evaluation.summary == "平局，期望 B 胜：两种顺序中都没有胜者；总分 A 8，B 8"
    assert evaluation.calculation[-1] == "得 50 分（胜 100，平 50，负 0），需要 100 分"
    assert evaluation.points[1].label == "A 内容：正确性"


def folder(*files: tuple[str, str | None]) -> Output:
    made = tuple(OutputFile(name, text, 3, f"digest of {text}") for name, text in files)
    return Output("\n\n".join(text or "" for _, text in files), files=made)


def test_only_names_that_both_folders_have_are_shown() -> None:
    a = folder(("gpt-new.md", "new text"), ("index.html", "<p>one</p>"), ("logo.png", None))
    b = folder(("baseline.md", "old text"), ("index.html", "<p>two</p>"))
    evaluation, judge = judged_by(pair(a=a, b=b), lambda request: reply(4, 4, winner="tie"))
    text = judge.requests[0].messages[1].content
    assert (
        "[file 1.md]\nnew text\n\n[file index.html]\n<p>one</p>\n\n[file 3.png]\n(not text, 3 bytes" in text
    )
    assert "[file 1.md]\nold text" in text
    for name in ("gpt-new", "baseline", "logo"):
        assert name not in text
    assert "names of files that only one output has were not shown to the judge" in evaluation.notes


def test_folders_that_differ_in_a_picture_only_are_not_identical() -> None:
    a = folder(("a.md", "text"), ("b.png", None))
    other = OutputFile("b.png", None, 3, "another digest")
    b = Output(a.text, files=(a.files[0], other))
    assert judged_by(pair(a=a, b=b), lambda request: reply(4, 4, winner="tie"))[1].calls == 2
    assert judged_by(pair(a=a, b=a), [])[1].calls == 0


def test_a_folder_of_empty_files_is_an_empty_output() -> None:
    evaluation, judge = judged_by(pair(a=folder(("a.md", " "), ("b.md", "\n")), expect="A"), [])
    assert (judge.calls, winner(evaluation)) == (0, "B")
