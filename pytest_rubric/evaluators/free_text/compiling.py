"""From parts to a rubric: criteria with points, or dimensions with weights and levels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pytest_rubric.evaluators.free_text.clauses import clauses
from pytest_rubric.evaluators.free_text.numbers import adds_to_others, counted_in, without_points
from pytest_rubric.evaluators.free_text.parts import Part
from pytest_rubric.evaluators.free_text.remarks import Remark, Words, all_words, remark
from pytest_rubric.evaluators.free_text.steps import steps_in
from pytest_rubric.model import CriteriaRubric, Criterion, Dimension, DimensionsRubric, Level
from pytest_rubric.scoring.figures import figure

DEFAULT_POINTS = Fraction(10)
MOST_POINTS = 1000

_SCALES = (3, 5, 10)
_SHORT = 12  # characters
_BETWEEN_LEVELS = " \t\n;；,，。.、-*•"
_SAYS_SOMETHING = re.compile(r"[^\W\d]{2}")
# A heading, or what is left of one before the number of a list.
_HEADING = re.compile(r"[:：]\s*\d{0,3}$|^\s*#")
_NAME_END = re.compile(r"\s*(?:[:：]|\s[-–—]\s)\s*")


@dataclass(frozen=True, slots=True)
class Compiled:
    """The rubric that a text was made and what people should know about how; or, without a rubric,
    what kept it from being one."""

    rubric: CriteriaRubric | DimensionsRubric | None = None
    notes: tuple[Remark, ...] = ()
    faults: tuple[Remark, ...] = ()


def make_rubric(parts: Sequence[Part], text: str) -> Compiled:
    """Make a rubric of the parts of a text."""
    criteria = [part for part in parts if part.kind == "criterion"]
    dimensions = [part for part in parts if part.kind == "dimension"]
    if not criteria and not dimensions:
        return Compiled(faults=(remark("nothing"),))
    if criteria and dimensions:
        first, second = Words(dimensions[0].words), Words(criteria[0].words)
        return Compiled(faults=(remark("both_kinds", first, second),))
    notes: list[Remark] = []
    faults: list[Remark] = []
    make = _criteria if criteria else _dimensions
    rubric = make(parts, notes, faults)
    if faults:
        return Compiled(faults=tuple(faults))
    rest = _not_judged(parts, text)
    if rest:
        notes.append(remark("not_judged", all_words(rest)))
    return Compiled(rubric, tuple(notes))


def _criteria(parts: Sequence[Part], notes: list[Remark], faults: list[Remark]) -> CriteriaRubric:
    criteria = [part for part in parts if part.kind == "criterion"]
    faults += [remark("stray_level", Words(part.words)) for part in parts if part.kind == "level"]
    notes.append(remark("criteria", len(criteria)))
    without = [f"#{id_}" for id_, part in enumerate(criteria, 1) if part.number is None]
    if without:
        notes.append(remark("default_points", ", ".join(without)))
    bonus = [part.words for part in criteria if part.number is not None and adds_to_others(part.words)]
    if bonus:
        notes.append(remark("bonus", all_words(bonus)))
    made = [
        Criterion(
            id_,
            part.statement or without_points(part.words),
            DEFAULT_POINTS if part.number is None else part.number,
        )
        for id_, part in enumerate(criteria, 1)
    ]
    return CriteriaRubric(tuple(made))


# --- dimensions -------------------------------------------------------------------------------


@dataclass(slots=True)
class _Grouped:
    """A dimension's part and those of its levels."""

    part: Part
    levels: list[Part] = field(default_factory=list)

    def own_words(self) -> str:
        """The words of the dimension, without those of the levels that stand in the middle of them."""
        words, offset = self.part.words, self.part.start
        inside = [level for level in self.levels if offset < level.start and level.end <= self.part.end]
        if not inside:
            return words
        starts = [0, *(level.end - offset for level in inside)]
        ends = [*(level.start - offset for level in inside), len(words)]
        first, *others = (words[start:end] for start, end in zip(starts, ends, strict=True))
        pieces = [first.rstrip(_BETWEEN_LEVELS), *(each.strip(_BETWEEN_LEVELS) for each in others)]
        return "\n".join(filter(None, pieces))


