"""Whether a case of the baseline is gone: by what a run has looked at, and by nothing else."""

from __future__ import annotations

import pytest

from pytest_rubric.gating.baseline.presence import Looked, by_file

TESTS = [
    "shop/lamp.rubric.yaml::price",
    "shop/lamp.rubric.yaml::price/text-tone",
    "test_reply.py::test_tone",
    "test_reply.py::TestAll::test_each[a::b#1]",
]


@pytest.mark.parametrize(
    ("key", "gone"),
    [
        ("shop/lamp.rubric.yaml::price", False),
        ("shop/lamp.rubric.yaml::price/text-tone", False),
        # of a case that is there another item, which nothing asks for any more
        ("shop/lamp.rubric.yaml::price/text-format", True),
        ("shop/lamp.rubric.yaml::pric", True),
        ("shop/lamp.rubric.yaml::cost", True),
        # a check of a test that is there: only the test itself knows whether it still checks that
        ("test_reply.py::test_tone", False),
        ("test_reply.py::test_tone#politeness", False),
        ("test_reply.py::test_tone#politeness#2", False),
        ("test_reply.py::TestAll::test_each[a::b#1]#x", False),
        ("test_reply.py::TestAll::test_each[a::b#2]", True),
        ("test_reply.py::test_other#politeness", True),
        # a file of another folder with the same name
        ("lamp.rubric.yaml::price", False),
        ("lost.rubric.yaml::price", True),
        ("test_lost.py::test_tone#politeness", True),
        ("emptied.rubric.yaml::price", True),
    ],
)
def test_what_was_looked_at_decides_and_of_other_files_whether_they_are_there(key: str, gone: bool) -> None:
    looked = Looked({**by_file(TESTS), "emptied.rubric.yaml": ()}, lambda file: "lost" in file)
    assert looked.is_gone(key) is gone


def test_nothing_is_asked_about_a_file_that_was_looked_at() -> None:
    asked: list[str] = []

    def is_lost(file: str) -> bool:
        asked.append(file)
        return True

    looked = Looked(by_file(TESTS), is_lost)
    assert looked.is_gone("test_reply.py::test_tone") is False
    assert looked.is_gone("b.rubric.yaml::price") is True
    assert asked == ["b.rubric.yaml"]


def test_node_ids_by_their_files() -> None:
    assert by_file(TESTS) == {"shop/lamp.rubric.yaml": set(TESTS[:2]), "test_reply.py": set(TESTS[2:])}
    assert by_file([]) == {}
