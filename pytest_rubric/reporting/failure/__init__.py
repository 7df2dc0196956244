"""What a person sees whose test just failed: the whole story in one line, then the why.

The first line is English whatever the report's language: it stands in pytest's short summary,
in JUnit files and in the logs that people search.
"""

from __future__ import annotations

from pytest_rubric.reporting.failure.message import error_text, text
from pytest_rubric.reporting.failure.story import first_line

__all__ = ["error_text", "first_line", "text"]
