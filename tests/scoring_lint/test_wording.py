"""The heuristics on words, in English and Chinese: what they must see, and what they must leave alone."""

from __future__ import annotations

import pytest

from pytest_rubric.scoring import wording
from pytest_rubric.scoring.sameness import statement_key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Names the price", "names the  PRICE."),
        ("Names the price", "**Names** the price!"),
        ("Names the price", "Ｎames the price"),
        ("说明价格", "说明价格。"),
        ("说明 价格", "说明　价格"),
    ],
)
def test_one_statement_in_two_spellings(one: str, other: str) -> None:
    assert statement_key(one) == statement_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Names the price", "Names no price"),
        ("Says 1.5 litres", "Says 15 litres"),
        ("说明价格", "说明了价格"),
        ("Says that x > 0", "Says that x < 0"),
        ("Says the result is 5", "Says the result is -5"),
        ("Answers in C", "Answers in C++"),
    ],
)
def test_different_statements(one: str, other: str) -> None:
    assert statement_key(one) != statement_key(other)


@pytest.mark.parametrize(
    "text",
    [
        "to be filled in after the first run",
        "(To be determined)",
        "TODO",
        "TBD.",
        "todo: write the reference answer",
        "Insert your answer here",
        "[placeholder]",
        "xxx",
        "...",
        "<answer>",
        "待补充",
        "待首次运行后填写",
        "【待定】",
        "请填写参考答案",
        "占位符",
    ],
)
def test_placeholders(text: str) -> None:
    assert wording.is_placeholder(text)


@pytest.mark.parametrize(
    "text",
    [
        "Paris",
        "None",
        "N/A",
        "",
        "TODO: rename the parser, then delete the old one",
        "The form is to be filled in by the buyer.",
        "等待客户确定",
        "待人友善，做事认真",
        "A list of everything that is still to be done before the release: tests, notes, a tag.",
        "Write to us here or call.\nWe answer within a day.",
    ],
)
def test_real_texts_are_no_placeholders(text: str) -> None:
    assert not wording.is_placeholder(text)


@pytest.mark.parametrize(
    "text",
    [
        "Names the cause and gives the dose",
        "States the price and also mentions shipping",
        "The answer is polite and does not blame the reader",
        "Explains the error as well as shows a fix",
        "Cites the policy; offers a refund",
        "指出原因，并提及处理方法",
        "说明价格并且语气友好",
        "不仅解释原因，还给出例子",
        "列出步骤以及说明风险",
        "说明价格；给出交货时间",
    ],
)
def test_two_statements(text: str) -> None:
    assert wording.is_double_barrelled(text)


@pytest.mark.parametrize(
    "text",
    [
        "Names causes and symptoms of the disease",
        "Gives names and answers",
        "Lists pros and cons",
        "Recommends rest and plenty of water",
        "Says when and where the parcel arrives",
        "Explains what an index is and why it helps",
        "Names a cause (describes it and gives an example; or more)",
        'Says "wait and see the doctor"',
        "Black and white prints the best",
        "给出价格和交货时间",
        "并不要求付款",
        "断言是某种故障，而未建议检查",
        "语气自然，没有错字",
    ],
)
def test_one_statement_with_a_list_in_it(text: str) -> None:
    assert not wording.is_double_barrelled(text)


@pytest.mark.parametrize(
    "text",
    [
        "Uses at most 100 words",
        "Names at least three causes",
        "Has exactly 2 bullet points",
        "Is a 50-word summary",
        "Has five or more sentences",
        "不超过 200 字",
        "至少列出三个原因",
        "控制在 100 字以内",
    ],
)
def test_counts(text: str) -> None:
    assert wording.asks_for_count(text)


@pytest.mark.parametrize(
    "text",
    [
        "Says that the refund takes up to five business days",
        "Recommends waiting at least 30 minutes",
        "Advises to drink at least 2 litres of water",
        "Names a dose of at most 5 mg",
        "Gives the year 1969",
        "说明持续超过 48 小时应就医",
        "至少提前两天预订",
        "解释第二个步骤",
    ],
)
def test_quantities_that_the_output_states_are_no_counts(text: str) -> None:
    assert not wording.asks_for_count(text)


@pytest.mark.parametrize(
    "text",
    [
        "The output is valid JSON",
        "Returns only well-formed JSON",
        'Contains the word "refund"',
        "Starts with the heading of the report",
        "输出是合法的 JSON",
        "包含“退款”字样",
    ],
)
def test_exact_text_and_syntax(text: str) -> None:
    assert wording.asks_for_literal(text)


@pytest.mark.parametrize(
    "text", ["Contains an apology", "Explains what JSON is", "包含退款的条件", "以友好的语气开头"]
)
def test_meaning_is_no_exact_text(text: str) -> None:
    assert not wording.asks_for_literal(text)


@pytest.mark.parametrize(
    "text",
    [
        "Does not name a source",
        "Avoids jargon",
        "The answer doesn’t apologise",
        "Never asks back",
        "未说明来源",
        "没有道歉",
    ],
)
def test_negations(text: str) -> None:
    assert wording.is_negated(text)


@pytest.mark.parametrize(
    "text",
    [
        "Names a source that does not exist",
        "Northern dialects are named",
        "Notes the date",
        "不仅说明了原因",
        "未来的计划写得清楚",
        "无论如何都推荐就医",
    ],
)
def test_statements_that_only_hold_a_negation(text: str) -> None:
    assert not wording.is_negated(text)


@pytest.mark.parametrize(
    "text", ["Is helpful", "Good tone", "The answer is high-quality", "回答质量高", "语气合适"]
)
def test_praise(text: str) -> None:
    assert wording.is_vague(text)


@pytest.mark.parametrize(
    "text",
    [
        "Recommends a suitable size for a foot 27 cm long",
        "Names the price",
        "Names goods that are out of stock",
        "翻译风格与原文语气匹配，用词合适且自然",
    ],
)
def test_statements_with_substance(text: str) -> None:
    assert not wording.is_vague(text)


@pytest.mark.parametrize(
    "text", ["Agrees with the reference answer", "Matches the expected output", "与参考答案一致"]
)
def test_names_of_the_reference(text: str) -> None:
    assert wording.names_reference(text)


@pytest.mark.parametrize(
    "text", ["Gives a reference to the manual", "Names the expected date", "参考了用户手册"]
)
def test_other_references(text: str) -> None:
    assert not wording.names_reference(text)
