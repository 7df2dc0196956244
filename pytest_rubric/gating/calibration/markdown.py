"""The calibration report as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pytest_rubric.gating.calibration.decisions import Decision
from pytest_rubric.gating.calibration.figures import estimated, measure, percents
from pytest_rubric.gating.calibration.findings import CAUSES, Example, Finding, Measured, Remark
from pytest_rubric.gating.calibration.gaps import gaps
from pytest_rubric.gating.calibration.measures import Group
from pytest_rubric.gating.calibration.outcomes import Outcome
from pytest_rubric.gating.calibration.report import Calibration
from pytest_rubric.gating.calibration.scores import ScoredItem
from pytest_rubric.gating.calibration.words import Words
from pytest_rubric.gating.calibration.words_en import ENGLISH
from pytest_rubric.gating.calibration.words_zh import CHINESE
from pytest_rubric.gating.statistics import Estimate
from pytest_rubric.model.text import language_of
from pytest_rubric.reporting.markdown import escape
from pytest_rubric.reporting.numbers import grouped, percent, signed
from pytest_rubric.reporting.tables import markdown_table
from pytest_rubric.reporting.words import words_for
from pytest_rubric.scoring.figures import figure, rounded

_MOST_ROWS = 50
_MOST_EXAMPLES = 5

# Limits in characters.
_SUBJECT = 200
_REASON = 300
_NAME = 200

_REWORD = frozenset(
    {
        "say_what_is_not_enough",
        "say_what_is_enough",
        "say_both",
        "narrow_penalty",
        "widen_penalty",
        "make_harder",
    }
)


def render(calibration: Calibration, lang: str = "auto") -> str:
    """The report. ``lang`` is ``en``, ``zh``, or ``auto`` for that of the criteria."""
    return _Report(calibration, _language(calibration) if lang == "auto" else lang).text()


def _language(calibration: Calibration) -> str:
    return language_of("\n".join(each.text for each in calibration.evidence.decisions))


class _Report:
    def __init__(self, calibration: Calibration, lang: str) -> None:
        self._found = calibration
        self._words: Words = CHINESE if lang == "zh" else ENGLISH
        self._common = words_for(lang)

    def text(self) -> str:
        words = self._words
        sections = (
            (words.basis, self._basis()),
            (words.agreement, self._agreement()),
            (words.criteria, self._criteria()),
            (words.scores, self._scores()),
            (words.reword, self._reword()),
            (words.findings, self._findings()),
            (words.weaknesses, self._weaknesses()),
            (words.unknown, [f"- {each}" for each in gaps(self._found, words)]),
        )
        told = [f"## {heading}\n\n" + "\n".join(lines) for heading, lines in sections if lines]
        return "\n\n".join([f"# {words.title}", *told]) + "\n"

    def _basis(self) -> list[str]:
        found, words = self._found, self._words
        lines = [
            words.source.format(name=self._inline(each.name, _NAME), items=grouped(len(each.records)))
            for each in found.sources
        ]
        if found.models:
            lines.append(
                words.models.format(models=", ".join(self._inline(each, _NAME) for each in found.models))
            )
        labels, compared = grouped(found.evidence.labels), grouped(len(found.overall.decisions))
        lines.append(words.labels.format(labels=labels, compared=compared))
        return [f"- {line}" for line in lines]

    def _agreement(self) -> list[str]:
        if not self._found.overall.decisions:
            return [self._words.nothing_compared]
        rows = [(self._words.all_decisions, self._found.overall)]
        rows += [(self._cell(each.name), each) for each in self._found.tags]
        lines = [*self._table(self._words.agreement_table, rows), "", self._words.legend]
        interval = self._found.overall.agreement.kappa.interval
        if interval is not None and interval.low <= 0:
            lines += ["", self._words.like_chance]
        return lines

    def _criteria(self) -> list[str]:
        groups = self._found.criteria
        if not groups:
            return []
        rows = [(self._cell(each.name), each) for each in groups[:_MOST_ROWS]]
        lines = self._table(self._words.criteria_table, rows)
        if len(groups) > _MOST_ROWS:
            lines += ["", self._words.more_rows.format(more=grouped(len(groups) - _MOST_ROWS))]
        return lines

    def _table(self, head: Sequence[str], rows: Sequence[tuple[str, Group]]) -> list[str]:
        cells = [self._row(name, group) for name, group in rows]
        return markdown_table(head, cells, range(1, len(head)))

    def _row(self, name: str, group: Group) -> tuple[str, ...]:
        found = group.agreement
        interval = found.agreement.interval
        return (
            name,
            f"{grouped(group.agreeing)}/{grouped(found.n)}",
            self._words.undefined if found.agreement.value is None else percent(found.agreement.value),
            self._words.no_interval if interval is None else percents(interval),
            self._estimate(found.kappa),
            self._estimate(found.macro_f1),
            grouped(group.false_yes),
            grouped(group.false_no),
        )

    def _estimate(self, estimate: Estimate) -> str:
        return self._words.undefined if estimate.value is None else estimated(estimate, " – ")

    def _scores(self) -> list[str]:
        words, found, outcomes = self._words, self._found.scores.comparison, self._found.outcomes
        by_labels = []
        if outcomes:
            turned = grouped(sum(each.turns for each in outcomes))
            by_labels = [f"- {words.outcomes.format(cases=grouped(len(outcomes)), turned=turned)}"]
        if found is None:
            return by_labels or [words.no_scores]
        items = grouped(len(found.items))
        interval = found.difference_interval
        within = ""
        if interval is not None:
            within = self._common.brackets(f"95 %: {' – '.join(interval.told())}")
        lines = [
            words.difference.format(mean=signed(rounded(found.difference, 1)), items=items, interval=within),
            words.distance.format(mean=figure(rounded(found.distance, 1))),
        ]
        if found.correlation is not None:
            lines.append(words.correlation.format(value=measure(Fraction(found.correlation))))
        elif found.no_correlation is not None:
            lines.append(words.no_correlation[found.no_correlation])
        lines.append(words.same_side.format(same=grouped(found.same_side), items=items))
        return [*(f"- {line}" for line in lines), *by_labels]

    def _reword(self) -> list[str]:
        """Each criterion once, with what is said of it first."""
        lines: dict[str, str] = {}
        for number, finding in enumerate(self._found.findings, 1):
            if finding.advice in _REWORD:
                advice = self._words.advice[finding.advice]
                told = self._words.reword_line.format(
                    subject=self._subject(finding), advice=advice, number=number
                )
                lines.setdefault(finding.subject, told)
        return [f"- {line}" for line in lines.values()] or [self._words.nothing_to_reword]

    def _findings(self) -> list[str]:
        lines: list[str] = []
        for number, finding in enumerate(self._found.findings, 1):
            lines += self._finding(number, finding)
        return lines or [self._words.no_findings]

    def _finding(self, number: int, finding: Finding) -> Iterator[str]:
        words = self._words
        told = words.kinds[finding.kind].format(
            subject=self._subject(finding), cause=words.causes[finding.cause], **finding.facts
        )
        doubt = "" if finding.certain else words.suspicion
        yield f"{number}. **[{finding.cause}]** {doubt}{told}"
        yield f"   - {words.what_to_do.format(advice=words.advice[finding.advice])}"
        for example in finding.examples[:_MOST_EXAMPLES]:
            yield f"   - {self._example(example)}"
        more = len(finding.examples) - _MOST_EXAMPLES
        if more > 0:
            yield f"   - {words.more_examples.format(more=grouped(more))}"

    def _example(self, example: Example) -> str:
        words, place = self._words, escape.at_start(self._inline(example.nodeid, _NAME))
        match example:
            case Decision():
                human = example.human
                return words.decision.format(
                    place=place,
                    id=example.id,
                    machine=self._common.statuses[example.machine],
                    human=words.no_label
                    if human is None
                    else words.people_say.format(status=self._common.statuses[human]),
                    reason=self._behind(example.reason) + self._quote(example.quote),
                )
            case Outcome():
                return words.outcome.format(
                    place=place,
                    machine=figure(example.machine),
                    passed=words.passes if example.passed else words.fails,
                    by_labels=example.by_labels,
                    would_pass=words.passes if example.would_pass else words.fails,
                    threshold=figure(example.threshold),
                )
            case ScoredItem():
                return words.sided.format(
                    place=place,
                    machine=figure(example.machine),
                    human=figure(example.human),
                    threshold=figure(example.threshold),
                    reason=self._behind(example.reason),
                )
            case Measured():
                return words.measured.format(place=place, value=example.value)
            case Remark():
                told = self._inline(example.text, _REASON) + self._quote(example.quote)
                return words.measured.format(place=place, value=told)

    def _behind(self, text: str) -> str:
        return self._words.colon + self._inline(text, _REASON) if text.strip() else ""

    def _quote(self, quote: str | None) -> str:
        return "" if quote is None else f" > {self._words.quoted.format(text=self._inline(quote, _SUBJECT))}"

    def _weaknesses(self) -> list[str]:
        if not any(self._found.weaknesses.values()):
            return []
        cause, weaknesses = self._words.weaknesses_table
        rows = [(each, grouped(len(self._found.weaknesses.get(each, ())))) for each in CAUSES]
        return markdown_table((cause, weaknesses), rows, (1,))

    def _subject(self, finding: Finding) -> str:
        return self._words.quoted.format(text=self._inline(finding.subject, _SUBJECT))

    def _inline(self, text: str, limit: int) -> str:
        return escape.inline(text, limit, self._common.more_characters)

    def _cell(self, text: str) -> str:
        return escape.cell(text, _SUBJECT, self._common.more_characters)
