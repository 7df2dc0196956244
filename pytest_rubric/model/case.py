"""What is to be judged: one case of a case file, or of a call in a Python test."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Location:
    """Where a case stands.

    ``path`` is absolute; ``line`` and ``column`` count from 1.
    """

    path: Path
    line: int
    column: int = 1


@dataclass(frozen=True, slots=True)
class InputMessage:
    """One message of an ``Input`` that is written as a chat."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class ScriptedTurn:
    """One turn of a scripted conversation: what the user says.

    ``reply`` is a recorded reply; ``None`` where the target makes it.
    """

    user: str
    reply: str | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """A decision that code makes: ``check: {contains: text}``.

    ``argument`` is plain data as loaded (text, number, list or mapping); the loader has
    checked its shape.
    """

    kind: str
    argument: object


@dataclass(frozen=True, slots=True)
class Criterion:
    """One statement about the output that is true or not.

    ``id`` counts all criteria of the case from 1, checks included. ``points`` is exact and
    never 0: positive points are earned when the statement holds, negative ones are lost.
    ``turn`` is the turn of the conversation whose reply it is about, counted from 1; ``None``
    where it is about the whole output.
    """

    id: int
    text: str
    points: Fraction
    tags: tuple[str, ...] = ()
    required: bool = False
    check: Check | None = None
    line: int | None = None
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class CriteriaRubric:
    """``Judge`` as a list of criteria: the main kind."""

    criteria: tuple[Criterion, ...]


@dataclass(frozen=True, slots=True)
class DimensionsRubric:
    """``Judge`` as weighed dimensions. ``data`` is the plain loaded value."""

    data: object


@dataclass(frozen=True, slots=True)
class FreeTextRubric:
    """``Judge`` as prose."""

    text: str


Rubric = CriteriaRubric | DimensionsRubric | FreeTextRubric


@dataclass(frozen=True, slots=True)
class MarkSpec:
    """One entry of ``marks:``: ``slow``, or ``{xfail: known weakness}``.

    ``argument`` is plain data, ``None`` where the mark was given by its name alone.
    """

    name: str
    argument: object = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class TargetSpec:
    """What makes the output: exactly one of ``function`` and ``command`` is set.

    ``timeout`` is in seconds. ``concurrency`` applies to sync functions: how many calls of
    this function may run at once. ``stdin`` and the words of ``command`` are templates.
    """

    function: str | None = None
    command: tuple[str, ...] | None = None
    stdin: str | None = None
    env: Mapping[str, str] = field(default_factory=dict)
    cwd: str | None = None
    timeout: float = 300.0
    concurrency: int | None = None


@dataclass(frozen=True, slots=True)
class Overrides:
    """Settings that can be given at several levels; ``None`` means not given here.

    ``threshold`` is 0 to 100.
    """

    threshold: Fraction | None = None
    samples: int | None = None
    extra_samples: int | None = None
    strategy: str | None = None
    evidence: str | None = None
    feedback: str | None = None
    lang: str | None = None
    timeout: float | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """One case. Texts are clean: no lone surrogates, no invisible control characters.

    ``id`` is safe in node ids; ``title`` is what the author wrote. ``index`` is the 0-based
    position in the file. ``rubric`` is ``None`` where ``Judge`` is absent, null or empty;
    ``judge_line`` is where it stands, counted from 1. With ``turns`` the output is a conversation,
    ``input`` holds the messages before it, if any, and ``rubric`` the criteria of the turns, then
    those of the whole. ``compare``, ``run_log`` and ``metadata``
    are plain data as loaded; the paths are templates, relative to the file's folder.
    ``overrides`` has the file's defaults merged in.
    ``faults`` are the complaints of loading; a case that has some is never judged.
    """

    id: str
    title: str
    index: int = 0
    location: Location | None = None
    input: str | tuple[InputMessage, ...] | None = None
    context: str | None = None
    expected_output: str | None = None
    rubric: Rubric | None = None
    compare: object = None
    evaluators: tuple[str, ...] = ()
    turns: tuple[ScriptedTurn, ...] = ()
    actual_output: str | None = None
    actual_output_file: str | None = None
    target: TargetSpec | None = None
    run_log: object = None
    run_log_file: str | None = None
    overrides: Overrides = field(default_factory=Overrides)
    tags: tuple[str, ...] = ()
    marks: tuple[MarkSpec, ...] = ()
    metadata: Mapping[str, object] = field(default_factory=dict)
    faults: tuple[str, ...] = ()
    judge_line: int | None = None

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """The criteria of the rubric, or none where the case has another kind of rubric."""
        return self.rubric.criteria if isinstance(self.rubric, CriteriaRubric) else ()


@dataclass(frozen=True, slots=True)
class CaseFile:
    """One loaded file. ``notes`` are lint notes about the file as a whole."""

    path: Path
    cases: tuple[Case, ...]
    notes: tuple[str, ...] = ()
