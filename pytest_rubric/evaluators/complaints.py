"""What a re-ask says is wrong with entries of a reply, as far as the kinds share it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from pytest_rubric.judging.prompting import quoted


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryComplaints:
    """What is wrong with an entry, as whole sentences without its id.

    The fields that end in ``_prefix`` are completed by the methods with what the judge wrote.
    """

    evidence_not_from_output: str
    whole_without_reason: str
    missing: str
    repeated: str
    unknown_ids_prefix: str
    unknown_ids_remedy: str
    quote_not_found_prefix: str
    quote_not_found_remedy: str

    def quote_not_found(self, quotes: Sequence[str]) -> str:
        """For an answer none of whose quotes stands in the text that it names."""
        listed = "; ".join(quoted(quote) for quote in quotes)
        return f"{self.quote_not_found_prefix} {listed} {self.quote_not_found_remedy}"

    def unknown_ids(self, ids: Sequence[object]) -> str:
        """For a reply with entries under ids (any JSON scalars) that nobody asked about."""
        return f"{self.unknown_ids_prefix} {', '.join(map(shown, ids))}{self.unknown_ids_remedy}"


def shown(value: object) -> str:
    """A JSON value as the judge wrote it."""
    return json.dumps(value, ensure_ascii=False, default=repr)
