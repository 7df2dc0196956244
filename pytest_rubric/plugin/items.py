"""One case and one evaluator as a test item."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_rubric.model.comparison import OwnSource, TargetSource
from pytest_rubric.plugin import outputs
from pytest_rubric.plugin import session as session_module
from pytest_rubric.plugin.outputs import SharedCase
from pytest_rubric.plugin.results import FINISHED
from pytest_rubric.scoring.points import is_type_tag

if TYPE_CHECKING:
    from pytest_rubric.evaluators.protocol import Evaluator
    from pytest_rubric.execution.engine import Work
    from pytest_rubric.model import Case, CaseSettings


# pytest's own type has no public name.
_FIXTURES = pytest.StashKey[Any]()


class RubricItem(pytest.Function):
    """A test that passes when its case reaches the threshold.

    It is a ``Function`` so that fixtures, ``usefixtures`` and marks work by pytest's own
    public means; its function is never called.
    """

    shared: SharedCase
    evaluator_name: str | None
    kind: str | None
    target_fixture: bool
    uses_fixtures: bool

    @classmethod
    def of_case(
        cls,
        parent: pytest.Collector,
        shared: SharedCase,
        *,
        node: str,
        evaluator: str | None,
        kind: str | None,
        marks: Sequence[pytest.MarkDecorator],
        target_fixture: bool,
        uses_fixtures: bool,
    ) -> RubricItem:
        """Make the item of a case, named ``node``, for the evaluator of its kind or for a named one."""
        case = shared.case
        tags = _tags(case)
        if _compares(kind, evaluator):
            target_fixture = target_fixture and _own_output_is_compared(case)
        takes_target = target_fixture and not case.faults
        function = _function(marks, tags, takes_target) if marks else _shared_function(tags, takes_target)
        # Cases of one file see the same fixtures, unless one asks for more; resolving them is
        # the dearest part of making an item.
        known = None if uses_fixtures else parent.stash.get(_FIXTURES, None)
        item: RubricItem = cls.from_parent(parent, name=node, callobj=function, fixtureinfo=known)
        if known is None and not uses_fixtures and not case.faults:
            # public as an argument, not as an attribute: without it the next item resolves its own
            parent.stash[_FIXTURES] = getattr(item, "_fixtureinfo", None)
        item.shared = shared
        item.evaluator_name = evaluator
        item.kind = kind
        item.target_fixture = target_fixture
        item.uses_fixtures = uses_fixtures
        item.extra_keyword_matches.update(tags)
        return item

    @property
    def case(self) -> Case:
        """The case."""
        return self.shared.case

    def evaluator(self) -> Evaluator:
        """The evaluator. Raises ``EvaluatorError`` where there is none of that name or kind."""
        state = session_module.of(self.config)
        if self.evaluator_name is None:
            return state.registry.serving(self.kind or "reference")
        if self.case.custom_evaluators or state.custom_evaluators:
            from pytest_rubric.plugin import custom

            return custom.named(self.evaluator_name, self.case, state)
        return state.registry.for_case(self.evaluator_name, self.case)

    def evaluator_id(self) -> str:
        """The evaluator's id, for results; also where none is registered, or none could be read."""
        from pytest_rubric.errors import EvaluatorError

        asked = self.evaluator_name or self.kind
        if asked is None:
            return "evaluators"
        try:
            return self.evaluator().id
        except EvaluatorError:
            return asked

    def settings(self) -> CaseSettings:
        """The settings in force: those of the case, with the threshold of the evaluator if it has its own."""
        overrides = self.case.overrides
        state, name = session_module.of(self.config), self.evaluator_name or ""
        own = self.case.evaluator_thresholds.get(name, state.custom_thresholds.get(name))
        if own is not None:
            overrides = replace(overrides, threshold=own)
        return state.settings.for_case(overrides)

    def work(self) -> Work:
        """What the engine has to do. Raises ``EvaluatorError`` or ``TargetError``, and
        ``ConfigError`` for a case that can't work with the settings in force."""
        from pytest_rubric.errors import ConfigError
        from pytest_rubric.execution.engine import Job
        from pytest_rubric.execution.repetition import RepeatedJob
        from pytest_rubric.model.repeat import ALL_RUNS
        from pytest_rubric.scoring import lint

        judge, case = session_module.of(self.config).judge, self.case
        settings = replace(self.settings(), replier=judge.replier)
        evaluator = self.evaluator()
        faults = lint.faults(case, settings)
        if faults:
            raise ConfigError("\n".join(faults))
        spec = case.compare if self.is_comparison else None
        versus = (None,) * case.repeat if spec is None else outputs.of_side(self, spec.b, "B")
        if spec is not None and not self.judges_own_output:
            sources, counts = outputs.of_side(self, spec.a, "A"), True
        else:
            sources, counts = outputs.own(self), self.shared.count()
        judged = _as_judged(case)
        jobs = tuple(
            [
                Job(judged, evaluator, settings, source=source, versus=other, counts_target=counts)
                for source, other in zip(sources, versus, strict=True)
            ]
        )
        if len(jobs) == 1:
            return jobs[0]
        at_once = session_module.of(self.config).settings.concurrency
        return RepeatedJob(jobs, case.pass_rule or ALL_RUNS, at_once)

    @property
    def is_comparison(self) -> bool:
        """Whether this item compares two outputs."""
        return _compares(self.kind, self.evaluator_name)

    @property
    def judges_own_output(self) -> bool:
        """Whether the case's own output is judged: not where two others are compared."""
        return not self.is_comparison or _own_output_is_compared(self.case)

    def can_go_ahead(self, current: RubricItem) -> bool:
        """Whether judging may begin before this item's turn, while it is the turn of ``current``.

        Not where the item may never run (a skip mark, whose conditions pytest decides at the
        item's turn), and not where code of the user's makes the output and a fixture of the
        item is not in place yet: an autouse fixture may start the server that a target asks.
        """
        if self is current:
            return True
        if self.case.faults or self.target_fixture or self.uses_fixtures:
            return False
        if self._runs_user_code() and not self._fixtures_are_in_place(current):
            return False
        for mark in self.iter_markers():
            if mark.name in ("skip", "skipif"):
                return False
            if mark.name == "xfail" and mark.kwargs.get("run", True) is not True:
                return False
        return True

    def _runs_user_code(self) -> bool:
        settings = session_module.of(self.config).settings
        if self.is_comparison and _has_target(self.case):
            return True
        if settings.outputs_dir is not None:
            return False
        if self.case.target is not None or settings.target is not None:
            return True
        return bool(self.ihook.pytest_rubric_run_target.get_hookimpls())

    def _fixtures_are_in_place(self, current: RubricItem) -> bool:
        """Whether all fixtures of this item were set up with ``current`` and will still stand."""
        names = [name for name in self.fixturenames if name != "request"]
        if not names:
            return True
        try:
            # pytest has no public way to ask for the fixtures behind the names
            known = self._fixtureinfo.name2fixturedefs
            found = [known[name][-1] for name in names if name in known]
            return all(
                one.cached_result is not None
                and (one.scope == "session" or (one.scope != "function" and self.parent is current.parent))
                for one in found
            )
        except (AttributeError, TypeError, IndexError):
            return False

    def setup(self) -> None:
        """Set fixtures up, look ahead, and wait for the result."""
        from pytest_rubric.plugin import running  # nothing of it is needed to collect

        running.set_up(self, super().setup)

    def runtest(self) -> None:
        """Decide."""
        from pytest_rubric.plugin import running

        running.decide(self)

    def repr_failure(  # type: ignore[override]  # as pytest.Function itself narrows it
        self, excinfo: pytest.ExceptionInfo[BaseException]
    ) -> Any:
        """The message alone for a low score, since no line of Python is to blame for it."""
        if type(excinfo.value) is AssertionError and FINISHED in self.stash:
            shown = excinfo.getrepr(style="value")
            self.tell_in_short(shown.reprcrash, str(excinfo.value).partition("\n")[0])
            return shown
        return super().repr_failure(excinfo)

    def tell_in_short(self, crash: Any, story: str) -> None:
        """Let the short summary and JUnit say the story, at the case's own line.

        Without the name of an exception in front, which takes the room of what matters. ``crash`` is where
        pytest keeps what they say, ``None`` where it keeps nothing.
        """
        if crash is not None:
            path, line, _ = self.reportinfo()
            crash.path, crash.lineno, crash.message = str(path), line + 1, story

    def reportinfo(self) -> tuple[Path, int, str]:
        """Path, 0-based line and name of the case."""
        location = self.case.location
        return self.path, (location.line - 1) if location is not None else 0, self.name


