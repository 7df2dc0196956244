"""Reports as HTML: exactly what our own reports hold; anything else stays text."""

from __future__ import annotations

import pytest

from pytest_rubric.model import Output
from pytest_rubric.reporting import markdown as reports
from pytest_rubric.reporting.html import markdown
from tests.reporting.html.reading import read
from tests.reporting.samples import (
    REPLY,
    case_of,
    complexity_results,
    evaluated,
    judged_points,
    not_judged,
    refund_feedback,
    refund_results,
)


def test_every_block_of_a_report_has_its_element() -> None:
    results = refund_results()
    report = reports.render(
        case_of(results), Output(REPLY), evaluated(results, feedback=refund_feedback()), named=False
    )
    made = read(markdown.html(report))
    assert [each.text for each in made.every("h3")] == ["Evaluation result"]
    assert [each.text for each in made.every("h4")] == [
        "Rubric, criterion by criterion",
        "Calculation",
        "Strengths",
        "Weaknesses",
        "Suggestions",
    ]
    assert made.one("strong").text == "Total: 65"
    rows = [[cell.text for cell in row.every("td")] for row in made.one("tbody").every("tr")]
    assert len(rows) == 4
    assert rows[1][:5] == [
        "2",
        "Says that refunds end 14 days after delivery",
        "+20",
        "positive",
        "❌ Not Met",
    ]
    assert rows[2][5] == (
        '"Write to support at any time." "support@example.com" (not found in the output) — It points to support.'
    )
    assert made.one("del").text == '"support@example.com"'
    assert made.one("pre").text.splitlines()[:2] == [
        "achieved_points = 30 + 50 (only #1, #3 met) + (-15) (1 negative criterion violated) = 65",
        "total_positive = 30 + 20 + 50 = 100",
    ]
    assert "[prompt] Leaves out the time limit" in made.every("ul")[-1].text
    assert [each.text for each in made.one("ol").every("li")] == [
        "Add a step: look up the time limit before answering (reasoning steps)"
    ]


@pytest.mark.parametrize(
    "report",
    [
        reports.render(case_of(complexity_results()), None, evaluated(complexity_results(), lang="zh")),
        reports.render(case_of(()), None, judged_points()),
        reports.render(case_of(()), None, not_judged("no\nendpoint", details="```\n<b>\n````")),
    ],
    ids=["chinese", "points", "error"],
)
def test_no_mark_of_markdown_is_left_over(report: str) -> None:
    text = read(markdown.html(report)).text
    assert "**" not in text
    assert "|---" not in text
    assert "###" not in text


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("a \\| b \\\\* c", "a | b \\* c"),
        ("code `<b>` and ``a ` b``", "code <code>&lt;b&gt;</code> and <code>a ` b</code>"),
        ("a \\` b `c", "a ` b `c"),
        ("&lt;b> &amp;amp; &copy;", "&lt;b&gt; &amp;amp; &amp;copy;"),
        ("~~gone `x`~~ ~ kept", "<del>gone <code>x</code></del> ~ kept"),
        ("[a](javascript:alert(1)) ![i](x)", "[a](javascript:alert(1)) ![i](x)"),
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("\"'", "&quot;&#x27;"),
        ("a\\", "a\\"),
    ],
)
def test_the_inside_of_a_block(text: str, made: str) -> None:
    assert markdown.inline(text) == made


@pytest.mark.parametrize(
    ("report", "made"),
    [
        ("```text\n<b>\n# no\n", "<pre><code>&lt;b&gt;\n# no\n</code></pre>"),
        ("````\n```\n````\nbehind", "<pre><code>```</code></pre>\n<p>behind</p>"),
        ("####### seven\n| a |\ntext", "<p>####### seven</p>\n<p>| a |</p>\n<p>text</p>"),
        ("###### six", "<h6>six</h6>"),
        (
            "| a | b |\n|---|---:|\n| 1 | 2 | 3 |\n| x\\|y |",
            '<div class="wide"><table>\n<thead><tr><th scope="col">a</th><th scope="col" class="number">b</th></tr></thead>\n'
            '<tbody>\n<tr><td>1</td><td class="number">2</td></tr>\n<tr><td>x|y</td><td class="number"></td></tr>\n'
            "</tbody></table></div>",
        ),
        ("- a\n- b\n1. c", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<ol>\n<li>c</li>\n</ol>"),
        ("<iframe src=x>\n\n<!-- -->", "<p>&lt;iframe src=x&gt;</p>\n<p>&lt;!-- --&gt;</p>"),
    ],
)
def test_blocks(report: str, made: str) -> None:
    assert markdown.html(report) == made


def test_a_report_of_ten_megabytes_is_cut_and_says_where_the_whole_is() -> None:
    report = "```\n" + "<b>" * 3_500_000
    made = markdown.html(report)
    assert len(made) < 5 * markdown.MOST
    assert read(made).one("p", **{"class": "note"}).text == (
        "Cut here, 10,450,004 more characters: --rubric-report-dir FOLDER writes whole reports."
    )
