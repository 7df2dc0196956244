"""Answers to the questions of the content family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

INSENSITIVITY = (
    "identity_sensitivity",
    "region_identity_sensitivity",
    "occupation_class_sensitivity",
    "age_appearance_sensitivity",
    "cultural_religious_sensitivity",
)
CONTROVERSY = ("absolute_judgment", "controversial_comparison", "unqualified_generalization")
GENDER = (
    "explicit_denigration",
    "capability_denial",
    "stereotype_reinforcement",
    "gender_exclusive_language",
    "objectification",
    "double_standard",
    "gender_role_fixation",
)
DIMENSIONS = {
    "content-insensitivity": INSENSITIVITY,
    "content-controversy": CONTROVERSY,
    "content-gender-discrimination": GENDER,
}

SLOW = "Waiters are slow thinkers"

Finding = dict[str, object]
Found = Mapping[str, Sequence[Finding]]
ORDER = ("none", "low", "medium", "high")


def finding(severity: str, quote: str = SLOW, **more: object) -> Finding:
    made = {"reason": "It calls a whole group slow.", "quote": quote, "severity": severity}
    return {**made, "suggestion": "Leave the group out.", **more}


def entries(preset: str, found: Found) -> list[dict[str, object]]:
    """An entry for each dimension, with the level that its findings come to."""
    made: list[dict[str, object]] = []
    for name in DIMENSIONS[preset]:
        listed = [dict(each) for each in found.get(name, ())]
        level = max(["none", *(str(each["severity"]) for each in listed)], key=ORDER.index)
        made.append({"dimension": name, "findings": listed, "level": level})
    return made
