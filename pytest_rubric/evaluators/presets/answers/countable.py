"""Constraints that code decides: length, number of items, valid JSON, words that must or must not occur.

What is counted is read from the quoted words of the constraint alone. The sentence around them can only
keep code from deciding: where it speaks of a part of the output ("each title ..."), of a condition or of
an example, the judge decides. Nothing is guessed.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from pytest_rubric.evaluators.checks import structure, texts
from pytest_rubric.evaluators.checks import wording as checks_wording
from pytest_rubric.evaluators.checks.texts import word_count
from pytest_rubric.evaluators.presets.answers.limits import Limit, item_limit, length_limit
from pytest_rubric.evaluators.presets.answers.listed import items
from pytest_rubric.evaluators.presets.answers.words import words as own_words
from pytest_rubric.evidence import Haystack


@dataclass(frozen=True, slots=True)
class Order:
    """A constraint as it was ordered: its type, its quoted words, and the sentence they stand in.
    ``alone`` is false where another constraint is about the same count: then each may be about
    another part of the output."""

    type: str
    quote: str
    sentence: str
    alone: bool = True


@dataclass(frozen=True, slots=True)
class Counted:
    """What code decides of a constraint, what it saw, and the passage that shows it."""

    holds: bool
    observed: str
    passage: str = ""


_CONDITION = re.compile(
    r"\b(?:if|when|whenever|unless|in case|otherwise|only where|should you|as long as|provided that)\b"
    r"|如果|假如|若|如需|倘若|除非|遇到|一旦|的话|否则|必要时|当[^，。；\n]{0,20}时"
)
# What is said about a part of the output, not about all of it.
_PART = re.compile(
    r"\b(?:each|every|per|any|titles?|headings?|headlines?|subject|abstract|intro(?:duction)?|conclusion|first"
    r"|last|opening|closing|final|paragraphs?|bullets?|points?|sentences?|sections?|lines?|columns?|rows?"
    r"|cells?|summary|caption|descriptions?|names?|fields?|values?|keys?|items?|steps?|parts?|then|followed)\b"
    r"|每|各|标题|题目|摘要|简介|开头|结尾|段|句|条|第|小节|一行|单行|字段|首|末|名称|然后|其中|部分"
)
_EACH = re.compile(r"\b(?:each|every|per|both|respectively|sections?|then|followed)\b|每|各|分别|然后|其中")
_EXAMPLE = re.compile(
    r"\b(?:such as|like|e\.?g\.?|for example|for instance|similar|synonyms?|equivalent)\b"
    r"|例如|比如|类似|之类|等词|等字|同义"
)
_EITHER = re.compile(r"\b(?:or|either|one of)\b|或|任一|之一|其中")
_EXCEPT = re.compile(
    r"\b(?:except|outside|other than|apart from|more than|twice|too|only)\b|除了|除外|之外|多次|超过"
)
_PLACE = re.compile(
    r"\b(?:start|starts|starting|begin|begins|beginning|open|opening|end|ends|ending|close|closing|first|last"
    r"|titles?|headings?|each|every|per|times?|once|twice|bold|italics?|capitals?|uppercase|lowercase|exact"
    r"|exactly|verbatim|headers?|footers?|sentences?|paragraphs?|between|before|after|followed)\b"
    r"|开头|结尾|开始|结束|首|末|标题|每|各|次|遍|加粗|大写|小写|之前|之后|段|句"
)
# What shows that quoted words are meant as words, not as a topic.
_LITERAL = re.compile(
    r"\b(?:words?|phrases?|terms?|expressions?|strings?|characters?|symbols?|say|saying|write|writing|use|using"
    r"|contain|containing|include|including)\b|词|字|短语|表述|符号|说|写|用|出现|包含|含有"
)
_QUOTED = re.compile(
    r"“([^“”]+)”|\"([^\"]+)\"|「([^「」]+)」|『([^『』]+)』|‘([^‘’]+)’|`([^`]+)`|(?<!\w)'([^']+)'(?!\w)"
)
_PAIRS = ("“”", '""', "「」", "『』", "‘’", "``", "''")
_JSON_ELSE = re.compile(
    r"\b(?:code|fenced?|blocks?|markdown|examples?|snippets?|yaml|xml|csv|html|toml|jsonl|ndjson|lines"
    r"|not|don't|avoid|never|instead|no json|json or|or json|inside|within|contain(?:s|ing)?|include"
    r"|including|fields?)\b|```|代码|围栏|示例|例子|片段|包含|附|不要|不得|不用|禁止|而不是|或|字段"
)
_JSON_MORE = re.compile(
    r"\b(?:keys?|fields?|propert(?:y|ies)|schema|arrays?|lists?|objects?|with|minified|named)\b"
    r"|键|字段|数组|列表|对象|带有|缩进|单行"
)
_FENCED = re.compile(r"\A\s*```[^\n]*\n(.*?)\n?```\s*\Z", re.DOTALL)
_LISTED = re.compile(r"\s*(?:[-*+•·]|\(?\d{1,3}[.):、]|[一二三四五六七八九十]+、)")
_SENTENCE_END = re.compile(r"[.!?](?=\s|\Z)|[。！？；;\n]")


def sentence_around(text: str, start: int, end: int) -> str:
    """The sentence of ``text`` that a quote stands in, or the sentences that it spans. An item of a list
    has the line above the list with it: "Title:" says what the items are about."""
    begins = 0
    for match in _SENTENCE_END.finditer(text, 0, start):
        begins = match.end()
    ends = _SENTENCE_END.search(text, max(start, end - 1))
    sentence = text[begins : ends.end() if ends else len(text)].strip()
    line = text[text.rfind("\n", 0, start) + 1 :]
    return f"{_line_above(text[:start])} {sentence}".strip() if _LISTED.match(line) else sentence


def _line_above(before: str) -> str:
    """The last line that belongs to no list, of the text before an item."""
    lines = before.splitlines()[:-1]
    return next((line.strip() for line in reversed(lines) if line.strip() and not _LISTED.match(line)), "")


def with_marks(text: str, start: int, end: int) -> tuple[int, int]:
    """The place of a quote with the quotation marks at its ends, which looking quotes up leaves out:
    where only one of a pair is inside, or both stand right around it."""
    opener, closer = text[max(0, start - 1) : start], text[end : end + 1]
    if opener and closer and opener + closer in _PAIRS:
        return start - 1, end + 1
    inside = text[start:end]
    if closer and any(closer == pair[1] and _is_open(inside, pair) for pair in _PAIRS):
        return start, end + 1
    if opener and any(opener == pair[0] and _is_open(inside, pair) for pair in _PAIRS):
        return start - 1, end
    return start, end


def _is_open(text: str, pair: str) -> bool:
    first, last = pair[0], pair[1]
    return text.count(first) % 2 == 1 if first == last else text.count(first) != text.count(last)


def is_conditional(order: Order) -> bool:
    """Whether the constraint holds only where some condition does."""
    return _CONDITION.search(order.sentence.casefold()) is not None


def count(order: Order, output: str, lang: str) -> Counted | None:
    """What code decides of a constraint; ``None`` where it can't be counted beyond doubt."""
    quote, sentence = order.quote.casefold(), order.sentence.casefold()
    match order.type:
        case "length":
            of_all = order.alone and not _PART.search(sentence)
            return _length(order.quote, output, lang) if of_all else None
        case "exact_item_count":
            of_all = order.alone and not _EACH.search(sentence)
            return _items(order.quote, output, lang) if of_all else None
        case "format":
            return _json(quote, sentence, output, lang) if "json" in quote else None
        case "required_keyword":
            return _required(order.quote, sentence, output, lang)
        case "prohibited_content":
            return _banned(order.quote, sentence, output, lang)
    return None


