"""Evaluators that are written as prompts: in a case, and in files of their own."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from textwrap import dedent

import pytest

from pytest_rubric.errors import CaseFileError
from pytest_rubric.loading.custom import load_evaluators
from pytest_rubric.model import CustomEvaluator, CustomPoint, HumanLabels
from tests.loading.support import faults_of, load_case

FILE = "tone.evaluator.yaml"


def load(folder: Path, text: str) -> tuple[CustomEvaluator, ...]:
    path = folder / FILE
    path.write_text(dedent(text), encoding="utf-8")
    return load_evaluators(path, FILE)


def test_an_evaluator_inside_a_case(tmp_path: Path) -> None:
    case = load_case(
        tmp_path,
        """\
        evaluators:
        - result-answer
        - name: tone
          Prompt: "Is it kind? {{ Actual-Output }}"
          points: [Kind, {label: "Says\\n why", weight: 0.5, definition: where late, na_allowed: yes}]
          threshold: 70
          human: {score: 40, reason: curt}
          x-note: mine
        """,
    )
    assert case.faults == ()
    assert case.evaluators == ("result-answer", "custom-tone")
    assert case.evaluator_thresholds == {"custom-tone": 70}
    assert case.evaluator_humans == {"custom-tone": HumanLabels(Fraction(40), "curt")}
    assert (case.human_for("custom-tone"), case.human_for("result-answer"), case.human_for(None)) == (
        HumanLabels(Fraction(40), "curt"),
        None,
        None,
    )
    assert case.custom_evaluators == (
        CustomEvaluator(
            "tone",
            "Is it kind? {{ Actual-Output }}",
            "res",
            (CustomPoint("Kind"), CustomPoint("Says why", Fraction(1, 2), "where late", True)),
            Fraction(70),
            "suite.rubric.yaml:4:5",
        ),
    )


def test_a_named_evaluator_may_have_a_human_score(tmp_path: Path) -> None:
    case = load_case(tmp_path, "evaluators: [{name: a, human: {score: 1, reason: b}}]")
    assert (case.evaluators, case.evaluator_humans) == (("a",), {"a": HumanLabels(Fraction(1), "b")})
    assert case.custom_evaluators == ()


@pytest.mark.parametrize(
    ("written", "category"),
    [("{{output}}", "res"), ("{{output}} {{trajectory}}", "traj"), ("{{trace_summary}}", "traj")],
)
def test_the_category_follows_from_what_is_read(tmp_path: Path, written: str, category: str) -> None:
    assert [each.category for each in load(tmp_path, f"{{name: ab, prompt: '{written}'}}")] == [category]
    for given in ("res", "traj"):
        text = f"{{name: ab, prompt: '{written}', category: {given}}}"
        assert [each.category for each in load(tmp_path, text)] == [given]


@pytest.mark.parametrize(
    ("name", "id"), [("tone", "custom-tone"), ("custom-tone", "custom-tone"), ("语气", "custom-语气")]
)
def test_ids_stand_in_a_name_space_of_their_own(tmp_path: Path, name: str, id: str) -> None:
    (made,) = load(tmp_path, f"{{name: {name}, prompt: '{{{{output}}}}'}}")
    assert made.id == id


ALLOWED = "(allowed: {{input}}, {{actual_output}}, {{expected_output}}, {{context}}, {{trace_summary}})"
FAULTS = [
    ("{name: ab, points: [a]}", "a custom evaluator needs `name` and `prompt`; `prompt` is missing"),
    ("{prompt: '{{output}}'}", "a custom evaluator needs `name` and `prompt`; `name` is missing"),
    ("{name: ab, prompt: }", "`prompt` must be a text that is not empty, found nothing"),
    ("{name: a, prompt: '{{output}}'}", 'the `name` of a custom evaluator must be 2 to 64 letters, digits, `_` and `-`, a letter first, found "a"'),
    ("{name: 2ab, prompt: '{{output}}'}", 'the `name` of a custom evaluator must be 2 to 64 letters, digits, `_` and `-`, a letter first, found "2ab"'),
    ("{name: a/b, prompt: '{{output}}'}", 'the `name` of a custom evaluator must be 2 to 64 letters, digits, `_` and `-`, a letter first, found "a/b"'),
    ("{name: ab, prompt: '{{actual_ouput}}'}", f"`prompt`: placeholder {{{{actual_ouput}}}} is unknown; did you mean {{{{actual_output}}}}? {ALLOWED}"),
    ("{name: ab, prompt: '{{output}} {{ index }}'}", f"`prompt`: placeholder {{{{index}}}} can't be used here {ALLOWED}"),
    ("{name: ab, prompt: 'Is {output} kind? {{query}}'}", "`prompt` must place {{actual_output}} or {{trace_summary}}: the judge sees only what it places"),
    ("{name: ab, prompt: '{{output}}', category: result}", '`category` must be one of res, traj, found "result"; did you mean res?'),
    ("{name: ab, prompt: '{{output}}', threshold: 101}", '`threshold` must be a number from 0 to 100, found "101"'),
    ("{name: ab, prompt: '{{output}}', points: a}", '`points` must be a list of labels, or of mappings with `label`, found "a"'),
    ("{name: ab, prompt: '{{output}}', points: []}", "`points` is an empty list; leave it out to let the judge name the points"),
    ("{name: ab, prompt: '{{output}}', points: [a, A]}", '`points` has the label "A" more than once'),
    ("{name: ab, prompt: '{{output}}', points: [{weight: 1}]}", "an entry of `points` needs `label`"),
    ("{name: ab, prompt: '{{output}}', points: ['']}", '`label` must be a text that is not empty, found ""'),
    ("{name: ab, prompt: '{{output}}', points: [{label: a, weight: 0}]}", '`weight` must be a number above 0, found "0"'),
    ("{name: ab, prompt: '{{output}}', points: [{label: a, wieght: 2}]}", "unknown key `wieght` in a point; did you mean `weight`?"),
    ("{name: ab, prompt: '{{output}}', points: [{label: a, na_allowed: maybe}]}", '`na_allowed` must be true or false, found "maybe"'),
    (f"{{name: ab, prompt: '{{{{output}}}}', points: [{'a' * 121}]}}", "a label has at most 120 characters, this one has 121; say more in `definition`"),
    (f"{{name: ab, prompt: '{{{{output}}}}', points: {list(range(65))}}}", "`points` has 65 entries; 64 are allowed"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "fault"), FAULTS, ids=range(len(FAULTS)))
def test_what_can_be_wrong_in_a_case_and_in_a_file(tmp_path: Path, written: str, fault: str) -> None:
    if not written.startswith("{prompt: '{{output}}'}"):
        found = faults_of(tmp_path, f"Judge: [a]\nevaluators: [{written}]")
        assert [each.partition(": ")[2] for each in found] == [fault]
    with pytest.raises(CaseFileError) as caught:
        load(tmp_path, written)
    assert caught.value.message == fault
    assert str(caught.value).startswith(f"{FILE}:1:")


def test_several_in_one_file(tmp_path: Path) -> None:
    made = load(
        tmp_path,
        """\
        evaluators:
        - {name: tone, prompt: "{{output}}", metadata: {owner: support}}
        - name: path
          prompt: "{{trace_summary}}"
        """,
    )
    assert [(each.id, each.category, each.source) for each in made] == [
        ("custom-tone", "res", f"{FILE}:2:3"),
        ("custom-path", "traj", f"{FILE}:3:3"),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f"{FILE}: is empty; the top level must be an evaluator (`name`, `prompt` ...) or `evaluators`, a list of such"),
        ("- a", f"{FILE}:1:1: the top level must be an evaluator (`name`, `prompt` ...) or `evaluators`, a list of such, found a list"),
        ("evaluators: {}", f"{FILE}:1:13: `evaluators` must be a list of evaluators, found a mapping"),
        ("evaluators: [a]", f'{FILE}:1:14: an evaluator must be a mapping with `name` and `prompt`, found "a"'),
        ("{name: ab, prompt: '{{output}}', human: {score: 1, reason: a}}", None),
        ("evaluators: [{name: ab, prompt: '{{output}}'}, {name: custom-ab, prompt: '{{output}}'}]",
         f"{FILE}:1:48: two evaluators of this file have the id custom-ab"),
        ("{name: a, prompt: ''}", f'{FILE}:1:8: the `name` of a custom evaluator must be 2 to 64 letters, digits, `_` and `-`, a letter first, found "a"\n'
         f'{FILE}:1:19: `prompt` must be a text that is not empty, found ""'),
    ],
)  # fmt: skip
def test_files_that_can_not_be_used(tmp_path: Path, text: str, message: str | None) -> None:
    with pytest.raises(CaseFileError) as caught:
        load(tmp_path, text)
    if message is None:
        assert "unknown key `human` in a custom evaluator" in str(caught.value)
    else:
        assert str(caught.value) == message


def test_one_name_twice_in_a_case(tmp_path: Path) -> None:
    written = "evaluators: [custom-ab, {name: ab, prompt: '{{output}}'}]"
    assert faults_of(tmp_path, written) == ["2:27: `evaluators` names custom-ab more than once"]
