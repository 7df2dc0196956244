"""Files that a run leaves: whole or not at all."""

from __future__ import annotations

from pathlib import Path


def write(path: Path, text: str) -> None:
    """Write a text file, and the folders that it needs; whoever reads it sees the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(path.name + ".part")
    half.write_text(text, encoding="utf-8", newline="\n")
    half.replace(path)
