"""What a run would ask, before it asks: the lines under ``--co``."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_rubric.reporting.numbers import grouped, plural


@dataclass(frozen=True, slots=True)
class Estimate:
    """Counts over ``cases``.

    ``most_calls`` are the judge calls at most, retries and re-asks aside, ``model_outputs`` the calls
    of models under test. Of the ``inline`` cases, whose output is at hand, ``stored`` have all their
    first questions answered; ``stored_requests`` and ``open_requests`` are the first questions that
    are and that are not, and ``open_tokens`` about what the latter take to ask. ``may_ask`` says
    whether the run may ask at all.
    """

    cases: int
    most_calls: int = 0
    model_outputs: int = 0
    inline: int = 0
    stored: int = 0
    stored_requests: int = 0
    open_requests: int = 0
    open_tokens: int = 0
    may_ask: bool = True


@dataclass(frozen=True, slots=True)
class Budgets:
    """The budgets in force, ``None`` for none."""

    calls: int | None = None
    tokens: int | None = None


def lines(found: Estimate, budgets: Budgets) -> list[str]:
    """How many calls, about how many tokens, and whether the budgets suffice."""
    told = [_calls(found)]
    if found.may_ask and found.open_requests:
        told.append(_tokens(found))
    if found.may_ask and found.most_calls:
        if budgets.calls is not None:
            told.append(_budget_of_calls(found, budgets.calls))
        if budgets.tokens is not None:
            told.append(_budget_of_tokens(found, budgets.tokens))
    return told


def _calls(found: Estimate) -> str:
    asked = f" and {found.model_outputs} of models under test" if found.model_outputs else ""
    told = plural(found.cases, "case")
    if not found.most_calls:
        return f"{told}, no judge call{asked}"
    if found.may_ask:
        told += f", at most {plural(found.most_calls, 'judge call')}{asked} (retries aside)"
    else:
        told += f", no judge call{asked} (--rubric-replies only)"
    if found.inline:
        told += (
            f"; stored replies answer {grouped(found.stored)} of {plural(found.inline, 'case')} "
            "with inline output"
        )
    return told


def _tokens(found: Estimate) -> str:
    elsewhere = found.cases - found.inline
    not_counted = ["replies", "what is asked after them"]
    if elsewhere:
        not_counted.append(f"{plural(elsewhere, 'case')} without inline output")
    asked = plural(found.open_requests, "first question")
    return (
        f"about {grouped(found.open_tokens)} tokens to ask {asked} that no stored reply answers, "
        f"by the length of the texts (not counted: {', '.join(not_counted)})"
    )


def _budget_of_calls(found: Estimate, budget: int) -> str:
    least, most = found.open_requests, found.most_calls - found.stored_requests
    option = f"--rubric-max-calls {budget}"
    if budget >= most:
        return f"{option} suffices: at most {plural(most, 'call')} would be made"
    if budget < least:
        return f"{option} does not suffice: {plural(least, 'call')} at least would be made"
    return f"{option} may not suffice: {grouped(least)} to {plural(most, 'call')} would be made"


def _budget_of_tokens(found: Estimate, budget: int) -> str:
    option = f"--rubric-max-tokens {budget}"
    if budget < found.open_tokens:
        return f"{option} does not suffice: to ask alone takes about {grouped(found.open_tokens)}"
    left = budget - found.open_tokens
    return f"{option} leaves about {grouped(left)} tokens for all that is not counted"
