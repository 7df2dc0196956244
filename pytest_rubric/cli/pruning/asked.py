"""What the cases ask: each is judged by the stored replies of each judge, and its questions are noted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pytest_rubric.cli.pruning.doubts import Doubt
from pytest_rubric.errors import (
    EvaluatorError,
    InvalidReply,
    MissingRecording,
    TargetError,
)
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.judging.exchanges.key import Identity, Keys
from pytest_rubric.judging.exchanges.store import RecordingStore
from pytest_rubric.judging.protocol import JudgeReply, JudgeRequest
from pytest_rubric.judging.reask import replay

if TYPE_CHECKING:
    from pytest_rubric.cli.pruning.project import Project
    from pytest_rubric.evaluators.protocol import Evaluator
    from pytest_rubric.evaluators.registry import EvaluatorRegistry
    from pytest_rubric.model import Case, Output, Settings
    from pytest_rubric.targets.protocol import Target
    from pytest_rubric.targets.resolver import TargetResolver

_STRATEGIES = ("case", "criterion")


@dataclass(slots=True)
class Asked:
    """Keys of all questions that the cases were seen to ask, and what else they may ask."""

    keys: set[str] = field(default_factory=set)
    doubts: list[Doubt] = field(default_factory=list)


class Asking:
    """Judges cases from the store: by each of ``judges``, by both strategies and with as many samples as are
    stored, since the command line of a run may choose. ``most_samples`` is the highest number of a sample."""

    def __init__(
        self,
        settings: Settings,
        registry: EvaluatorRegistry,
        store: RecordingStore,
        judges: Sequence[Identity],
        most_samples: int,
    ) -> None:
        self._settings = settings
        self._store = store
        self._judges = judges
        self._most_samples = most_samples
        self._keys = Keys(settings.model_parameters)
        self._registry = registry
        self.asked = Asked()

    async def all(self, project: Project) -> Asked:
        """What all cases of a project ask."""
        self.asked.doubts += project.doubts
        resolvers = _resolvers(project, self._settings)
        for case, name in project.cases:
            if case.faults:
                self.asked.doubts.append(Doubt(f"{name} can't work as it is: {case.faults[0]}"))
                continue
            for id_ in _evaluators(case):
                try:
                    evaluator = _evaluator(id_, case, self._registry)
                    subjects = await _subjects(case, id_, self._settings, resolvers)
                except (EvaluatorError, TargetError) as error:
                    self.asked.doubts.append(Doubt(f"{name}: {str(error).splitlines()[0]}", id_))
                except _NotRun as error:
                    self.asked.doubts.append(Doubt(f"{name} {error}", id_))
                else:
                    for by_strategy in subjects:
                        for judge in self._judges:
                            await self._one(evaluator, by_strategy, judge, Doubt(name, id_, judge))
        return self.asked

    async def _one(
        self, evaluator: Evaluator, by_strategy: Sequence[Subject], judge: Identity, doubt: Doubt
    ) -> None:
        """Judge one output with as many samples as the case has, and as a command line may have asked for."""
        looked = [await self._judged(evaluator, subject, judge, doubt) for subject in by_strategy]
        whole = [each for each in looked if not each.missed]
        for each in looked:
            # what a strategy shares with the one in use doesn't say that it was in use, too
            if each.missed and each.found and not any(each.found <= other.found for other in whole):
                self._lacks(doubt)
            elif each.is_open:
                self._leaves_open(doubt)
        if self._most_samples:
            for subject in by_strategy:
                await self._with_stored_samples(evaluator, subject, judge, doubt)

    async def _with_stored_samples(
        self, evaluator: Evaluator, subject: Subject, judge: Identity, doubt: Doubt
    ) -> None:
        all_ = await self._judged(evaluator, _with(subject, self._most_samples + 1), judge, doubt)
        stored = all_.samples | {0}
        if len(stored) <= max(stored):
            self._lacks(replace(doubt, further=True))
        for number in range(1, len(stored) + 1):
            if number != subject.settings.samples:
                # what was left open by so many was asked about once more, in a request of its own
                each = await self._judged(evaluator, _with(subject, number), judge, doubt)
                if each.is_open:
                    self._leaves_open(doubt)

    async def _judged(self, evaluator: Evaluator, subject: Subject, judge: Identity, doubt: Doubt) -> _Noting:
        noting = _Noting(self._store, self._keys, judge, self._most_samples, self.asked.keys)
        try:
            evaluation = await evaluator.evaluate(subject, noting)
        except Exception as error:  # an evaluator must raise nothing; what one that does would ask is unknown
            why = f"{doubt.why}: {type(error).__name__}: {error}"
            self.asked.doubts.append(Doubt(why, doubt.evaluator))
        else:
            interval = evaluation.interval
            noting.is_open = interval is not None and interval[0] != interval[1]
        return noting

    def _lacks(self, doubt: Doubt) -> None:
        assert doubt.judge is not None, "replies are those of a judge"
        why = f"{doubt.why}: some of its replies by {_named(doubt.judge)} are not stored"
        self.asked.doubts.append(replace(doubt, why=why))

    def _leaves_open(self, doubt: Doubt) -> None:
        """Whether it is asked again depends on the threshold, which a run's command line may set."""
        assert doubt.judge is not None, "replies are those of a judge"
        why = f"{doubt.why}: {_named(doubt.judge)} leaves some of it undecided"
        self.asked.doubts.append(replace(doubt, why=why, further=True))


