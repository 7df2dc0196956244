"""Looking quotes up: does the passage that a judge quotes stand in the text that it names?"""

from __future__ import annotations

from pytest_rubric.evidence.haystack import Haystack, Passage

__all__ = ["Haystack", "Passage"]
