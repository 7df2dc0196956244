"""What keeps a call from being a usable reply, said in Chinese.

The judge's layers speak English, which stands in logs and in first lines. Where a cause becomes part
of a Chinese report, the product's own sentences are said in Chinese; what the endpoint or a library
said stays as it came.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from pytest_rubric.judging import reading
from pytest_rubric.judging.reask import NOT_DECIDED

_THEN = "; "
_THEN_CHINESE = "；"
# No sentence of ours is longer, and looking for its parts would take its time.
_LONGEST = 2000
_PLACES = {"{}": "(.+?)", "{#}": r"([\w.,-]+)"}

WRAPPERS: Mapping[str, str] = {
    "{} ({#} attempts)": "{}（尝试 {} 次）",
    "{} (not tried again: too many calls of this session failed)": "{}（未再尝试：本次运行中失败的调用太多）",
    "{}; refused {#} times in spite of every pause; try again later, or with a lower --rubric-concurrency": (
        "{}；虽每次都等待，仍被拒绝 {} 次；请稍后再试，或减小 --rubric-concurrency"
    ),
    "{}; what it asks for can be set in {}": "{}；它所要求的内容可在 {} 中设置",
}

SENTENCES: Mapping[str, str] = {
    # a reply that can't be read
    "no reply of the judge could be read: {}": "评审的回复都无法读取：{}",
    reading.EMPTY: "回复为空",
    reading.NO_OBJECT: "回复中没有 JSON 对象",
    reading.NOT_THE_OBJECT: "回复中的 JSON 不是所要求的对象",
    reading.IN_THINKING: "回复停在思考过程中，没有给出答案",
    reading.CUT: "回复在 JSON 对象结束之前就中断了",
    reading.CUT_AT_LIMIT: "回复因长度上限被截断",
    reading.MORE_BEHIND: "JSON 对象之后似乎还有其余部分",
    reading.TOO_MANY: "回复中对象太多，无法确定哪一个是答案",
    "the JSON can't be read near `{}`: {}": "JSON 在 `{}` 附近无法读取：{}",
    "it is nested too deep": "嵌套太深",
    "a key in quotation marks was expected": "此处应为带引号的键",
    "':' was expected": "此处应为“:”",
    "',' or '{}' was expected": "此处应为“,”或“{}”",
    "a value was expected": "此处应为一个值",
    "a string does not end": "字符串没有结束",
    "it ends too early": "过早结束",
    "a quotation mark inside a string is not escaped": "字符串中的引号没有转义",
    'the key "{}" stands twice in one object': "同一对象中键“{}”出现了两次",
    "{} is no JSON number": "{} 不是 JSON 数字",
    # the re-ask
    NOT_DECIDED: "回复没有作出判断",
    "the re-ask failed: {}": "追问失败：{}",
    # cut, refused, blocked
    "the judge's reply was cut after {#} tokens (finish_reason {#})": (
        "评审的回复在 {} 个词元后被截断（finish_reason {}）"
    ),
    "the judge's reply was cut after {#} tokens (finish_reason {#}), also with a limit of {#}": (
        "评审的回复在 {} 个词元后被截断（finish_reason {}），上限为 {} 时也是如此"
    ),
    "a second attempt with a limit of {#} failed: {}": "以 {} 为上限的第二次尝试失败：{}",
    "raise the limit with rubric_model_parameters, or ask less at once (--rubric-strategy criterion)": (
        "请用 rubric_model_parameters 提高上限，或一次少问一些（--rubric-strategy criterion）"
    ),
    "the judge refused: {}": "评审拒绝回答：{}",
    "the judge's reply was blocked by a content filter": "评审的回复被内容过滤器拦截",
    "the judge's reply was blocked by a content filter ({})": "评审的回复被内容过滤器拦截（{}）",
    "the prompt was blocked by a content filter: {}": "提示词被内容过滤器拦截：{}",
    "the prompt was blocked by a content filter ({}): {}": "提示词被内容过滤器拦截（{}）：{}",
    # answers of the endpoint that hold no reply
    "the endpoint answered with a web page, not with JSON": "服务返回的是网页而不是 JSON",
    "check that {} is the API's address (most end in /v1) and that no login or proxy page stands before it": (
        "请检查 {} 是否为 API 地址（大多以 /v1 结尾），以及其前面是否有登录页或代理页"
    ),
    "the endpoint answered with an empty body": "服务返回的内容为空",
    "the endpoint answered with text that is no JSON": "服务返回的文本不是 JSON",
    "the endpoint's answer has no choices": "服务的回答中没有 choices",
    "the endpoint sent an event stream that holds no JSON": "服务返回的事件流中没有 JSON",
    "the endpoint's event stream breaks off before its end": "服务的事件流在结束之前中断",
    "the endpoint's answer is in no character set that can be read (named: {})": (
        "服务回答的字符集无法读取（所称：{}）"
    ),
    # calls that failed
    "no reply from {} within {#} s": "{} 在 {} 秒内没有回复",
    "raise {} if the model needs longer": "若模型需要更长时间，请增大 {}",
    "the endpoint failed: {}": "服务出错：{}",
    "the endpoint takes no more calls now: {}": "服务目前不再接受调用：{}",
    "the endpoint refuses the request: {}": "服务拒绝了请求：{}",
    "{} closed the connection before its reply was whole": "{} 在回复完整之前关闭了连接",
    "the connection to {} failed: {}": "到 {} 的连接失败：{}",
}
"""Every other sentence, as a template: ``{#}`` stands for a figure or a word, ``{}`` for a name, the
endpoint's words, or another sentence."""


class Phrasebook:
    """Templates in one language with the same in another. ``wrappers`` are what is put behind a whole
    message; they are read off first, since what stands before them may be anything."""

    def __init__(
        self, sentences: Mapping[str, str], wrappers: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        # The longest first: a short one would take the rest of a longer sentence for a name.
        ordered = [*wrappers.items(), *sorted(sentences.items(), key=lambda item: -len(item[0]))]
        self._patterns = [(_pattern(template), other) for template, other in ordered]

    def translated(self, message: str) -> str:
        """The message in the other language; what is none of the sentences stays as it is."""
        if len(message) > _LONGEST:
            return message
        whole = self._sentence(message)
        if whole is not None:
            return whole
        # Several sentences in a row: the first ends where what stands before is one.
        for end in re.finditer(re.escape(_THEN), message):
            first = self._sentence(message[: end.start()])
            if first is not None:
                return f"{first}{_THEN_CHINESE}{self.translated(message[end.end() :])}"
        return message

    def _sentence(self, message: str) -> str | None:
        for pattern, other in self._patterns:
            if match := pattern.fullmatch(message):
                return other.format(*map(self.translated, match.groups()))
        return None


def in_chinese(message: str) -> str:
    """What the judge's layers say, in Chinese."""
    return _book().translated(message)


@cache
def _book() -> Phrasebook:
    return Phrasebook(SENTENCES, WRAPPERS)


def _pattern(template: str) -> re.Pattern[str]:
    parts = re.split(r"(\{#?\})", template)
    return re.compile("".join(_PLACES.get(part) or re.escape(part) for part in parts), re.DOTALL)
