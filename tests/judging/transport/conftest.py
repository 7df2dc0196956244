from __future__ import annotations

import os

import pytest

_OURS = ("OPENAI_", "AZURE_OPENAI_", "RUBRIC_", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No key, endpoint or proxy of the developer's shell."""
    for name in os.environ:
        if name.upper().startswith(_OURS):
            monkeypatch.delenv(name)
