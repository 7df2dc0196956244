from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from pytest_rubric.loading.ids import MAX_BYTES, assign, slug
from tests.loading.support import load_file


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("late-parcel", "late-parcel"),
        ("db::lookup", "db-lookup"),
        ("fee, with tax?", "fee-with-tax"),
        ("20% less (in May)", "20-less-in-May"),
        ('say "hi" [twice]', "say-hi-twice"),
        ("a@b", "a-b"),
        ("group/v1.2+beta_3", "group/v1.2+beta_3"),
        ("运费 说明", "运费-说明"),
        ("ждать", "ждать"),
        ("not found", "case-not-found"),
        ("OR", "case-OR"),
        ("and/or", "case-and/or"),
        ("nothing", "nothing"),
        ("android", "android"),
        ("--flag", "flag"),
        ("../../up", "up"),
        ("/etc//x/.", "etc/x"),
        ("tab\tand\nline", "tab-and-line"),
    ],
)
def test_a_slug_keeps_letters_digits_and_a_few_signs(written: str, expected: str) -> None:
    assert slug(written) == expected


def test_composed_and_decomposed_letters_give_one_slug() -> None:
    assert slug(unicodedata.normalize("NFD", "née été")) == slug("née été") == "née-été"


@pytest.mark.parametrize("written", ["", "???", "...", "/", "- -", "🙂"])
def test_a_slug_is_never_empty(written: str) -> None:
    made = slug(written)
    assert made.startswith("case-")
    assert len(made) == len("case-") + 8


def test_slugs_of_different_signs_differ() -> None:
    assert slug("???") != slug("!!!")


@pytest.mark.parametrize("written", ["x" * 300, "很" * 300, "ab/" * 200])
def test_a_long_slug_is_cut_and_stays_unique(written: str) -> None:
    made = slug(written)
    assert len(made.encode()) <= MAX_BYTES
    assert made.startswith(written[:20])
    assert slug(written + "y") != made


def test_a_cut_slug_is_a_file_name(tmp_path: Path) -> None:
    path = tmp_path / f"{slug('很' * 300)}_eval_result.md"
    path.write_text("x")
    assert path.exists()


def test_a_slug_of_a_slug_is_itself() -> None:
    for written in ("not found", "很" * 300, "a@b", "???"):
        assert slug(slug(written)) == slug(written)


def test_a_taken_id_gets_the_next_free_number() -> None:
    assigned = assign(["a", "a", "a-2", "a", None, "case-4"])
    assert [each.id for each in assigned] == ["a", "a-3", "a-2", "a-4", "case-4", "case-4-2"]
    assert [each.earlier for each in assigned] == [None, 0, None, 0, None, 4]


def test_ids_titles_and_positions(tmp_path: Path) -> None:
    loaded = load_file(
        tmp_path,
        """\
        cases:
        - {id: "Refund,  late", ExpectedOutput: x}
        - {ExpectedOutput: x}
        - {name: 7, ExpectedOutput: x}
        - {id: "", ExpectedOutput: x}
        - {id: ~, ExpectedOutput: x}
        """,
    )
    assert [(case.id, case.title, case.index) for case in loaded.cases] == [
        ("Refund-late", "Refund, late", 0),
        ("case-1", "case-1", 1),
        ("7", "7", 2),
        ("case-3", "case-3", 3),
        ("case-4", "case-4", 4),
    ]


def test_the_later_of_two_equal_ids_errors(tmp_path: Path) -> None:
    first, second = load_file(
        tmp_path,
        """\
        cases:
        - id: say hi
          ExpectedOutput: x
        - id: say-hi
          ExpectedOutput: x
        """,
    ).cases
    assert (first.id, first.faults) == ("say-hi", ())
    assert second.id == "say-hi-2"
    assert second.faults == (
        "suite.rubric.yaml:4:3: case say-hi-2: the id `say-hi` is taken by the case at line 2; "
        "ids must be unique in a file",
    )