def _compares(kind: str | None, evaluator: str | None) -> bool:
    return "pairwise" in (kind, evaluator)


def _own_output_is_compared(case: Case) -> bool:
    return case.compare is None or isinstance(case.compare.a, OwnSource)


def _has_target(case: Case) -> bool:
    """Whether user code makes an output of the comparison."""
    spec = case.compare
    return spec is not None and any(isinstance(source, TargetSource) for source in (spec.a, spec.b))


def _as_judged(case: Case) -> Case:
    """The case as evaluators see it: without what a person says of it."""
    if case.human is None and not case.evaluator_humans:
        return case
    return replace(case, human=None, evaluator_humans={})


def _tags(case: Case) -> tuple[str, ...]:
    """Tags of the case and of its criteria, ``type:`` tags aside, each once."""
    tags = dict.fromkeys(case.tags)
    for criterion in case.criteria:
        if criterion.tags:
            tags.update(dict.fromkeys([tag for tag in criterion.tags if not is_type_tag(tag)]))
    return tuple(tags)


@cache
def _tag_mark(tag: str) -> pytest.MarkDecorator:
    return pytest.mark.rubric_tag(name=tag)


@lru_cache(maxsize=1024)
def _shared_function(tags: tuple[str, ...], target_fixture: bool) -> Callable[[], None]:
    """One function for all cases alike, as the items of a parametrized test have: a large suite
    collects faster, and in less memory."""
    return _function((), tags, target_fixture)


def _function(
    marks: Sequence[pytest.MarkDecorator], tags: Sequence[str], target_fixture: bool
) -> Callable[[], None]:
    def rubric_case() -> None:
        """Stands in for the function that every ``pytest.Function`` has."""

    found = [*map(_tag_mark, tags), *marks]
    if target_fixture:
        found.append(pytest.mark.usefixtures("rubric_target"))
    # As decorators would, but in one step: each of them copies the list.
    rubric_case.pytestmark = found  # type: ignore[attr-defined]  # pytest's own attribute
    return rubric_case
