"""Models under test against an endpoint, and what came of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pytest_rubric.errors import TargetError
from pytest_rubric.judging.connections import Connections
from pytest_rubric.model import Case, ModelSpec, Output, TargetSpec
from pytest_rubric.targets.model.calls import ModelCalls
from pytest_rubric.targets.resolver import TargetResolver
from tests.targets.support import Bench

Body = dict[str, Any]


@dataclass(frozen=True)
class Asked:
    """Outputs and errors in the order of the cases."""

    outcomes: list[Output | TargetError]

    @property
    def output(self) -> Output:
        """The only outcome, which is an output."""
        (found,) = self.outcomes
        if isinstance(found, TargetError):
            raise found
        return found

    @property
    def errors(self) -> list[TargetError]:
        return [found for found in self.outcomes if isinstance(found, TargetError)]

    @property
    def error(self) -> str:
        """The message of the only outcome, which is an error."""
        (found,) = self.outcomes
        assert isinstance(found, TargetError), f"an output, not an error: {found}"
        return str(found)


def model_case(bench: Bench, case: Case | None = None, *, timeout: float = 20, **spec: Any) -> Case:
    """A case whose target is a model."""
    concurrency = spec.pop("concurrency", None)
    model = ModelSpec(**{"name": "model-1", **spec})
    return replace(
        case or bench.case(),
        target=TargetSpec(model=model, timeout=timeout, concurrency=concurrency),
    )


def asking(bench: Bench, *cases: Case, at_once: bool = False) -> Asked:
    """Run the targets of the cases in one session, one after the other or ``at_once``."""

    async def main() -> list[Output | TargetError]:
        connections = Connections(bench.settings)
        calls = ModelCalls(bench.settings, connections)
        resolver = TargetResolver(bench.settings, stem_of=None, models=calls)

        async def one(case: Case) -> Output | TargetError:
            try:
                return await resolver.target_for(case).run(case)
            except TargetError as error:
                return error

        try:
            if at_once:
                return list(await asyncio.gather(*[one(case) for case in cases]))
            return [await one(case) for case in cases]
        finally:
            await connections.close()

    return Asked(asyncio.run(main()))


def roles(body: Body) -> Sequence[tuple[str, str]]:
    """The messages of a request."""
    return [(message["role"], message["content"]) for message in body["messages"]]
