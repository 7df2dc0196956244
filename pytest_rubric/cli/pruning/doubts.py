"""What can't be known of a project's questions, and which stored replies that may be about."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_rubric.judging.exchanges.key import Identity
from pytest_rubric.judging.exchanges.recording import Recording

# What the kinds of `Judge` store their replies under. Presets and evaluators of users' own share
# questions under names that are not their ids, so they are all one.
_STORED_AS = {
    "rubric": frozenset({"rubric"}),
    "reference": frozenset({"reference"}),
    "dimensions": frozenset({"dimensions"}),
    "pairwise": frozenset({"pairwise"}),
    "free_text": frozenset({"free_text", "rubric", "dimensions"}),
}
KINDS = frozenset(_STORED_AS)


@dataclass(frozen=True, slots=True)
class Doubt:
    """``why`` some questions are unknown, for people: ``case x of a.rubric.yaml: ...``.

    They are those of an evaluator, by its id; ``None`` for any. ``judge`` is the only one they are
    unknown of, ``None`` for all. ``further`` says that only further samples are in doubt.
    """

    why: str
    evaluator: str | None = None
    judge: Identity | None = None
    further: bool = False

    def covers(self, recording: Recording) -> bool:
        """Whether this reply may be one of theirs."""
        if self.judge is not None and self.judge.file_name != recording.identity.file_name:
            return False
        if self.further and recording.sample == 0:
            return False
        if self.evaluator is None:
            return True
        if self.evaluator in KINDS:
            return recording.evaluator in _STORED_AS[self.evaluator]
        return recording.evaluator not in KINDS
