"""Results of earlier runs: the files that ``--rubric-json`` writes, read back.

Whoever gets a record from :func:`read` may rely on every field of it: :mod:`.fields` says what each may
hold, and what holds something else is refused.
"""

from __future__ import annotations

from pytest_rubric.gating.results.files import read

__all__ = ["read"]
