"""Print the command that README.md shows under a mark, so that CI runs what people are told to run.

Usage: readme_command.py README.md test

The mark is a line ``<!-- ci: test -->``, followed by a fenced block; the block's last line is the command.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path


def command(page: str, name: str) -> str | None:
    """The last line of the block under the mark; ``None`` where there is none."""
    block = re.search(rf"^<!-- ci: {re.escape(name)} -->\s*\n```\w*\n(.*?)\n```$", page, re.M | re.S)
    lines = block[1].strip().splitlines() if block else []
    return lines[-1] if lines else None


def main() -> None:
    """Print it, or end with an error that says what is missing."""
    path, name = sys.argv[1:]
    found = command(Path(path).read_text(encoding="utf-8"), name)
    if found is None:
        sys.exit(f"{path}: no fenced block with a command follows a line `<!-- ci: {name} -->`")
    print(found)


if __name__ == "__main__":
    main()
