"""The settings of the judge for a subcommand that asks one: its own options, then what pytest goes by."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_rubric.cli import ini
from pytest_rubric.errors import ConfigError

if TYPE_CHECKING:
    from pytest_rubric.model import Settings

MODES = ("auto", "refresh", "off", "only")
_MODEL = ("RUBRIC_MODEL", "OPENAI_MODEL")
_LONGEST = 86_400.0  # seconds


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options, named as pytest's are without ``rubric-``."""
    parser.add_argument("--model", metavar="NAME", help="model that judges")
    parser.add_argument("--base-url", metavar="URL", help="OpenAI-compatible endpoint that judges")
    parser.add_argument(
        "--replies", choices=MODES, help="stored judge replies, as --rubric-replies of pytest"
    )
    parser.add_argument("--replies-dir", type=Path, metavar="FOLDER", help="where replies are stored")
    parser.add_argument("--timeout", metavar="SECONDS", help="time limit of one judge call")


def settings(options: argparse.Namespace, path: Path) -> Settings:
    """The settings for a case file: command line, environment, ini file, built in.

    Raises :class:`ConfigError` that names what can't be used and what is allowed.
    """
    from pytest_rubric.model import Overrides, Settings

    file, values = ini.ini_values([path])
    root = file.parent if file is not None else Path.cwd()
    mode = options.replies or os.environ.get("RUBRIC_REPLIES") or values.get("rubric_replies") or "auto"
    if mode not in MODES:
        raise ConfigError(f"replies: found {mode!r}, allowed: {', '.join(MODES)}")
    directory = options.replies_dir
    if directory is None and values.get("rubric_replies_dir"):
        directory = root / values["rubric_replies_dir"]
    asked_for = options.timeout or values.get("rubric_timeout")
    made = Settings(
        root=root,
        model=options.model or _first(_MODEL) or values.get("rubric_model") or None,
        base_url=options.base_url or _first(("OPENAI_BASE_URL",)) or values.get("rubric_base_url") or None,
        judge_id=values.get("rubric_judge_id") or None,
        model_parameters=_parameters(values),
        replies=mode,
        replies_dir=(directory or root / ".rubric_replies").absolute(),
        allow_outside_root=values.get("rubric_allow_outside_root", "").lower() in ("1", "true", "yes", "on"),
    )
    return replace(made, typed=Overrides(timeout=_seconds(asked_for))) if asked_for else made


def _first(names: tuple[str, ...]) -> str | None:
    return next((os.environ[name] for name in names if os.environ.get(name)), None)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= _LONGEST:
        raise ConfigError(f"timeout: found {text!r}, allowed: seconds, more than 0")
    return seconds


def _parameters(values: Mapping[str, str]) -> Mapping[str, object]:
    text = values.get("rubric_model_parameters")
    if not text:
        return {}
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise ConfigError(
            f"ini option rubric_model_parameters: found {text!r}, allowed: a JSON object, as in "
            + '{"seed": 7}'
        )
    return found
