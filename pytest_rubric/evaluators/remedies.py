"""What a person does about an evaluation without an outcome, by what kept the judge's replies from
deciding."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal

from pytest_rubric.errors import JudgeCallFailed, JudgeError, JudgeRefused, JudgeUnavailable, MissingRecording
from pytest_rubric.judging.faults import BadRequest, NotScripted
from pytest_rubric.model import CaseSettings
from pytest_rubric.model.settings import Replier

Cause = Literal["call", "refusal", "form", "evidence", "votes"]
"""No reply came; it was a refusal; it does not keep to the form asked for; its quotes do not stand in the
text; or the replies are in order, and differ."""

_ORDER: tuple[Cause, ...] = ("call", "refusal", "form", "evidence", "votes")


@dataclass(frozen=True, slots=True)
class Means:
    """What can still be changed about how a kind of evaluator asks.

    ``splits``: ``--rubric-strategy criterion`` asks less in one call; ``keeps``: ``--rubric-evidence
    warn`` keeps what lacks its quote; ``rewording`` says how to word what is asked, where the case does.
    ``replier`` is who answered: only a model can be exchanged for another.
    """

    splits: bool = False
    keeps: bool = False
    rewording: str = ""
    replier: Replier = "model"

    @classmethod
    def of(cls, settings: CaseSettings, *, splits: bool = False, rewording: str = "") -> Means:
        """Those that the settings in force leave: of an evaluator that looks quotes up, and that
        can ask less in one call where ``splits``."""
        return cls(
            splits and settings.strategy != "criterion",
            settings.evidence != "warn",
            rewording,
            settings.replier,
        )


def cause_of(error: JudgeError) -> Cause | None:
    """What kind of cause an error of the judge is; ``None`` where its message says what to do."""
    if isinstance(error, (JudgeUnavailable, MissingRecording, BadRequest, NotScripted)):
        return None
    if isinstance(error, JudgeCallFailed):
        return "call"
    return "refusal" if isinstance(error, JudgeRefused) else "form"


def remedy(causes: Iterable[Cause | None], lang: str, means: Means = Means()) -> str:
    """What to do about these causes, a sentence each; empty where there is none."""
    texts, found = _ZH if lang == "zh" else _EN, set(causes)
    told = texts.script.__getitem__ if means.replier == "script" else partial(texts.sentence, means=means)
    return texts.between.join(told(cause) for cause in _ORDER if cause in found)


@dataclass(frozen=True, slots=True)
class _Texts:
    """One sentence a cause: its beginning, then what can be done, joined and closed."""

    call: str
    refusal: str
    form: str
    evidence: str
    votes: str
    other_model: str
    other_judge: str
    split: str
    keep: str
    more_samples: str
    or_: str
    stop: str
    between: str
    script: Mapping[Cause, str]

    def sentence(self, cause: Cause, means: Means) -> str:
        if cause == "call":
            return f"{self.call}{self.stop}"
        if cause == "votes":
            return self._listed(self.votes, [self.more_samples, means.rewording])
        split = self.split if means.splits else ""
        other = self.other_judge if means.replier == "hook" else self.other_model
        if cause == "evidence":
            return self._listed(self.evidence, [other, split, self.keep if means.keeps else ""])
        if cause == "form":
            return self._listed(self.form, [other, split])
        return self._listed(self.refusal, [other])

    def _listed(self, begin: str, means: Iterable[str]) -> str:
        return f"{begin}{self.or_.join(filter(None, means))}{self.stop}"


_IF_UNMEANT = "; where the test is not about that,"

_EN = _Texts(
    call="run this test again; where it stays so, raise --rubric-timeout or lower --rubric-concurrency",
    refusal="the judge refuses to answer: see what in the case it may mean, or ",
    form="the judge does not keep to the form of the reply, and more samples seldom help: ",
    evidence="the judge's quotes do not stand in the text: ",
    votes="the judge's answers differ from sample to sample: ",
    other_model="take another model (--rubric-model)",
    other_judge="let pytest_rubric_make_judge give another judge",
    split="ask one thing a call (--rubric-strategy criterion)",
    keep="keep such decisions, marked (--rubric-evidence warn)",
    more_samples="raise --rubric-extra-samples",
    or_=", or ",
    stop=".",
    between=" ",
    script={
        "call": f"the script of ScriptedJudge raises this error{_IF_UNMEANT} give a reply in its place.",
        "refusal": f"the script of ScriptedJudge refuses to answer{_IF_UNMEANT} give a reply in its place.",
        "form": "a reply in the script of ScriptedJudge has not the form that request.schema describes.",
        "evidence": (
            "quotes in the script of ScriptedJudge do not stand in the text: copy them from there word for "
            "word (in ScriptedJudge.deciding a text is a quote, and True a yes without one)."
        ),
        "votes": (
            f"the script of ScriptedJudge answers differently from sample to sample{_IF_UNMEANT} give one "
            "answer the majority."
        ),
    },
)

_ZH = _Texts(
    call="重新运行此测试；若仍如此，请增大 --rubric-timeout 或减小 --rubric-concurrency",
    refusal="评审拒绝回答：请查看用例中可能引起拒绝的内容，或",
    form="评审没有按要求的格式回复，增加次数一般无济于事：可",
    evidence="评审的引文在原文中找不到：可",
    votes="各次评审的回答不一致：可",
    other_model="换用其他模型（--rubric-model）",
    other_judge="让 pytest_rubric_make_judge 提供其他评审",
    split="每次只问一项（--rubric-strategy criterion）",
    keep="保留并标记这类判断（--rubric-evidence warn）",
    more_samples="增大 --rubric-extra-samples",
    or_="，或",
    stop="。",
    between="",
    script={
        "call": "此错误由 ScriptedJudge 的脚本抛出；若测试并非针对它，请改为给出回复。",
        "refusal": "ScriptedJudge 的脚本拒绝回答；若测试并非针对它，请改为给出回复。",
        "form": "ScriptedJudge 脚本中的回复不符合 request.schema 所描述的格式。",
        "evidence": (
            "ScriptedJudge 脚本中的引文在原文中找不到：请逐字照抄原文"
            "（在 ScriptedJudge.deciding 中，文字表示引文，True 表示不带引文的“是”）。"
        ),
        "votes": "ScriptedJudge 的脚本各次回答不一致；若测试并非针对它，请让一种回答占多数。",
    },
)
