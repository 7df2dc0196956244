"""A case held against its baseline, at its turn: whether it fails, and what its report says of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

from pytest_rubric.errors import ConfigError
from pytest_rubric.plugin import records, selection

if TYPE_CHECKING:
    from pytest_rubric.execution.engine import Judged
    from pytest_rubric.gating.baseline.comparing import Comparison
    from pytest_rubric.gating.baseline.file_format import Baseline
    from pytest_rubric.gating.baseline.presence import Looked
    from pytest_rubric.model import Case, Evaluation, Settings
    from pytest_rubric.reporting.record import Record


class SessionBaseline:
    """The baseline, where a case has its turn: in every process. Registered as a plugin.

    ``baseline`` is ``None`` where this run records the first one, or has no rubric test.
    """

    def __init__(self, config: pytest.Config, settings: Settings, baseline: Baseline | None) -> None:
        self._config = config
        self.baseline = baseline
        self.max_drop = settings.max_drop
        self._collected: frozenset[str] = frozenset()
        self._looked: Looked | None = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Remember which tests there are, before any is deselected: the others were renamed, or are gone."""
        self._collected = frozenset(item.nodeid for item in items)
        self._looked = None

    def compared(self, record: Record, earlier: int) -> Comparison | None:
        """The case of this record against what it was; ``None`` where it was not judged, or is new.

        ``earlier`` counts checks of the same test that have the same id.
        """
        from pytest_rubric.gating.baseline.comparing import compare
        from pytest_rubric.gating.baseline.runs import renamed
        from pytest_rubric.gating.baseline.states import key_of, state_of

        state = state_of(record)
        if self.baseline is None or state is None:
            return None
        key = key_of(record["nodeid"], record["id"], earlier)
        name = key if key in self.baseline.cases else renamed(key, state, self.baseline, self._is_gone)
        return None if name is None else compare(key, state, name, self.baseline.cases[name])

    def _is_gone(self, key: str) -> bool:
        """Whether a case of the baseline exists no longer, as far as this process has looked."""
        if self._looked is None:
            self._looked = self._seen()
        return self._looked.is_gone(key)

    def _seen(self) -> Looked:
        from pytest_rubric.gating.baseline.presence import Looked, by_file
        from pytest_rubric.model.paths import is_lost

        named = any("::" in argument for argument in self._config.args)
        # a case file is made into items as a whole; of others pytest collects a part only
        part = named or self._config.getoption("lf", False)
        others = {} if part else by_file(self._collected)
        return Looked(
            {**others, **selection.of(self._config).case_files},
            lambda file: is_lost(self._config.rootpath / file),
        )


KEY = pytest.StashKey[SessionBaseline]()


def register(config: pytest.Config, settings: Settings) -> str | None:
    """Read the baseline that the settings name; why that can't be, where no rubric test may run."""
    baseline, fault = None, None
    try:
        baseline = _read(settings)
    except ConfigError as error:
        fault = f"--rubric-baseline: {error}"
    config.stash[KEY] = held = SessionBaseline(config, settings, baseline)
    config.pluginmanager.register(held, "rubric-baseline")
    return fault


@dataclass(frozen=True, slots=True)
class Failure:
    """What a test fails with. ``known`` is why that is expected: the case failed as much in the baseline."""

    text: str
    known: str | None = None


def failure_of(item: pytest.Item, case: Case, judged: Judged, earlier: int = 0) -> Failure | None:
    """The failure of a case that was judged; ``None`` where it passes."""
    evaluation = judged.evaluation
    held = item.config.stash.get(KEY, None)
    compared = None if held is None else held.compared(records.record_of(item, case, judged), earlier)
    if compared is None or held is None:
        return None if evaluation.passed else Failure(_text(item, case, judged))
    from pytest_rubric.gating.baseline import messages

    standing = compared.standing(held.max_drop)
    if standing not in ("known", "worse", "fell"):
        return None
    return Failure(
        messages.failure_text(_text(item, case, judged), compared, held.max_drop, evaluation.lang),
        known=messages.known(compared) if standing == "known" else None,
    )


def _text(item: pytest.Item, case: Case, judged: Judged) -> str:
    from pytest_rubric.reporting import failure

    return failure.text(case, judged.evaluation, judged.output, root=item.config.rootpath)


def told(item: pytest.Item, record: Record, evaluation: Evaluation, earlier: int) -> Evaluation:
    """Put into the record what the case was in the baseline; the evaluation, with remarks for its report.

    A case that fell too far comes back as one that did not pass.
    """
    held = item.config.stash.get(KEY, None)
    compared = None if held is None else held.compared(record, earlier)
    if compared is None or held is None:
        return evaluation
    from pytest_rubric.gating.baseline import messages

    record["baseline"] = compared.record(held.max_drop)
    fell = compared.standing(held.max_drop) == "fell"
    return replace(
        evaluation,
        notes=(*evaluation.notes, *messages.remarks(compared, held.max_drop, evaluation.lang)),
        # they say in which way it passed
        warnings=() if fell else evaluation.warnings,
        passed=False if fell else evaluation.passed,
    )


def _read(settings: Settings) -> Baseline | None:
    """Raises ``ConfigError``."""
    from pytest_rubric.gating.baseline import files
    from pytest_rubric.model.text import visible

    assert settings.baseline is not None, "asked for by this setting"
    found = files.read(settings.baseline)
    if found is None and not settings.update_baseline:
        raise ConfigError(
            f"there is no file {visible(str(settings.baseline))}; record it with --rubric-update-baseline, "
            "or name another file"
        )
    return found
