"""The JSON schema of the reply that the rubric judge is asked for."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import cast

_SCHEMAS = Path(__file__).with_name("schemas")


@cache
def schema(feedback: bool) -> dict[str, object]:
    """The schema with or without the lists of feedback. Shared: treat it as read-only.

    From a file, which a test holds against the models of ``reply_models``: pydantic takes a tenth of a
    second to import, which would stand between a run's start and its first request.
    """
    name = "full.json" if feedback else "decisions.json"
    return cast("dict[str, object]", json.loads((_SCHEMAS / name).read_text(encoding="utf-8")))
