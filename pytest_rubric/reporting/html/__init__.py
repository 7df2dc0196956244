"""A whole run as one HTML page that needs nothing else: no network, no other file, no JavaScript to be read.

Cases, outputs and replies come from outside. Every text of theirs passes :mod:`.escape`, and the page's
policy lets a browser run the page's own script and style and nothing else.
"""

from __future__ import annotations

from pytest_rubric.reporting.html.page import Page, parts
from pytest_rubric.reporting.html.run import TagMean, Unmatched

__all__ = ["Page", "TagMean", "Unmatched", "parts"]
