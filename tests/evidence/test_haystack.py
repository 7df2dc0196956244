"""What counts as standing in a text, and what does not."""

from __future__ import annotations

import json

import pytest

from pytest_rubric.evidence import Haystack, Passage
from pytest_rubric.model.text import visible


def found(text: str, quote: str) -> str | None:
    passage = Haystack(text).find(quote)
    if passage is None:
        return None
    assert text[passage.start : passage.end] == passage.text
    return passage.text


@pytest.mark.parametrize(
    ("text", "quote", "original"),
    [
        ("The parcel leaves on Monday.", "leaves on Monday", "leaves on Monday"),
        ("The parcel leaves on Monday.", "LEAVES ON monday", "leaves on Monday"),
        ("Returns take\n   **30 days** — that's “fixed”.", 'Returns take 30 days - that’s "fixed".', None),
        ("a parcel\u00a0leaves\t\non Monday", "parcel leaves on Monday", "parcel\u00a0leaves\t\non Monday"),
        ("ｆｕｌｌ　ｗｉｄｔｈ １２", "full width 12", None),
        ("see the *main* point, `x = 1` and __two__ more", "see the main point, x = 1 and two more", None),
        ("**Price:** 20 francs", "Price: 20 francs", "Price:** 20 francs"),
        ("call snake_case_name now", "snake_case_name", "snake_case_name"),
        ("a long — very long – road", "a long - very long - road", None),
        ("a long -- very long road", "long — very long", "long -- very long"),
        ("he says «oui» and „ja“", "says \"oui\" and 'ja'", "says «oui» and „ja"),
        ("cafe\u0301 au lait", "caf\u00e9 au lait", "cafe\u0301 au lait"),
        ("\u1112\u1161\u11ab\u1100\u116e\u11a8 사람", "한국 사람", None),
        ("soft\u00adhy\u200bphen", "softhyphen", None),
        ("the ﬁnal answer", "final answer", "ﬁnal answer"),
        ("> first line\n> second line", "first line second line", "first line\n> second line"),
        ("first line second line", "> first line\n> second line", None),
        ("wait… what", "wait... what", None),
        ("İstanbul is large", "is large", "is large"),
        ("✅ done", "✅", "✅"),
        ("if a > b then c", "a > b", "a > b"),
    ],
)
def test_finds_what_a_reader_would_call_the_same_words(text: str, quote: str, original: str | None) -> None:
    assert found(text, quote) == (text if original is None else original)


@pytest.mark.parametrize(
    ("text", "quote", "original"),
    [
        ("我们使用 Python 编写，共两周。", "使用Python编写,共两周", "使用 Python 编写，共两周"),
        ("价格：5元", "价格: 5元", "价格：5元"),
        ("他说：「可以」。", "他说：“可以”", "他说：「可以"),
        ("第一行\n第二行", "第一行第二行", "第一行\n第二行"),
        ("这是**重点**内容", "这是重点内容", "这是**重点**内容"),
        ("等等……再说", "等等...再说", "等等……再说"),
        ("这里——就是这里", "这里—就是这里", "这里——就是这里"),
        ("ｶﾞｲﾄﾞを見る", "ガイドを見る", "ｶﾞｲﾄﾞを見る"),
        ("答案是Paris吗", "Paris", "Paris"),
        ("我们用GPT模型", "模型", "模型"),
        ("是。", "是", "是"),
    ],
)
def test_scripts_without_spaces(text: str, quote: str, original: str) -> None:
    assert found(text, quote) == original


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("the therapist left", "the rapist"),
        ("the therapist left", "rapist left"),
        ("a reliable source", "liable source"),
        ("an unhappy end", "happy end"),
        ("the user can't pay", "the user can"),
        ("the user can’t pay", "the user can"),
        ("call snake_case now", "snake"),
        ("是的", "是"),
        ("서울은 크다", "서울"),
        ("cafe\u0301 noir", "cafe"),
        ("not in here", "elsewhere"),
    ],
)
def test_a_part_of_a_word_is_not_found(text: str, quote: str) -> None:
    assert found(text, quote) is None


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("it runs in O(n²) time", "O(n²)"),
        ("it costs $5.00 now", "$5.00"),
        ("it costs $5.00 now", "5.00"),
        ("down to -3 degrees", "-3"),
        ("down to −3 degrees", "-3 degrees"),
        ("最低气温-3度", "-3度"),
        ("3月-5月开放", "5月"),
        ("from 5-10 people", "10 people"),
        ("- 3 items", "3 items"),
        ("x = 2*3", "2*3"),
        ("we sold 1,000 of them", "1,000"),
        ("the sum is 15.", "15"),
        ("the sum is 15.", "15."),
        ("十五天内", "十五天"),
        ("about 50% of it", "50%"),
        ("1½ cups", "1½ cups"),
        ("in **5** days", "5"),
        ("a GPT-4 model", "GPT-4"),
        ("version v1.2, out now", "v1.2"),
        ("options 1, 2, 3", "2"),
        ("about 50%. 3 items left", "3 items left"),
        ("as “agreed”. 3 items left", "3 items left"),
        ("见《手册》。3件", "3件"),
    ],
)
def test_numbers_and_symbols_are_found(text: str, quote: str) -> None:
    assert found(text, quote) is not None


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("the sum is 15", "5"),
        ("the sum is 15", "1"),
        ("the sum is 5.01", "5.0"),
        ("the sum is 5.01", "5"),
        ("the sum is 5.01", "5."),
        ("the sum is 5.01", ".01"),
        ("the sum is .5", "5"),
        ("the sum is 1,000", "1"),
        ("the sum is 1,000", "000"),
        ("the sum is -3", "3"),
        ("the sum is −3 degrees", "3 degrees"),
        ("- 3 items", "-3 items"),
        ("pages 5-3", "-3"),
        ("最低气温-3度", "3度"),
        ("10² of them", "102"),
        ("10² of them", "10"),
        ("2^10 of them", "10"),
        ("x = 2*3", "23"),
        ("x = 2**3", "23"),
        ("half is 1/2 of it", "2 of it"),
        ("1½ cups", "1"),
        ("a GPT-4o model", "GPT-4"),
        ("version v1.2.3", "v1.2"),
        ("三十五天", "五天"),
        ("三十五天", "三十"),
        ("人口5万", "5"),
        ("H₂O", "H2O"),
        ("section 3. 5 apples", "3.5 apples"),
        ("it costs $.5", "5"),
        ("it costs 5", ".5"),
        ("2. hammer", "3. hammer"),
        ("the sum is 1\n**5**", "15"),
    ],
)
def test_another_number_is_not_found(text: str, quote: str) -> None:
    assert found(text, quote) is None


