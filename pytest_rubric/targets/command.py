"""``target: {command: [...]}``: a program whose standard output is judged."""

from __future__ import annotations

import errno
import os
import shlex
import signal
import sys
from pathlib import Path

from pytest_rubric.errors import TargetError
from pytest_rubric.model import Case, Output, Settings, TargetSpec, template
from pytest_rubric.model.lines import one_line
from pytest_rubric.model.text import visible
from pytest_rubric.runtime.limits import counting, watch_of_this_run
from pytest_rubric.targets.places import decoded, path_of
from pytest_rubric.targets.process import ENDING, Ended, Process, ProcessFault
from pytest_rubric.targets.values import command_values

MOST_OUTPUT = 10_000_000
"""How much a command may write to standard output, in bytes."""

_WIDEST, _WIDEST_LABEL = 200, 80
_MOST_ERRORS = 1800  # characters that are shown; the end is what tells


class CommandTarget:
    """A command, run without a shell in the case file's folder (or in ``cwd``).

    Its words and what it reads are templates. Standard output is the output; standard error is
    kept as a note. The program ``python`` is the interpreter that runs pytest.
    """

    is_at_hand = False

    def __init__(
        self, spec: TargetSpec, words: tuple[str, ...], settings: Settings, most_output: int = MOST_OUTPUT
    ) -> None:
        shown = visible(shlex.join(words))
        self.label = f"command `{shown if len(shown) <= _WIDEST_LABEL else shown[:_WIDEST_LABEL] + '...'}`"
        self._spec = spec
        self._words = words
        self._settings = settings
        self._most_output = most_output

    async def run(self, case: Case) -> Output:
        """Run it to its end. Raises :class:`~pytest_rubric.errors.TargetError` where it can't be
        started, fails, writes too much or takes too long; then no process of it is left."""
        values = command_values(case)
        words = [template.fill(word, values) for word in self._words]
        stdin = None if self._spec.stdin is None else template.fill(self._spec.stdin, values)
        watch = watch_of_this_run()
        watch.begin()
        with counting(watch, self._spec.timeout + ENDING):
            process = self._started(words, self._folder(case), stdin)
            try:
                ended = await process.communicate(self._spec.timeout)
            except ProcessFault as fault:
                raise self._fault(str(fault), process.errors) from None
        if ended.code != 0:
            raise self._fault(_end(ended.code), ended.errors)
        return self._output(ended)

    def _folder(self, case: Case) -> Path:
        folder = path_of(case, self._spec.cwd or ".", "cwd", self._settings)
        if not folder.is_dir():
            raise TargetError(
                f"{self.label}: there is no working directory {visible(str(folder))}; "
                "make it, or name another one with `cwd`"
            )
        return folder

    def _started(self, words: list[str], folder: Path, stdin: str | None) -> Process:
        if words[0] == "python":
            words = [sys.executable, *words[1:]]
        try:
            return Process(
                words,
                cwd=folder,
                env={**os.environ, **self._spec.env},
                stdin=None if stdin is None else stdin.encode(errors="replace"),
                most_output=self._most_output,
            )
        except FileNotFoundError:
            raise TargetError(
                f"{self.label}: there is no program {visible(words[0])}; "
                "the first word must be a program on PATH or a path to one"
            ) from None
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            remedy = ""
            if isinstance(error, OSError) and error.errno == errno.E2BIG:
                remedy = "; hand a long text over with `stdin`, not in a word"
            raise TargetError(f"{self.label} can't be started: {reason}{remedy}") from None

    def _fault(self, told: str, errors: bytes) -> TargetError:
        """The error with the last words of the command, which mostly say why."""
        text = _text(errors)
        if not text:
            return TargetError(f"{self.label} {told}; it wrote nothing to standard error")
        last = one_line(text.splitlines()[-1])
        if len(last) > _WIDEST:
            last = f"...{last[-_WIDEST:]}"
        shown = text if len(text) <= _MOST_ERRORS else f"...{text[-_MOST_ERRORS:]}"
        return TargetError(f"{self.label} {told}; standard error ends: {last}", f"standard error:\n{shown}")

    def _output(self, ended: Ended) -> Output:
        text, notes = decoded(ended.output, "standard output")
        if ended.left_behind:
            notes += ("a process that the command left behind held its standard output; it was ended",)
        errors = _text(ended.errors)
        if errors:
            notes += (f"standard error: {errors}",)
        return Output(text, notes=notes, origin=self.label)


def _end(code: int) -> str:
    if code > 0:
        return f"exited with code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"


def _text(data: bytes) -> str:
    return visible(data.decode(errors="replace")).strip()
