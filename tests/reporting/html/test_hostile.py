"""Nothing that cases, outputs or judges say gets out of its place, and all of it can be read."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import replace

from pytest_rubric.reporting.html.escape import escape, plain
from pytest_rubric.reporting.html.page import POLICY
from pytest_rubric.reporting.html.script import SCRIPT
from pytest_rubric.reporting.html.style import STYLE
from tests.reporting.html.reading import page, read
from tests.reporting.html.runs import HOSTILE, a_run, hostile_page, own_rows
from tests.reporting.samples import (
    criterion,
    decided,
    evaluated,
    found,
    record_of,
)


def test_nothing_from_outside_makes_an_element_or_an_attribute() -> None:
    made = read(hostile_page())
    names = {each.name for each in made.all()}
    plain_names = {each.name for each in read(page(a_run())).all()}
    more = {"pre", "h3", "h4", "ol", "ul", "code", "del", "small", "br", "a", "p", "strong"}
    assert names <= plain_names | more
    assert len(made.every("script")) == 1
    assert made.one("script").text == SCRIPT
    assert made.one("style").text == STYLE
    for each in made.all():
        assert not [name for name in each.attributes if name.startswith("on") or name in ("src", "style")]
    assert [each.attributes["href"] for each in made.every("a") if each.attributes["href"][0] != "#"] == []
    assert len(own_rows(made)) == len(HOSTILE)


def test_every_hostile_text_can_be_read_as_it_is() -> None:
    shown = read(hostile_page()).one("main").text
    for text in HOSTILE:
        assert " ".join(plain(text).split()) in shown


def test_hidden_characters_are_written_out() -> None:
    text = hostile_page()
    assert text.encode()
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe]", text)
    assert "\\u202eexe.gpj\\u202c" in text
    assert escape("\ud83d\ude00 \ud83d") == "\U0001f600 \\ud83d"


def test_the_policy_allows_the_pages_own_script_and_style_and_nothing_else() -> None:
    made = read(page(a_run()))
    meta = made.one("meta", **{"http-equiv": "Content-Security-Policy"})

    def digest(text: str) -> str:
        return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

    assert (
        meta.attributes["content"]
        == POLICY
        == (
            f"default-src 'none'; script-src 'sha256-{digest(made.one('script').text)}'; "
            f"style-src 'sha256-{digest(made.one('style').text)}'; base-uri 'none'; form-action 'none'"
        )
    )
    # the policy stands before whatever it is about
    head = [each.name for each in made.one("head").inside]
    assert head.index("meta") < head.index("style")


def test_no_address_of_another_place_stands_in_the_page() -> None:
    text = page(a_run())
    assert not re.search(r"https?:|url\(|@import|src=", text)


def test_texts_of_megabytes_are_cut_and_say_so() -> None:
    long = "<é>" * 1_000_000
    results = (decided(criterion(1, long, 10, long), "met", long, found(long)),)
    evaluation = replace(evaluated(results), summary=long, error=long)
    record = record_of("long", evaluation, "failed")
    record["title"] = record["remedy"] = long
    record["case_tags"] = [long]
    text = page([record])
    assert len(text) < 200_000
    assert "… (2,998,000 more characters)" in own_rows(read(text))[0].text
