"""What checks say about an output, in Chinese and English, as templates."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wording:
    """``{}`` stands for figures and for texts that are already shortened."""

    contains: str
    lacks: str
    other_case: str
    matches: str
    no_match: str
    equal: str
    not_equal: str
    starts: str
    starts_not: str
    ends: str
    ends_not: str
    words: str
    characters: str
    occurrences: str
    at_least: str
    at_most: str
    between: str
    is_json: str
    not_json: str
    fits_schema: str
    breaks_schema: str
    function_says_yes: str
    function_says_no: str
    unknown_check: str
    wrong_argument: str
    schema_unusable: str
    not_importable: str
    no_function: str
    raised: str
    wrong_return: str
    timed_out: str
    # on the run log
    no_log: str
    unknown_log: str
    hidden_names: str
    unknown_tool: str
    called: str
    not_called: str
    called_times: str
    in_order: str
    out_of_order: str
    arguments_fit: str
    arguments_differ: str
    steps: str
    all_recovered: str
    not_recovered: str


ZH = Wording(
    contains="输出中有“{}”",
    lacks="输出中没有“{}”",
    other_case="输出中没有“{}”，只有大小写不同的写法；不分大小写请用 regex: (?i)...",
    matches="输出中有与 {} 匹配的内容",
    no_match="输出中没有与 {} 匹配的内容",
    equal="输出与要求的文字相同",
    not_equal="输出与要求的文字不同",
    starts="输出以“{}”开头",
    starts_not="输出不以“{}”开头",
    ends="输出以“{}”结尾",
    ends_not="输出不以“{}”结尾",
    words="{} 个词，要求{}",
    characters="{} 个字符，要求{}",
    occurrences="出现 {} 次，要求{}",
    at_least="至少 {}",
    at_most="至多 {}",
    between="{} 到 {}",
    is_json="输出是 JSON",
    not_json="输出不是 JSON：第 {} 行第 {} 列：{}",
    fits_schema="输出是符合 schema 的 JSON",
    breaks_schema="JSON 不符合 schema：{}：{}",
    function_says_yes="{} 返回 True",
    function_says_no="{} 返回 False",
    unknown_check="没有名为 {} 的检查",
    wrong_argument="检查 {} 的参数不能用：{}",
    schema_unusable="schema 不能用：{}",
    not_importable="无法导入 {}：{}",
    no_function="模块 {} 中没有函数 {}",
    raised="{} 抛出 {}",
    wrong_return="{} 返回了 {}，应返回 bool 或 (bool, 理由)",
    timed_out="{} 在 {} 秒内没有返回",
    no_log="没有运行日志可查：请给用例写 RunLog 或 RunLogFile，或让 target 返回 run_log",
    unknown_log="运行日志的格式无法识别",
    hidden_names="运行日志没有写明调用了哪些工具，无从判定",
    unknown_tool="未知工具",
    called="调用了 {}",
    not_called="没有调用 {}",
    called_times="{} 调用了 {} 次，要求{}",
    in_order="依次调用了 {}",
    out_of_order="{} 没有在{} 之后调用",
    arguments_fit="{} 的一次调用带有要求的参数",
    arguments_differ="{} 的调用都没有要求的参数；最后一次是 {}",
    steps="共 {} 步，要求{}",
    all_recovered="没有未恢复的错误",
    not_recovered="{} 在 step-{} 失败后没有恢复：{}",
)

EN = Wording(
    contains="the output has “{}”",
    lacks="the output does not have “{}”",
    other_case="the output has “{}” only in other upper or lower case; regex: (?i)... takes either",
    matches="the output has a match of {}",
    no_match="the output has no match of {}",
    equal="the output is the text asked for",
    not_equal="the output is another text than asked for",
    starts="the output starts with “{}”",
    starts_not="the output does not start with “{}”",
    ends="the output ends with “{}”",
    ends_not="the output does not end with “{}”",
    words="{} words, wanted {}",
    characters="{} characters, wanted {}",
    occurrences="occurs {} times, wanted {}",
    at_least="at least {}",
    at_most="at most {}",
    between="{} to {}",
    is_json="the output is JSON",
    not_json="the output is not JSON: line {}, column {}: {}",
    fits_schema="the output is JSON that fits the schema",
    breaks_schema="the JSON breaks the schema: {}: {}",
    function_says_yes="{} returned True",
    function_says_no="{} returned False",
    unknown_check="there is no check {}",
    wrong_argument="the argument of the check {} can't be used: {}",
    schema_unusable="the schema can't be used: {}",
    not_importable="{} can't be imported: {}",
    no_function="module {} has no function {}",
    raised="{} raised {}",
    wrong_return="{} returned {}; it must return a bool or (bool, reason)",
    timed_out="{} did not return within {} s",
    no_log="there is no run log: give the case RunLog or RunLogFile, or return a run_log from its target",
    unknown_log="the run log has no shape that is known",
    hidden_names="the run log hides which tools were called, so this can't be decided",
    unknown_tool="an unknown tool",
    called="{} was called",
    not_called="{} was not called",
    called_times="{} was called {} times, wanted {}",
    in_order="{} were called in this order",
    out_of_order="{} was not called behind{}",
    arguments_fit="a call of {} has the arguments asked for",
    arguments_differ="no call of {} has the arguments asked for; the last one has {}",
    steps="{} steps, wanted {}",
    all_recovered="no error is left that nothing recovered from",
    not_recovered="{} failed at step-{} and did not recover: {}",
)


def wording(lang: str) -> Wording:
    """The templates of one language: ``zh``, else English."""
    return ZH if lang == "zh" else EN
