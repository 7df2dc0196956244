"""What the judges of this family are told; the words stand in one module a language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Prompt:
    """The instructions of one question, and the form of its reply."""

    system: str
    reply: str


@dataclass(frozen=True, slots=True)
class Texts:
    """``{}`` stands for numbers and names of ours, never for texts of a case."""

    claims: Prompt
    key_points: Prompt
    accuracy: Prompt
    faithfulness: Prompt
    completion: Prompt
    # names of blocks
    claims_block: str
    key_points_block: str
    evidence_block: str
    excerpt_block: str
    failed_block: str
    call_block: str
    about_the_whole: str
    # complaints
    claim: str
    key_point: str
    issue: str
    same_claim: str
    no_key_points: str
    not_offered: str
    no_citation: str
