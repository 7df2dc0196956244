"""``pytest-rubric compile``: a case file with lists in place of its rubrics in prose, to be reviewed."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_rubric.cli import judge as judge_options
from pytest_rubric.cli.refusal import refused

if TYPE_CHECKING:
    from pytest_rubric.evaluators.free_text.compiler import Outcome
    from pytest_rubric.model import Case, CaseFile, Settings

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

_NAME = "pytest-rubric compile"


def add(commands: Subparsers) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser(
        "compile",
        help="print a case file with its free-text rubrics as lists",
        description="Have the judge take apart every text under `Judge`, and print the case file with what "
        "came of it, to be reviewed and kept. Everything else stays as it is. Exit code 1 where a text "
        "could not be used.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a case file")
    parser.add_argument("--case", metavar="ID", help="only this case")
    judge_options.add_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Compile, print, and return the exit code."""
    from pytest_rubric.errors import ConfigError

    try:
        settings = judge_options.settings(options, options.file)
        loaded = _loaded(options.file, settings)
        chosen = _chosen(loaded, options.case)
    except ConfigError as error:
        return refused("compile", str(error))
    prose = [case for case in chosen if not case.faults and _is_prose(case)]
    code = 0
    for case in chosen:
        for fault in case.faults:
            _tell(fault)
            code = 1
    if not prose and not code:
        what = f"case {options.case}" if options.case else f"no case of {options.file}"
        _tell(
            f"{what} has a text under `Judge`{' that is no list' if options.case else ''}; nothing to compile"
        )
    outcomes = asyncio.run(_compile(prose, settings)) if prose else []
    for case, outcome in zip(prose, outcomes, strict=True):
        if outcome.error is not None:
            code = max(code, _failed(case, outcome))
        for note in outcome.notes:
            _tell(f"case {case.id}: {note}")
    if code == 2:
        return code
    _print(options.file, prose, outcomes)
    return code


def _loaded(path: Path, settings: Settings) -> CaseFile:
    from pytest_rubric.errors import CaseFileError, ConfigError
    from pytest_rubric.loading import NotOurs, load

    if path.is_dir():
        raise ConfigError(f"{path} is a folder; name a case file in it")
    if not path.is_file():
        raise ConfigError(f"{path} does not exist; name a case file")
    try:
        loaded = load(path, root=settings.root, explicit=True, allow_outside_root=settings.allow_outside_root)
    except CaseFileError as error:
        raise ConfigError(str(error)) from error
    if isinstance(loaded, NotOurs):
        raise ConfigError(f"{path} is no case file: {loaded.reason}")
    return loaded


def _chosen(loaded: CaseFile, wanted: str | None) -> Sequence[Case]:
    from pytest_rubric.errors import ConfigError

    if wanted is None:
        return loaded.cases
    found = [case for case in loaded.cases if wanted in (case.id, case.title)]
    if not found:
        ids = ", ".join(case.id for case in loaded.cases)
        raise ConfigError(f"no case {wanted!r} in {loaded.path} (there: {ids})")
    return found


def _is_prose(case: Case) -> bool:
    from pytest_rubric.model import FreeTextRubric

    return isinstance(case.rubric, FreeTextRubric)


async def _compile(cases: Sequence[Case], settings: Settings) -> list[Outcome]:
    from pytest_rubric.evaluators.free_text.compiler import compile_text
    from pytest_rubric.judging.stack import build_judge
    from pytest_rubric.model import FreeTextRubric

    judge = build_judge(settings)

    async def one(case: Case) -> Outcome:
        assert isinstance(case.rubric, FreeTextRubric)
        timeout = settings.for_case(case.overrides).timeout
        return await compile_text(case.rubric.text, judge, label=case.id, timeout=timeout, lang="en")

    try:
        return list(await asyncio.gather(*map(one, cases)))
    finally:
        await judge.close()


def _failed(case: Case, outcome: Outcome) -> int:
    """Tell why a case has no rubric: 2 where there is no judge, else 1."""
    from pytest_rubric.errors import JudgeUnavailable

    if isinstance(outcome.error, JudgeUnavailable):
        # the options of this command have no prefix
        _tell(str(outcome.error).replace("--rubric-", "--"))
        return 2
    told = f"{outcome.error}; {outcome.remedy}" if outcome.remedy else str(outcome.error)
    _tell(f"case {case.id}: {told}")
    return 1


def _print(path: Path, cases: Sequence[Case], outcomes: Sequence[Outcome]) -> None:
    from pytest_rubric.loading.parsing import read_text
    from pytest_rubric.loading.replacing import replaced

    rubrics = {
        case.index: outcome.rubric
        for case, outcome in zip(cases, outcomes, strict=True)
        if outcome.rubric is not None
    }
    source = read_text(path, str(path))
    sys.stdout.write(replaced(source, rubrics) if rubrics else source)


def _tell(message: str) -> None:
    print(f"{_NAME}: {message}", file=sys.stderr)
