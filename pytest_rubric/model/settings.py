"""Settings of a session, and those in force for one case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from pytest_rubric.model.case import Overrides


@dataclass(frozen=True, slots=True)
class CaseSettings:
    """What is in force for one case, after all precedence. ``lang`` is ``auto``, ``zh`` or ``en``;
    ``pass_floor`` and ``warn_floor`` are the verdicts' lower ends."""

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


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of a session.

    ``typed`` holds what the command line or the environment says (before the case), ``ini``
    what the ini file says (after it). Times are in seconds. ``replies`` is ``auto``,
    ``refresh``, ``off`` or ``only``.
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
    concurrency: int = 32
    replies: str = "auto"
    replies_dir: Path | None = None
    max_calls: int | None = None
    max_tokens: int | None = None
    on_unavailable: str = "error"
    report_dir: Path | None = None
    json_path: Path | None = None
    allow_outside_root: bool = False

    def for_case(self, case: Overrides) -> CaseSettings:
        """Merge by precedence: command line and environment, case, file defaults, ini, built in.

        ``case`` already has the file's defaults merged in by the loader.
        """

        def pick(name: str, built_in: object) -> object:
            for level in (self.typed, case, self.ini):
                value = getattr(level, name)
                if value is not None:
                    return value
            return built_in

        chosen = {
            "threshold": pick("threshold", self.warn_floor),
            "samples": pick("samples", 1),
            "extra_samples": pick("extra_samples", 2),
            "strategy": pick("strategy", "case"),
            "evidence": pick("evidence", "strict"),
            "feedback": pick("feedback", "full"),
            "lang": pick("lang", "auto"),
            "timeout": pick("timeout", 120.0),
        }
        return CaseSettings(
            pass_floor=self.pass_floor,
            warn_floor=self.warn_floor,
            **chosen,  # type: ignore[arg-type]  # the levels share their fields' types
        )
