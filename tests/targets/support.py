"""What the tests of targets share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from pytest_rubric.errors import TargetError
from pytest_rubric.model import Case, Location, Output, Settings, TargetSpec
from pytest_rubric.targets.resolver import TargetResolver


class Bench:
    """A root directory with one case file, and cases of it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.settings = Settings(root=root)
        self.file = root / "evals" / "cases.rubric.yaml"
        self.file.parent.mkdir()
        self.stem_of: Callable[[Path], str] | None = None

    def set(self, **settings: Any) -> None:
        """Change the settings."""
        self.settings = replace(self.settings, **settings)

    def write(self, name: str, content: str | bytes) -> Path:
        """Write a file, relative to the root."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def case(self, **fields: Any) -> Case:
        """A case of the file."""
        made = Case("a", "a", location=Location(self.file, 1), input="hello")
        return replace(made, **fields)

    def resolver(self) -> TargetResolver:
        """A resolver with the settings as they are."""
        return TargetResolver(self.settings, stem_of=self.stem_of)

    def run(self, case: Case, **options: Any) -> Output:
        """The output of a case."""

        async def run() -> Output:
            return await self.resolver().target_for(case, **options).run(case)

        return asyncio.run(run())

    def error(self, case: Case, **options: Any) -> str:
        """The message of the error that a case ends with."""
        return str(self.failure(case, **options))

    def failure(self, case: Case, **options: Any) -> TargetError:
        """The error that a case ends with."""
        try:
            output = self.run(case, **options)
        except TargetError as error:
            return error
        raise AssertionError(f"there was an output: {output}")

    def call(self, function: str, case: Case | None = None, **spec: Any) -> Output:
        """The output of a function."""
        return self.run(replace(case or self.case(), target=TargetSpec(function=function, **spec)))

    def command(self, *words: str, **spec: Any) -> Case:
        """A case whose target is a command."""
        return self.case(target=TargetSpec(command=words, **spec))
