"""What a calibration finds, each kind with its cause, how sure it is, and at which edge it begins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from pytest_rubric.gating.calibration import criteria, patterns
from pytest_rubric.gating.calibration.decisions import gather
from pytest_rubric.gating.calibration.findings import Finding
from pytest_rubric.gating.calibration.scores import scores
from pytest_rubric.reporting.record import Record
from tests.gating.calibration.building import criterion, four_criteria, record, scored


def told(findings: Iterable[Finding]) -> list[tuple[Any, ...]]:
    return [(each.kind, each.cause, each.certain, each.advice, each.subject) for each in findings]


def in_cases(*statuses: tuple[str, str | None], text: str = "x", **more: Any) -> list[Record]:
    """One criterion in several cases, each with the judge's decision and the label."""
    return [record(f"case-{n}", criterion(text, *each, **more)) for n, each in enumerate(statuses)]


class TestCriteriaThatTheJudgeGetsWrong:
    @pytest.mark.parametrize(
        ("statuses", "certain", "advice"),
        [
            ([("met", "not_met")], False, "look_at_one"),
            ([("met", "not_met"), ("met", "not_met"), ("met", "met")], True, "say_what_is_not_enough"),
            ([("not_met", "met")] * 2, True, "say_what_is_enough"),
            ([("met", "not_met"), ("not_met", "met")], True, "say_both"),
            ([("violated", "clean")] * 2, True, "narrow_penalty"),
            ([("clean", "violated")] * 2, True, "widen_penalty"),
        ],
    )
    def test_how_to_reword_them(
        self, statuses: Sequence[tuple[str, str]], certain: bool, advice: str
    ) -> None:
        decisions = gather([in_cases(*statuses)]).decisions
        (finding,) = criteria.wrong_criteria(decisions)
        assert told([finding]) == [("judge_wrong", "rubric", certain, advice, "x")]
        assert all(example in decisions for example in finding.examples)

    def test_the_most_wrong_first_with_their_counts(self) -> None:
        records = [*four_criteria(1, 2, "once"), *four_criteria(2, 3, "twice"), *four_criteria(0, 3, "never")]
        found = list(criteria.wrong_criteria(gather([records]).decisions))
        assert [each.subject for each in found] == ["twice", "once"]
        assert found[0].facts == {"wrong": 2, "labelled": 3, "false_yes": 2, "false_no": 0}

    def test_a_check_is_not_the_judge(self) -> None:
        records = [*in_cases(("met", "not_met"), check="regex"), *in_cases(("met", "met"))]
        found = criteria.wrong_criteria(gather([records]).decisions)
        assert told(found) == [("check_wrong", "rubric", True, "mend_check", "x")]

    def test_what_is_open_is_not_wrong(self) -> None:
        assert list(criteria.wrong_criteria(gather([in_cases(("undecided", "met"))]).decisions)) == []

    def test_labels_that_contradict_each_other(self) -> None:
        runs = [in_cases(("met", "met")), in_cases(("met", "not_met"))]
        found = list(criteria.contradictory(gather(runs).contradictions))
        assert told(found) == [("contradictory_labels", "testcase", True, "agree_on_labels", "")]
        assert found[0].facts == {"decisions": 1}
        assert list(criteria.contradictory([])) == []


