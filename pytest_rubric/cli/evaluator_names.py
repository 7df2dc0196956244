"""Whether the names in ``evaluators`` are known, and their cases have what they need: as in a run, hooks
aside, which are not run here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_rubric.evaluators.presets.needs import Lack
    from pytest_rubric.evaluators.protocol import Evaluator
    from pytest_rubric.evaluators.registry import EvaluatorRegistry
    from pytest_rubric.model import Case, CustomEvaluator

_HOOK = "pytest_rubric_register_evaluators"


class EvaluatorNames:
    """The evaluators of a project: those of the product, of the ini file, and of installed packages."""

    def __init__(self, globs: Sequence[str], root: Path, *, outside_root: bool) -> None:
        """``globs`` are those of ``rubric_evaluators``, relative to ``root``. Raises ``CaseFileError``,
        ``ConfigError`` or ``EvaluatorError`` where an evaluator can't be used: a run would end with it."""
        from pytest_rubric.evaluators.known import known_evaluators

        written: tuple[CustomEvaluator, ...] = ()
        if globs:
            from pytest_rubric.loading.evaluator_files import load_all

            written = load_all(globs, root, outside_root=outside_root)
        self._registry: EvaluatorRegistry = known_evaluators(written)

    def faults(self, case: Case) -> Iterator[tuple[str, str]]:
        """Each name that a run can't use, with what it would say."""
        from pytest_rubric.errors import EvaluatorError

        if "evaluators" in case.unread:
            return  # what could not be read of it is told already
        for name in case.evaluators:
            try:
                self._evaluator(name, case)
            except EvaluatorError as error:
                yield name, str(error)

    def lacks(self, case: Case) -> Iterator[Lack]:
        """What the evaluators that a case names would find missing in it, each with all of it."""
        from pytest_rubric.errors import EvaluatorError
        from pytest_rubric.evaluators.presets.needs import lack_of

        if "evaluators" in case.unread:
            return
        for name in case.evaluators:
            try:
                evaluator = self._evaluator(name, case)
            except EvaluatorError:
                continue  # one of the faults
            lack = lack_of(evaluator.id, getattr(evaluator, "needs", ()), case)
            if lack is not None:
                yield lack

    def _evaluator(self, name: str, case: Case) -> Evaluator:
        from pytest_rubric.evaluators.known import written_in

        own = written_in(case, name, self._registry)
        if own is None:
            return self._registry.for_case(name, case)
        from pytest_rubric.evaluators.custom.evaluator import made  # few cases write one

        return made(own)

    def is_known(self, name: str) -> bool:
        """Whether there is an evaluator of this name."""
        return self._registry.id_of(name) in self._registry.ids


def hook_in(folder: Path) -> Path | None:
    """The nearest ``conftest.py`` that registers evaluators by a hook, in this folder or above it."""
    for parent in (folder, *folder.parents):
        path = parent / "conftest.py"
        try:
            if path.is_file() and _HOOK in path.read_text(encoding="utf-8", errors="replace"):
                return path
        except OSError:
            continue
    return None
