"""What a note is, and every code that one can have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

MOST_CRITERIA = 25
# Judged criteria. A small rubric asks for a few things, and one for what to avoid would be forced.
NEEDS_PENALTY = 4
CODES: Mapping[str, str] = {
    "any-run-passes": "a case that passes when one of several runs does",
    "cannot-fail": "no decision of the judge can make the case fail",
    "checkable": "exact text or syntax, which a check decides for free",
    "contradiction": "one statement earns points and loses them",
    "countable": "a count, which models get wrong and a check gets right",
    "double-barrelled": "two statements in one criterion",
    "duplicate": "one statement twice",
    "heavy-penalties": "penalties above half of the positive points",
    "label-of-new-output": "what people say of an output that each run makes anew",
    "level-out-of-reach": "described levels that leave out the highest of the scale",
    "many-criteria": f"more than {MOST_CRITERIA} criteria in one case",
    "missing-need": "an evaluator needs a run log, or what one can hold (the question, the tools on offer, "
    "what the run saw), and the output comes as text alone",
    "missing-reference": "a criterion names a reference answer that the case does not have",
    "negated-penalty": "a penalty for something that is not done",
    "no-penalty": f"nothing costs points, in a rubric with {NEEDS_PENALTY} judged criteria or more",
    "overlapping-evaluators": "evaluators that judge the same calls of tools",
    "placeholder": "a text that is still to be written",
    "rule-needs-all": "a rule that lets no run fail with so many runs",
    "sign-tag": "a `type:` tag that contradicts the sign of the points",
    "type-tag": "a `type:` tag that is neither `type:positive` nor `type:negative`",
    "unknown-evaluator": "a name in `evaluators` that only a hook of the project can know",
    "vague": "a word of praise instead of an observable statement",
}


@dataclass(frozen=True, slots=True)
class Note:
    """One remark about a case. ``code`` is one of :data:`CODES` and permanent; ``message`` says
    what was found and what to do; ``line`` counts from 1, ``None`` where it is not known."""

    code: str
    message: str
    line: int | None = None
