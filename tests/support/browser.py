"""A real browser, for tests of pages: used where this machine has one, and never needed."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def found() -> str | None:
    """The path of a browser that can be driven from the command line."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


needs_browser = pytest.mark.skipif(found() is None, reason=f"no browser on PATH: {', '.join(NAMES)}")


def dom(page: Path) -> str:
    """The document as HTML after its scripts ran. The browser's own files go beside the page."""
    browser = found()
    assert browser is not None, "tests that call this are skipped without one"
    # without a sandbox of its own root may not start it
    as_root = ["--no-sandbox"] if hasattr(os, "getuid") and os.getuid() == 0 else []
    done = subprocess.run(
        [
            browser,
            "--headless",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            f"--user-data-dir={page.parent / 'browser'}",
            *as_root,
            "--dump-dom",
            page.as_uri(),
        ],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=True,
    )
    return done.stdout
