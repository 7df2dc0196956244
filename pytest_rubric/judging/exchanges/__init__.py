"""Stored exchanges: what was asked once, with the same words, is not asked again.

One folder per request, named by a hash of everything that the judge is told; in it one JSON
file per judge. See ``docs/stored-replies.md``.
"""

from __future__ import annotations

from pytest_rubric.judging.exchanges.key import Identity
from pytest_rubric.judging.exchanges.stored import Mode, StoredJudge

__all__ = ["Identity", "Mode", "StoredJudge"]
