"""Whole cases: spellings of keys, every field, rules between keys, defaults."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from pytest_rubric.loading.fields import FieldReader
from pytest_rubric.loading.key_table import KeyTable
from pytest_rubric.loading.keys import CASE_KEYS, TABLES
from pytest_rubric.loading.places import Place
from pytest_rubric.model import (
    Case,
    CriteriaRubric,
    Criterion,
    Location,
    MarkSpec,
    Overrides,
    TargetSpec,
)
from tests.loading.support import faults_of, load_case, load_file


def test_every_field(tmp_path: Path) -> None:
    case = load_case(
        tmp_path,
        """\
        id: late parcel
        Input: Where is it?
        Context: Parcels take two days.
        ExpectedOutput: On its way.
        Judge:
        - {criterion: Says where, points: 5, tags: [axis:facts], required: true}
        evaluators: [tone, text-format]
        ActualOutputFile: out/{{index}}.txt
        target: agent:answer
        RunLog: [{role: tool, content: 3}]
        threshold: 72.5
        samples: 3
        extra_samples: 0
        strategy: criterion
        evidence: warn
        feedback: none
        lang: zh
        timeout: 1.5
        tags: [smoke, "axis: x"]
        marks: [slow, {xfail: known weakness}, {skipif: {condition: "True", reason: r}}, {usefixtures: [a, b]}]
        metadata: {author: team, seen: {times: 3}}
        x-anything: [1, 2]
        """,
    )
    assert case == Case(
        id="late-parcel",
        title="late parcel",
        index=0,
        location=Location(tmp_path / "suite.rubric.yaml", 2, 3),
        input="Where is it?",
        context="Parcels take two days.",
        expected_output="On its way.",
        rubric=CriteriaRubric(
            (Criterion(1, "Says where", Fraction(5), ("axis:facts",), required=True, line=7),)
        ),
        evaluators=("tone", "text-format"),
        actual_output_file="out/{{index}}.txt",
        target=TargetSpec(function="agent:answer"),
        run_log=[{"role": "tool", "content": 3}],
        overrides=Overrides(
            threshold=Fraction(145, 2),
            samples=3,
            extra_samples=0,
            strategy="criterion",
            evidence="warn",
            feedback="none",
            lang="zh",
            timeout=1.5,
        ),
        tags=("smoke", "axis: x"),
        marks=(
            MarkSpec("slow", None, 21),
            MarkSpec("xfail", "known weakness", 21),
            MarkSpec("skipif", {"condition": "True", "reason": "r"}, 21),
            MarkSpec("usefixtures", ["a", "b"], 21),
        ),
        metadata={"author": "team", "seen": {"times": 3}},
        judge_line=6,
    )


def test_the_loader_reads_every_key_of_its_table(tmp_path: Path) -> None:
    reader = FieldReader(Place(tmp_path / "s.rubric.yaml", tmp_path))
    assert reader.names == {key.name for key in CASE_KEYS.keys}


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.what.replace(" ", "-"))
def test_keys_are_known_in_any_spelling(table: KeyTable) -> None:
    for key in table.keys:
        for spelling in key.spellings:
            kebab = spelling.replace("_", "-")
            for variant in (
                spelling,
                spelling.upper(),
                spelling.lower(),
                spelling.title(),
                kebab,
                f"_{spelling}",
            ):
                assert table.canonical(variant) == key.name


@pytest.mark.parametrize(
    "spelling", ["ExpectedOutput", "expected_output", "expectedOutput", "EXPECTED-OUTPUT"]
)
def test_spellings_of_one_key(tmp_path: Path, spelling: str) -> None:
    assert load_case(tmp_path, f"{spelling}: a").expected_output == "a"


@pytest.mark.parametrize(
    ("key", "hint"),
    [
        ("Jugde", "did you mean `Judge`?"),
        ("expected", "did you mean `ExpectedOutput`?"),
        ("actual_outputs", "did you mean `ActualOutput`?"),
        ("mark", "did you mean `marks`?"),
        ("x_note", None),
        ("1", None),
    ],
)
def test_an_unknown_key_names_the_nearest_one(tmp_path: Path, key: str, hint: str | None) -> None:
    [fault] = faults_of(tmp_path, f"Context: a\n{key}: b\ncompare: {{with: c}}")
    allowed = ", ".join(each.name for each in CASE_KEYS.keys)
    expected = f"; {hint}" if hint else f" (allowed: {allowed})"
    assert fault == f"3:3: unknown key `{key}` in a case{expected}"


@pytest.mark.parametrize("keys", ["Judge: [a]", "ExpectedOutput: a", "evaluators: [a]", "compare: {with: a}"])
def test_one_thing_to_judge_by_is_enough(tmp_path: Path, keys: str) -> None:
    assert load_case(tmp_path, keys).faults == ()


@pytest.mark.parametrize("keys", ["Input: a", 'ExpectedOutput: " "', "evaluators: []", "Judge: ~", "{}"])
def test_nothing_to_judge_by_is_a_fault(tmp_path: Path, keys: str) -> None:
    assert faults_of(tmp_path, keys) == [
        "2:3: there is nothing to judge by: give the case a `Judge`, an `ExpectedOutput`, `evaluators` or "
        "`compare`"
    ]


@pytest.mark.parametrize(
    ("first", "second"), [("ActualOutput: a", "ActualOutputFile: b"), ("RunLog: a", "RunLogFile: b")]
)
def test_keys_that_exclude_each_other(tmp_path: Path, first: str, second: str) -> None:
    one, two = first.split(":", maxsplit=1)[0], second.split(":", maxsplit=1)[0]
    assert faults_of(tmp_path, f"ExpectedOutput: a\n{first}\n{second}") == [
        f"4:3: `{one}` and `{two}` exclude each other: give one of them"
    ]
    assert faults_of(tmp_path, f"ExpectedOutput: a\n{one}: ~\n{second}") == []


def test_several_sources_of_output_are_fine(tmp_path: Path) -> None:
    case = load_case(tmp_path, "ExpectedOutput: a\nActualOutputFile: b\ntarget: c:d")
    assert (case.faults, case.actual_output_file) == ((), "b")
    assert case.target == TargetSpec(function="c:d")


@pytest.mark.parametrize(
    ("marks", "fault"),
    [
        ("slow", '`marks` must be a list such as [slow, {xfail: known weakness}], found "slow"'),
        ("{xfail: a}", "`marks` must be a list such as [slow, {xfail: known weakness}], found a mapping"),
    ],
)
def test_marks_are_a_list(tmp_path: Path, marks: str, fault: str) -> None:
    assert faults_of(tmp_path, f"ExpectedOutput: a\nmarks: {marks}") == [f"3:10: {fault}"]


@pytest.mark.parametrize(
    ("mark", "found"),
    [
        ("{a: 1, b: 2}", "a mapping"),
        ("two words", '"two words"'),
        ("'slow()'", '"slow()"'),
        ("[a]", "a list"),
        ("~", "nothing"),
        ("{}", "a mapping"),
    ],
)
def test_a_mark_is_a_name_or_one_key(tmp_path: Path, mark: str, found: str) -> None:
    assert faults_of(tmp_path, f"ExpectedOutput: a\nmarks:\n- {mark}") == [
        f"4:5: each of `marks` must be a name or one `name: argument`, found {found}"
    ]


def test_all_faults_of_a_case_come_together(tmp_path: Path) -> None:
    faults = faults_of(
        tmp_path,
        """\
        Inputs: a
        Judge:
        - {criterion: a, points: none}
        - {check: {regex: "["}}
        threshold: 300
        marks: [a b]
        ActualOutputFile: "{{name}}"
        """,
    )
    assert [fault.split(": ")[0] for fault in faults] == ["2:3", "4:28", "5:21", "6:14", "7:11", "8:21"]


class TestDefaults:
    def test_a_case_overrides_them_key_by_key(self, tmp_path: Path) -> None:
        loaded = load_file(
            tmp_path,
            """\
            cases:
            - Input: a
            - {Input: b, threshold: 50, tags: [own], metadata: {c: 2}}
            - {Input: c, expected_output: own, threshold: ~}
            - {Input: d, Judge: ~}
            defaults:
              threshold: 80
              samples: 3
              tags: [shared]
              metadata: {a: 1}
              ExpectedOutput: shared
              rubric: [{criterion: Is polite, points: 1}]
            """,
        )
        a, b, c, d = loaded.cases
        assert [case.faults for case in loaded.cases] == [(), (), (), ()]
        assert a.overrides == Overrides(threshold=Fraction(80), samples=3)
        assert (a.tags, a.metadata, a.expected_output) == (("shared",), {"a": 1}, "shared")
        assert (a.criteria[0].text, a.judge_line) == ("Is polite", 12)
        assert b.overrides == Overrides(threshold=Fraction(50), samples=3)
        assert (b.tags, b.metadata) == (("own",), {"c": 2})
        assert (c.expected_output, c.overrides) == ("own", Overrides(samples=3))
        assert (d.rubric, d.judge_line) == (None, None)

    @pytest.mark.parametrize(
        ("default", "own"),
        [
            ("target: a:b", "ActualOutput: x"),
            ("ActualOutput: x", "target: a:b"),
            ("ActualOutput: x", "ActualOutputFile: y"),
            ("ActualOutputFile: y", "ActualOutput: x"),
            ("Judge: [a]", "JudgeFile: r.yaml"),
            ("JudgeFile: r.yaml", "Judge: [a]"),
            ("RunLog: a", "RunLogFile: b"),
        ],
    )
    def test_a_case_that_says_it_another_way_sets_them_aside(
        self, tmp_path: Path, default: str, own: str
    ) -> None:
        (tmp_path / "r.yaml").write_text("- b\n")
        text = "defaults: {%s}\ncases:\n- {ExpectedOutput: e, %s}\n"
        [case] = load_file(tmp_path, text % (default, own)).cases
        alone = load_case(tmp_path, "{ExpectedOutput: e, %s}" % own)  # noqa: UP031  # braces
        assert case.faults == ()
        for name in ("actual_output", "actual_output_file", "target", "run_log", "run_log_file"):
            assert getattr(case, name) == getattr(alone, name)
        assert [each.text for each in case.criteria] == [each.text for each in alone.criteria]

    def test_their_faults_are_those_of_every_case_that_uses_them(self, tmp_path: Path) -> None:
        loaded = load_file(
            tmp_path,
            """\
            defaults: {threshold: high, sampels: 3, id: x}
            cases:
            - ExpectedOutput: a
            - {ExpectedOutput: b, threshold: 5}
            """,
        )
        unknown = "1:29: case {}: in `defaults`: unknown key `sampels` in a case; did you mean `samples`?"
        no_id = "1:11: case {}: in `defaults`: `id` can't have a default, since every case has its own"
        wrong = '1:23: case {}: in `defaults`: `threshold` must be a number from 0 to 100, found "high"'
        assert [sorted(f.removeprefix("suite.rubric.yaml:") for f in c.faults) for c in loaded.cases] == [
            sorted(fault.format("case-0") for fault in (unknown, no_id, wrong)),
            sorted(fault.format("case-1") for fault in (unknown, no_id)),
        ]

    def test_a_faulty_rubric_in_them_is_still_something_to_judge_by(self, tmp_path: Path) -> None:
        [case] = load_file(tmp_path, "defaults: {Judge: [{points: 3}]}\ncases: [{Input: a}]\n").cases
        assert case.faults == (
            "suite.rubric.yaml:1:20: case case-0: in `defaults`: criterion 1: `criterion` is missing",
        )

    def test_they_are_a_mapping(self, tmp_path: Path) -> None:
        [case] = load_file(tmp_path, "defaults: [a]\ncases: [{ExpectedOutput: a}]\n").cases
        assert case.faults == (
            "suite.rubric.yaml:1:11: case case-0: `defaults` must be a mapping with keys of a case, found a list",
        )
        assert load_file(tmp_path, "defaults:\ncases: [{ExpectedOutput: a}]\n").cases[0].faults == ()
