"""``pytest-rubric prune``: stored replies that no case file asks for any more."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_rubric.cli import judge as judge_options
from pytest_rubric.cli.refusal import refused
from pytest_rubric.reporting.numbers import grouped, plural

if TYPE_CHECKING:
    from pytest_rubric.cli.pruning.inventory import Inventory
    from pytest_rubric.judging.exchanges.store import StoredFile
    from pytest_rubric.model import CustomEvaluator, Settings

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

_NAME = "pytest-rubric prune"
_MOST_REASONS = 5


def add(commands: Subparsers) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser(
        "prune",
        help="tell, or delete, stored judge replies that no case uses",
        description="Tell which stored judge replies no case file asks for any more, and with --delete "
        "delete them. Nothing is run and nothing is asked; what may still be used is kept. Exit code 1 "
        "where there are unused replies that were not deleted.",
    )
    parser.add_argument(
        "paths",
        nargs="*",
        type=Path,
        metavar="PATH",
        help="further case files, or folders with them: all below the root directory are looked at anyway",
    )
    parser.add_argument("--delete", action="store_true", help="delete them")
    parser.add_argument("--replies-dir", type=Path, metavar="FOLDER", help="where replies are stored")
    parser.add_argument(
        "--outputs", type=Path, metavar="FOLDER", help="outputs, as --rubric-outputs of pytest"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Look, tell, delete where that is asked for, and return the exit code."""
    from pytest_rubric.cli.pruning import inventory
    from pytest_rubric.errors import EvaluatorError, RubricError

    for path in [*options.paths, *([options.outputs] if options.outputs else [])]:
        if not path.exists():
            return refused("prune", f"{path} does not exist; name a file or a folder")
    try:
        settings = _settings(options)
        written = _evaluators(settings.root)
    except RubricError as error:
        return refused("prune", str(error))
    directory = settings.replies_dir
    assert directory is not None, "there is a built-in one"
    if not directory.is_dir():
        return refused(
            "prune",
            f"there is no folder {directory}: runs with a judge store their replies there; where they "
            "store them elsewhere, name that folder with --replies-dir",
        )
    try:
        found = inventory.take([settings.root, *options.paths], settings, directory, written)
    except EvaluatorError as error:
        return refused("prune", str(error))
    return _told(found, directory, delete=options.delete)


def _settings(options: argparse.Namespace) -> Settings:
    """Those of a run in the current folder, as far as the ini file tells. Raises ``ConfigError``."""
    from pytest_rubric.cli import ini

    asked = argparse.Namespace(
        replies=None, replies_dir=options.replies_dir, timeout=None, model=None, base_url=None
    )
    here = Path()
    made = judge_options.settings(asked, here)
    _, values = ini.ini_values([here])
    graded = ini.settings([here], made.root)
    outputs = options.outputs or _folder(values, "rubric_outputs", made.root)
    return replace(
        made,
        ini=replace(
            graded.ini,
            samples=_number(values, "rubric_samples", 1),
            extra_samples=_number(values, "rubric_extra_samples", 0),
        ),
        pass_floor=graded.pass_floor,
        warn_floor=graded.warn_floor,
        outputs_dir=None if outputs is None else outputs.absolute(),
        previous_outputs=_folder(values, "rubric_previous_outputs", made.root)
        or _folder(values, "rubric_save_outputs", made.root),
        target=values.get("rubric_target") or None,
    )


def _evaluators(root: Path) -> tuple[CustomEvaluator, ...]:
    """Those in files of their own. Raises ``CaseFileError`` or ``ConfigError``: no run works with them."""
    from pytest_rubric.cli import ini
    from pytest_rubric.loading.evaluator_files import load_all

    _, values = ini.ini_values([Path()])
    outside = values.get("rubric_allow_outside_root", "").strip().lower() in ("1", "yes", "true", "on")
    return load_all(shlex.split(values.get("rubric_evaluators", "")), root, outside_root=outside)


def _folder(values: Mapping[str, str], name: str, root: Path) -> Path | None:
    return root / values[name] if values.get(name) else None


def _number(values: Mapping[str, str], name: str, least: int) -> int | None:
    from pytest_rubric.errors import ConfigError

    text = values.get(name)
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or int(text) < least:
        raise ConfigError(f"ini option {name}: found {text!r}, allowed: a whole number from {least}")
    return int(text)


def _told(found: Inventory, directory: Path, *, delete: bool) -> int:
    for each in found.unused:
        print(f"unused: {_named(each, directory)}")
    for each in found.unreadable:
        print(f"kept: {_named(each, directory)}: it can't be read")
    reasons = Counter(doubt.why for _, doubt in found.kept)
    for why, number in reasons.most_common(_MOST_REASONS):
        print(f"kept: {plural(number, 'reply', 'replies')} that may still be used: {why}")
    if len(reasons) > _MOST_REASONS:
        rest = sum(number for _, number in reasons.most_common()[_MOST_REASONS:])
        print(
            f"kept: {plural(rest, 'reply', 'replies')} more, for {len(reasons) - _MOST_REASONS} more reasons"
        )
    kept = len(found.kept) + len(found.unreadable)
    print(
        f"{plural(found.number, 'stored reply', 'stored replies')}: {grouped(len(found.used))} used, "
        f"{grouped(len(found.unused))} unused, {grouped(kept)} kept because they may be used"
    )
    if not found.unused:
        return 0
    if not delete:
        print("nothing was deleted: --delete deletes the unused ones")
        return 1
    return _deleted(found, directory)


def _deleted(found: Inventory, directory: Path) -> int:
    from pytest_rubric.judging.exchanges.store import RecordingStore

    store, failed = RecordingStore(directory), 0
    for each in found.unused:
        try:
            store.remove(each)
        except OSError as error:
            failed += 1
            print(f"{_NAME}: {each.path} could not be deleted: {error.strerror}", file=sys.stderr)
    print(f"deleted: {plural(len(found.unused) - failed, 'reply', 'replies')}")
    return 1 if failed else 0


def _named(each: StoredFile, directory: Path) -> str:
    from pytest_rubric.model.text import visible

    path = visible(each.path.relative_to(directory).as_posix())
    if each.recording is None:
        return path
    label = f", {visible(each.recording.label)}" if each.recording.label else ""
    return f"{path} ({each.recording.evaluator}{label})"
