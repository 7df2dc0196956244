"""The JSON Schema and the reference page say what the loader does."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from pytest_rubric.loading.key_table import KeyTable
from pytest_rubric.loading.keys import (
    CASE_KEYS,
    CATALOG_KEYS,
    CHECK_KEYS,
    COMPARE_CRITERIA_KEYS,
    COMPARE_KEYS,
    COMPARED_KEYS,
    COUNT_KEYS,
    CRITERION_KEYS,
    DIMENSION_KEYS,
    DIMENSION_SCALE_KEYS,
    DIMENSIONS_KEYS,
    EVALUATOR_KEYS,
    FILE_KEYS,
    GRADED_KEYS,
    HUMAN_KEYS,
    JUDGE_KEYS,
    LEVEL_KEYS,
    MESSAGE_KEYS,
    NAMED_TARGET_KEYS,
    POINT_KEYS,
    TABLES,
    TARGET_KEYS,
    TOOL_ARGUMENTS_KEYS,
    TOOL_CALLED_KEYS,
    TURN_KEYS,
    WEIGHTED_KEYS,
)
from pytest_rubric.loading.schema import json_schema
from tests.loading.support import load_file

SCHEMA = json_schema()
DEFINITIONS = SCHEMA["$defs"]
PAGE = Path(__file__).parents[2] / "docs" / "case-files.md"


def validator() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(SCHEMA)


def mapping_of(table: KeyTable) -> dict[str, Any]:
    mappings: dict[str, dict[str, Any]] = {
        FILE_KEYS.what: SCHEMA,
        CASE_KEYS.what: DEFINITIONS["case"],
        JUDGE_KEYS.what: DEFINITIONS["judge_mapping"],
        CRITERION_KEYS.what: DEFINITIONS["criterion"],
        DIMENSIONS_KEYS.what: DEFINITIONS["dimensions_mapping"],
        DIMENSION_SCALE_KEYS.what: DEFINITIONS["dimension_scale"]["anyOf"][0],
        DIMENSION_KEYS.what: DEFINITIONS["dimension"],
        LEVEL_KEYS.what: DEFINITIONS["described_level"],
        CHECK_KEYS.what: DEFINITIONS["check"]["anyOf"][0],
        COUNT_KEYS.what: DEFINITIONS["count"],
        TOOL_CALLED_KEYS.what: DEFINITIONS["tool_called"]["anyOf"][1],
        TOOL_ARGUMENTS_KEYS.what: DEFINITIONS["tool_arguments"],
        TARGET_KEYS.what: DEFINITIONS["target"]["anyOf"][2],
        TURN_KEYS.what: DEFINITIONS["turn"],
        NAMED_TARGET_KEYS.what: DEFINITIONS["named_target"]["anyOf"][1],
        EVALUATOR_KEYS.what: DEFINITIONS["evaluators"]["anyOf"][0]["items"]["anyOf"][1],
        POINT_KEYS.what: DEFINITIONS["custom_points"]["anyOf"][0]["items"]["anyOf"][1],
        CATALOG_KEYS.what: DEFINITIONS["catalog"]["anyOf"][0]["items"]["anyOf"][1],
        WEIGHTED_KEYS.what: DEFINITIONS["weighted_texts"]["anyOf"][0]["items"]["anyOf"][1],
        HUMAN_KEYS.what: DEFINITIONS["human"]["anyOf"][0],
        COMPARE_KEYS.what: DEFINITIONS["compare"]["anyOf"][0],
        COMPARED_KEYS.what: DEFINITIONS["output"],
        COMPARE_CRITERIA_KEYS.what: DEFINITIONS["compare_criteria"]["anyOf"][0],
        GRADED_KEYS.what: DEFINITIONS["level_criteria"]["items"]["anyOf"][1],
        MESSAGE_KEYS.what: DEFINITIONS["message"],
    }
    return mappings[table.what]


def test_it_is_a_schema_whose_references_all_lead_somewhere() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    references = set(re.findall(r"'#/\$defs/(\w+)'", str(SCHEMA)))
    assert references <= set(DEFINITIONS)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.what.replace(" ", "-"))
def test_keys_of_the_loader_are_keys_of_the_schema(table: KeyTable) -> None:
    mapping = mapping_of(table)
    spellings = [spelling for key in table.keys for spelling in key.spellings]
    assert list(mapping["properties"]) == spellings
    for spelling in spellings:
        for variant in (spelling.upper(), spelling.lower(), spelling.replace("_", "-"), f"-{spelling}_"):
            assert table.canonical(variant) is not None
            assert any(re.search(pattern, variant) for pattern in mapping["patternProperties"])


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.what.replace(" ", "-"))
def test_keys_of_the_schema_are_keys_of_the_loader(table: KeyTable) -> None:
    mapping = mapping_of(table)
    for stranger in ("stranger", "x", "xnote", "case s", "poi.nts", ""):
        assert table.canonical(stranger) is None
        assert not any(re.search(pattern, stranger) for pattern in mapping["patternProperties"])
    assert len(mapping["patternProperties"]) == len(mapping["properties"]) + 1


def test_defaults_take_every_key_of_a_case_but_the_id() -> None:
    keys = set(DEFINITIONS["defaults"]["anyOf"][0]["properties"])
    assert set(DEFINITIONS["case"]["properties"]) - keys == {"id", "name"}


FILES = [
    """\
    meta: {count: 2, notice: n}
    defaults: {threshold: 80, tags: [a]}
    cases:
    - id: a
      Input: 12:30
      ExpectedOutput: [a, {b: c}]
      Judge:
      - {criterion: a, points: 15, tags: [x:y], required: yes, x-note: n}
      - {Requirement: b, weight: -0.5, check: {max-words: 5}}
      - check: {count: {regex: a, min: 1, max: 2}}
      - plain words
      target: {command: [python, 1.5], env: {A: 1}, timeout: 60, cwd: x}
      marks: [slow, {xfail: why}]
      evaluators: [e]
      RunLog: [{role: user}]
      metadata: {any: [1]}
      x-own: 1
    - name: b
      input: [{role: user, content: c}]
      judge: ~
      expected_output: 5
      strategy: criterion
      lang: zh
      samples: 3
      timeout: 0.5
      target: a:b
    """,
    """\
    defaults:
      targets:
        short: {model: m, prompt: "a {{input}}", system: b, parameters: {temperature: 0.5}, concurrency: 2}
        other: {model: m, prompt_file: p.md, base_url: "http://h/v1", api_key_env: OTHER_KEY, timeout: 5}
        agent: a:b
        shell: {command: [c], stdin: d}
        before: {actual_output: text, run_log: [{role: user}]}
        file: {ActualOutputFile: x.txt, RunLogFile: y.json}
    cases:
    - {Input: a, Judge: [a]}
    - {Input: a, Judge: [a], target: {model: m}}
    """,
    "cases: [{compare: {with: previous}}, {compare: {with: {dir: a}, expect: A}}, {compare: {with: old.md}}]\n",
    """\
    cases:
    - compare:
        a: {output: x}
        B: {target: {command: [c]}}
        expect: not_worse
        expectations: [y]
        criteria: {content: [z, {name: n, levels: {'1': bad, '5': good}}]}
    """,
    "testcases: [{Input: a, rubric: {rubrics: [a]}}, {Judge: free text}, {Judge: [{name: a, weight: 1}]}]\n",
    "cases: [{Judge: [{Name: a, weight: 0.5, scale: 1-3, levels: {'1': x, '3': y}}]}, {Judge: {scale: 1-10, a: 0.5, b: c}}]\n",
    "cases: [{Judge: {dimensions: [{name: a, rubric: [{score: 1, description: x}]}], rubric: {scale: 1-5, levelDescriptions: {}}}}]\n",
    "TEST_CASES: [{Judge: {rubric_name: r, criteria: [{name: a}]}}, {criteria: {tone: {weight: 1}}}]\n",
]


@pytest.mark.parametrize("text", FILES)
def test_what_loads_fits_the_schema(tmp_path: Path, text: str) -> None:
    loaded = load_file(tmp_path, text)
    assert [case.faults for case in loaded.cases] == [()] * len(loaded.cases)
    data = yaml.safe_load((tmp_path / "suite.rubric.yaml").read_text())
    assert [error.message for error in validator().iter_errors(data)] == []


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{}",
        "cases: []",
        "cases: [text]",
        "cases: [{Judge: [a]}]\ndefault: {}",
        "cases: [{Jugde: [a]}]",
        "cases: [{Judge: [{points: 3}]}]",
        "cases: [{Judge: [{criterion: a, point: 3}]}]",
        "cases: [{Judge: [{criterion: a, points: 0}]}]",
        "cases: [{Judge: [{criterion: a, points: true}]}]",
        "cases: [{Judge: [{check: {contains: a, regex: b}}]}]",
        "cases: [{Judge: [{check: {contian: a}}]}]",
        "cases: [{Judge: [{check: {count: {contains: a}}}]}]",
        "cases: [{Judge: [{check: {is_json: false}}]}]",
        "cases: [{Judge: 5}]",
        "cases: [{Judge: [{name: a, weight: -1}]}]",
        "cases: [{Judge: [{name: a, scale: 1-4}]}]",
        "cases: [{Judge: [{name: a, levels: {'high': x}}]}]",
        "cases: [{Judge: [{name: a, levels: [{score: 1}]}]}]",
        "cases: [{Judge: {a: [b]}}]",
        "cases: [{Judge: {criteria: [{name: a}], sacle: 1-5}}]",
        "cases: [{ExpectedOutput: a, threshold: 101}]",
        "cases: [{ExpectedOutput: a, threshold: 70%}]",
        "cases: [{ExpectedOutput: a, samples: 0}]",
        "cases: [{ExpectedOutput: a, lang: fr}]",
        "cases: [{ExpectedOutput: a, tags: smoke}]",
        "cases: [{ExpectedOutput: a, ActualOutput: {glob: x}}]",
        "cases: [{ExpectedOutput: a, target: {function: a:b, command: [c]}}]",
        "cases: [{ExpectedOutput: a, target: {prompt: m}}]",
        "cases: [{ExpectedOutput: a, target: {model: m, command: [c]}}]",
        "cases: [{ExpectedOutput: a, target: {model: m, api_key_env: sk-1}}]",
        "cases: [{ExpectedOutput: a, targets: {}}]",
        "cases: [{ExpectedOutput: a, targets: [a:b]}]",
        "cases: [{ExpectedOutput: a, targets: {one: {prompt: a}}}]",
        "cases: [{ExpectedOutput: a, targets: {one: {ActualOutput: a, model: b}}}]",
        "cases: [{ExpectedOutput: a, Input: [{role: user}]}]",
        "cases: [{ExpectedOutput: a, marks: [{a: 1, b: 2}]}]",
        "cases: [{ExpectedOutput: a}]\ndefaults: {id: a}",
    ],
)
def test_what_does_not_load_does_not_fit(text: str) -> None:
    assert not validator().is_valid(yaml.safe_load(text))


class TestPage:
    @pytest.mark.parametrize("table", TABLES, ids=lambda table: table.what.replace(" ", "-"))
    def test_every_key_and_alias_has_its_place(self, table: KeyTable) -> None:
        page = PAGE.read_text(encoding="utf-8")
        rows = re.findall(r"^\| (`[^|]+) \|", page, re.MULTILINE)
        named = {name for row in rows for name in re.findall(r"`([^`]+)`", row)}
        assert {spelling for key in table.keys for spelling in key.spellings} <= named

    def test_no_row_has_a_key_that_does_not_exist(self) -> None:
        page = PAGE.read_text(encoding="utf-8")
        known = {spelling for table in TABLES for key in table.keys for spelling in key.spellings}
        sections = re.split(r"^## ", page, flags=re.MULTILINE)
        rows = [row for part in sections for row in re.findall(r"^\| (`[^|]+) \| ", part, re.MULTILINE)]
        names = {name for row in rows for name in re.findall(r"`([^`]+)`", row)}
        assert names <= known

    def test_every_example_loads_and_fits_the_schema(self, tmp_path: Path) -> None:
        examples = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
        files = [example for example in examples if not example.startswith("# bad")]
        assert len(files) >= 5
        (tmp_path / "shared-rubric.yaml").write_text("- criterion: Is polite\n  points: 5\n")
        for number, example in enumerate(files):
            loaded = load_file(tmp_path, example.encode(), f"example{number}.rubric.yaml")
            assert [case.faults for case in loaded.cases] == [()] * len(loaded.cases)
            # an editor takes the key `1` of a mapping for a text, as JSON has it
            data = json.loads(json.dumps(yaml.safe_load(example)))
            assert [error.message for error in validator().iter_errors(data)] == []

    def test_the_example_of_messages_is_what_is_said(self, tmp_path: Path) -> None:
        page = PAGE.read_text(encoding="utf-8")
        match = re.search(r"```yaml\n(# bad.*?)```\n.*?```text\n(.*?)```", page, re.DOTALL)
        assert match is not None
        loaded = load_file(tmp_path, match[1].encode(), "bad.rubric.yaml")
        assert "\n".join(fault for case in loaded.cases for fault in case.faults) == match[2].strip()
