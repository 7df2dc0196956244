"""Print pip constraints that pin each dependency to the oldest version that pyproject.toml allows.

Usage: floors.py pyproject.toml EXTRA... (needs Python 3.11, for its TOML reader)
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import tomllib

_REQUIREMENT = re.compile(r"^([\w.-]+)(?:\[[\w,-]+\])?>=([\w.]+)$")


def floors(project: dict[str, list[str] | dict[str, list[str]]], extras: list[str]) -> list[str]:
    """``name==version`` for each requirement of the project and of these extras."""
    optional = project["optional-dependencies"]
    assert isinstance(optional, dict)
    found = []
    for requirement in [*project["dependencies"], *(line for extra in extras for line in optional[extra])]:
        match = _REQUIREMENT.match(requirement.replace(" ", ""))
        if match is None:
            sys.exit(f"{requirement!r} has no floor; write it as name>=version")
        found.append(f"{match[1]}=={match[2]}")
    return found


def main() -> None:
    """Print one constraint a line."""
    path, *extras = sys.argv[1:]
    project = tomllib.loads(Path(path).read_text(encoding="utf-8"))["project"]
    print("\n".join(floors(project, extras)))


if __name__ == "__main__":
    main()