FIRST_PARAGRAPH = "Orders placed before noon ship the same day. Later orders ship on the next working day"
PARAGRAPHS = (
    f"{FIRST_PARAGRAPH}.\n\nReturns are free within thirty days. 退货免费，但是需要保留原包装和发票。"
)


@pytest.mark.parametrize(
    ("quote", "original"),
    [
        ("Orders placed ... the same day", "Orders placed before noon ship the same day"),
        ("Orders placed […] Later orders … working day", FIRST_PARAGRAPH),
        ("Returns are…within thirty days", "Returns are free within thirty days"),
        ("退货免费……保留原包装", "退货免费，但是需要保留原包装"),
        ("... ship the same day ...", "ship the same day"),
        ("Orders placed ... the next ... working day", FIRST_PARAGRAPH),
        ("Orders placed ... same day ... later orders ... working day", None),
        ("ship the same day ... Orders placed before", None),
        ("Later orders ... within thirty days", None),
        ("Orders ... day", None),
        ("退货……发票", None),
        ("Orders placed ... refused outright", None),
    ],
)
def test_ellipses(quote: str, original: str | None) -> None:
    assert found(PARAGRAPHS, quote) == original


def test_pieces_are_sought_in_each_paragraph() -> None:
    text = "We ship fast. No returns.\n\nWe ship slowly. Returns are free."
    passage = Haystack(text).find("We ship ... returns are free")
    assert passage == Passage(27, len(text) - 1, "We ship slowly. Returns are free")


@pytest.mark.parametrize("quote", ["", " ", "\n", "...", "“”", "> ", "---", "。", "***", "[...]", "!?", "$"])
def test_a_quote_that_says_nothing_is_never_found(quote: str) -> None:
    assert found(f"All of it: {quote} and more {quote}", quote) is None


@pytest.mark.parametrize(
    "quote", ['"free of charge"', "“free of charge”", "> free of charge", "「free of charge」"]
)
def test_what_wraps_a_quote_is_ignored(quote: str) -> None:
    assert found("Returns are free of charge here.", quote) == "free of charge"


@pytest.mark.parametrize(
    "quote", ["free of charge.", "- free of charge", "* free of charge;", "+ free of charge"]
)
def test_a_list_mark_and_a_full_stop_too_many_are_ignored(quote: str) -> None:
    assert found("Returns are free of charge, always.", quote) == "free of charge"


@pytest.mark.parametrize(
    ("text", "literal"),
    [
        (r"the result is \frac{3}{4} exactly", r'"\frac{3}{4}"'),
        (r"the result is \beta + \theta here", r'"\beta + \theta here"'),
        (r"take \nu as given", r'"take \nu as given"'),
        (r"from \right to left", r'"from \right to left"'),
        ("one line\n" + r"and \frac{1}{2}", r'"one line\nand \frac{1}{2}"'),
        (r'it prints {"ok": true} as {\"ok\": true}', r'"as {\"ok\": true}"'),
        (r'it prints "one\ntwo" to the log', r'"one\ntwo"'),
        (r"it writes caf\u00e9 to the log", r'"writes caf\u00e9 to"'),
    ],
)
def test_a_quote_is_tried_as_it_stood_before_unescaping(text: str, literal: str) -> None:
    quote = json.loads(literal)
    assert Haystack(text).find(quote) is not None
    assert Haystack(text).find(visible(quote)) is not None


def test_an_offset_counts_code_points() -> None:
    text = "😀😀 the **answer** is 42"
    assert Haystack(text).find("the answer is 42") == Passage(3, len(text), "the **answer** is 42")


def test_an_empty_text_holds_nothing() -> None:
    assert Haystack("").find("anything") is None


HOSTILE_QUOTES = [
    "aa",
    "is a ... it b ... is c",
    "a" * 150_000 + "b",
    "... " * 50_000,
    "x" + "'" * 200_000 + "x",
    "'" * 200_000 + "x",
    "'...[...]" * 50_000 + "x" + "...'" * 50_000,
    " " * 200_000 + "x",
    "**" * 100_000 + "x",
    "\t\n" * 100_000 + "x",
]


@pytest.mark.parametrize(
    "text",
    [
        "a" * 200_000,
        "(a" * 100_000,
        "a…" * 100_000,
        "* _ ` " * 40_000,
        "> " * 100_000,
        "e\u0301" * 60_000,
        "\n\n" * 100_000,
        "- " * 100_000,
        "is it " * 40_000,
    ],
    ids=lambda text: repr(text[:6]),
)
def test_hostile_texts_and_quotes_end(text: str) -> None:
    """Nothing here ends in the lifetime of a test if a step is quadratic."""
    haystack = Haystack(text)
    for quote in HOSTILE_QUOTES:
        assert haystack.find(quote) is None
