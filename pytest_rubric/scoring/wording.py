"""What the words of a criterion give away, in English and Chinese: the heuristics of the lint.

Each prefers silence to a false alarm: a note that is often wrong is not read.
"""

from __future__ import annotations

import re


def _any(*lists: str) -> str:
    """A pattern for any of the phrases, which are separated by commas; the longest wins."""
    phrases = [phrase.strip() for text in lists for phrase in text.split(",")]
    return "(?:" + "|".join(re.escape(p) for p in sorted(phrases, key=len, reverse=True)) + ")"


def _pattern(*alternatives: str) -> re.Pattern[str]:
    return re.compile("|".join(alternatives), re.IGNORECASE)


# --- placeholders -----------------------------------------------------------------------------

_LATER = _any("filled, completed, added, determined, defined, written, provided, supplied, decided")
_TODO = _any("todo, fixme, tbd")
_STAND_IN = _any(
    "todo, fixme, tbd, tba, placeholder, lorem ipsum, coming soon, fill in, fill me in, fill this in"
)
_TASK = _any(
    "add, fill, write, complete, provide, define, supply, expected, answer, reference, 填, 补, 写, 待"
)
_INSERT = _any("your, insert, add, put, write, paste")
_LATER_ZH = _any("填入, 填写, 填充, 补充, 补全, 补齐, 完善, 确定, 生成, 提供, 编写, 定")
_PLACEHOLDER = _pattern(
    rf"\W*to be {_LATER}\b[^\n]{{0,80}}",
    rf"\W*{_STAND_IN}\W*",
    rf"\W*{_TODO}\W+{_TASK}[^\n]{{0,80}}",
    rf"\W*{_INSERT}\b[^\n]{{0,40}} here\W*",
    r"\W*x{3,}\W*",
    rf"\W*待[^\n]{{0,20}}{_LATER_ZH}\W*",
    r"\W*(?:请|此处|这里|在此)[^\n]{0,10}(?:填入|填写|补充|输入)[^\n]{0,10}",
    r"\W*占位(?:符|文本|内容)?\W*",
    r"\s*(?:\.{3,}|…+|[-?？]{2,}|<[^<>\n]{0,20}>)\s*",
)


def is_placeholder(text: str) -> bool:
    """Whether the whole text only holds the place of one that is still to be written."""
    return len(text) <= 160 and _PLACEHOLDER.fullmatch(text) is not None


# --- two statements in one --------------------------------------------------------------------

# What stands in brackets or quotation marks explains or gives examples; it is no second statement.
_ASIDE = _pattern(
    r"\([^()]*\)",
    r"（[^（）]*）",
    r"\[[^\[\]]*\]",
    r"【[^【】]*】",
    r'"[^"]*"',
    r"“[^”]*”",
    r"「[^」]*」",
    r"`[^`]*`",
)
_VERB = _any(
    "addresses, advises, answers, asks, asserts, avoids, calculates, calls, cites, claims, compares",
    "computes, concludes, confirms, contains, corrects, covers, declines, defines, describes, does",
    "ends, explains, expresses, follows, gives, has, identifies, includes, indicates, informs",
    "introduces, invents, is, keeps, lists, makes, mentions, names, notes, offers, omits, points",
    "presents, proposes, provides, quotes, reaches, recommends, refers, refuses, repeats, returns",
    "reveals, says, shows, states, stays, suggests, summarises, summarizes, tells, translates, uses",
    "warns, writes",
)
_VERB_ZH = _any(
    "提及, 提到, 提出, 提供, 提示, 提醒, 给出, 说明, 指出, 解释, 列出, 列举, 建议, 包含, 包括, 描述",
    "使用, 采用, 引用, 避免, 强调, 推荐, 明确, 分析, 总结, 比较, 对比, 标注, 注明, 告知, 询问, 要求",
    "介绍, 阐述, 论证, 计算, 识别, 判断, 确认, 覆盖, 表达, 保持, 遵循, 符合, 得出, 回答, 拒绝",
)
_DETERMINER = _any(
    "a, all, an, any, at least, both, each, every, exactly, how, no, that, the, what, when, where, which, why"
)
_AND = rf"\b(?:and|as well as|but) (?:{_any('also, then, clearly, correctly, briefly')} )?"
_AND_ZH = r"(?:并(?![不未没非无])|以及|同时|[，,；;]\s*(?:还|也))"
_HOW_ZH = f"{_any('正确, 清晰, 准确, 具体, 完整, 简要')}?地?"
# After a noun that looks like a verb ("and notes of ...") comes a preposition.
_NO_PREPOSITION = rf"(?!{_any('and, as, by, for, from, in, of, on, or, to, with')}\b)"
_SECOND_STATEMENT = _pattern(
    rf"{_AND}{_VERB} {_NO_PREPOSITION}\w",
    rf"{_AND}\w+(?:s|ed) (?:{_DETERMINER}\b|\d)",
)
_SECOND_STATEMENT_ZH = _pattern(r"并且", r"不仅.+(?:还|而且|也)", f"{_AND_ZH}{_HOW_ZH}{_VERB_ZH}")
# The left side must be a statement too; in "Names causes and symptoms" it is the only one.
_FIRST_STATEMENT = _pattern(rf"^(?:\w+ ){{0,4}}?(?:{_VERB}|\w+s)\b")
_SEMICOLON = re.compile(r"\w\s*[;；]\s*\w")


def is_double_barrelled(text: str) -> bool:
    """Whether one criterion seems to hold two statements that could be decided apart."""
    bare = _ASIDE.sub("", text)
    if _SEMICOLON.search(bare) or _SECOND_STATEMENT_ZH.search(bare):
        return True
    return _SECOND_STATEMENT.search(bare) is not None and _FIRST_STATEMENT.search(bare) is not None


