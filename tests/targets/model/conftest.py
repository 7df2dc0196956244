from __future__ import annotations

import os

import pytest


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No key, endpoint or proxy of the developer's shell."""
    for name in os.environ:
        if name.upper().startswith(
            ("OPENAI_", "RUBRIC_", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")
        ):
            monkeypatch.delenv(name)