def _length(quote: str, output: str, lang: str) -> Counted | None:
    found = length_limit(quote)
    if found is None:
        return None
    unit, limit = found
    words = checks_wording.wording(lang)
    if unit == "characters":
        template, measured = words.characters, len(output.strip())
    else:
        template, measured = words.words, word_count(output)
    # with and without punctuation; where these differ it is not for code to decide
    if unit == "zi" and limit.holds(measured) != limit.holds(len("".join(output.split()))):
        return None
    return Counted(limit.holds(measured), template.format(measured, _wanted(limit, lang)))


def _items(quote: str, output: str, lang: str) -> Counted | None:
    limit, listed = item_limit(quote), items(output)
    if limit is None or listed is None:
        return None
    said = own_words(lang).instruction
    return Counted(limit.holds(listed), said.items.format(listed, _wanted(limit, lang)))


def _wanted(limit: Limit, lang: str) -> str:
    words = checks_wording.wording(lang)
    if limit.least == limit.most:
        return own_words(lang).instruction.exactly.format(limit.most)
    if limit.least is not None and limit.most is not None:
        return words.between.format(limit.least, limit.most)
    if limit.least is not None:
        return words.at_least.format(limit.least)
    return words.at_most.format(limit.most)


def _json(quote: str, sentence: str, output: str, lang: str) -> Counted | None:
    """Whether the output is JSON. A fence around it, or prose beside it, is for the judge."""
    if _JSON_ELSE.search(sentence):
        return None
    words = checks_wording.wording(lang)
    whole = structure.is_json(output, True, words)
    if whole.holds:
        # more was asked for than JSON alone: what else, code can't tell
        return None if _JSON_MORE.search(quote) else Counted(True, whole.reason)
    fenced = _FENCED.match(output)
    inside = fenced.group(1).strip() if fenced else output.strip()
    if inside.startswith(("{", "[")):
        parsed = structure.is_json(inside, True, words)
        return None if parsed.holds else Counted(False, parsed.reason)
    return None if _holds_json(output) else Counted(False, whole.reason)


