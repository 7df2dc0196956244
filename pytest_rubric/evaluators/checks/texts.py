"""Checks on the characters of an output: what it contains, how it begins, how long it is.

All of them compare code point by code point: upper and lower case differ, and so do composed
and decomposed letters.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping
from functools import lru_cache

from pytest_rubric.evaluators.checks.finding import Finding, WrongArgument, passages, trimmed
from pytest_rubric.evaluators.checks.wording import Wording
from pytest_rubric.model.lines import shortened

# Scripts in which a character is counted as a word: Han, kana, bopomofo.
_CHARACTER_WORD = (
    "\u3005-\u3007\u3041-\u3096\u30a1-\u30fa\u3105-\u312f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
_WORD = re.compile(rf"[{_CHARACTER_WORD}]|[^\s{_CHARACTER_WORD}]+")


def word_count(text: str) -> int:
    """Words: each Chinese or Japanese character is one, other scripts are split at white space.

    A run of punctuation alone is none.
    """
    return sum(any(map(str.isalnum, run)) for run in _WORD.findall(text))


def contains(output: str, argument: object, words: Wording) -> Finding:
    wanted = _text(argument)
    at = output.find(wanted)
    if at >= 0:
        return Finding(
            True, words.contains.format(shortened(wanted)), passages(output, [(at, at + len(wanted))])
        )
    elsewhere = wanted.casefold() in output.casefold()
    return Finding(False, (words.other_case if elsewhere else words.lacks).format(shortened(wanted)))


def not_contains(output: str, argument: object, words: Wording) -> Finding:
    found = contains(output, argument, words)
    return Finding(not found.holds, found.reason, found.quotes)


def regex(output: str, argument: object, words: Wording) -> Finding:
    pattern = _text(argument)
    match = _compiled(pattern).search(output)
    if match is None:
        return Finding(False, words.no_match.format(shortened(pattern)))
    return Finding(True, words.matches.format(shortened(pattern)), passages(output, [match.span()]))


def not_regex(output: str, argument: object, words: Wording) -> Finding:
    found = regex(output, argument, words)
    return Finding(not found.holds, found.reason, found.quotes)


def equals(output: str, argument: object, words: Wording) -> Finding:
    start, end = trimmed(output)
    if output[start:end] == _text(argument).strip():
        return Finding(True, words.equal, passages(output, [(start, end)]))
    return Finding(False, words.not_equal)


def starts_with(output: str, argument: object, words: Wording) -> Finding:
    wanted = _text(argument).lstrip()
    start, _ = trimmed(output)
    if output.startswith(wanted, start):
        span = (start, start + len(wanted))
        return Finding(True, words.starts.format(shortened(wanted)), passages(output, [span]))
    return Finding(False, words.starts_not.format(shortened(wanted)))


def ends_with(output: str, argument: object, words: Wording) -> Finding:
    wanted = _text(argument).rstrip()
    start, end = trimmed(output)
    if output[start:end].endswith(wanted):
        return Finding(
            True, words.ends.format(shortened(wanted)), passages(output, [(end - len(wanted), end)])
        )
    return Finding(False, words.ends_not.format(shortened(wanted)))


def max_words(output: str, argument: object, words: Wording) -> Finding:
    return _measured(words.words, word_count(output), words, most=_number(argument))


def min_words(output: str, argument: object, words: Wording) -> Finding:
    return _measured(words.words, word_count(output), words, least=_number(argument))


def max_chars(output: str, argument: object, words: Wording) -> Finding:
    return _measured(words.characters, len(output.strip()), words, most=_number(argument))


def min_chars(output: str, argument: object, words: Wording) -> Finding:
    return _measured(words.characters, len(output.strip()), words, least=_number(argument))


def count(output: str, argument: object, words: Wording) -> Finding:
    """How often a text or a pattern occurs, without overlaps; empty matches don't count."""
    if not isinstance(argument, Mapping):
        raise WrongArgument("a mapping with `contains` or `regex` and `min` or `max` is needed")
    if "regex" in argument:
        pattern = _compiled(_text(argument["regex"]))
    else:
        pattern = re.compile(re.escape(_text(argument.get("contains"))))
    spans = [match.span() for match in pattern.finditer(output) if match.end() > match.start()]
    least, most = argument.get("min"), argument.get("max")
    if least is None and most is None:
        raise WrongArgument("`min` or `max` is needed")
    found = _measured(
        words.occurrences,
        len(spans),
        words,
        least=None if least is None else _number(least),
        most=None if most is None else _number(most),
    )
    return Finding(found.holds, found.reason, passages(output, spans))


def _measured(
    template: str, figure: int, words: Wording, *, least: int | None = None, most: int | None = None
) -> Finding:
    if least is not None and most is not None:
        wanted = words.between.format(least, most)
    elif least is not None:
        wanted = words.at_least.format(least)
    else:
        wanted = words.at_most.format(most)
    holds = (least is None or figure >= least) and (most is None or figure <= most)
    return Finding(holds, template.format(figure, wanted))


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str]:
    with warnings.catch_warnings():
        # What only warns today would be an error under -W error, in the middle of judging.
        warnings.simplefilter("ignore")
        return re.compile(pattern)


def _text(argument: object) -> str:
    """A text to look for. The line end that a YAML block leaves at its end is no part of it."""
    if not isinstance(argument, str):
        raise WrongArgument(f"a text is needed, found {argument!r}")
    return argument.rstrip("\n") or argument


def _number(argument: object) -> int:
    if not isinstance(argument, int) or isinstance(argument, bool):
        raise WrongArgument(f"a whole number is needed, found {argument!r}")
    return argument
