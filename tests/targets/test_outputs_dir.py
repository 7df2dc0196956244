"""``--rubric-outputs``: files that something else has written."""

from __future__ import annotations

import pytest

from pytest_rubric.model import Output, TargetSpec
from tests.targets.support import Bench


@pytest.fixture
def outputs(bench: Bench) -> Bench:
    bench.set(outputs_dir=bench.root / "out")
    (bench.root / "out").mkdir()
    return bench


@pytest.mark.parametrize(
    "name",
    [
        "a.md",
        "a.txt",
        "a.json",
        "case_4_actual_output.txt",
        "case_4_actual_output.md",
        "case_4_actual_output.json",
        "case_4_actual_result.txt",
        "case_4_actual_result.md",
        "case_4_actual_result.json",
    ],
)
def test_names_by_id_and_by_position(outputs: Bench, name: str) -> None:
    outputs.write(f"out/{name}", "found")
    assert outputs.run(outputs.case(index=4)) == Output("found")


def test_the_id_goes_before_the_position(outputs: Bench) -> None:
    outputs.write("out/case_0_actual_output.txt", "by position")
    outputs.write("out/a.txt", "by id")
    assert outputs.run(outputs.case()).text == "by id"


def test_it_goes_before_what_the_case_says_and_before_other_overrides(outputs: Bench) -> None:
    outputs.write("out/a.md", "from the folder")
    outputs.set(target="nowhere:nothing")
    case = outputs.case(
        actual_output="inline", target=TargetSpec(function="nowhere:nothing"), run_log=["of inline"]
    )
    assert outputs.run(case, run_target=lambda case: "hook") == Output("from the folder")


def test_nothing_found_is_an_error_with_the_names_tried(outputs: Bench) -> None:
    outputs.write("out/b.md", "another case")
    folder = outputs.root / "out"
    names = [
        "a.md", "a.txt", "a.json",
        "case_2_actual_output.txt", "case_2_actual_output.md", "case_2_actual_output.json",
        "case_2_actual_result.txt", "case_2_actual_result.md", "case_2_actual_result.json",
    ]  # fmt: skip
    failure = outputs.failure(outputs.case(index=2, actual_output="inline"))
    assert str(failure) == (
        "--rubric-outputs: no output for case a: expected a.md or case_2_actual_output.txt "
        f"(or .txt, .md, .json) in {folder}"
    )
    assert failure.details == f"looked for in {folder}:\n" + "\n".join(f"  {name}" for name in names)


def test_a_missing_folder_is_an_error(bench: Bench) -> None:
    bench.set(outputs_dir=bench.root / "none")
    assert bench.error(bench.case()) == f"--rubric-outputs: there is no folder {bench.root}/none"


def test_with_several_case_files_each_has_its_folder(outputs: Bench) -> None:
    outputs.write("out/cases/a.md", "found")
    outputs.write("out/a.md", "of another file")
    outputs.stem_of = lambda path: path.name.removesuffix(".rubric.yaml")
    assert outputs.run(outputs.case()).text == "found"


@pytest.mark.parametrize(
    "name",
    [
        "a.sharegpt.json",
        "a.run_log.json",
        "a.run_log.jsonl",
        "case_0_sharegpt.json",
        "case_0_run_log.json",
        "case_0_run_log.jsonl",
    ],
)
def test_a_run_log_beside_the_output(outputs: Bench, name: str) -> None:
    outputs.write("out/a.md", "found")
    outputs.write(f"out/{name}", '[{"role": "user", "content": "hi"}]')
    assert outputs.run(outputs.case()) == Output("found", run_log=[{"role": "user", "content": "hi"}])


def test_a_run_log_of_plain_text(outputs: Bench) -> None:
    outputs.write("out/a.md", "found")
    outputs.write("out/case_0_run_log.txt", "user: hi")
    assert outputs.run(outputs.case()).run_log == "user: hi"


def test_a_broken_run_log_is_an_error(outputs: Bench) -> None:
    outputs.write("out/a.md", "found")
    outputs.write("out/case_0_sharegpt.json", "{")
    assert "case_0_sharegpt.json is no JSON" in outputs.error(outputs.case())


def test_an_id_with_slashes_stays_in_the_folder(outputs: Bench) -> None:
    outputs.write("out/shop/refund.md", "found")
    outputs.write("secret.md", "outside")
    assert outputs.run(outputs.case(id="shop/refund")).text == "found"
    looked_for = outputs.failure(outputs.case(id="../secret")).details or ""
    assert "secret.md" not in looked_for
    assert "  case_0_actual_output.txt" in looked_for.splitlines()


def test_undecodable_bytes_are_noted(outputs: Bench) -> None:
    outputs.write("out/a.txt", b"\xff")
    assert outputs.run(outputs.case()).notes == (
        "a.txt is not UTF-8 throughout: each byte that could not be read is shown as \ufffd",
    )
