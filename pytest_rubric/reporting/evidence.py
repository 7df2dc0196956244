"""What a report remarks on evidence, beside showing it."""

from __future__ import annotations

from pytest_rubric.model import CriterionResult, Output, Quote


def quotes_whole_output(result: CriterionResult, output: Output | None) -> bool:
    """Whether a judge's decision rests on a quote that spans all of ``output``.

    Such a quote is found whatever the criterion says, so it shows little. Checks quote what they
    compare, and are left out; so are conversations, and everything where the output is not known.
    """
    if output is None or output.turns or result.criterion.check is not None:
        return False
    return any(_spans(quote, output.text) for quote in result.quotes)


def _spans(quote: Quote, output: str) -> bool:
    if not quote.found or quote.source != "output" or quote.start is None or quote.end is None:
        return False
    # a full stop or a quotation mark that was left out is no difference
    around = output[: quote.start] + output[quote.end :]
    return not any(char.isalnum() for char in around)
