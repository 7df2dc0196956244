"""What a preset sees of a subject."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_rubric import runlog
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.evaluators.quoting import Sources
from pytest_rubric.evaluators.subjects import material, prompt_language
from pytest_rubric.judging.prompting import Material, input_text
from pytest_rubric.model import Case, CatalogEntry, Output, WeightedText
from pytest_rubric.model.text import language_of
from pytest_rubric.runlog import RunLog

_INSTRUCTING = ("system", "developer")


@dataclass(frozen=True, slots=True)
class View:
    """A subject in the terms of the presets.

    ``query`` is the input, else what the user said in a conversation, else the question of the log.
    ``query``, ``reference`` and ``context`` are ``None`` where there is none or it is blank. ``log`` is
    ``None`` without a run log; ``log_problem`` says why one that is there can't be used. ``catalog``
    is ``None`` where nobody gave a list of tools, and empty where there is none on offer; it is never
    made from the calls that happened. ``system`` are the instructions of the chat and of the log.
    ``sources`` looks quotes up (``answer`` is the source ``output``). ``prompt_lang`` and ``lang`` are
    the languages of the prompt and of the report, ``zh`` or ``en``.
    """

    case: Case
    answer: str
    query: str | None
    reference: str | None
    context: str | None
    log: RunLog | None
    log_problem: bool
    catalog: tuple[CatalogEntry, ...] | None
    system: tuple[str, ...]
    material: Material
    sources: Sources
    prompt_lang: str
    lang: str
    timeout: float

    @property
    def key_points(self) -> tuple[WeightedText, ...]:
        return self.case.key_points

    @property
    def key_actions(self) -> tuple[WeightedText, ...]:
        return self.case.key_actions

    @property
    def is_empty(self) -> bool:
        return not self.answer.strip()

    def has_step(self, anchor: str) -> bool:
        """Whether an anchor such as ``step-3`` exists."""
        return self.log is not None and self.log.has_step(anchor)

    def has_call(self, anchor: str) -> bool:
        """Whether an anchor is of a step that is a call."""
        return self.log is not None and self.log.call_at(anchor) is not None


def view(subject: Subject) -> View:
    """The view of a subject."""
    case, output = subject.case, subject.output
    log = None if output.run_log is None else runlog.read(output.run_log)
    shown = material(subject)
    lang = _language(subject)
    return View(
        case=case,
        answer=output.text,
        query=_text(asked(case)) or _text(_said(output)) or (_text(log.query) if log is not None else None),
        reference=_text(case.expected_output),
        context=_text(case.context),
        log=log,
        log_problem=output.run_log is not None and log is None,
        catalog=_catalog(case, log),
        system=_system(case, log),
        material=shown,
        sources=Sources(shown),
        prompt_lang=lang,
        lang=subject.settings.lang if subject.settings.lang in ("zh", "en") else lang,
        timeout=subject.settings.timeout,
    )


def _language(subject: Subject) -> str:
    """That of the case. Many presets need nothing but an output, whose language is all there is then."""
    case = subject.case
    says_nothing = case.input is None and case.expected_output is None and case.rubric is None
    if says_nothing and not case.turns:
        return language_of(subject.output.text)
    return prompt_language(case)


def asked(case: Case) -> str:
    """The input as the user's question: of a chat, what is no instruction."""
    if case.input is None or isinstance(case.input, str):
        return case.input or ""
    return input_text(tuple(each for each in case.input if each.role not in _INSTRUCTING))


def _said(output: Output) -> str:
    """What the user said in a conversation, turn by turn."""
    return "\n\n".join(turn.user for turn in output.turns)


def _catalog(case: Case, log: RunLog | None) -> tuple[CatalogEntry, ...] | None:
    if case.catalog is not None:
        return case.catalog
    if log is None or log.tools is None:
        return None
    return tuple(CatalogEntry(name, definition=log.definitions.get(name)) for name in log.tools)


def _system(case: Case, log: RunLog | None) -> tuple[str, ...]:
    said = (
        [each.content for each in case.input if each.role in ("system", "developer")]
        if isinstance(case.input, tuple)
        else []
    )
    if log is not None:
        said += [instruction.text for instruction in log.system]
    return tuple(dict.fromkeys(text for text in said if text.strip()))


def _text(value: str | None) -> str | None:
    return value if value is not None and value.strip() else None
