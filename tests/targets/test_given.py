"""Outputs that stand in the case, or in a file that it names."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from pytest_rubric.model import Output
from tests.targets.support import Bench


@pytest.mark.parametrize("text", ["", "outputs/answer.txt", "x" * 5000, "The answer\nis 42.\n", "  "])
def test_inline_text_is_the_output_and_never_a_path(bench: Bench, text: str) -> None:
    bench.write("evals/outputs/answer.txt", "from the file")
    assert bench.run(bench.case(actual_output=text)) == Output(text)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"plain\n", "plain\n"),
        (b"\xef\xbb\xbfwith mark", "with mark"),
        (b"one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("grüezi 你好".encode(), "grüezi 你好"),
        (b"\x1b[31mred\x00", "\\x1b[31mred\\x00"),
        (b"", ""),
    ],
)
def test_a_file_is_read_as_clean_text(bench: Bench, content: bytes, text: str) -> None:
    bench.write("evals/out.txt", content)
    assert bench.run(bench.case(actual_output_file="out.txt")) == Output(text)


def test_undecodable_bytes_are_replaced_and_noted(bench: Bench) -> None:
    bench.write("evals/out.txt", b"caf\xe9")
    output = bench.run(bench.case(actual_output_file="out.txt"))
    assert output.text == "caf\ufffd"
    assert output.notes == (
        "out.txt is not UTF-8 throughout: each byte that could not be read is shown as \ufffd",
    )


def test_a_path_is_relative_to_the_case_file_wherever_one_stands(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.write("evals/out/case_3_actual_output.txt", "beside the case file")
    bench.write("out/case_3_actual_output.txt", "in the root")
    case = bench.case(index=3, actual_output_file="out/case_{{index}}_actual_output.txt")
    for folder in (bench.root, bench.file.parent, bench.root / "out"):
        monkeypatch.chdir(folder)
        assert bench.run(case).text == "beside the case file"


def test_placeholders_in_a_path(bench: Bench) -> None:
    bench.write("evals/out/a-7.md", "found")
    assert bench.run(bench.case(index=7, actual_output_file="out/{{id}}-{{index}}.md")).text == "found"


def test_a_missing_file_is_an_error_with_the_path_tried(bench: Bench) -> None:
    assert bench.error(bench.case(actual_output_file="out/none.txt")) == (
        f"ActualOutputFile of case a: there is no file {bench.root}/evals/out/none.txt; "
        "nothing was judged in its place"
    )


def test_a_folder_is_an_error(bench: Bench) -> None:
    (bench.root / "evals" / "out").mkdir()
    assert bench.error(bench.case(actual_output_file="out")) == (
        f"ActualOutputFile of case a: {bench.root}/evals/out is a folder; name a file in it"
    )


@pytest.mark.parametrize(
    ("written", "reason"),
    [("x" * 300, "File name too long"), ("a\0b", "embedded null byte"), ("out.txt/more", "Not a directory")],
)
def test_a_path_that_can_not_be_is_an_error(bench: Bench, written: str, reason: str) -> None:
    bench.write("evals/out.txt", "x")
    message = bench.error(bench.case(actual_output_file=written))
    assert message.startswith("ActualOutputFile of case a: ")
    assert message.endswith(f" can't be read: {reason}")


def test_a_file_without_permission_is_an_error(bench: Bench) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may read everything")
    path = bench.write("evals/out.txt", "x")
    path.chmod(0)
    assert bench.error(bench.case(actual_output_file="out.txt")).endswith("can't be read: Permission denied")


def test_a_path_out_of_the_root_needs_leave(bench: Bench) -> None:
    case = bench.case(actual_output_file="../../elsewhere.txt")
    assert bench.error(case) == (
        f"`ActualOutputFile` of case a leads out of the root directory {bench.root}: "
        f"{bench.root.parent}/elsewhere.txt; set rubric_allow_outside_root to allow it"
    )
    bench.set(allow_outside_root=True)
    assert "there is no file" in bench.error(case)


def test_run_log_of_the_case_is_attached(bench: Bench) -> None:
    log = [{"role": "user", "content": "hi"}]
    assert bench.run(bench.case(actual_output="x", run_log=log)) == Output("x", run_log=log)


def test_run_log_file_is_read_after_the_target_ran(bench: Bench) -> None:
    words = ("sh", "-c", "echo '[1]' > log_0.json; echo done")
    case = bench.command(*words)
    output = bench.run(replace(case, run_log_file="log_{{index}}.json"))
    assert output == Output("done\n", run_log=[1])


def test_a_missing_run_log_file_is_an_error(bench: Bench) -> None:
    assert bench.error(bench.case(actual_output="x", run_log_file="log.json")) == (
        f"RunLogFile of case a: run log {bench.root}/evals/log.json can't be read: No such file or directory"
    )


def test_a_run_log_file_out_of_the_root_needs_leave(bench: Bench) -> None:
    message = bench.error(bench.case(actual_output="x", run_log_file="../../log.json"))
    assert message.startswith("`RunLogFile` of case a leads out of the root directory")