def _holds_json(output: str) -> bool:
    """Whether a JSON object or list stands somewhere in a text."""
    decoder = json.JSONDecoder()
    for mark in "{[":
        at = output.find(mark)
        if at < 0:
            continue
        try:
            decoder.raw_decode(output, at)
        except (ValueError, RecursionError):
            continue
        return True
    return False


def _required(quote: str, sentence: str, output: str, lang: str) -> Counted | None:
    keywords = _keywords(quote)
    if not keywords or _EITHER.search(sentence) or _EXAMPLE.search(sentence):
        return None
    findings = [_occurs(keyword, output, lang) for keyword in keywords]
    absent = next((each for each in findings if each is not None and not each.holds), None)
    if absent is not None:
        return Counted(False, absent.observed)
    # standing there is not enough where it has to stand in some place, or so many times
    if None in findings or _PLACE.search(_unquoted(sentence)):
        return None
    return findings[0]


def _banned(quote: str, sentence: str, output: str, lang: str) -> Counted | None:
    keywords = _keywords(quote)
    said = _unquoted(sentence)
    if not keywords or not _LITERAL.search(_unquoted(quote.casefold())) or _EXCEPT.search(said):
        return None
    findings = [_occurs(keyword, output, lang) for keyword in keywords]
    present = next((each for each in findings if each is not None and each.holds), None)
    if present is not None:
        # it stands there, but perhaps not where it is banned
        return None if _PLACE.search(said) else Counted(False, present.observed, present.passage)
    # none of the words named is there; what they are only examples of may be
    first = findings[0]
    if None in findings or first is None or _EXAMPLE.search(said):
        return None
    return Counted(True, first.observed)


def _keywords(quote: str) -> list[str]:
    found = [next(filter(None, match.groups())).strip() for match in _QUOTED.finditer(quote)]
    return [keyword.rstrip(".,;，。；") or keyword for keyword in found if keyword]


def _unquoted(text: str) -> str:
    return _QUOTED.sub(" ", text)


def _occurs(keyword: str, output: str, lang: str) -> Counted | None:
    """Whether a keyword stands in the output, as words of its own; ``None`` where it is only a part of
    other words, or another spelling of it is there."""
    words = checks_wording.wording(lang)
    passage = Haystack(output).find(keyword)
    if passage is not None:
        return Counted(True, texts.contains(output, passage.text, words).reason, passage.text)
    if not any(map(str.isalnum, keyword)) and keyword in output:
        return Counted(True, texts.contains(output, keyword, words).reason, keyword)
    if keyword.casefold() in output.casefold():
        return None
    return Counted(False, texts.contains(output, keyword, words).reason)
