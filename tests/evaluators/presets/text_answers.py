"""Answers to the questions of the text family."""

from __future__ import annotations

from collections.abc import Mapping

DIMENSIONS = {
    "text-ai-flavor": (
        "template_opening",
        "template_closing",
        "mechanical_transitions",
        "generic_names",
        "empty_summary",
        "politeness_overuse",
    ),
    "text-format": (
        "numbering_continuity",
        "citation_mark_correctness",
        "list_hierarchy",
        "punctuation_standardization",
        "layout_consistency",
        "tabular_format",
        "special_format_correctness",
    ),
    "text-language-consistency": (
        "primary_language_match",
        "unnecessary_mixing",
        "code_switch_rationale",
        "bilingual_handling",
    ),
    "text-conciseness": (
        "expression_efficiency",
        "cliche_condensation",
        "main_focus",
        "information_completeness",
    ),
}
QUOTE = "It is important to note"


def entry(name: str, severity: object = "safe", **more: object) -> dict[str, object]:
    safe = severity == "safe"
    made = {
        "dimension": name,
        "reason": "Nothing of the kind." if safe else "It says nothing yet.",
        "quote": "" if safe else QUOTE,
        "severity": severity,
        "suggestion": "" if safe else "Leave it out.",
    }
    return {**made, **more}


def entries(preset: str, severities: Mapping[str, str]) -> list[dict[str, object]]:
    """An entry for each dimension; those that are not named are safe."""
    return [entry(name, severities.get(name, "safe")) for name in DIMENSIONS[preset]]


def reply(preset: str, severities: Mapping[str, str]) -> dict[str, object]:
    return {"dimensions": entries(preset, severities), "summary": "It announces and does not say."}
