"""Cases that are made in Python tests, read by the same rules as those of YAML files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeVar

from pytest_rubric.errors import ConfigError
from pytest_rubric.loading import fields, values
from pytest_rubric.loading.criteria import criterion
from pytest_rubric.loading.faults import Faults, Source
from pytest_rubric.loading.human import settle
from pytest_rubric.loading.ids import slug
from pytest_rubric.loading.keys import EVIDENCE, FEEDBACK, LANGUAGES, STRATEGIES
from pytest_rubric.loading.nodes import Node, ScalarNode, from_python
from pytest_rubric.model import Case, CriteriaRubric, Criterion, Location, Overrides
from pytest_rubric.model.text import visible

Value = TypeVar("Value")

Number = int | float | Decimal | Fraction | str
CriterionLike = str | Mapping[str, Any] | Criterion


def python_case(
    *,
    criteria: Sequence[CriterionLike] | None,
    title: str,
    input: str | Sequence[Mapping[str, str]] | None = None,
    context: str | Sequence[str] | None = None,
    expected_output: object = None,
    threshold: Number | None = None,
    samples: int | None = None,
    extra_samples: int | None = None,
    strategy: str | None = None,
    evidence: str | None = None,
    feedback: str | None = None,
    lang: str | None = None,
    timeout: float | None = None,
    tags: Sequence[str] = (),
    metadata: Mapping[str, object] | None = None,
    location: Location | None = None,
    index: int = 0,
) -> Case:
    """A case for an output that a Python test has.

    ``criteria`` are texts (10 points each), mappings with the keys of a criterion in YAML, or
    :class:`~pytest_rubric.model.Criterion` objects, which are numbered anew; without any the output is
    judged against ``expected_output``. The other arguments mean what the keys of a case mean.

    Raises :class:`ConfigError` that lists everything that is wrong.
    """
    faults = Faults(Source(""))

    def read(value: object, reader: Callable[[Node, Faults], Value]) -> Value:
        return reader(from_python(value), faults)

    rubric, human = settle(None, _criteria(criteria, faults), faults)
    case = Case(
        slug(title),
        " ".join(visible(title).split()) or slug(title),
        index,
        location,
        input=read(input, lambda node, into: fields.chat_or_text(node, into, "input")),
        context=read(context, lambda node, into: fields.texts(node, into, "context")),
        expected_output=read(
            expected_output, lambda node, into: fields.text_or_yaml(node, into, "expected_output")
        ),
        rubric=rubric,
        human=human,
        overrides=Overrides(
            threshold=_threshold(threshold, faults),
            samples=read(samples, lambda node, into: values.integer(node, "samples", 1, into)),
            extra_samples=read(
                extra_samples, lambda node, into: values.integer(node, "extra_samples", 0, into)
            ),
            strategy=read(strategy, lambda node, into: values.choice(node, "strategy", STRATEGIES, into)),
            evidence=read(evidence, lambda node, into: values.choice(node, "evidence", EVIDENCE, into)),
            feedback=read(feedback, lambda node, into: values.choice(node, "feedback", FEEDBACK, into)),
            lang=read(lang, lambda node, into: values.choice(node, "lang", LANGUAGES, into)),
            timeout=read(timeout, lambda node, into: values.seconds(node, "timeout", into)),
        ),
        tags=read(tags, lambda node, into: values.text_list(node, "tags", into)),
        metadata=dict(metadata or {}),
    )
    if not faults.found and rubric is None and not (case.expected_output or "").strip():
        faults.add_at(0, 0, "there is nothing to judge by: give `criteria` or `expected_output`")
    if faults.found:
        raise ConfigError("\n".join(fault.text for fault in faults.found))
    return case


def _number(value: Number | None) -> Node:
    # A text from an option or a parametrization is a number without quotes.
    return ScalarNode(visible(value), "", 0, 0) if isinstance(value, str) else from_python(value)


def _threshold(value: Number | None, faults: Faults) -> Fraction | None:
    node = _number(value)
    found = values.threshold(node, "threshold", faults)
    if found is not None and 0 < found <= 1:
        # nearly every output would pass; for a case of a file the lint says so
        expected, remedy = "`threshold` must be a number from 0 to 100", "write 80 for a share of 0.8"
        faults.wrong(node, expected, remedy)
    return found


def _criteria(given: Sequence[CriterionLike] | None, faults: Faults) -> CriteriaRubric | None:
    if isinstance(given, (str, Mapping, Criterion)):
        faults.add_at(0, 0, "`criteria` must be a list, found a single criterion; put it in brackets")
        return None
    made: list[Criterion | None] = []
    for number, item in enumerate(given or (), 1):
        if isinstance(item, Criterion):
            if not item.points:
                faults.add_at(0, 0, f"criterion {number}: `points` must be a number other than 0, found 0")
            if not item.text.strip():
                faults.add_at(0, 0, f"criterion {number}: its text is empty")
            made.append(replace(item, id=number, text=visible(item.text)))
        else:
            made.append(criterion(from_python(item), number, faults))
    return CriteriaRubric(tuple([each for each in made if each is not None])) if made else None
