"""What the questions about the way have in common: the blocks of a case, and the facts of its log."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pytest_rubric import runlog
from pytest_rubric.evaluators.presets.trajectory.language import common
from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.judging.prompting import SECTIONS, material_blocks, text_block
from pytest_rubric.model import CatalogEntry
from pytest_rubric.model.lines import one_line, shortened
from pytest_rubric.runlog import FactLines, Facts, RunLog, Step
from pytest_rubric.runlog.calls import LOADERS

MOST_ANCHORS = 32
"""How many steps a point may name."""

WIDEST_REASON = 80
"""How many columns of a reason a summary takes over."""

_DESCRIPTION = 400
_DEFINITION = 1500


@dataclass(frozen=True, slots=True)
class Way:
    """The way of a run: its log, the tools and skills on offer, and which calls count.

    ``calls`` are those of tools and skills: starting another agent is no call of a tool. ``entries``
    are the catalog without tools that only load a skill, since the skill is what is called.
    ``unlisted`` are calls of skills where the catalog is the log's own list of tools, which has none:
    nobody can say whether they were on offer, so they do not count.
    """

    log: RunLog
    facts: Facts
    entries: tuple[CatalogEntry, ...]
    calls: tuple[Step, ...]
    unlisted: tuple[Step, ...]

    @property
    def hides_names(self) -> bool:
        """Whether a call's tool is not known: then nobody can say what was not called."""
        return any(call.tool is None for call in self.log.calls)

    def calls_of(self, entry: CatalogEntry) -> tuple[Step, ...]:
        """The calls of an entry: names are compared without regard to case, within their kind."""
        return tuple(call for call in self.calls if _key(call) == _entry_key(entry))

    def entry_of(self, call: Step) -> CatalogEntry | None:
        """The entry that a call is of; ``None`` where it is of nothing on offer."""
        return next((entry for entry in self.entries if _entry_key(entry) == _key(call)), None)


def way(view: View) -> Way:
    """The way of a subject that has a log."""
    assert view.log is not None
    catalog = view.catalog or ()
    entries = tuple(
        entry for entry in catalog if entry.kind == "skill" or entry.name.casefold() not in LOADERS
    )
    counted = {"tool", "skill"} if view.case.catalog is not None else {"tool"}
    names = None if view.catalog is None else [entry.name for entry in catalog if entry.kind != "skill"]
    return Way(
        log=view.log,
        facts=runlog.facts(view.log, names),
        entries=entries,
        calls=tuple(call for call in view.log.calls if call.capability in counted),
        unlisted=tuple(
            call for call in view.log.calls if call.capability == "skill" and call.capability not in counted
        ),
    )


def blocks(view: View, facts: Facts, *own: tuple[str, str]) -> tuple[str, ...]:
    """The texts of a case, the log bounded; then the facts, then the question's own data, each a
    name and a text."""
    assert view.log is not None
    sections = SECTIONS[view.prompt_lang]
    words = common(view.prompt_lang)
    shown = replace(view.material, reference=None, run_log=runlog.digest(view.log))
    told = str(runlog.as_lines(view.log, facts, view.prompt_lang))
    more = [(words.facts_block, told), *own]
    return (
        *material_blocks(shown, sections),
        *(text_block(name, text, sections) for name, text in more),
    )


def told(view: View, facts: Facts) -> FactLines:
    """The facts in the language of the report, for evidence."""
    assert view.log is not None
    return runlog.as_lines(view.log, facts, view.lang)


def catalog_text(entries: Sequence[CatalogEntry], lang: str, *, with_parameters: bool) -> str:
    """The catalog as numbered lines; definitions are cut where they are long."""
    words = common(lang)
    if not entries:
        return words.empty_catalog
    lines = []
    for number, entry in enumerate(entries, 1):
        kind = words.kinds.get(entry.kind, entry.kind)
        description, rest = _definition(entry.definition)
        lines.append(
            f"{number}. {one_line(entry.name)} ({kind})" + (f": {description}" if description else "")
        )
        if with_parameters and rest:
            lines.append(f"   {rest}")
    return "\n".join(lines)


def _definition(definition: object) -> tuple[str, str]:
    if not isinstance(definition, Mapping):
        return (shortened(str(definition), _DESCRIPTION), "") if definition else ("", "")
    described = definition.get("description")
    rest = {key: value for key, value in definition.items() if key not in ("name", "description", "type")}
    text = json.dumps(rest, ensure_ascii=False, default=repr) if rest else ""
    return (
        shortened(described, _DESCRIPTION) if isinstance(described, str) else "",
        shortened(text, _DEFINITION),
    )


def anchor(step: Step) -> str:
    """The anchor of a step."""
    return f"step-{step.index}"


def anchors(found: Sequence[str]) -> tuple[str, ...]:
    """Anchors for a point: each once, and no more than a point may have."""
    return tuple(dict.fromkeys(found))[:MOST_ANCHORS]


def evidence(*parts: str) -> str:
    """Paragraphs of evidence; empty ones are left out."""
    return "\n".join(part for part in parts if part)


def _key(call: Step) -> tuple[str, str]:
    return call.capability, (call.tool or "").casefold()


def _entry_key(entry: CatalogEntry) -> tuple[str, str]:
    return entry.kind, entry.name.casefold()
