"""Case files become collectors, cases become items."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_rubric.model.nearest import nearest
from pytest_rubric.model.paths import shown_path
from pytest_rubric.plugin import selection
from pytest_rubric.plugin import session as session_module
from pytest_rubric.plugin.items import RubricItem
from pytest_rubric.plugin.outputs import SharedCase

if TYPE_CHECKING:
    from pytest_rubric.loading import NotOurs
    from pytest_rubric.model import Case, CaseFile

# Marks that pytest understands for any item, and that `marks:` may use without registering.
_BUILT_IN_MARKS = ("skip", "skipif", "xfail", "usefixtures", "xdist_group")
_NOT_FOR_CASES = ("parametrize",)


def collect(path: Path, parent: pytest.Collector) -> RubricFile | None:
    """The collector of a candidate, or ``None`` where the file is not ours.

    A file whose name is ours is read later, in ``collect()``; any other one is read now,
    since its shape decides.
    """
    from pytest_rubric.loading.names import is_rubric_name

    config = parent.config
    if is_rubric_name(path):
        return RubricFile.from_parent(parent, path=path)
    from pytest_rubric.errors import CaseFileError
    from pytest_rubric.loading import NotOurs

    state = session_module.of(config)
    collector: RubricFile = RubricFile.from_parent(parent, path=path)
    try:
        loaded = _load(path, config, parent.session.isinitpath(path))
    except CaseFileError as error:
        collector.error = error
        return collector
    if isinstance(loaded, NotOurs):
        state.refused[path] = loaded.reason
        return None
    collector.loaded = loaded
    return collector


def _load(path: Path, config: pytest.Config, explicit: bool) -> CaseFile | NotOurs:
    from pytest_rubric.loading import load

    return load(
        path,
        root=config.rootpath,
        explicit=explicit,
        allow_outside_root=bool(config.getini("rubric_allow_outside_root")),
    )


class RubricFile(pytest.Module):
    """Collector of one case file.

    A module without a Python module in it, as pytest's own collector of doctest files is:
    fixtures of module scope need one to belong to.
    """

    obj = None
    loaded: CaseFile | None = None
    error: Exception | None = None

    def collect(self) -> list[RubricItem]:
        """The items: one for what ``Judge`` asks for, one for each name in ``evaluators``; all of them
        once for each of the case's ``targets``."""
        session_module.of(self.config).import_early()
        from pytest_rubric.loading.parsing import garbage_collection_paused

        # Ten thousand cases are a million objects that all stay: looking through them for
        # garbage again and again would take longer than making them.
        with garbage_collection_paused():
            cases = self._cases()
            has_fixture = self._has_target_fixture()
            taken: set[str] = set()
            items = [
                item
                for case in cases
                for variant in case.variants
                for item in self._items(variant, has_fixture, taken)
            ]
            selection.of(self.config).made(self.nodeid, items)
            return items

    def _cases(self) -> list[Case]:
        from pytest_rubric.errors import CaseFileError, ConfigError
        from pytest_rubric.model import CaseFile

        state = session_module.of(self.config)
        if self.loaded is None and self.error is None:
            try:
                loaded = _load(self.path, self.config, self.session.isinitpath(self.path))
            except CaseFileError as error:
                self.error = error
            else:
                assert isinstance(loaded, CaseFile), "a file with our name is always ours"
                self.loaded = loaded
        if self.error is not None:
            raise self.CollectError(str(self.error))
        assert self.loaded is not None
        cases = list(self.loaded.cases)
        try:
            _ = state.custom_evaluators  # what is wrong with their files is told before anything is asked
        except (CaseFileError, ConfigError) as error:
            raise self.CollectError(str(error)) from None
        try:
            self.ihook.pytest_rubric_modify_cases(config=self.config, path=self.path, cases=cases)
        except Exception as error:  # whatever a user's hook raises
            raise self.CollectError(_hook_failed(error, self.config.rootpath)) from error
        state.files[self.path] = replace(self.loaded, cases=())
        self.loaded = None
        if cases:
            _make_root_importable(self.config)
            state.start_early()
        return cases

    def _items(self, case: Case, has_fixture: bool, taken: set[str]) -> Iterator[RubricItem]:
        from pytest_rubric.evaluators.registry import kind_of

        faults, marks = _marks(case, self.config)
        case = replace(case, faults=case.faults + faults) if faults else case
        if case.evaluators:
            case = _with_ids(case)
        shared = SharedCase(case)
        fixtures = _uses_fixtures(case)
        kind = kind_of(case)
        names: list[str | None] = list(case.evaluators)
        if kind is not None or case.faults:
            # a case that can't be read still is one item, and that item tells why
            names = [None, *names] if kind is not None else names or [None]
        for name in names:
            node = case.label if name is None else f"{case.label}/{name}"
            if node in taken:
                shared = SharedCase(_named_twice(case, node, self.config))
                node = next(n for n in (f"{node}-{i}" for i in count(2)) if n not in taken)
            taken.add(node)
            yield RubricItem.of_case(
                self,
                shared,
                node=node,
                evaluator=name,
                kind=kind if name is None else None,
                marks=marks,
                target_fixture=has_fixture,
                uses_fixtures=fixtures,
            )

    def _has_target_fixture(self) -> bool:
        # pytest has no public way to ask whether a fixture exists without requesting it
        manager = getattr(self.session, "_fixturemanager", None)
        try:
            return bool(manager and manager.getfixturedefs("rubric_target", self))
        except (TypeError, AttributeError):
            return False


