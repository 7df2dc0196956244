"""Every field of a record: nobody meets a value that the field can't hold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_rubric.cli import main
from pytest_rubric.errors import ConfigError
from pytest_rubric.gating import results
from pytest_rubric.gating.results import fields
from pytest_rubric.gating.shapes import Fields
from pytest_rubric.reporting import compared, labels, notes, record, run_records
from tests.gating.results.whole import ALLOWED, whole
from tests.gating.values import VALUES, fits, replaced, ways, without

AGAIN = "write it anew: pytest --rubric-json FILE"


def told(path: Path) -> str:
    with pytest.raises(ConfigError) as caught:
        results.read(path)
    return str(caught.value)


def test_every_field_has_its_line_in_the_table() -> None:
    assert [way for way in ways(whole()) if way != "version"] == list(ALLOWED)


@pytest.mark.parametrize(
    ("checked", "written"),
    [
        (fields.RECORD, record.Record),
        (fields.CRITERION, record.CriterionRecord),
        (fields.QUOTE, record.QuoteRecord),
        (fields.POINT, record.PointRecord),
        (fields.HUMAN, labels.HumanRecord),
        (fields.WEAKNESS, labels.WeaknessRecord),
        (fields.JUDGE, compared.JudgeRecord),
        (fields.BASELINE, compared.BaselineRecord),
        (fields.FLIP, compared.FlipRecord),
        (fields.REPEAT, run_records.RepeatRecord),
        (fields.RUN, run_records.RunRecord),
        (fields.DECISION, run_records.DecisionRecord),
        (fields.COMPARISON, record.ComparisonRecord),
        (fields.ORDER, record.OrderRecord),
        (fields.NOTE, notes.NoteRecord),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_is_checked_is_what_is_written(checked: Fields, written: Any) -> None:
    assert set(checked.fields) == written.__required_keys__
    assert set(checked.optional) == written.__optional_keys__


def test_a_whole_record_comes_back_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text(json.dumps(whole()), encoding="utf-8")
    assert results.read(path) == [whole()]


@pytest.mark.parametrize("way", list(ALLOWED))
def test_values_of_another_kind_are_refused(way: str, tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    allowed = ALLOWED[way]
    refused = [kind for kind in VALUES if not fits(kind, allowed)]
    assert len(refused) >= 5
    messages = {}
    for kind in refused:
        path.write_text(f"{json.dumps(whole())}\n{replaced(whole(), way, VALUES[kind])}\n", encoding="utf-8")
        messages[kind] = told(path)
    expected = {
        kind: f"{path}:2: {way}: found {VALUES[kind]}, allowed: {allowed}; {AGAIN}" for kind in refused
    }
    if allowed in ("a number, or null", "a number other than 0"):
        limited = (
            allowed.replace(", or null", "") + ", of at most 150 digits" + ", or null" * ("null" in allowed)
        )
        expected["huge"] = f"{path}:2: {way}: found 1e+300, allowed: {limited}; {AGAIN}"
    assert messages == expected


@pytest.mark.parametrize(
    "way", [way for way, allowed in ALLOWED.items() if not allowed.startswith("an object")]
)
def test_every_command_can_do_with_what_is_allowed(
    way: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [
        replaced(whole(), way, text)
        for kind, text in VALUES.items()
        if fits(kind, ALLOWED[way]) and kind not in ("pair", "nested")
    ]
    if way == "criteria[1].points":
        lines.remove(replaced(whole(), way, "-1"))  # with the status of a criterion that earns points
    lines.append(json.dumps(whole()))
    path = tmp_path / "r.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    page = str(tmp_path / "page.html")
    for command in (
        ["show"],
        ["show", "--case", "price"],
        ["show", "--html", page],
        ["calibrate"],
        ["calibrate", "--lang", "zh"],
    ):
        assert main([*command, str(path)]) == 0 or (way == "id" and "--case" in command)
    assert main(["diff", str(path), str(path)]) in (0, 1)
    assert "Traceback" not in capsys.readouterr().err
    assert main(["calibrate", str(path), "--output", str(tmp_path / "report.md")]) == 0


# Where an entry of a list or of an object with names of the file's own may be missing.
FREE = (
    "figures.share",
    "tags.axis:accuracy",
    "judge.prompts.rubric",
    "baseline.judge_before.prompts.rubric",
    "human.criteria.1",
)
OPTIONAL = ("criteria[1].turn", "criteria[1].check", "criteria[1].human", "human.criteria")


@pytest.mark.parametrize(
    "way", [way for way in ALLOWED if not way.endswith("]") and way not in (*FREE, *OPTIONAL)]
)
def test_a_field_that_is_missing(way: str, tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text(without(whole(), way), encoding="utf-8")
    if ALLOWED[way].endswith(", or null"):
        assert results.read(path) == [json.loads(replaced(whole(), way, "null"))]
    else:
        assert told(path) == f"{path}:1: {way}: found nothing, allowed: {ALLOWED[way]}; {AGAIN}"


@pytest.mark.parametrize("way", [*FREE, *OPTIONAL])
def test_a_field_that_only_some_have(way: str, tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text(without(whole(), way), encoding="utf-8")
    assert results.read(path) == [json.loads(without(whole(), way))]


@pytest.mark.parametrize(
    ("points", "status", "human", "way", "found", "allowed"),
    [
        (10, "violated", "met", "status", "violated", "met, not_met, undecided"),
        (10, "clean", "met", "status", "clean", "met, not_met, undecided"),
        (-0.5, "met", "clean", "status", "met", "violated, clean, undecided"),
        (-5, "not_met", "clean", "status", "not_met", "violated, clean, undecided"),
        (10, "met", "clean", "human", "clean", "met, not_met"),
        (10, "met", "undecided", "human", "undecided", "met, not_met"),
        (-5, "clean", "met", "human", "met", "violated, clean"),
    ],
)
def test_a_status_is_one_that_the_sign_of_the_points_allows(
    points: float, status: str, human: str, way: str, found: str, allowed: str, tmp_path: Path
) -> None:
    made = whole()
    made["criteria"][0] |= {"points": points, "status": status, "human": human}
    path = tmp_path / "r.jsonl"
    path.write_text(json.dumps(made), encoding="utf-8")
    assert told(path) == f'{path}:1: criteria[1].{way}: found "{found}", allowed: {allowed}; {AGAIN}'


@pytest.mark.parametrize(
    "found", ["[]", "[70]", "[70, 75, 80]", "[70, null]", "[70, 101]", "[true, 75]", '["70", 75]']
)
@pytest.mark.parametrize("way", ["interval", "baseline.interval", "repeat.runs[1].interval"])
def test_an_interval_has_two_ends(way: str, found: str, tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text(replaced(whole(), way, found), encoding="utf-8")
    allowed = "a list of two numbers from 0 to 100, the low end first, or null"
    assert told(path) == f"{path}:1: {way}: found {found}, allowed: {allowed}; {AGAIN}"


def test_a_number_of_thousands_of_digits_is_none(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text(replaced(whole(), "raw_score", "9" * 5000), encoding="utf-8")
    assert told(path) == f"{path}:1: raw_score: found Infinity, allowed: a number, or null; {AGAIN}"


def test_names_of_the_file_and_what_was_found_are_told_in_short(tmp_path: Path) -> None:
    made = whole()
    made["tags"] = {"a\x1b[31m" * 100: "x" * 1000}
    path = tmp_path / "r.jsonl"
    path.write_text(json.dumps(made), encoding="utf-8")
    message = told(path)
    assert "\x1b" not in message
    assert len(message) < 500
    assert message.endswith(f"…, allowed: a number from 0 to 100, or null; {AGAIN}")