class TestCriteriaThatTellNothingApart:
    @pytest.mark.parametrize(
        ("status", "human", "expected"),
        [
            ("met", None, ("always_met", "rubric", False, "make_harder", "x")),
            ("met", "met", ("always_met", "rubric", True, "make_harder", "x")),
            ("not_met", None, ("never_met", "prompt", False, "teach_or_drop", "x")),
            ("not_met", "not_met", ("never_met", "prompt", True, "teach_or_drop", "x")),
            ("clean", "clean", ("never_violated", "rubric", False, "add_violation", "x")),
        ],
    )
    def test_the_same_in_all_cases(self, status: str, human: str | None, expected: tuple[Any, ...]) -> None:
        decisions = gather([in_cases(*[(status, human)] * 3)]).decisions
        assert told(criteria.indifferent_criteria(decisions)) == [expected]

    @pytest.mark.parametrize(
        "statuses",
        [
            [("met", None)] * 2,
            [("met", None), ("met", None), ("not_met", None)],
            [("met", None), ("met", None), ("undecided", None)],
            # people say that it does tell cases apart: the judge is to blame, not the criterion
            [("met", "met"), ("met", "met"), ("met", "not_met")],
            [("violated", None)] * 3,
        ],
    )
    def test_too_few_or_not_the_same(self, statuses: Sequence[tuple[str, str | None]]) -> None:
        assert list(criteria.indifferent_criteria(gather([in_cases(*statuses)]).decisions)) == []

    def test_a_check_may_always_hold(self) -> None:
        records = in_cases(*[("met", None)] * 3, check="max_words")
        assert list(criteria.indifferent_criteria(gather([records]).decisions)) == []

    def test_a_case_that_is_judged_twice_is_one_case(self) -> None:
        runs = [in_cases(("met", None), ("met", None)) for _ in range(2)]
        assert list(criteria.indifferent_criteria(gather(runs).decisions)) == []


def test_losses_that_people_confirm_are_the_prompts() -> None:
    decisions = gather(
        [in_cases(("not_met", "not_met"), ("not_met", "met"), ("violated", "violated"))]
    ).decisions
    found = list(criteria.confirmed_losses(decisions))
    assert told(found) == [("confirmed_losses", "prompt", True, "mend_prompt", "")]
    assert found[0].facts == {"decisions": 2, "cases": 2}


class TestScores:
    @pytest.mark.parametrize(
        ("machine", "found"),
        [([75, 80, 85], 1), ([75, 80, 85.01], 0), ([74.99, 80, 85], 0), ([80, 80], 0), ([80, 80, None], 0)],
    )
    def test_all_in_the_safe_zone(self, machine: Sequence[float | None], found: int) -> None:
        records = [scored(f"case-{n}", each, None) for n, each in enumerate(machine)]
        assert (
            told(patterns.safe_zone(records)) == [("safe_zone", "rubric", True, "spread_scores", "")] * found
        )

    def test_people_on_the_other_side_of_the_threshold(self) -> None:
        records = [scored("a", 60, 59), scored("b", 59, 60), scored("c", 60, 100)]
        (finding,) = patterns.other_side(scores(records).items, gather([records]).decisions)
        assert told([finding]) == [("other_side", "rubric", False, "label_items", "")]
        assert finding.facts == {"items": 2, "of": 3}

    def test_where_people_share_every_decision_points_are_to_blame(self) -> None:
        item = record("a", criterion("x", "met", "met"), score=90)
        item["human"] = {"score": 30, "reason": "r", "criteria": {"1": "met"}}
        found = patterns.other_side(scores([item]).items, gather([[item]]).decisions)
        assert told(found) == [("other_side", "rubric", True, "weigh_anew", "")]


class TestPenalties:
    @pytest.mark.parametrize(
        ("labels", "expected"),
        [
            ([None, None, None], ("penalty_fires", "rubric", False, "label_penalty", "x")),
            (["clean", None, None], ("penalty_fires", "rubric", True, "narrow_penalty", "x")),
            (["clean", "violated", None], ("penalty_fires", "rubric", True, "narrow_penalty", "x")),
            (["violated", "violated", "clean"], ("penalty_fires", "prompt", True, "mend_prompt", "x")),
        ],
    )
    def test_one_that_fires_in_three_cases(
        self, labels: Sequence[str | None], expected: tuple[Any, ...]
    ) -> None:
        decisions = gather([in_cases(*[("violated", label) for label in labels])]).decisions
        assert told(patterns.penalty_fires(decisions)) == [expected]

    def test_one_that_fires_in_two(self) -> None:
        decisions = gather([in_cases(("violated", None), ("violated", None), ("clean", None))]).decisions
        assert list(patterns.penalty_fires(decisions)) == []


