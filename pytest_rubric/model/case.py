"""What is to be judged: one case of a case file, or of a call in a Python test."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_rubric.model.comparison import CompareSpec

from pytest_rubric.model.custom import CustomEvaluator
from pytest_rubric.model.human import HumanLabels
from pytest_rubric.model.repeat import PassRule


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
class Level:
    """What one level of a dimension looks like."""

    score: int
    description: str


@dataclass(frozen=True, slots=True)
class Dimension:
    """One quality that is rated on a scale from ``minimum`` to ``maximum``: 1 to 3, 5 or 10, or
    points from 0, of which at least two are described.

    ``id`` counts the dimensions of the case from 1. ``weight`` is exact and at least 0.
    ``levels`` are those that are described, in ascending order.
    """

    id: int
    name: str
    description: str = ""
    weight: Fraction = Fraction(1)
    maximum: int = 5
    levels: tuple[Level, ...] = ()
    line: int | None = None
    minimum: int = 1

    @property
    def scale(self) -> str:
        """As a case file has it: ``1-5``."""
        return f"{self.minimum}-{self.maximum}"

    @property
    def allowed(self) -> tuple[int, ...]:
        """The levels that a judge may give, ascending: those described, where more than one is,
        since nobody knows what lies between them; else every whole number of the scale."""
        if len(self.levels) > 1:
            return tuple(level.score for level in self.levels)
        return tuple(range(self.minimum, self.maximum + 1))


@dataclass(frozen=True, slots=True)
class DimensionsRubric:
    """``Judge`` as weighed dimensions. The weights add up to more than 0."""

    dimensions: tuple[Dimension, ...]


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
class ModelSpec:
    """A model under test, with the prompt under test.

    ``prompt``, ``system`` and the text in ``prompt_file`` are templates; at most one of ``prompt``
    and ``prompt_file`` is set. ``parameters`` go into the request as they are. ``base_url`` is
    ``None`` for the session's own; ``api_key_env`` names the variable that holds the key, ``None``
    for OPENAI_API_KEY.
    """

    name: str
    prompt: str | None = None
    prompt_file: str | None = None
    system: str | None = None
    parameters: Mapping[str, object] = field(default_factory=dict)
    base_url: str | None = None
    api_key_env: str | None = None


@dataclass(frozen=True, slots=True)
class TargetSpec:
    """What makes the output: exactly one of ``function``, ``command`` and ``model`` is set.

    ``timeout`` is in seconds, for a model that of each call. ``concurrency`` applies to sync
    functions and models: how many calls of this function or model may run at once. ``stdin`` and
    the words of ``command`` are templates.
    """

    function: str | None = None
    command: tuple[str, ...] | None = None
    model: ModelSpec | None = None
    stdin: str | None = None
    env: Mapping[str, str] = field(default_factory=dict)
    cwd: str | None = None
    timeout: float = 300.0
    concurrency: int | None = None


@dataclass(frozen=True, slots=True)
class NamedTarget:
    """One entry of ``targets:``: a source of outputs that is compared with the others.

    ``name`` is safe in node ids and as the name of a folder. One of ``target``, ``actual_output``
    and ``actual_output_file`` is set; the run log is that of its output.
    """

    name: str
    target: TargetSpec | None = None
    actual_output: str | None = None
    actual_output_file: str | None = None
    run_log: object = None
    run_log_file: str | None = None


@dataclass(frozen=True, slots=True)
class WeightedText:
    """A key point of the reference, or a key action of the run. ``weight`` is above 0."""

    text: str
    weight: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class CatalogEntry:
    """A tool or a skill that was on offer. ``kind`` is ``tool`` or ``skill``; ``definition`` is
    whatever is known of it (description, parameters), plain data."""

    name: str
    kind: str = "tool"
    definition: object = None


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
    those of the whole. ``run_log`` and ``metadata``
    are plain data as loaded; the paths are templates, relative to the file's folder.
    ``targets`` are several sources of outputs to be compared, instead of one; ``target_name`` is
    set in the variant of the case for one of them. ``overrides`` has the file's defaults merged in.
    ``faults`` are the complaints of loading; a case that has some is never judged. ``unread`` names
    what asks for an evaluator (``compare``, ``Judge``, ``JudgeFile``, ``turns``, ``evaluators``) and
    could not be read.
    ``evaluator_thresholds`` and ``evaluator_humans`` are those of evaluators that have their own, by
    name as in ``evaluators``; ``custom_evaluators`` are those that are written in the case itself.
    ``human`` are labels of people, of the criteria too, which stand apart from what is judged.
    ``catalog`` is ``None`` where nobody says which tools were on offer; an empty one says none was.
    The target runs ``repeat`` times, and ``pass_rule`` says how many of the runs must pass; ``None``
    where the case names no rule: then all of them must.
    """

    id: str
    title: str
    index: int = 0
    location: Location | None = None
    input: str | tuple[InputMessage, ...] | None = None
    context: str | None = None
    expected_output: str | None = None
    rubric: Rubric | None = None
    compare: CompareSpec | None = None
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
    unread: frozenset[str] = frozenset()
    judge_line: int | None = None
    targets: tuple[NamedTarget, ...] = ()
    target_name: str | None = None
    evaluator_thresholds: Mapping[str, Fraction] = field(default_factory=dict)
    catalog: tuple[CatalogEntry, ...] | None = None
    key_points: tuple[WeightedText, ...] = ()
    key_actions: tuple[WeightedText, ...] = ()
    human: HumanLabels | None = None
    evaluator_humans: Mapping[str, HumanLabels] = field(default_factory=dict)
    custom_evaluators: tuple[CustomEvaluator, ...] = ()
    repeat: int = 1
    pass_rule: PassRule | None = None

    def human_for(self, evaluator: str | None) -> HumanLabels | None:
        """What people say of one item: that of a named evaluator, or (``None``) the case's own."""
        return self.human if evaluator is None else self.evaluator_humans.get(evaluator)

    @property
    def label(self) -> str:
        """What names it in messages: its id, with the name of its target behind it if it has one."""
        return self.id if self.target_name is None else f"{self.id}/{self.target_name}"

    @property
    def variants(self) -> tuple[Case, ...]:
        """The case once for each of its ``targets``; the case alone where it has none."""
        if not self.targets:
            return (self,)
        return tuple(
            replace(
                self,
                targets=(),
                target_name=each.name,
                target=each.target,
                actual_output=each.actual_output,
                actual_output_file=each.actual_output_file,
                run_log=each.run_log,
                run_log_file=each.run_log_file,
            )
            for each in self.targets
        )

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """The criteria of the rubric, or none where the case has another kind of rubric."""
        return self.rubric.criteria if isinstance(self.rubric, CriteriaRubric) else ()

    @property
    def dimensions(self) -> tuple[Dimension, ...]:
        """The dimensions of the rubric, or none where the case has another kind of rubric."""
        return self.rubric.dimensions if isinstance(self.rubric, DimensionsRubric) else ()


@dataclass(frozen=True, slots=True)
class CaseFile:
    """One loaded file. ``notes`` are lint notes about the file as a whole."""

    path: Path
    cases: tuple[Case, ...]
    notes: tuple[str, ...] = ()
