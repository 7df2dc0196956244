"""Text that can or can't be read at all."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from pytest_rubric.errors import CaseFileError
from pytest_rubric.loading import parsing
from pytest_rubric.loading.names import is_rubric_name
from tests.loading.support import load_case, load_file, refusal

TWO_LINES = "cases:\n- Input: one\n  ExpectedOutput: two\n"


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_any_newline_with_or_without_byte_order_mark(tmp_path: Path, newline: str, mark: bytes) -> None:
    [case] = load_file(tmp_path, mark + TWO_LINES.replace("\n", newline).encode()).cases
    assert (case.input, case.expected_output, case.faults) == ("one", "two", ())
    assert case.location is not None
    assert (case.location.line, case.location.column) == (2, 3)


def test_line_ends_inside_a_text_become_one_kind(tmp_path: Path) -> None:
    [case] = load_file(tmp_path, b"cases:\r\n- ExpectedOutput: |-\r\n    a\r\n    b\r\n").cases
    assert case.expected_output == "a\nb"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "suite.rubric.yaml: is empty; the top level must be a mapping with `cases:`, a list of cases"),
        (b"# only a remark\n---\n", "suite.rubric.yaml: is empty; the top level must be a mapping with "
         "`cases:`, a list of cases"),
        ("cases: x".encode("utf-16"), "suite.rubric.yaml: is UTF-16; save it as UTF-8"),
        (
            "cases:\n- Input: né".encode("latin-1"),
            "suite.rubric.yaml:2:11: is not UTF-8: byte 0xe9 at this place; save it as UTF-8",
        ),
        (b"cases:\n\t- Input: a\n", "suite.rubric.yaml:2:1: a tab is used for indentation; use spaces"),
        (b"cases:\n- Input: a\n  \tJudge: b\n", "suite.rubric.yaml:3:3: a tab is used for indentation; use spaces"),
        (
            b"cases:\n- Input: a\x1b[1m\n",
            "suite.rubric.yaml:2:11: the character U+001B can't stand in a YAML file; write it as "
            '"\\x1b" in double quotes',
        ),
        (
            "cases:\r\n- Input: \ufffe\r\n".encode(),
            "suite.rubric.yaml:2:10: the character U+FFFE can't stand in a YAML file; write it as "
            '"\\ufffe" in double quotes',
        ),
        (
            b"cases:\n- Input: a: b\n",
            "suite.rubric.yaml:2:11: is not readable as YAML: mapping values are not allowed here",
        ),
        (
            b"cases:\n- Input: a\n---\nInput: b\n",
            "suite.rubric.yaml:3:1: a second YAML document begins here; a case file is one document: put all "
            "cases into one list `cases:`",
        ),
        (
            b"cases:\n- Input: a\n---\n",
            "suite.rubric.yaml:3:1: a second YAML document begins here; a case file is one document: put all "
            "cases into one list `cases:`",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_with_its_place(tmp_path: Path, content: bytes, message: str) -> None:
    assert refusal(tmp_path, content) == message


def test_one_document_may_have_its_marks(tmp_path: Path) -> None:
    [case] = load_file(tmp_path, f"---\n{TWO_LINES}...\n".encode()).cases
    assert case.input == "one"


def test_a_file_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.rubric.yaml").mkdir()
    with pytest.raises(CaseFileError) as caught:
        parsing.read_text(tmp_path / "folder.rubric.yaml", "folder.rubric.yaml")
    assert str(caught.value) == "folder.rubric.yaml: can't be read: Is a directory"


def test_an_escaped_surrogate_pair_is_one_character(tmp_path: Path) -> None:
    case = load_case(tmp_path, r'ExpectedOutput: "\ud83c\udf7b and \ud83c alone"')
    assert case.expected_output == "\U0001f37b and \\ud83c alone"
    assert case.faults == ()


def test_control_characters_are_made_visible(tmp_path: Path) -> None:
    case = load_case(tmp_path, r'{ExpectedOutput: "\e[31mred\a\0 \uffff", "ta\x07gs": []}')
    assert case.expected_output == r"\x1b[31mred\x07\x00 \uffff"
    assert "unknown key `ta\\x07gs` in a case" in case.faults[0]


def test_the_python_parser_stands_in_for_the_c_parser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    [case] = load_file(tmp_path, TWO_LINES).cases
    assert (case.input, case.location.line if case.location else None) == ("one", 2)


@pytest.mark.skipif(not yaml.__with_libyaml__, reason="PyYAML has no C parser here")
def test_in_a_large_broken_file_the_c_parser_has_the_last_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parsing, "_PYTHON_PARSER_LIMIT", 10)
    assert refusal(tmp_path, "cases:\n- Input: [1, 2}\n") == (
        "suite.rubric.yaml:2:15: is not readable as YAML: did not find expected ',' or ']' "
        "(while parsing a flow sequence)"
    )
    escaped = load_case(tmp_path, r'ExpectedOutput: "\ud83c\udf7b"')
    assert escaped.expected_output == "\U0001f37b"


@pytest.mark.parametrize("enabled", [True, False])
def test_the_collector_is_left_as_it_was(tmp_path: Path, enabled: bool) -> None:
    before = gc.isenabled()
    try:
        (gc.enable if enabled else gc.disable)()
        load_file(tmp_path, TWO_LINES)
        refusal(tmp_path, "cases: [")
        assert gc.isenabled() is enabled
    finally:
        (gc.enable if before else gc.disable)()


def test_many_cases_and_a_large_text(tmp_path: Path) -> None:
    case = "- Input: question\n  Judge:\n  - {criterion: Says so, points: 5, tags: [a]}\n"
    large = "word " * 1_000_000
    loaded = load_file(tmp_path, f"cases:\n{case * 3_000}- {{ExpectedOutput: x, ActualOutput: {large!r}}}\n")
    assert len(loaded.cases) == 3_001
    assert [c.id for c in loaded.cases if c.faults] == []
    assert loaded.cases[-1].actual_output == large
    assert loaded.cases[2_999].location is not None
    assert loaded.cases[2_999].location.line == 2 + 3 * 2_999


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("a.rubric.yaml", True),
        ("A.Rubric.YML", True),
        ("rubric.yaml", False),
        ("a.rubric.yaml.bak", False),
        ("testcases.yaml", False),
    ],
)
def test_names_that_are_ours(name: str, ours: bool) -> None:
    assert is_rubric_name(Path("some") / name) is ours


def test_asking_for_a_name_imports_no_parser() -> None:
    code = (
        "import sys; from pathlib import Path; from pytest_rubric.loading.names import is_rubric_name; "
        "is_rubric_name(Path('a')); print([m for m in ('yaml', 'pydantic', 'jsonschema') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
