"""The page in a real browser: nothing breaks out, and choosing, ordering and following links work.

Starting a browser takes seconds, so each test asks one page all that it wants to know.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Sequence
from pathlib import Path

from pytest_rubric.reporting.html.page import POLICY
from tests.reporting.html.reading import page
from tests.reporting.html.runs import HOSTILE, a_run, hostile_page, in_baseline
from tests.reporting.samples import evaluated, record_of, refund_results
from tests.support.browser import dom, needs_browser

pytestmark = needs_browser


def shown(path: Path, text: str) -> str:
    """The document as it is after its scripts ran."""
    path.write_text(text, encoding="utf-8")
    return dom(path)


def broken(text: str) -> list[str]:
    """What hostile texts left on the root of a document."""
    (root,) = re.findall("<html[^>]*>", text)
    return sorted(re.findall("data-broken[a-z-]*", root))


def after(path: Path, text: str, script: str) -> list[object]:
    """What an expression in a script comes to that runs in the page, whose policy is set aside for it."""
    more = f"<script>document.documentElement.dataset.told = JSON.stringify({script})</script></body>"
    kept = shown(path, text.replace(POLICY, "").replace("</body>", more))
    (told,) = re.findall('<html[^>]* data-told="([^"]*)"', kept)
    found: list[object] = json.loads(html.unescape(told))
    return found


def test_no_hostile_text_is_run_also_where_no_policy_would_stop_it(tmp_path: Path) -> None:
    kept = shown(tmp_path / "page.html", hostile_page().replace(POLICY, ""))
    assert broken(kept) == []
    assert len(re.findall("<tbody data-run=", kept)) == len(HOSTILE)
    assert kept.count("<h1>") == 1
    assert '<form id="choice">' in kept, "the page's own script ran"


WAYS_OUT = {
    "script": "<script>{}</script>",
    "error": '<img src="x:" onerror="{}">',
    "load": '<svg onload="{}"></svg>',
    "toggle": '<details open ontoggle="{}"></details>',
    "data": '<script src="data:text/javascript,{}"></script>',
}


def test_what_got_out_all_the_same_would_not_be_run(tmp_path: Path) -> None:
    out = "".join(
        text.replace("{}", f"document.documentElement.dataset.broken{way.capitalize()}=1")
        for way, text in WAYS_OUT.items()
    )
    made = page(a_run()).replace("</main>", f"{out}</main>")
    kept = shown(tmp_path / "page.html", made)
    assert broken(kept) == []
    assert '<form id="choice">' in kept, "the page's own script ran"
    free = shown(tmp_path / "free.html", made.replace(POLICY, ""))
    assert broken(free) == sorted(f"data-broken-{way}" for way in WAYS_OUT)


CHOOSING = """(function () {
  var rows = function () { return Array.from(document.querySelectorAll("#cases > tbody")); };
  var tags = {}, told = [];
  Array.from(document.getElementById("tag").options).forEach(function (each) { tags[each.text] = each.value; });
  %s.forEach(function (step) {
    Object.keys(step).forEach(function (id) { document.getElementById(id).value = step[id]; });
    if (step.tag) { document.getElementById("tag").value = tags[step.tag]; }
    ["state", "order"].forEach(function (id) {
      document.getElementById(id).dispatchEvent(new Event("change"));
    });
    told.push(rows().filter(function (row) { return !row.hidden; }).map(function (row) {
      return row.querySelector("bdi").textContent;
    }));
    told.push(document.getElementById("shown").textContent);
  });
  return told;
})()"""
_NOTHING = {"words": "", "state": "", "tag": "", "order": "worst"}
_WORST_FIRST = ["归并排序", "late-refund", "no-file", "facts (reference)"]
STEPS: Sequence[tuple[dict[str, str], list[str]]] = (
    ({}, _WORST_FIRST),
    ({"state": "failed"}, _WORST_FIRST[:2]),
    ({"state": "error"}, ["no-file"]),
    ({"tag": "axis:reasoning"}, ["归并排序"]),
    ({"tag": "axis:accuracy", "state": "error"}, []),
    ({"words": " 递归 "}, ["归并排序"]),
    ({"words": "REFUND days"}, ["late-refund"]),
    ({"words": "["}, []),
    ({"order": "run"}, ["facts (reference)", "late-refund", "归并排序", "no-file"]),
    ({"order": "low"}, ["归并排序", "late-refund", "facts (reference)", "no-file"]),
    ({"order": "high", "state": "failed"}, ["late-refund", "归并排序"]),
    ({"order": "name"}, ["facts (reference)", "late-refund", "no-file", "归并排序"]),
    ({}, _WORST_FIRST),
)


def test_cases_are_chosen_and_ordered(tmp_path: Path) -> None:
    steps = json.dumps([{**_NOTHING, **step} for step, _ in STEPS])
    told = after(tmp_path / "page.html", page(a_run()), CHOOSING % steps)
    expected: list[object] = []
    for _, names in STEPS:
        expected += [names, f"{len(names)} of 4 cases shown"]
    assert told == expected


UNFOLDING = """(function () {
  var opened = function () { return document.querySelectorAll("#cases details[open]").length; };
  var told = [opened()];
  document.getElementById("open").click(); told.push(opened());
  document.getElementById("close").click(); told.push(opened());
  var row = document.getElementById("case-1").closest("tbody");
  row.hidden = true;
  history.replaceState(null, "", "#case-1");
  window.dispatchEvent(new Event("hashchange"));
  told.push(opened(), row.hidden, document.getElementById("case-1").closest("details").open);
  document.getElementById("order").value = "fell";
  document.getElementById("order").dispatchEvent(new Event("change"));
  document.querySelectorAll("#cases > tbody").forEach(function (each) {
    told.push(each.querySelector("bdi").textContent);
  });
  return told;
})()"""


def test_reports_unfold_and_a_link_leads_to_one_and_what_fell_most_comes_first(tmp_path: Path) -> None:
    records = [
        in_baseline(record_of(name, evaluated(refund_results()), "failed"), change=change)
        for name, change in (("little", -1), ("most", -50), ("rose", 10))
    ]
    told = after(tmp_path / "page.html", page(records), UNFOLDING)
    assert told == [0, 3, 0, 1, False, True, "most", "little", "rose"]
