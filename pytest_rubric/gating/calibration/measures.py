"""How far the judge's decisions are those of people: altogether, by tag and by criterion."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist

from pytest_rubric.gating.calibration.decisions import Decision
from pytest_rubric.gating.statistics import Agreement, agreement
from pytest_rubric.scoring.points import is_type_tag

USEFUL_WIDTH = 0.2
"""The width up to which an interval of agreement, 0 to 1, says something: ten points to each side."""

_Z = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Group:
    """Compared decisions that belong together, and what they say. ``name`` is a tag, or the text of a
    criterion; empty for all of them."""

    name: str
    decisions: tuple[Decision, ...]
    agreement: Agreement

    @property
    def agreeing(self) -> int:
        """How many decisions are those of people."""
        return sum(not each.wrong for each in self.decisions)

    @property
    def false_yes(self) -> int:
        """How often the judge says yes where people say no."""
        return sum(each.pair == ("no", "yes") for each in self.decisions)

    @property
    def false_no(self) -> int:
        """How often the judge says no where people say yes."""
        return sum(each.pair == ("yes", "no") for each in self.decisions)


def overall(decisions: Sequence[Decision]) -> Group:
    """All compared decisions as one group."""
    return _group("", decisions)


def by_tag(decisions: Iterable[Decision]) -> tuple[Group, ...]:
    """One group a tag, those that only tell the sign aside, by name."""
    return _groups(decisions, lambda each: [tag for tag in each.tags if not is_type_tag(tag)])


def by_criterion(decisions: Iterable[Decision]) -> tuple[Group, ...]:
    """One group for each criterion by its text, in whichever cases it stands; the most wrong first."""
    groups = _groups(decisions, lambda each: [each.subject])
    named = [Group(each.decisions[0].text, each.decisions, each.agreement) for each in groups]
    return tuple(sorted(named, key=_most_wrong))


def most_wrong(decisions: Sequence[Decision]) -> list[tuple[Decision, int, int]]:
    """For each criterion that is wrong anywhere: its first wrong decision, how often it is wrong, and in
    how many decisions; the most wrong first."""
    groups: dict[str, list[Decision]] = defaultdict(list)
    for each in decisions:
        groups[each.subject].append(each)
    found = [
        (wrong[0], len(wrong), len(members))
        for members in groups.values()
        if (wrong := [each for each in members if each.wrong])
    ]
    return sorted(found, key=lambda each: (-each[1], -Fraction(each[1], each[2])))


def labels_needed(share: Fraction) -> int:
    """How many labels it takes until the interval of an agreement like this is of a useful width.

    The width is that of Wilson's interval at 95 %.
    """
    p = float(share)
    return next(n for n in range(1, 1000) if _width(p, n) <= USEFUL_WIDTH)


def _width(p: float, n: int) -> float:
    return 2 * _Z * math.sqrt(p * (1 - p) / n + _Z**2 / (4 * n**2)) / (1 + _Z**2 / n)


def _groups(decisions: Iterable[Decision], names: Callable[[Decision], Iterable[str]]) -> tuple[Group, ...]:
    found: dict[str, list[Decision]] = defaultdict(list)
    for each in decisions:
        for name in dict.fromkeys(names(each)):
            found[name].append(each)
    return tuple(_group(name, found[name]) for name in sorted(found))


def _group(name: str, decisions: Sequence[Decision]) -> Group:
    return Group(name, tuple(decisions), agreement([each.pair for each in decisions]))


def _most_wrong(group: Group) -> tuple[int, Fraction, str]:
    wrong = len(group.decisions) - group.agreeing
    return (-wrong, -Fraction(wrong, len(group.decisions)), group.name)
