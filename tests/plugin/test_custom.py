"""Custom evaluators through a real pytest and a real HTTP endpoint: calls, outcomes, every face."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.support.loopback import Body, LoopbackJudge
from tests.support.project import Project

TONE = """\
name: tone
prompt: |
  A customer wrote: {{input}}
  Judge the manners of this reply: {{actual_output}}
points:
- {label: Greets, weight: 2}
- Apologises
threshold: 70
"""
PARCEL = {
    "id": "parcel",
    "Input": "Where is my parcel?",
    "ActualOutput": "Good morning, it comes on Friday.",
    "evaluators": ["custom-tone"],
}


def said(label: str, status: str, *quotes: str) -> dict[str, object]:
    return {
        "label": label,
        "reason": f"about {label}",
        "basis": "quote",
        "quotes": list(quotes),
        "steps": [],
        "suggestion": "" if status == "met" else f"Mend {label}.",
        "status": status,
    }


def replies(by_part: Mapping[str, list[dict[str, object]]]) -> Callable[[Body], dict[str, Any]]:
    """A judge that answers by what stands in the prompt."""

    def reply(body: Body) -> dict[str, Any]:
        text = body["messages"][-1]["content"]
        return next({"points": entries} for part, entries in by_part.items() if part in text)

    return reply


MANNERS = replies(
    {"Judge the manners": [said("Greets", "met", "Good morning"), said("Apologises", "missing")]}
)


@pytest.fixture
def shop(project: Project) -> Project:
    project.write("pytest.ini", "[pytest]\nrubric_evaluators = judges/*.evaluator.yaml\n")
    project.write("judges/tone.evaluator.yaml", TONE)
    project.write_cases([PARCEL])
    return project


def test_an_evaluator_in_a_file_of_its_own(shop: Project) -> None:
    with LoopbackJudge(reply=MANNERS) as judge:
        run = shop.run("--rubric-report-dir", "reports", judge=judge.base_url)
        again = shop.run("--rubric-replies", "only")
        assert judge.calls == 1
    for each in (run, again):
        assert each.outcomes == {"failed": 1}
        record = each.record("parcel")
        assert record["nodeid"] == "cases.rubric.yaml::parcel/custom-tone"
        assert (record["evaluator"], record["state"], record["outcome"]) == (
            "custom-tone",
            "judged",
            "failed",
        )
        assert (record["score"], record["threshold"], record["verdict"]) == (66.7, 70, "warn")
        assert record["summary"] == "Apologises: about Apologises"
        assert record["points"] == [
            {"label": "Greets", "score": 100, "maximum": 100, "status": "covered",
             "evidence": '"Good morning"; about Greets', "suggestion": None, "anchors": []},
            {"label": "Apologises", "score": 0, "maximum": 100, "status": "missing",
             "evidence": "about Apologises", "suggestion": "Mend Apologises.", "anchors": []},
        ]  # fmt: skip
    assert (run.record("parcel")["calls"], again.record("parcel")["calls"]) == (1, 0)
    assert "custom-tone: 66.7 < 70 (warn): Apologises: about Apologises" in run.out.splitlines()
    report = (shop.path / "reports" / "case_0_custom-tone_eval_result.md").read_text(encoding="utf-8")
    assert "(2 × 100 + 1 × 0) / 3 = 66.7" in report


def test_one_item_of_several_is_selected_and_judged_alone(shop: Project) -> None:
    brief = {"name": "brief", "prompt": "Is it short? {{output}}", "points": ["Short"]}
    shop.write_cases([{**PARCEL, "Judge": ["Is polite"], "evaluators": ["custom-tone", brief]}])
    script = replies({"Is it short?": [said("Short", "met", "Friday")]})
    with LoopbackJudge(reply=script) as judge:
        run = shop.run("cases.rubric.yaml::parcel/custom-brief", judge=judge.base_url)
        assert judge.calls == 1
    assert run.outcomes == {"passed": 1}
    assert run.scores == {"parcel": 100}


def test_a_case_may_set_another_threshold(shop: Project) -> None:
    shop.write_cases([{**PARCEL, "evaluators": [{"name": "custom-tone", "threshold": 60}]}])
    with LoopbackJudge(reply=MANNERS) as judge:
        assert shop.run(judge=judge.base_url).outcomes == {"passed": 1, "warning": 1}


def test_the_same_name_in_a_case_and_in_a_file(shop: Project) -> None:
    shop.write_cases([{**PARCEL, "evaluators": [{"name": "tone", "prompt": "{{output}}", "points": ["a"]}]}])
    with LoopbackJudge(reply=MANNERS) as judge:
        run = shop.run(judge=judge.base_url)
        assert judge.calls == 0
    assert run.outcomes == {"error": 1}
    assert run.record("parcel")["error"].endswith(
        ": there is another evaluator 'custom-tone'; give this one another name"
    )


@pytest.mark.parametrize(("named", "meant"), [("custom-tnoe", "custom-tone"), ("tone", "custom-tone")])
def test_an_unknown_name_tells_the_nearest(shop: Project, named: str, meant: str) -> None:
    shop.write_cases([{**PARCEL, "evaluators": [named]}])
    run = shop.run()
    assert run.outcomes == {"error": 1}
    assert f"no evaluator {named!r}; did you mean {meant!r}?" in run.record("parcel")["error"]


def test_a_missing_text_blocks_before_anything_is_asked(shop: Project) -> None:
    shop.write_cases([{"id": "parcel", "ActualOutput": "Good morning.", "evaluators": ["custom-tone"]}])
    with LoopbackJudge(reply=MANNERS) as judge:
        run = shop.run(judge=judge.base_url)
        assert judge.calls == 0
    assert run.record("parcel")["state"] == "blocked"
    assert run.record("parcel")["error"] == (
        "custom-tone needs the question: give the case an Input; nothing was asked"
    )


def test_a_label_that_the_judge_forgets_breaks_the_row_alone(shop: Project) -> None:
    brief = {"name": "brief", "prompt": "Is it short? {{output}}", "points": ["Short"]}
    shop.write_cases([{**PARCEL, "evaluators": ["custom-tone", brief]}])
    script = replies(
        {
            "Is it short?": [said("Short", "met", "Friday")],
            "can't be used": [said("Greets", "met", "Good morning")],
            "manners": [said("Greets", "met", "Good morning")],
        }
    )
    with LoopbackJudge(reply=script) as judge:
        run = shop.run(judge=judge.base_url)
        assert judge.calls == 3
    assert run.outcomes == {"error": 1, "passed": 1}
    broken = next(record for record in run.records if record["evaluator"] == "custom-tone")
    assert (broken["state"], broken["score"]) == ("broken", None)
    assert broken["error"] == (
        "the judge's reply can't be used: `Apologises` is missing from `points`: every one is answered exactly "
        "once"
    )


def test_a_prompt_that_knows_another_case_is_an_error(shop: Project) -> None:
    other = {
        "id": "late",
        "Input": "When will the blue bicycle that I ordered last week arrive here?",
        "ActualOutput": "Tomorrow.",
        "Judge": ["Names a day"],
        "tags": ["slow"],
    }
    leaky = TONE.replace("Judge the", "Such as: the blue bicycle that I ordered last week. Judge the")
    shop.write("judges/tone.evaluator.yaml", leaky)
    shop.write_cases([PARCEL, other])
    with LoopbackJudge(reply=MANNERS) as judge:
        run = shop.run("-k", "parcel", judge=judge.base_url)
        assert judge.calls == 0
    assert run.outcomes == {"error": 1, "deselected": 1}
    assert run.record("parcel")["error"] == (
        "judges/tone.evaluator.yaml:1:1: the prompt of custom-tone shares a passage with `Input` of case late: "
        '"the blue bicycle that I ordered last week"; a prompt that knows a test sentence judges that sentence, '
        "so put another example in its place"
    )


@pytest.mark.parametrize(
    ("file", "ini", "message"),
    [
        (TONE.replace("{{input}}", "{{inptu}}"), "judges/*.evaluator.yaml",
         "judges/tone.evaluator.yaml:2:9: `prompt`: placeholder {{inptu}} is unknown; did you mean {{input}}? "
         "(allowed: {{input}}, {{actual_output}}, {{expected_output}}, {{context}}, {{trace_summary}})"),
        (TONE, "other/*.yaml", "ini option rubric_evaluators: no file is named 'other/*.yaml' in the root directory; "
         "name files relative to it"),
    ],
)  # fmt: skip
def test_a_file_that_can_not_be_used_is_told_before_anything_runs(
    shop: Project, file: str, ini: str, message: str
) -> None:
    shop.write("pytest.ini", f"[pytest]\nrubric_evaluators = {ini}\n")
    shop.write("judges/tone.evaluator.yaml", file)
    with LoopbackJudge(reply=MANNERS) as judge:
        run = shop.run(judge=judge.base_url)
        assert judge.calls == 0
    assert run.outcomes == {"error": 1}
    assert message in run.out.splitlines()


def test_two_files_with_one_name(shop: Project) -> None:
    shop.write("judges/z.evaluator.yaml", TONE)
    assert (
        "judges/z.evaluator.yaml:1:1: evaluator custom-tone is also written at judges/tone.evaluator.yaml:1:1; "
        "give one of them another name"
    ) in shop.run().out.splitlines()


def test_collecting_tells_how_many_calls_there_would_be(shop: Project) -> None:
    shop.write_cases([PARCEL, {**PARCEL, "id": "second"}])
    run = shop.run("--co")
    assert "rubric: 2 cases, at most 2 judge calls (retries aside)" in run.out


def test_workers_judge_each_item_once(shop: Project) -> None:
    shop.write_cases(
        [{**PARCEL, "id": f"case-{number}", "Input": f"Where is it, {number}?"} for number in range(4)]
    )
    with LoopbackJudge(reply=MANNERS) as judge:
        run = shop.run("-n", "2", judge=judge.base_url)
        assert judge.calls == 4
    assert run.outcomes == {"failed": 4}


def test_a_persons_score_counts_in_averages_and_decides_nothing(shop: Project) -> None:
    shop.write(
        "conftest.py",
        """\
        class Sees:
            id = "sees"
            category = "traj"

            def assess(self, subject):
                case = subject.case
                seen = case.human is not None or bool(case.evaluator_humans)
                return {"score": 0 if seen else 80, "summary": "a score is seen" if seen else "nothing is seen"}

        def pytest_rubric_register_evaluators(registry):
            registry.register(Sees())
        """,
    )
    human = {"score": 100, "reason": "kind enough"}
    shop.write_cases(
        [
            {
                **PARCEL,
                "evaluators": [{"name": "custom-tone", "human": human}, "sees"],
                "Judge": [{"check": {"contains": "Friday"}}],
                "human": {"score": 10, "reason": "too short"},
            }
        ]
    )
    with LoopbackJudge(reply=MANNERS) as judge:
        run = shop.run("--rubric-report-dir", "reports", judge=judge.base_url)
        assert judge.calls == 1
    assert run.outcomes == {"passed": 2, "failed": 1}
    records = {record["evaluator"]: record for record in run.records}
    assert {
        name: (r["outcome"], r["score"], r["human"], r["effective_score"], r["category"])
        for name, r in records.items()
    } == {
        "rubric": ("passed", 100, {"score": 10, "reason": "too short"}, 10, None),
        "custom-tone": ("failed", 66.7, human, 100, "res"),
        "sees": ("passed", 80, None, 80, "traj"),
    }
    assert records["sees"]["summary"] == "nothing is seen"
    assert (
        "averages of evaluators: on outputs (res) 100; on run logs (traj) 80; together 90; "
        "1 by a person's score"
    ) in run.out.splitlines()
    folder = shop.path / "reports"
    tone = (folder / "case_0_custom-tone_eval_result.md").read_text(encoding="utf-8")
    assert "**Total: 66.7**\n\nApologises: about Apologises\n\n### Scores by dimension" in tone
    assert (
        "- A person's score: 100, kind enough (the machine's: 66.7; only averages count the person's)" in tone
    )
    assert "A person's score: 10, too short" in (folder / "case_0_eval_result.md").read_text(encoding="utf-8")
    assert "| together | 90 | 2 of 2 | 1 |" in (folder / "summary.md").read_text(encoding="utf-8")


def test_without_points_the_judge_names_them_or_gives_a_number_that_is_marked(project: Project) -> None:
    free = {"name": "style", "prompt": "How well is this written? {{output}}"}
    project.write_cases(
        [
            {**PARCEL, "id": "named", "evaluators": [free]},
            {**PARCEL, "id": "number", "ActualOutput": "On Friday.", "evaluators": [free]},
        ]
    )

    def reply(body: Body) -> dict[str, Any]:
        if "On Friday." in body["messages"][-1]["content"]:
            return {"score": 0.85, "reason": "Short and clear."}
        return {"points": [said("Clear", "met", "Friday"), said("Warm", "partial", "Good morning")]}

    with LoopbackJudge(reply=reply) as judge:
        run = project.run(judge=judge.base_url)
        again = project.run("--rubric-replies", "only")
        assert judge.calls == 2
    for each in (run, again):
        assert each.outcomes == {"passed": 2, "warning": 2}
        assert each.scores == {"named": 75, "number": 85}
        assert [point["label"] for point in each.record("named")["points"]] == ["Clear", "Warm"]
        assert each.record("number")["points"][0]["label"] == "holistic"
        assert (
            "RubricWarning: number/custom-style: one number for the whole, without points (holistic): it is less "
            "repeatable than points; list `points` in the evaluator"
        ) in each.out