def _dimensions(parts: Sequence[Part], notes: list[Remark], faults: list[Remark]) -> DimensionsRubric:
    groups: list[_Grouped] = []
    for part in parts:
        if part.kind == "dimension":
            groups.append(_Grouped(part))
        elif part.kind == "level" and groups:
            groups[-1].levels.append(part)
        elif part.kind == "level":
            faults.append(remark("stray_level", Words(part.words)))
    for group in groups:
        group.levels = [level for level in group.levels if not _encloses_others(level, group.levels)]
    notes.append(remark("dimensions", len(groups)))
    faults += _faults_of_weights([group.part for group in groups], notes)
    made = [_dimension(id_, group, notes) for id_, group in enumerate(groups, 1)]
    names: set[str] = set()
    for dimension in made:
        key = dimension.name.casefold()
        if key in names:
            faults.append(remark("same_name", Words(dimension.name)))
        names.add(key)
    return DimensionsRubric(tuple(made))


def _encloses_others(level: Part, levels: Sequence[Part]) -> bool:
    """Whether a level's words hold other levels, which then stand for it."""
    return any(
        level.start <= each.start and each.end <= level.end and len(each.words) < len(level.words)
        for each in levels
    )


def _faults_of_weights(dimensions: Sequence[Part], notes: list[Remark]) -> list[Remark]:
    weighed = [part for part in dimensions if part.number is not None]
    if not weighed:
        notes.append(remark("equal_weights"))
        return []
    first = Words(weighed[0].words)
    without = [part for part in dimensions if part.number is None]
    if without:
        return [remark("no_weight", Words(part.words), first) for part in without]
    return [] if sum(part.number or 0 for part in weighed) else [remark("no_weights_at_all")]


def _dimension(id_: int, group: _Grouped, notes: list[Remark]) -> Dimension:
    name, description = _named(group.own_words())
    weight = Fraction(1) if group.part.number is None else group.part.number
    own: list[Remark] = []
    levels, aside = _levels(group.levels, name, own)
    if len(levels) < 2:
        # A level alone says nothing of the others: its words explain the dimension instead.
        if group.levels or any(steps_in(group.part.words)):
            notes.append(remark("levels_not_used", Words(name)))
        said = [description, *(part.words for part in group.levels)]
        return Dimension(id_, name, "\n".join(filter(None, said)), weight)
    notes += own
    highest = max(levels)
    is_scale = highest in _SCALES and min(levels) >= 1
    if group.part.number is not None and not is_scale and highest != weight:
        notes.append(remark("full_level", Words(name), highest, figure(weight)))
    return Dimension(
        id_,
        name,
        "\n".join(filter(None, [description, *aside])),
        weight,
        highest,
        tuple(Level(score, levels[score]) for score in sorted(levels)),
        minimum=1 if is_scale else 0,
    )


def _named(words: str) -> tuple[str, str]:
    """Name and description: what stands before and behind the first colon, without the weight."""
    head, *rest = _NAME_END.split(words.strip(), maxsplit=1)
    name = without_points(head) or " ".join(head.split())
    description = rest[0].strip() if rest else ""
    # in "accuracy: 40%" the weight stands where others have a description
    return name, without_points(description) if len(description) < _SHORT else description


def _levels(parts: Sequence[Part], name: str, notes: list[Remark]) -> tuple[dict[int, str], list[str]]:
    """The levels by their points, and the words that could not be made one."""
    levels: dict[int, str] = {}
    aside: list[str] = []
    usable = [part.number for part in parts if part.number is not None and not adds_to_others(part.words)]
    highest = max((number for number in usable if number >= 0), default=Fraction(0))
    for part in parts:
        words, number = Words(part.words), part.number
        if number is not None and number < 0:
            number += highest
        score = None if number is None or adds_to_others(part.words) else _whole(number)
        if score is None:
            aside.append(part.words)
            notes.append(remark("level_not_used", words, Words(name)))
            continue
        if part.number is not None and part.number < 0:
            off = figure(-part.number)
            notes.append(remark("level_deducted", words, score, Words(name), figure(highest), off))
        elif any(place.is_range and place.number == number for place in counted_in(part.words)):
            notes.append(remark("level_range", words))
        said = without_points(part.words) or part.words
        levels[score] = f"{levels[score]}; {said}" if score in levels else said
    return levels, aside


def _whole(number: Fraction) -> int | None:
    return int(number) if number.denominator == 1 and 0 <= number <= MOST_POINTS else None


def _not_judged(parts: Sequence[Part], text: str) -> list[str]:
    """The clauses of the text that no judged part quotes; headings aside."""
    judged = [part for part in parts if part.kind != "other"]
    rest = []
    for start, end in clauses(text):
        clause = text[start:end].strip()
        overlaps = any(part.start < end and start < part.end for part in judged)
        if not overlaps and _SAYS_SOMETHING.search(clause) and not _HEADING.search(clause):
            rest.append(clause)
    return rest
