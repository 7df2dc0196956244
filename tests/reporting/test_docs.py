"""The examples of ``docs/reports.md`` are what the code makes, and its tables name every field."""

from __future__ import annotations

import re
from pathlib import Path

from pytest_rubric.model import Output
from pytest_rubric.reporting import averages, comparison, failure, github, markdown, summary
from pytest_rubric.reporting.words import CHINESE, ENGLISH
from tests.reporting.samples import (
    REPLY,
    ROOT,
    case_of,
    evaluated,
    not_judged,
    record_of,
    refund_feedback,
    refund_results,
)
from tests.reporting.test_averages import record as scored
from tests.reporting.test_comparison import two_prompts
from tests.reporting.test_summary import A_RUNS_EXTRAS, a_run

PAGE = Path(__file__).parents[2].joinpath("docs", "reports.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^(`{3,4})(?:text|markdown)\n(.*?)\n\1$", PAGE, re.MULTILINE | re.DOTALL)


def test_examples_are_what_the_code_makes() -> None:
    results = refund_results()
    case = case_of(results, title="Refund, asked for late")
    unreadable = not_judged(
        "the reply could not be read, also not after a re-ask",
        state="broken",
        details="finish_reason: stop\nmodel: judge-1\n\nI think so.",
    )
    record = record_of("late-refund", evaluated(results), "failed")
    output = Output(REPLY, origin="target my_agent:answer")
    assert [block for _, block in BLOCKS] == [
        failure.text(case, evaluated(results), Output(REPLY), root=ROOT),
        failure.error_text(case, unreadable, root=ROOT),
        markdown.render(case, output, evaluated(results, feedback=refund_feedback()), root=ROOT).rstrip("\n"),
        "\n".join(summary.lines(a_run(), width=100, extras=A_RUNS_EXTRAS)),
        averages.line([scored("50", human=60), scored(None), scored("100", "traj")]),
        "\n".join(comparison.lines(two_prompts(), 100)).rstrip("\n"),
        "\n".join(github.annotations([record], [[13, 21, 25, 29]])),
    ]


def test_tables_name_every_field_of_a_record_and_no_other() -> None:
    record = record_of("a", evaluated(refund_results()), "failed")
    fields, of_criterion = (
        PAGE.split("## JSON lines")[1].split("## Summary")[0].split("| field of a criterion |")
    )
    for table, keys in ((fields, list(record)), (of_criterion, list(record["criteria"][0]))):
        rows = re.findall(r"^\| (`[^|]*`) \|", table, re.MULTILINE)
        assert [name for row in rows for name in re.findall("`([^`]+)`", row)] == keys


def test_headings_are_listed_in_both_languages() -> None:
    for english, chinese in (
        (ENGLISH.headings.rubric, CHINESE.headings.rubric),
        (ENGLISH.headings.dimensions, CHINESE.headings.dimensions),
        (ENGLISH.headings.math, CHINESE.headings.math),
        (ENGLISH.headings.strengths, CHINESE.headings.strengths),
        (ENGLISH.headings.weaknesses, CHINESE.headings.weaknesses),
        (ENGLISH.headings.suggestions, CHINESE.headings.suggestions),
    ):
        assert re.search(rf"^\| `### {chinese}`.* \| `### {english}` \|$", PAGE, re.MULTILINE)
