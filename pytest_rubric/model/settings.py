"""Settings of a session, and those in force for one case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from pytest_rubric.model.case import Overrides
from pytest_rubric.model.gates import SuiteGates

_OVERRIDES = tuple(each.name for each in fields(Overrides))


Replier = Literal["model", "script", "hook"]
"""Who answers as the judge: the model behind the endpoint, a ``ScriptedJudge``, or another judge that the
hook ``pytest_rubric_make_judge`` gave. Advice depends on it."""


@dataclass(frozen=True, slots=True)
class CaseSettings:
    """What is in force for one case, after all precedence.

    ``threshold`` and the lower ends of the verdicts, ``pass_floor`` and ``warn_floor``, are 0 to
    100. ``strategy`` is ``case`` or ``criterion``, ``evidence`` ``strict`` or ``warn``,
    ``feedback`` ``full`` or ``none``, ``lang`` ``auto``, ``zh`` or ``en``. ``timeout`` is in
    seconds, for one judge call.
    """

    threshold: Fraction
    pass_floor: Fraction = Fraction(80)
    warn_floor: Fraction = Fraction(60)
    samples: int = 1
    extra_samples: int = 2
    strategy: str = "case"
    evidence: str = "strict"
    feedback: str = "full"
    lang: str = "auto"
    timeout: float = 120.0
    replier: Replier = "model"


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of a session.

    ``typed`` holds what the command line or the environment says (before the case), ``ini``
    what the ini file says (after it). Paths are absolute. ``replies`` is ``auto``, ``refresh``,
    ``off`` or ``only``, ``on_unavailable`` ``error`` or ``skip``. ``concurrency`` counts cases and
    calls in flight; ``max_calls`` and ``max_tokens`` are for the whole session, ``None`` for no
    limit. ``budget_file`` is where several processes of one session count them together. ``gates``
    are for the run as a whole. ``max_drop`` is in points, ``None`` where a case may fall as far as
    its threshold. ``min_agreement`` (in percent) and ``min_kappa`` are asked of the judge against
    people's labels.
    """

    root: Path
    model: str | None = None
    base_url: str | None = None
    judge_id: str | None = None
    model_parameters: Mapping[str, object] = field(default_factory=dict)
    typed: Overrides = field(default_factory=Overrides)
    ini: Overrides = field(default_factory=Overrides)
    pass_floor: Fraction = Fraction(80)
    warn_floor: Fraction = Fraction(60)
    outputs_dir: Path | None = None
    target: str | None = None
    save_outputs: Path | None = None
    previous_outputs: Path | None = None
    concurrency: int = 32
    replies: str = "auto"
    replies_dir: Path | None = None
    max_calls: int | None = None
    max_tokens: int | None = None
    budget_file: Path | None = None
    on_unavailable: str = "error"
    report_dir: Path | None = None
    json_path: Path | None = None
    html_path: Path | None = None
    baseline: Path | None = None
    max_drop: Fraction | None = None
    fail_if_worse: bool = False
    update_baseline: bool = False
    allow_outside_root: bool = False
    gates: SuiteGates = field(default_factory=SuiteGates)
    min_agreement: Fraction | None = None
    min_kappa: Fraction | None = None

    def for_case(self, case: Overrides) -> CaseSettings:
        """Merge by precedence: command line and environment, case, file defaults, ini, built in.

        ``case`` already has the file's defaults merged in by the loader. What is built in are the
        defaults of :class:`CaseSettings`, and ``warn_floor`` for the threshold.
        """
        chosen: dict[str, Any] = {"threshold": self.warn_floor}
        for level in (self.ini, case, self.typed):
            for name in _OVERRIDES:
                value = getattr(level, name)
                if value is not None:
                    chosen[name] = value
        return CaseSettings(pass_floor=self.pass_floor, warn_floor=self.warn_floor, **chosen)