def _hook_failed(error: Exception, root: Path) -> str:
    from pytest_rubric.runtime.tracebacks import described, shown

    told = f"hook pytest_rubric_modify_cases failed: {described(error, root)}"
    return f"{told}\n\n{shown(error, root)}".rstrip()


def _with_ids(case: Case) -> Case:
    """The case with the ids of presets in place of their other names.

    Without the registry, which hooks of users fill: a name that nobody knows is told at its item.
    """
    from pytest_rubric.evaluators import presets

    ids = presets.names()
    return replace(
        case,
        evaluators=tuple(ids.get(name, name) for name in case.evaluators),
        evaluator_thresholds={ids.get(name, name): own for name, own in case.evaluator_thresholds.items()},
        evaluator_humans={ids.get(name, name): own for name, own in case.evaluator_humans.items()},
    )


def _named_twice(case: Case, node: str, config: pytest.Config) -> Case:
    fault = (
        f"{_place(case, config)}case {case.id}: another item of this file is named {node!r} already; name "
        "each evaluator once, and give the case another id"
    )
    return replace(case, faults=(*case.faults, fault))


def _place(case: Case, config: pytest.Config, line: int | None = None) -> str:
    """How a fault of a case begins: its place, or that of a ``line`` in it; empty where it has none."""
    if case.location is None:
        return ""
    return f"{shown_path(case.location.path, config.rootpath)}:{line or case.location.line}: "


def _make_root_importable(config: pytest.Config) -> None:
    """So that ``module:function`` in targets and checks is found; last, so that nothing is hidden."""
    root = str(config.rootpath)
    if root not in sys.path:
        sys.path.append(root)


def _uses_fixtures(case: Case) -> bool:
    return any(mark.name == "usefixtures" for mark in case.marks)


def _marks(case: Case, config: pytest.Config) -> tuple[tuple[str, ...], list[pytest.MarkDecorator]]:
    """The marks of a case as pytest's, and what is wrong with them."""
    faults: list[str] = []
    marks: list[pytest.MarkDecorator] = []
    if not case.marks:
        return (), marks
    registered = {re.split(r"[:(\s]", line, maxsplit=1)[0] for line in config.getini("markers")}
    known = sorted((registered | set(_BUILT_IN_MARKS)) - set(_NOT_FOR_CASES))
    for spec in case.marks:
        where = _place(case, config, spec.line)
        if spec.name not in known:
            near = nearest(spec.name, known)
            hint = f"; did you mean {near!r}?" if near else ""
            faults.append(
                f"{where}case {case.id}: mark {spec.name!r} is not registered{hint} "
                f"(register it with `markers` in the ini file; registered: {', '.join(known)})"
            )
            continue
        made = _mark(spec.name, spec.argument)
        if isinstance(made, str):
            faults.append(f"{where}case {case.id}: {made}")
        else:
            marks.append(made)
    return tuple(faults), marks


def _mark(name: str, argument: object) -> pytest.MarkDecorator | str:
    # pytest types a mark as what comes of decorating, not as what comes of calling it
    mark: Callable[..., pytest.MarkDecorator] = getattr(pytest.mark, name)
    if name == "xfail":
        # a broken judge is never an expected failure
        keywords: dict[str, object] = {"raises": AssertionError}
        if isinstance(argument, dict):
            unknown = set(argument) - {"reason", "strict", "run", "condition"}
            if unknown:
                return (
                    f"mark xfail: unknown key {sorted(unknown)[0]!r} "
                    "(allowed: reason, strict, run, condition)"
                )
            keywords.update(argument)
        elif argument is not None:
            keywords["reason"] = str(argument)
        condition = keywords.pop("condition", None)
        if condition is None:
            return mark(**keywords)
        return mark(condition, **{"reason": "", **keywords})
    if name == "skip":
        reason = argument.get("reason", "") if isinstance(argument, dict) else argument
        return mark(reason=str(reason)) if reason is not None else mark()
    if name == "skipif":
        if not isinstance(argument, dict) or set(argument) != {"condition", "reason"}:
            return "mark skipif needs both of: condition, reason"
        return mark(argument["condition"], reason=str(argument["reason"]))
    if argument is None:
        return mark()
    if isinstance(argument, dict):
        return mark(**{str(key): value for key, value in argument.items()})
    if isinstance(argument, list):
        return mark(*argument)
    return mark(argument)
