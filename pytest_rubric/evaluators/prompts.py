"""What the prompts of the kinds share: constant instructions, then data, then the form of the reply.

The order lets servers share prefixes. Data is joined, never formatted, so braces and template syntax in it
stay text; nothing is ever cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pytest_rubric.judging.protocol import ChatMessage


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptTexts:
    """How the constant part of a prompt ends, in one language.

    ``feedback`` asks for feedback; ``report_language`` has the sentence that says in which language texts
    are written, by ``en`` and ``zh``.
    """

    feedback: str
    report_language: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesTexts(PromptTexts):
    """The form of a reply that is a list of entries by id, and the words of its re-ask.

    ``reply`` is the last block, between the ids and the shape. ``follow_up_entry`` is what one entry is
    about, before its id.
    """

    reply: str
    reply_ids: str
    entry_shape: str
    feedback_shape: str
    follow_up: str
    follow_up_unreadable: str
    follow_up_entry: str
    follow_up_reply: str
    follow_up_empty: str


def request_messages(
    instructions: Sequence[str], user: Sequence[str], texts: PromptTexts, *, feedback: bool, report_lang: str
) -> tuple[ChatMessage, ...]:
    """The messages of a request: ``instructions`` begin the constant part, ``user`` are the blocks of data
    and the reply's form."""
    system = [*instructions, *([texts.feedback] if feedback else []), texts.report_language[report_lang]]
    return (ChatMessage("system", "\n\n".join(system)), ChatMessage("user", "\n\n".join(user)))


def entries_reply(key: str, ids: Iterable[int], texts: EntriesTexts, *, feedback: bool) -> str:
    """The reply's form: a list under ``key`` with an entry for each of ``ids``."""
    shape = _shape(key, texts, texts.feedback_shape if feedback else None)
    return f"{texts.reply_ids} {numbers(ids)}\n{texts.reply}\n{shape}"


def entries_follow_up(
    key: str, questions: Mapping[int, str], unreadable: str | None, texts: EntriesTexts
) -> str:
    """The re-ask: what was wrong, for the ids in question only, and the reply's form once more."""
    if unreadable is not None:
        said = [f"{texts.follow_up_unreadable} {unreadable}", f"{texts.reply_ids} {numbers(questions)}"]
    else:
        said = [texts.follow_up]
        said += [f"{texts.follow_up_entry} {id_}: {why}" for id_, why in questions.items()]
    said += [f"{texts.follow_up_reply}\n{_shape(key, texts, None)}", texts.follow_up_empty]
    return "\n".join(said)


def numbers(ids: Iterable[int]) -> str:
    """Ids as a prompt lists them."""
    return ", ".join(map(str, ids))


def _shape(key: str, texts: EntriesTexts, feedback_shape: str | None) -> str:
    shape = f'{{"{key}": [{texts.entry_shape}]'
    return shape + (", " + feedback_shape if feedback_shape else "") + "}"
