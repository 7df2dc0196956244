"""``targets:``: several sources of outputs, each judged by the same case."""

from __future__ import annotations

from collections.abc import Callable

from pytest_rubric.loading import values
from pytest_rubric.loading.faults import Faults, known_entries
from pytest_rubric.loading.ids import slug
from pytest_rubric.loading.keys import NAMED_TARGET_KEYS
from pytest_rubric.loading.nodes import Entry, MapNode, Node, ScalarNode
from pytest_rubric.loading.places import Place
from pytest_rubric.loading.target import target_of
from pytest_rubric.model import NamedTarget, TargetSpec

_EXPECTED = "`targets` must be a mapping of names to targets, such as {short: {model: NAME, prompt: ...}}"
_OUTPUTS = ("ActualOutput", "ActualOutputFile")
_RUN_LOGS = ("RunLog", "RunLogFile")


class TargetsReader:
    """Reads ``targets:``. ``read`` reads the value of a key of a case, by its first name."""

    def __init__(self, place: Place, read: Callable[[str, Node, Faults], object]) -> None:
        self._place = place
        self._read = read

    def read(self, node: Node, faults: Faults) -> tuple[NamedTarget, ...]:
        """The named targets in their order; those that are wrong, or whose name is, are left out, with
        a complaint."""
        if isinstance(node, ScalarNode) and node.is_null:
            return ()
        if not isinstance(node, MapNode):
            faults.wrong(node, _EXPECTED)
            return ()
        if not node.entries:
            faults.add(node, f"{_EXPECTED}, found an empty one")
        for problem in node.problems:
            faults.report(problem)
        made: list[NamedTarget] = []
        taken: dict[str, str] = {}
        for written, line, column, value in node.entries:
            name = slug(written.replace("/", "-"))
            # Reports lie in folders of these names, and case doesn't tell folders apart on every disk.
            is_first = name.casefold() not in taken
            earlier = taken.setdefault(name.casefold(), written)
            can_be_named = any(map(str.isalnum, written))
            if not can_be_named:
                text = f"`targets` has a name without a letter or a digit: `{written}`"
                faults.add_at(line, column, text)
            elif earlier != written:
                text = f"`targets` has two names that come to the same: `{earlier}` and `{written}`"
                faults.add_at(line, column, text)
            before = len(faults.found)
            found = self._named(name, value, faults)
            faults.prefix(before, f"`{written}` of `targets`: ")
            # One name makes one test: a second one under it would be told as another fault.
            if found is not None and is_first and can_be_named:
                made.append(found)
        return tuple(made)

    def _named(self, name: str, node: Node, faults: Faults) -> NamedTarget | None:
        if isinstance(node, ScalarNode) and not node.is_null:
            function = values.function(node, "target", faults)
            return None if function is None else NamedTarget(name, TargetSpec(function=function))
        if not isinstance(node, MapNode):
            faults.wrong(node, "`target` must be `package.module:function` or a mapping")
            return None
        before = len(faults.found)
        entries = known_entries(node, NAMED_TARGET_KEYS, faults)
        known = len(faults.found) == before
        outputs = [key for key in _OUTPUTS if key in entries]
        run_logs = [key for key in _RUN_LOGS if key in entries]
        own = {key: entry for key, entry in entries.items() if key not in (*_OUTPUTS, *_RUN_LOGS)}
        for pair in (outputs, run_logs):
            if len(pair) == 2:
                _add_at_key(entries[pair[1]], f"`{pair[0]}` and `{pair[1]}` exclude each other", faults)
        if outputs and own:
            first = next(iter(own))
            text = f"`{outputs[0]}` is an output already: `{first}` can't stand beside it"
            _add_at_key(own[first], text, faults)
        target: TargetSpec | None = None
        if not outputs:
            target = target_of(node, own, self._place, faults, kinds_matter=known)
        given = {key: self._read(key, entries[key][3], faults) for key in (*outputs, *run_logs)}
        output, file, log_file = (
            given.get(key) for key in ("ActualOutput", "ActualOutputFile", "RunLogFile")
        )
        if len(faults.found) == before and target is None and output is None and file is None:
            faults.add(node, "there is nothing in it that makes an output")
        if len(faults.found) > before:
            return None
        return NamedTarget(
            name,
            target,
            output if isinstance(output, str) else None,
            file if isinstance(file, str) else None,
            given.get("RunLog"),
            log_file if isinstance(log_file, str) else None,
        )


def _add_at_key(entry: Entry, text: str, faults: Faults) -> None:
    faults.add_at(entry[1], entry[2], text)