class _NotRun(Exception):
    """What would have to be run, behind the name of the case."""


class _Noting:
    """Answers from the store, and notes what it was asked.

    ``found`` are the keys of what it had, ``samples`` the numbers of their samples; ``missed`` says whether
    it lacked any, ``is_open`` whether what came of it leaves the score open.
    """

    def __init__(
        self, store: RecordingStore, keys: Keys, judge: Identity, most_samples: int, noted: set[str]
    ) -> None:
        self._store = store
        self._keys = keys
        self._judge = judge
        self._most_samples = most_samples
        self._noted = noted
        self.found: set[str] = set()
        self.samples: set[int] = set()
        self.missed = False
        self.is_open = False

    async def ask(self, request: JudgeRequest) -> JudgeReply:
        key = self._keys.key(request)
        self._noted.add(key)
        if request.sample:
            # a run with more extra samples asks the same more often; the first one asks for feedback, too
            more = range(1, self._most_samples + 1)
            self._noted.update(self._keys.key(replace(request, sample=number)) for number in more)
        recording = self._store.load(key, self._judge)
        if recording is not None:
            try:
                reply = replay(request, recording.turns)
            except InvalidReply:
                recording = None
            else:
                self.found.add(key)
                self.samples.add(request.sample)
                # what a run would ask anew, and whatever follows from the answer, is not known
                self.missed = self.missed or not reply.complete
                return reply
        self.missed = True
        raise MissingRecording("it is not stored")


def _with(subject: Subject, samples: int) -> Subject:
    return replace(subject, settings=replace(subject.settings, samples=samples))


def _named(judge: Identity) -> str:
    return judge.judge_id or judge.model or "a judge without a name"


def _evaluators(case: Case) -> Iterator[str]:
    """Ids of all that judge the case."""
    from pytest_rubric.evaluators import presets
    from pytest_rubric.evaluators.registry import kind_of

    kind = kind_of(case)
    if kind is not None:
        yield kind
    names = presets.names()
    yield from (names.get(name, name) for name in case.evaluators)


def _evaluator(id_: str, case: Case, registry: EvaluatorRegistry) -> Evaluator:
    from pytest_rubric.cli.pruning.doubts import KINDS
    from pytest_rubric.evaluators.custom.evaluator import made

    own = next((each for each in case.custom_evaluators if each.id == id_), None)
    if own is not None:
        return made(own)
    return registry.serving(id_) if id_ in KINDS else registry.for_case(id_, case)


async def _subjects(
    case: Case, id_: str, settings: Settings, resolvers: Sequence[TargetResolver]
) -> list[tuple[Subject, ...]]:
    """The case with its output, for each strategy; once for each place of outputs. Raises what says that it
    can't be had here."""
    if any(each.check is not None and each.check.kind == "python" for each in case.criteria):
        raise _NotRun("has a check in Python, and nothing is run here")
    judged = replace(case, human=None, evaluator_humans={})
    outputs: list[tuple[Output, Output | None]] = []
    missing: TargetError | None = None
    for resolver in resolvers:
        try:
            outputs.append(await _outputs(judged, id_, resolver))
        except TargetError as error:
            missing = missing or error
    if missing is not None and not outputs:
        raise missing
    # strict leaves the most undecided, so that nothing which further samples may be about is missed
    chosen = [
        replace(settings, typed=replace(settings.typed, strategy=each, evidence="strict"))
        for each in _STRATEGIES
    ]
    return [
        tuple([Subject(judged, output, each.for_case(case.overrides), versus) for each in chosen])
        for output, versus in outputs
    ]


async def _outputs(case: Case, id_: str, resolver: TargetResolver) -> tuple[Output, Output | None]:
    if id_ != "pairwise" or case.compare is None:
        return await _had(resolver.target_for(case), case), None
    first = await _had(resolver.side_for(case, case.compare.a, "A"), case)
    return first, await _had(resolver.side_for(case, case.compare.b, "B"), case)


async def _had(target: Target, case: Case) -> Output:
    if not target.is_at_hand:
        raise _NotRun("gets its output from a target, and nothing is run here")
    return await target.run(case)


def _resolvers(project: Project, settings: Settings) -> list[TargetResolver]:
    """Below a folder of outputs each case file has one of its own, where a run collects several: both
    places count."""
    from pytest_rubric.reporting.naming import stems
    from pytest_rubric.targets.resolver import TargetResolver

    found = [TargetResolver(settings, stem_of=None)]
    paths = {case.location.path for case, _ in project.cases if case.location is not None}
    if len(paths) > 1 and (settings.outputs_dir or settings.previous_outputs):
        found.append(TargetResolver(settings, stem_of=dict(stems(sorted(paths), settings.root)).__getitem__))
    return found
