"""Which entry of a reply answers which part of the question."""

from __future__ import annotations

import pytest

from pytest_rubric.judging.ids import Matching, match_entries


def entries(*ids: object) -> list[dict[str, object]]:
    """Entries with these ids, each saying its place; ``...`` is one without an id."""
    return [{"says": place} if id_ is ... else {"id": id_, "says": place} for place, id_ in enumerate(ids, 1)]


def places(matching: Matching | None) -> dict[object, object]:
    """By id the place of the entry that stands for it."""
    assert matching is not None
    return {id_: entry["says"] for id_, entry in matching.entries.items()}


@pytest.mark.parametrize(
    ("given", "ids", "expected"),
    [
        ((1, 2, 3), (1, 2, 3), {1: 1, 2: 2, 3: 3}),
        ((3, 1), (1, 2, 3), {3: 1, 1: 2}),
        (("#1", "**2**", 3.0), (1, 2, 3), {1: 1, 2: 2, 3: 3}),
        (("tone", "**Length**"), ("Tone", "Length"), {"Tone": 1, "Length": 2}),
        (("Tone of voice",), ("Tone of voice", "Tone"), {"Tone of voice": 1}),
        (("准确性", "「完整性」"), ("准确性", "完整性"), {"准确性": 1, "完整性": 2}),
        (("tone", "Tone"), ("Tone", "tone"), {"tone": 1, "Tone": 2}),
        (("TONE",), ("Tone", "tone", "x"), None),
        (("x" * 600,), ("x" * 600, "y"), {"x" * 600: 1}),
    ],
)
def test_entries_stand_for_the_ids_that_they_name(
    given: tuple[object, ...], ids: tuple[int | str, ...], expected: dict[object, object] | None
) -> None:
    matching = match_entries(entries(*given), ids)
    if expected is None:
        assert matching is None
        return
    assert places(matching) == expected
    assert matching is not None
    assert (matching.repeated, matching.unknown, matching.repaired) == (frozenset(), (), False)


def test_a_repeated_id_has_no_entry() -> None:
    matching = match_entries(entries(1, 2, "1"), (1, 2))
    assert places(matching) == {2: 2}
    assert matching is not None
    assert matching.repeated == {1}


@pytest.mark.parametrize(
    ("given", "unknown"),
    [
        ((1, 2, 3, 4), (4,)),  # the second part was split in two: what is behind it has moved
        ((0, 1, 2), (0,)),
        ((1, 2, 3, ...), (None,)),
        ((1, 2, 3, "summary"), ("summary",)),
        ((1, True, 3), (True,)),
    ],
)
def test_an_unknown_number_puts_all_numbers_in_doubt(
    given: tuple[object, ...], unknown: tuple[object, ...]
) -> None:
    matching = match_entries(entries(*given), (1, 2, 3))
    assert places(matching) == {}
    assert matching is not None
    assert matching.unknown == unknown


def test_an_unknown_name_is_left_out() -> None:
    matching = match_entries(entries("Tone", "Overall", "Length"), ("Tone", "Length"))
    assert places(matching) == {"Tone": 1, "Length": 3}
    assert matching is not None
    assert matching.unknown == ("Overall",)


@pytest.mark.parametrize("said", [1, 0, "1", "#1", ..., None])
@pytest.mark.parametrize("id_", [7, "Tone"])
def test_the_only_entry_stands_for_the_only_id_and_is_marked(said: object, id_: int | str) -> None:
    matching = match_entries(entries(said), (id_,))
    assert places(matching) == {id_: 1}
    assert matching is not None
    assert matching.repaired


@pytest.mark.parametrize(
    ("given", "ids"),
    [
        ((2,), (7,)),  # neither its id nor a count: what it is about is anyone's guess
        (("Length",), ("Tone",)),
        ((True,), (7,)),
        ((1, 2), (7,)),  # which of the two?
        ((1,), (7, 8)),
        ((), (7,)),
        ((), ()),
        ((1,), ()),
    ],
)
def test_where_anything_else_can_be_meant_it_is_no_answer(
    given: tuple[object, ...], ids: tuple[int | str, ...]
) -> None:
    assert match_entries(entries(*given), ids) is None


def test_the_only_id_that_is_named_is_no_repair() -> None:
    matching = match_entries(entries(1), (1,))
    assert matching is not None
    assert not matching.repaired


def test_what_is_no_entry_is_left_out_and_the_name_of_the_id_can_be_another() -> None:
    given = ["1", None, 1, [1], {"number": 1, "says": "yes"}]
    assert places(match_entries(given, (1, 2), name="number")) == {1: "yes"}
