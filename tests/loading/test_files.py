"""Which files are ours, and what can be wrong outside of their cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_rubric.errors import CaseFileError
from pytest_rubric.loading import NotOurs, load
from tests.loading.support import load_any, load_file, refusal

NO_CASES = NotOurs("no `cases:` list with an `Input` in it")


@pytest.mark.parametrize(
    "text",
    [
        "cases:\n- Input: a\n  ExpectedOutput: b\n",
        "testcases:\n- {note: x}\n- input: a\n  expected_output: b\n",
        '{"test_cases": [{"INPUT": "a", "judge": ["Says b"]}]}',
    ],
)
@pytest.mark.parametrize("name", ["testcases.yaml", "other.yml"])
@pytest.mark.parametrize("explicit", [True, False])
def test_a_list_of_cases_with_an_input_is_ours(tmp_path: Path, text: str, name: str, explicit: bool) -> None:
    loaded = load_any(tmp_path, text, name, explicit)
    assert not isinstance(loaded, NotOurs)
    assert loaded.path == tmp_path / name
    assert loaded.cases[-1].input == "a"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("services:\n  web: {image: nginx}\n", NO_CASES),
        ("cases:\n- question: a\n", NO_CASES),
        ("cases: {Input: a}\n", NO_CASES),
        ("cases: 3\n", NO_CASES),
        ("nested:\n  cases:\n  - Input: a\n", NO_CASES),
        ("- Input: a  # no cases\n", NO_CASES),
        ("", NO_CASES),
        ("# cases\n", NO_CASES),
        ("stage: !deploy {cases: x}\n", NO_CASES),
        (
            "name: a  # cases\n---\nname: b\n",
            NotOurs(
                "line 2: a second YAML document begins here; a case file is one document: put all cases into "
                "one list `cases:`"
            ),
        ),
        (
            "a: [1\n  cases: 2\n",
            NotOurs("line 2: is not readable as YAML: expected ',' or ']', but got ':' "
                    "(while parsing a flow sequence)"),
        ),
        (b"cases: \xff\n", NotOurs("line 1: is not UTF-8: byte 0xff at this place; save it as UTF-8")),
    ],
)  # fmt: skip
def test_any_other_file_is_left_alone_with_one_line_that_says_why(
    tmp_path: Path, text: str | bytes, reason: NotOurs
) -> None:
    assert load_any(tmp_path, text, "config.yaml") == reason
    assert isinstance(load_any(tmp_path, text, "config.yaml", explicit=False), NotOurs)


def test_a_file_that_nobody_named_is_given_up_without_a_parse(tmp_path: Path) -> None:
    assert load_any(tmp_path, "a: [", "config.yaml", explicit=False) == NO_CASES
    named = load_any(tmp_path, "a: [", "config.yaml", explicit=True)
    assert named == NotOurs(
        "line 1: is not readable as YAML: expected the node content, but found '<stream end>' "
        "(while parsing a flow node)"
    )


def test_a_missing_file_is_not_ours(tmp_path: Path) -> None:
    assert load(tmp_path / "gone.yaml", root=tmp_path, explicit=True) == NotOurs(
        "can't be read: No such file or directory"
    )


@pytest.mark.parametrize("key", ["cases:", "testcases:", "test_cases:"])
def test_an_unreadable_file_with_a_line_of_cases_is_ours(tmp_path: Path, key: str) -> None:
    assert refusal(tmp_path, f"meta: x\n{key}\n- Input: [a\n", "testcases.yaml").startswith(
        "testcases.yaml:4:1: "
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "- Input: a\n",
            "suite.rubric.yaml:1:1: the top level must be a mapping with `cases:`, a list of cases, found a list",
        ),
        (
            "just text\n",
            "suite.rubric.yaml:1:1: the top level must be a mapping with `cases:`, a list of cases, "
            'found "just text"',
        ),
        (
            "meta: {}\n",
            "suite.rubric.yaml:1:1: there is no `cases:`; the top level must be a mapping with `cases:`, "
            "a list of cases",
        ),
        ("cases: {a: b}\n", "suite.rubric.yaml:1:8: `cases` must be a list of cases, found a mapping"),
        ("cases:\n", "suite.rubric.yaml:1:7: `cases` must be a list of cases, found nothing"),
        ("cases: []\n", "suite.rubric.yaml:1:8: `cases` is an empty list; give it at least one case"),
        (
            "cases: [{ExpectedOutput: a}]\ncases: []\n",
            "suite.rubric.yaml:2:1: duplicate key `cases` (first at line 1)",
        ),
        (
            "cases: [{ExpectedOutput: a}]\ntestcases: []\n",
            "suite.rubric.yaml:2:1: `testcases` and `cases` (line 1) mean the same key",
        ),
        (
            "cases: !set\n- ExpectedOutput: a\n",
            "suite.rubric.yaml:1:8: unknown tag !set; a case file holds text, numbers, lists and mappings only: "
            "remove the tag, or put the text in quotes",
        ),
        (
            "cases: [{ExpectedOutput: a}]\nmeta: 3\nmetadata: {b: 1, b: 2}\ndefault: {}\n",
            "suite.rubric.yaml:4:1: unknown key `default` in a case file; did you mean `defaults`?\n"
            "suite.rubric.yaml:2:7: `meta` must be a mapping, found \"3\"\n"
            "suite.rubric.yaml:3:18: duplicate key `b` (first at line 3)",
        ),
        (
            "cases: [{ExpectedOutput: a}]\nquestions: {}\n",
            "suite.rubric.yaml:2:1: unknown key `questions` in a case file "
            "(allowed: cases, defaults, meta, metadata, $schema)",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_outside_of_all_cases_refuses_the_file(tmp_path: Path, text: str, message: str) -> None:
    assert refusal(tmp_path, text) == message


def test_other_keys_of_the_top_level(tmp_path: Path) -> None:
    loaded = load_file(
        tmp_path,
        "$schema: ./schema.json\nx-notes: [1, 1]\nmetadata: {a: 1}\nmeta:\ncases: [{ExpectedOutput: a}]\n",
    )
    assert (loaded.notes, loaded.cases[0].faults) == ((), ())


@pytest.mark.parametrize(
    ("count", "notes"),
    [
        ("2", ()),
        ('"2"', ()),
        ("3", ('suite.rubric.yaml:1:8: `meta` counts "3" cases, the file has 2 cases',)),
        ("many", ('suite.rubric.yaml:1:8: `meta` counts "many" cases, the file has 2 cases',)),
    ],
)
def test_a_count_that_differs_is_a_note(tmp_path: Path, count: str, notes: tuple[str, ...]) -> None:
    text = f"meta: {{count: {count}, notice: ''}}\ncases: [{{ExpectedOutput: a}}, {{ExpectedOutput: b}}]\n"
    assert load_file(tmp_path, text).notes == notes


def test_messages_name_the_file_below_the_root_with_slashes(tmp_path: Path) -> None:
    text = "cases:\n- ExpectedOutput: a\n  samples: 0\n"
    [case] = load_file(tmp_path, text, "sets/deep/s.rubric.yml").cases
    assert case.faults[0].startswith("sets/deep/s.rubric.yml:3:12: case case-0: ")
    assert case.location is not None
    assert case.location.path == tmp_path / "sets/deep/s.rubric.yml"


def test_messages_name_a_file_outside_of_the_root_in_full(tmp_path: Path) -> None:
    path = tmp_path / "s.rubric.yaml"
    path.write_text("cases: 1")
    with pytest.raises(CaseFileError) as caught:
        load(path, root=tmp_path / "root", explicit=True)
    assert str(caught.value).startswith(f"{path.as_posix()}:1:8: ")
    assert (caught.value.line, caught.value.column) == (1, 8)


def test_one_bad_case_leaves_the_others_alone(tmp_path: Path) -> None:
    loaded = load_file(
        tmp_path,
        """\
        cases:
        - ExpectedOutput: a
        - only text
        -
        - [a]
        - !odd {ExpectedOutput: a}
        - {ExpectedOutput: a, threshold: high, smaples: 3}
        - ExpectedOutput: b
        """,
    )
    assert [len(case.faults) for case in loaded.cases] == [0, 1, 1, 1, 1, 2, 0]
    assert loaded.cases[1].faults == (
        "suite.rubric.yaml:3:3: case case-1: a case must be a mapping with keys such as `Input` and `Judge`, "
        'found "only text"',
    )
    assert loaded.cases[5].faults == (
        "suite.rubric.yaml:7:40: case case-5: unknown key `smaples` in a case; did you mean `samples`?",
        "suite.rubric.yaml:7:34: case case-5: `threshold` must be a number from 0 to 100, found \"high\"",
    )  # fmt: skip
    assert loaded.cases[6].expected_output == "b"