class TestDimensions:
    @pytest.mark.parametrize(("depths", "found"), [([59, 0, 20], 1), ([60, 0, 20], 0), ([59, 0], 0)])
    def test_an_axis_that_is_always_low(self, depths: Sequence[int], found: int) -> None:
        records = [
            record(f"case-{n}", tags={"axis:depth": each, "axis:accuracy": 80, "tone": 0})
            for n, each in enumerate(depths)
        ]
        expected = ("always_low", "prompt", False, "teach_dimension", "axis:depth")
        assert told(patterns.always_low(records, [])) == [expected] * found

    def test_where_all_are_low_it_is_none_of_them(self) -> None:
        records = [record(f"case-{n}", tags={"axis:depth": 10, "axis:accuracy": 20}) for n in range(3)]
        assert list(patterns.always_low(records, [])) == []

    @pytest.mark.parametrize(
        ("human", "expected"),
        [
            ("not_met", ("always_low", "prompt", True, "teach_dimension", "axis:depth")),
            ("met", ("always_low", "rubric", True, "reread_dimension", "axis:depth")),
        ],
    )
    def test_labels_tell_whether_the_output_or_the_rubric_is_to_blame(
        self, human: str, expected: tuple[Any, ...]
    ) -> None:
        records = [
            record(
                f"case-{n}",
                criterion("x", "not_met", human, tags=["axis:depth"]),
                tags={"axis:depth": 0, "axis:accuracy": 80},
            )
            for n in range(3)
        ]
        assert told(patterns.always_low(records, gather([records]).decisions)) == [expected]

    def test_a_rated_dimension_that_is_always_low(self) -> None:
        points = [
            {"label": "Accuracy", "score": 5, "maximum": 5},
            {"label": "Depth", "score": 2, "maximum": 5},
            {"label": "Unrated", "score": None, "maximum": 5},
        ]
        records = [record(f"case-{n}", evaluator="dimensions", points=points) for n in range(3)]
        (finding,) = patterns.always_low(records, [])
        assert told([finding]) == [("always_low", "prompt", False, "teach_dimension", "Depth")]
        assert [getattr(each, "value", "") for each in finding.examples] == ["2/5"] * 3


class TestRubrics:
    @pytest.mark.parametrize(("sizes", "found"), [([2, 5], 1), ([2, 4], 0), ([3], 0), ([], 0)])
    def test_sizes_that_differ_more_than_twofold(self, sizes: Sequence[int], found: int) -> None:
        records = [record(f"case-{size}", *[criterion(f"{n}", "met") for n in range(size)]) for size in sizes]
        records.append(record("no-rubric", evaluator="reference"))
        assert (
            told(patterns.rubric_sizes(records))
            == [("rubric_sizes", "rubric", True, "level_sizes", "")] * found
        )

    def test_weaknesses_by_the_cause_that_the_judge_names(self) -> None:
        records = [
            record(
                "a",
                weaknesses=[
                    {"cause": "prompt", "text": "p", "quote": None},
                    {"cause": "testcase", "text": "t", "quote": "q"},
                    {"cause": None, "text": "n", "quote": None},
                ],
            ),
            record("b", weaknesses=None),
        ]
        by_cause = patterns.weaknesses(records)
        assert {cause: [each.text for each in remarks] for cause, remarks in by_cause.items()} == {
            "prompt": ["p"],
            "rubric": [],
            "testcase": ["t"],
        }
        found = list(patterns.judge_blames(by_cause))
        assert told(found) == [("judge_blames", "testcase", False, "check_testcase", "")]
        assert found[0].facts == {"remarks": 1, "cases": 1}
