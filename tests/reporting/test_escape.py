"""Nothing from outside can change the shape of a report."""

from __future__ import annotations

import re

import pytest

from pytest_rubric.model import Feedback, FeedbackItem, Output
from pytest_rubric.model.lines import cut, width_of
from pytest_rubric.reporting import markdown
from pytest_rubric.reporting.layout import clip, fold, hanging, table, wrap
from pytest_rubric.reporting.markdown.escape import at_start, cell, fenced, inline
from tests.reporting.samples import case_of, criterion, decided, evaluated, found, invented, not_judged

NOTE = "({left} more)"

HOSTILE = {
    "fence": "ok\n```\n# Injected heading\n</details>\n````\nend",
    "heading": "# Heading\n## Another",
    "setext": "Title\n=====\nmore\n---",
    "table": "a | b\n|---|---|\n| 1 | 2 |",
    "html": "<script>alert(1)</script><!-- <b>",
    "entity": "&lt;script&gt; &#60;b&#62;",
    "image": "![x](http://tracker.example/x.png) [click](javascript:alert(1))",
    "definition": "[x]: http://tracker.example",
    "list": "- a\n1. b\n> c",
    "task": "[ ] do it",
    "strike": "~~not~~ ~this~",
    "code": "`a|b` and ``x` and \\`",
    "backslash": "a \\| b \\",
    "control": "\x1b[31mred\x07\x00\ufffe]]>",
    "surrogate": "half \ud83d",
    "line ends": "a\u2028# b\u2029c\x85d\x0b# e",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_hostile_text_everywhere_keeps_the_shape(text: str, lang: str) -> None:
    results = (
        decided(criterion(1, text, 10, text), "met", text, found(text), invented(text), note=text),
        decided(criterion(2, text, -10), "violated", text, found(text)),
    )
    feedback = Feedback(
        "given",
        (FeedbackItem(text), FeedbackItem("", quote=text)),
        (FeedbackItem(text, "prompt", text),),
        (FeedbackItem(text), FeedbackItem("plain", text)),
    )
    evaluation = evaluated(results, feedback=feedback, lang=lang)
    report = markdown.render(case_of(results, title=text), Output(text, notes=(text,)), evaluation)
    report.encode()
    lines = report.splitlines()
    assert len(re.findall(r"^#+ ", report, re.MULTILINE)) == 6
    rows = [line for line in lines if re.match(r"\| \d ", line)]
    assert len(rows) == 2
    for row in rows:
        # pipes behind an even number of backslashes: those that part cells
        assert len(re.findall(r"(?<!\\)(?:\\\\)*\|", row)) == 7, row
    assert not re.search(r"<[A-Za-z/!]", report)
    assert not re.search(r"\]\([^)]", report)
    assert not any("\x00" <= char < " " and char != "\n" for char in report)
    assert lines.count("```text") == lines.count("```") == 1
    # list items and table rows only: no line of the text begins one of the report's
    body = [line for line in lines[3:] if line and not line.startswith(("#", "|", "- ", "```"))]
    assert all(re.match(r"\d+\. |achieved|total|raw|score|原始|总分", line) for line in body), body


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_details_stay_in_their_fence(text: str) -> None:
    evaluation = not_judged("unreadable", state="broken", details=text)
    report = markdown.render(case_of(()), None, evaluation)
    opened = re.search(r"^(`{3,})text$", report, re.MULTILINE)
    assert opened is not None
    inside, closed, after = report[opened.end() :].partition(f"\n{opened[1]}\n")
    assert closed
    assert after.startswith("\n### Strengths")
    assert not re.search(rf"^`{{{len(opened[1])},}}", inside, re.MULTILINE)


def test_cut_details_close_their_fence_and_say_what_is_missing() -> None:
    block = fenced("````\n" + "x" * 100, 50, NOTE)
    assert block == f"`````text\n````\n{'x' * 45}\n`````\n(55 more)"


@pytest.mark.parametrize(
    ("text", "in_list", "in_cell"),
    [
        ("a < b & c > d", "a < b & c > d", "a < b & c > d"),
        ("use `range(i)` here", "use `range(i)` here", "use `range(i)` here"),
        ("a | b", "a | b", "a \\| b"),
        ("`a|b`", "\\`a|b\\`", "\\`a\\|b\\`"),
        ("one ` tick", "one \\` tick", "one \\` tick"),
        ("C:\\new \\* \\", "C:\\new \\\\* \\\\", "C:\\new \\\\* \\\\"),
        ("<b>&amp;", "&lt;b>&amp;amp;", "&lt;b>&amp;amp;"),
        ("**bold** _it_", "**bold** _it_", "**bold** _it_"),
        ("about ~5", "about ~5", "about ~5"),
        ("~~gone~~", "\\~\\~gone\\~\\~", "\\~\\~gone\\~\\~"),
        ("[a](b)", "[a]\\(b)", "[a]\\(b)"),
        ("a\n\n  b\tc", "a b c", "a b c"),
    ],
)
def test_what_is_escaped_and_what_stays_readable(text: str, in_list: str, in_cell: str) -> None:
    assert inline(text, 100, NOTE) == in_list
    assert cell(text, 100, NOTE) == in_cell


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("# a", "\\# a"),
        ("- a", "\\- a"),
        ("> a", "\\> a"),
        ("12. a", "12\\. a"),
        ("3) a", "3\\) a"),
        ("---", "\\---"),
        ("* * *", "\\* * *"),
        ("[x] a", "\\[x] a"),
        ("#tag", "#tag"),
        ("-5 points", "-5 points"),
        ("**bold**", "**bold**"),
        ("3.5 is", "3.5 is"),
    ],
)
def test_no_block_begins_at_the_start_of_an_item(text: str, escaped: str) -> None:
    assert at_start(text) == escaped


