"""The words of the calibration report, in English and Chinese.

Sentences about a kind of finding are filled with its facts. They avoid plurals that depend on a number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pytest_rubric.gating.calibration.findings import Kind
from pytest_rubric.gating.calibration.scores import NoCorrelation


@dataclass(frozen=True, slots=True)
class Words:
    """Everything that the report says by itself."""

    title: str
    basis: str
    agreement: str
    criteria: str
    scores: str
    reword: str
    findings: str
    weaknesses: str
    unknown: str
    source: str
    models: str
    labels: str
    agreement_table: tuple[str, ...]
    criteria_table: tuple[str, ...]
    weaknesses_table: tuple[str, str]
    all_decisions: str
    undefined: str
    no_interval: str
    more_rows: str
    more_examples: str
    nothing_compared: str
    legend: str
    like_chance: str
    no_scores: str
    difference: str
    distance: str
    correlation: str
    no_correlation: Mapping[NoCorrelation, str]
    same_side: str
    no_findings: str
    nothing_to_reword: str
    reword_line: str
    suspicion: str
    what_to_do: str
    decision: str
    no_label: str
    people_say: str
    sided: str
    outcome: str
    passes: str
    fails: str
    outcomes: str
    measured: str
    colon: str
    quoted: str
    causes: Mapping[str, str]
    kinds: Mapping[Kind, str]
    advice: Mapping[str, str]
    no_labels: str
    kappa_undefined: str
    f1_undefined: str
    few_labels: str
    undecided: str
    not_judged: str
    by_code: str
    unlabelled: str
    several_models: str
    repeated: str
    without_machine: str
    without_feedback: str
    not_independent: str
