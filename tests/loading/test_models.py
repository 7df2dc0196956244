"""``target: {model: ...}`` and ``targets:``: what they mean, and every complaint about them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_rubric.model import ModelSpec, NamedTarget, TargetSpec
from tests.loading.support import faults_of, load_case, load_file

ALLOWED = "(allowed: {{input}}, {{context}})"


@pytest.mark.parametrize(
    ("written", "target"),
    [
        ("{model: m}", TargetSpec(model=ModelSpec("m"))),
        (
            "{model: vendor/m-1, prompt: 'Q: {{ Query }} {x}', system: '{{context}}', timeout: 5, concurrency: 2}",
            TargetSpec(
                model=ModelSpec("vendor/m-1", prompt="Q: {{ Query }} {x}", system="{{context}}"),
                timeout=5.0,
                concurrency=2,
            ),
        ),
        (
            "{Model: m, promptFile: 'p/{{id}}.md', parameters: {temperature: 0.2, stop: [a], seed: ~}, "
            "base-url: http://h/v1, api_key_env: OTHER_KEY}",
            TargetSpec(
                model=ModelSpec(
                    "m",
                    prompt_file="p/{{id}}.md",
                    parameters={"temperature": 0.2, "stop": ["a"], "seed": None},
                    base_url="http://h/v1",
                    api_key_env="OTHER_KEY",
                )
            ),
        ),
        ("{model: m, parameters: , api_key_env: }", TargetSpec(model=ModelSpec("m"))),
    ],
)
def test_models(tmp_path: Path, written: str, target: TargetSpec) -> None:
    case = load_case(tmp_path, f"ExpectedOutput: a\ntarget: {written}")
    assert (case.target, case.faults) == (target, ())


@pytest.mark.parametrize(
    ("written", "faults"),
    [
        ("{prompt: a}", ["3:11: `target` must have exactly one of `function`, `command` and `model`"]),
        ("{model: m, command: [a]}", ["3:11: `target` must have exactly one of `function`, `command` and `model`"]),
        ("{model: }", ["3:19: `model` must be a text that is not empty, found nothing"]),
        ("{model: [m]}", ["3:19: `model` must be a text that is not empty, found a list"]),
        ("{modle: m}", ["3:12: unknown key `modle` in a target; did you mean `model`?"]),
        ("{model: m, api_key: secret}", ["3:22: unknown key `api_key` in a target; did you mean `api_key_env`?"]),
        (
            "{model: m, prompt: a, prompt_file: b.md}",
            ["3:33: `prompt` and `prompt_file` exclude each other: give one of them"],
        ),
        ("{model: m, prompt: ' '}", ['3:30: `prompt` must be a text that is not empty, found " "']),
        (
            "{model: m, prompt: '{{inptu}}'}",
            ["3:30: `prompt`: placeholder {{inptu}} is unknown; did you mean {{input}}? " + ALLOWED],
        ),
        (
            "{model: m, prompt: '{{input}} {{ReferenceOutput}}'}",
            [
                "3:30: `prompt`: placeholder {{expected_output}} can't be used here: a prompt under test must not "
                "see the reference answer " + ALLOWED
            ],
        ),
        (
            "{model: m, system: '{{input}}'}",
            ["3:30: `system`: placeholder {{input}} can't be used here (allowed: {{context}})"],
        ),
        (
            "{model: m, prompt: Be kind., system: Be short.}",
            [
                "3:40: `prompt` has no {{input}}, so it is the system message itself: leave `system` out, or "
                "write {{input}} where the input belongs"
            ],
        ),
        (
            "{model: m, prompt_file: ../../p.md}",
            [
                '3:35: `prompt_file` must stay inside the root directory, found "../../p.md"; '
                "set rubric_allow_outside_root to allow it"
            ],
        ),
        (
            "{model: m, parameters: 0.2}",
            ['3:34: `parameters` must be a mapping such as {temperature: 0.2}, found "0.2"'],
        ),
        (
            "{model: m, parameters: {n: 2, messages: []}}",
            [
                f"3:{column}: `{name}` can't be one of `parameters`: the model and its messages come from the "
                "target, and one output is judged"
                for column, name in ((35, "n"), (41, "messages"))
            ],
        ),
        ("{model: m, parameters: {a: 1, a: 2}}", ["3:41: duplicate key `a` (first at line 3)"]),
        (
            "{model: m, api_key_env: sk-very-secret}",
            [
                "3:35: `api_key_env` must be the name of an environment variable, such as OTHER_API_KEY; a key "
                "never stands in a case file"
            ],
        ),
        (
            "{model: m, stdin: x}",
            ["3:22: `stdin` of `target` is for a `command` only"],
        ),
        ("{function: a:b, prompt: x}", ["3:27: `prompt` of `target` is for a `model` only"]),
    ],
)  # fmt: skip
def test_wrong_models(tmp_path: Path, written: str, faults: list[str]) -> None:
    assert faults_of(tmp_path, f"ExpectedOutput: a\ntarget: {written}") == faults


class TestSeveralTargets:
    def test_any_kind_of_target_and_outputs_at_hand(self, tmp_path: Path) -> None:
        case = load_case(
            tmp_path,
            """\
            ExpectedOutput: a
            targets:
              agent: a:b
              shell: {command: [c]}
              vendor/m 1: {model: m}
              before: {ActualOutput: "", RunLog: log}
              file: {actual_output_file: "{{id}}.txt", RunLogFile: l.json}
            """,
        )
        assert case.faults == ()
        assert case.targets == (
            NamedTarget("agent", TargetSpec(function="a:b")),
            NamedTarget("shell", TargetSpec(command=("c",))),
            NamedTarget("vendor-m-1", TargetSpec(model=ModelSpec("m"))),
            NamedTarget("before", actual_output="", run_log="log"),
            NamedTarget("file", actual_output_file="{{id}}.txt", run_log_file="l.json"),
        )
        variants = case.variants
        assert [(each.id, each.label, each.targets) for each in variants[:2]] == [
            ("case-0", "case-0/agent", ()),
            ("case-0", "case-0/shell", ()),
        ]
        assert variants[0].target == TargetSpec(function="a:b")
        assert (variants[3].actual_output, variants[3].run_log, variants[3].target) == ("", "log", None)

    def test_a_case_without_them_is_its_only_variant(self, tmp_path: Path) -> None:
        case = load_case(tmp_path, "ExpectedOutput: a\ntarget: a:b")
        assert case.variants == (case,)
        assert case.label == "case-0"

    @pytest.mark.parametrize("own", ["target: c:d", "ActualOutput: x", "ActualOutputFile: x", "targets: "])
    def test_a_case_sets_those_of_the_defaults_aside(self, tmp_path: Path, own: str) -> None:
        text = (
            f"defaults: {{targets: {{x: a:b}}}}\ncases:\n- ExpectedOutput: a\n  {own}\n- ExpectedOutput: a\n"
        )
        first, second = load_file(tmp_path, text).cases
        assert (first.faults, first.targets) == ((), ())
        assert [each.name for each in second.targets] == ["x"]

    def test_own_targets_replace_a_target_of_the_defaults(self, tmp_path: Path) -> None:
        text = "defaults: {target: a:b}\ncases:\n- {ExpectedOutput: a, targets: {x: c:d}}\n"
        (case,) = load_file(tmp_path, text).cases
        assert (case.faults, case.target) == ((), None)

    @pytest.mark.parametrize(
        ("written", "faults"),
        [
            (
                "{}",
                ["3:12: `targets` must be a mapping of names to targets, such as {short: {model: NAME, prompt: ...}}, found an empty one"],
            ),
            (
                "[a:b]",
                ["3:12: `targets` must be a mapping of names to targets, such as {short: {model: NAME, prompt: ...}}, found a list"],
            ),
            ("{x: }", ["3:16: `x` of `targets`: `target` must be `package.module:function` or a mapping, found nothing"]),
            ("{x: agent.py}", ['3:16: `x` of `targets`: `target` must be `package.module:function`, found "agent.py"']),
            ("{x: {}}", ["3:16: `x` of `targets`: `target` must have exactly one of `function`, `command` and `model`"]),
            ("{x: {modle: m}}", ["3:17: `x` of `targets`: unknown key `modle` in a named target; did you mean `model`?"]),
            ("{x: {ActualOutput: }}", ["3:16: `x` of `targets`: there is nothing in it that makes an output"]),
            (
                "{x: {ActualOutput: a, model: m}}",
                ["3:34: `x` of `targets`: `ActualOutput` is an output already: `model` can't stand beside it"],
            ),
            (
                "{x: {ActualOutput: a, ActualOutputFile: b}}",
                ["3:34: `x` of `targets`: `ActualOutput` and `ActualOutputFile` exclude each other"],
            ),
            (
                "{A b: a:b, a/B: a:b}",
                ["3:23: `targets` has two names that come to the same: `A b` and `a/B`"],
            ),
            ("{x: a:b, x: c:d}", ["3:21: duplicate key `x` (first at line 3)"]),
            ('{"": a:b}', ["3:13: `targets` has a name without a letter or a digit: ``"]),
            ("{../..: a:b}", ["3:13: `targets` has a name without a letter or a digit: `../..`"]),
            ("{'?!': agent.py}", ["3:13: `targets` has a name without a letter or a digit: `?!`", '3:19: `?!` of `targets`: `target` must be `package.module:function`, found "agent.py"']),
        ],
    )  # fmt: skip
    def test_wrong_ones(self, tmp_path: Path, written: str, faults: list[str]) -> None:
        assert faults_of(tmp_path, f"ExpectedOutput: a\ntargets: {written}") == faults

    @pytest.mark.parametrize(
        ("written", "names"),
        [
            ("{a b: a:b, a/b: a:b, c: a:b}", ["a-b", "c"]),
            ("{a: a:b, A: a:b}", ["a"]),
            ("{x: a:b, x: c:d}", ["x"]),
            ('{"": a:b, ...: a:b, 退款: a:b}', ["退款"]),
        ],
    )
    def test_a_name_makes_one_test_however_often_it_is_written(
        self, tmp_path: Path, written: str, names: list[str]
    ) -> None:
        case = load_case(tmp_path, f"ExpectedOutput: a\ntargets: {written}")
        assert [each.name for each in case.targets] == names

    @pytest.mark.parametrize("key", ["target: a:b", "ActualOutput: x", "ActualOutputFile: x"])
    def test_nothing_stands_beside_them(self, tmp_path: Path, key: str) -> None:
        name = key.partition(":")[0]
        assert faults_of(tmp_path, f"ExpectedOutput: a\n{key}\ntargets: {{x: a:b}}") == [
            f"4:3: `{name}` and `targets` exclude each other: give one of them"
        ]

    @pytest.mark.parametrize(
        ("turn", "target", "fault"),
        [
            ("{user: a}", "a:b", None),
            ("{user: a, reply: b}", "a:b", "every reply of `turns` is recorded, so there is nothing that `targets` could make"),
            (
                "{user: a}",
                "{ActualOutput: b}",
                "`x` of `targets` is one output, and a conversation (`turns`) needs a target that answers each turn",
            ),
        ],
    )  # fmt: skip
    def test_conversations_need_targets_that_answer(
        self, tmp_path: Path, turn: str, target: str, fault: str | None
    ) -> None:
        keys = f"Judge: [a]\nturns: [{turn}]\ntargets: {{x: {target}}}"
        assert faults_of(tmp_path, keys) == ([] if fault is None else [f"2:3: {fault}"])

    @pytest.mark.parametrize("key", ["RunLog", "RunLogFile"])
    def test_a_run_log_belongs_to_one_of_them(self, tmp_path: Path, key: str) -> None:
        assert faults_of(tmp_path, f"ExpectedOutput: a\n{key}: x\ntargets: {{x: a:b}}") == [
            f"2:3: `{key}` belongs to one output, and the case has several `targets`: write it below the "
            "target that it belongs to"
        ]