def test_a_cut_text_says_how_much_is_missing_and_leaves_no_code_open() -> None:
    assert inline("`" + "x" * 50 + "` end", 20, NOTE) == "\\`" + "x" * 19 + "… (36 more)"
    assert clip("short", 5, NOTE) == "short"


@pytest.mark.parametrize(
    ("text", "width"), [("abc", 3), ("退款", 4), ("é", 1), ("e\u0301", 1), ("✅", 2), ("", 0), ("a退", 3)]
)
def test_width_as_a_terminal_shows_it(text: str, width: int) -> None:
    assert width_of(text) == width


@pytest.mark.parametrize("width", [8, 20, 33])
@pytest.mark.parametrize(
    "text",
    [
        "words of some length and more",
        "没有空格的中文，也要换行。还有更多的内容！",
        "x" * 100,
        "中" * 50 + "mixed 中文",
    ],
)
def test_wrapped_lines_fit_and_lose_nothing(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert max(map(width_of, lines)) <= width
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert "".join(fold(text, width)) == text
    assert max(map(width_of, fold(text, width))) <= width


def test_chinese_lines_do_not_begin_with_closing_punctuation() -> None:
    assert wrap("一二三四，五六七八。", 8) == ["一二三", "四，五六", "七八。"]


def test_later_lines_hang_under_the_first() -> None:
    assert hanging("why: ", "one two three four five six seven", 25) == [
        "why: one two three four",
        "     five six seven",
    ]
    assert hanging("why: ", "", 25) == ["why:"]


def test_cut_counts_columns() -> None:
    assert cut("退款政策说明", 7) == "退款政…"
    assert cut("refund", 6) == "refund"


def test_table_with_characters_that_it_uses_itself() -> None:
    assert table(["名", "n"], [["\ue000\ue001", "1"], ["退款|x", "22"], ["", "3"]], right=(1,)) == [
        "名       n",
        "------  --",
        "\ue000\ue001       1",
        "退款|x  22",
        "         3",
    ]
