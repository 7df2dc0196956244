"""What the presets on the way say, to the judge and to people; the texts stand in texts_en and texts_zh.

``{}`` stands for figures, names and texts that are already shortened. Data of a case is never
formatted into a prompt.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CommonTexts:
    """``rules`` hold for every question about a log."""

    rules: str
    facts_block: str
    catalog_block: str
    empty_catalog: str
    kinds: Mapping[str, str]
    facts: str
    hidden_names: str
    unlisted_skills: str
    and_more: str
    separator: str


@dataclass(frozen=True, slots=True)
class QualityTexts:
    """``form`` is the reply's form, put together from the parts that are asked about."""

    system: str
    actions_block: str
    form: str
    no_actions_form: str
    no_path_form: str
    action: str
    coverage_names: Mapping[str, str]
    severity_names: Mapping[str, str]
    level_names: Mapping[str, str]
    labels: Mapping[str, str]
    no_actions: str
    none_applies: str
    no_calls: str
    nothing_to_judge: str
    weight: str
    severity: str
    sums: Mapping[str, str]
    score: str
    lost: Mapping[str, str]
    all_actions: str
    sound_path: str
    all_sound: str


@dataclass(frozen=True, slots=True)
class UtilizationTexts:
    system: str
    form: str
    entry: str
    finding: str
    needs: Mapping[str, str]
    kinds: Mapping[str, str]
    labels: Mapping[str, str]
    needed_called: str
    needed_idle: str
    called: str
    irrelevant_call: str
    outside_call: str
    counted: str
    no_required: str
    no_calls: str
    no_useful_calls: str
    idle: str
    none_idle: str
    idle_unscored: str
    waste: str
    no_waste: str
    use_it: str
    leave_out: str
    discarded: str
    repeated_step: str
    nothing_offered: str
    justified: str
    sums: Mapping[str, str]
    score: str
    lost_needed: str
    lost_outside: str
    lost_irrelevant: str
    lost_waste: str
    all_well: str
    none_needed: str


@dataclass(frozen=True, slots=True)
class SelectionTexts:
    system: str
    form: str
    no_calls_form: str
    issue: str
    codes: Mapping[str, str]
    severities: Mapping[str, str]
    labels: Mapping[str, str]
    verdicts: Mapping[str, str]
    no_calls: str
    found: str
    discarded: str
    no_such_call: str
    no_such_entry: str
    was_called: str
    names_hidden: str
    cap_label: str
    cap: str
    sums: str
    score: str
    score_capped: str
    all_well: str
    none_needed: str
