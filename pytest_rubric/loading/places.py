"""Where a case file is, and which other files it may name."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pytest_rubric.loading.faults import Faults
from pytest_rubric.loading.links import leads_out
from pytest_rubric.loading.nodes import Node
from pytest_rubric.loading.values import word
from pytest_rubric.model import template
from pytest_rubric.model.paths import may_name, shown_path
from pytest_rubric.model.text import visible


@dataclass(frozen=True)
class Place:
    """The place of a case file: ``path`` and ``root`` are absolute."""

    path: Path
    root: Path
    allow_outside_root: bool = False

    @cached_property
    def file(self) -> str:
        """The name that messages show: relative to the root where it is inside, with ``/``."""
        return self.name_of(self.path)

    def name_of(self, path: Path) -> str:
        """The name that messages show for another file."""
        return visible(shown_path(path, self.root))

    def path_of(self, written: str) -> Path:
        """The absolute path of what is written in the file: relative to the file's own folder."""
        return Path(os.path.normpath(self.path.parent / written))

    def may_name(self, path: Path) -> bool:
        """Whether the file may name this path."""
        return may_name(path, root=self.root, folder=self.path.parent, outside_root=self.allow_outside_root)

    def leads_out(self, path: Path) -> Path | None:
        """Where a path leads over symbolic links, if the file may not name that."""
        return leads_out(path, root=self.root, folder=self.path.parent, outside_root=self.allow_outside_root)


def template_path(node: Node, name: str, place: Place, faults: Faults) -> str | None:
    """A path as written, with ``{{index}}`` and ``{{id}}`` unfilled."""
    written = word(node, name, faults)
    if written is None:
        return None
    wrong = template.complaint(written, template.PATH_PLACEHOLDERS)
    if wrong is not None:
        faults.add(node, f"`{name}`: {wrong}")
    elif not place.may_name(place.path_of(written)):
        faults.add(
            node,
            f'`{name}` must stay inside the root directory, found "{written}"; '
            "set rubric_allow_outside_root to allow it",
        )
    return written