# --- counting ---------------------------------------------------------------------------------

_NUMBER_WORDS = _any("two, three, four, five, six, seven, eight, nine, ten, twelve, twenty, fifty, hundred")
_NUMBER = rf"(?:\d[\d,]*|(?:(?:a|one) )?{_NUMBER_WORDS})"
_NUMBER_ZH = r"(?:\d[\d,]*|[二两三四五六七八九十百千]+)"
_BOUND = _any(
    "at least, at most, no more than, no fewer than, no less than, more than, fewer than, less than",
    "not more than, exactly, up to, under, below, over, a minimum of, a maximum of, within",
)
_BOUND_ZH = _any(
    "至少, 最少, 不少于, 最多, 至多, 不超过, 不多于, 不得超过, 少于, 多于, 超过, 恰好, 正好, 刚好"
)
_TEXT_UNIT = (
    r"(?:words?|characters?|chars|letters|lines?|sentences?|paragraphs?|bullets?|bullet points?|items|steps)"
)
_TEXT_UNIT_ZH = _any("字, 字符, 词, 单词, 句, 句话, 行, 段, 段落")
# "at most 48 hours" is a fact that the output states, not a number of things in it.
_MEASURE = _any(
    "%, percent, hour, day, minute, min, second, week, month, year, degree, °, kg, mg, g, km, m, cm, mm",
    "ml, l, gb, mb, dollar, euro, usd, eur, times",
    "gram, kilogram, pound, litre, liter, metre, meter, kilometre, kilometer, mile, inch, feet, cup, bar",
)
_ANY_DAY = _any("business, working, calendar, school")
_MEASURE_ZH = _any(
    "%, ％, 小时, 个小时, 天, 日, 分钟, 秒, 周, 星期, 月, 个月, 年, 岁, 元, 块, 度, ℃, 米, 厘米, 毫米",
    "公斤, 千克, 克, 毫克, 升, 毫升, 公里, 次, 倍, 分",
)
_COUNT = _pattern(
    rf"\b{_BOUND} {_NUMBER}(?! ?(?:{_ANY_DAY} )?{_MEASURE}s?(?!\w))[ -](?=\w)",
    rf"\b{_NUMBER}(?: or (?:more|fewer|less))?[ -]{_TEXT_UNIT}\b",
    rf"{_BOUND_ZH}(?:有|为|是|包含|列出|给出)?\s*{_NUMBER_ZH}(?![\d,二两三四五六七八九十百千])(?!\s*{_MEASURE_ZH})",
    rf"{_NUMBER_ZH}\s*个?{_TEXT_UNIT_ZH}(?:以内|以上|以下|之内|左右)",
)
_LITERAL = _pattern(
    r"\b(?:is|returns|outputs|as) (?:a |only )?(?:valid|well-formed|parseable) json\b",
    rf"\b{_any('contains, includes, uses, starts with, begins with, ends with, mentions')} the "
    rf"(?:exact |literal )?{_any('word, words, phrase, string, text, heading')}\b",
    r"(?:合法|有效|可解析)的?\s*json",
    r"(?:包含|出现|使用|以)\s*(?:“[^”]{1,30}”|「[^」]{1,30}」|\"[^\"]{1,30}\")\s*"
    + _any("一词, 这个词, 这几个字, 字样, 开头, 结尾"),
)


def asks_for_count(text: str) -> bool:
    """Whether deciding the criterion means counting words, lines or things."""
    return _COUNT.search(text) is not None


def asks_for_literal(text: str) -> bool:
    """Whether the criterion is about exact text or syntax that code can look for."""
    return _LITERAL.search(text) is not None


# --- wording that misleads --------------------------------------------------------------------

_NEGATION = _any(
    "does not, doesn't, doesn’t, do not, don't, don’t, did not, is not, isn't, isn’t, has no, contains no",
    "makes no, gives no, uses no, never, avoids, refrains, free of, without, no",
)
_NEGATED = _pattern(
    rf"\W*(?:(?:the|this) (?:output|answer|response|reply|text) )?{_NEGATION}\b",
    # "不仅" and "未来", "无论" and the like begin with the same character and deny nothing.
    r"\W*(?:输出|回答|答案|回复)?中?(?:不(?![仅只但同足当良])|未(?!来)|没有|避免|无(?![论关效法意礼端故]))",
)
_PRAISE = _pattern(
    r"\b"
    + _any(
        "good, great, nice, excellent, appropriate, adequate, proper, reasonable, suitable, decent, fine",
        "better, ideal, high quality, high-quality, well written, well-written, useful, helpful",
        "satisfactory, professional",
    )
    + r"\b",
    _any(
        "质量高, 高质量, 质量好, 较好, 良好, 很好, 优秀, 合理, 恰当, 适当, 合适, 到位, 有帮助, 令人满意, 专业"
    ),
)
_WORD = re.compile(r"[A-Za-z][\w'’-]*")
_HAN = re.compile("[\u3400-\u9fff]")
_REFERENCE = _pattern(
    r"\b(?:reference|expected|gold|golden) (?:answer|output|solution|response)\b",
    r"\bExpectedOutput\b",
    _any("参考答案, 参考输出, 标准答案, 预期输出"),
)


def is_negated(text: str) -> bool:
    """Whether the statement begins by saying that something is *not* done."""
    return _NEGATED.match(text) is not None


def is_vague(text: str) -> bool:
    """Whether a short criterion rests on a word of praise that readers take differently."""
    if _PRAISE.search(text) is None:
        return False
    return len(_WORD.findall(text)) <= 5 and len(_HAN.findall(text)) <= 8


def names_reference(text: str) -> bool:
    """Whether the criterion points at the reference answer."""
    return _REFERENCE.search(text) is not None
