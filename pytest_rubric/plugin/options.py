"""Options, their ini counterparts and environment variables, as :mod:`.option_table` lists them.

Precedence: command line, environment, case, file defaults, ini, built in. Only standard
library here, so that declaring options costs pytest's start next to nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from pytest_rubric.plugin.option_table import OPTIONS, Option

if TYPE_CHECKING:
    from pathlib import PurePath

    from pytest_rubric.model import Settings


OVERRIDES = (
    "threshold",
    "samples",
    "extra_samples",
    "strategy",
    "evidence",
    "feedback",
    "lang",
    "timeout",
)
"""What a case may say for itself; the rest belongs to the session."""

CASE_SUFFIXES = (".yaml", ".yml")
"""What the name of a case file ends in; nothing else is ever looked at."""

# Rows about the run as a whole, and the fields that they fill.
_GATES = {
    "min_mean": "min_mean",
    "min_pass_rate": "min_pass_rate",
    "min_tag": "min_tags",
    "max_errors": "max_errors",
}


def add(parser: pytest.Parser) -> None:
    """Declare all options and ini values."""
    group = parser.getgroup("rubric", "rubric evaluations")
    for row in OPTIONS:
        if row.flag and row.kind == "switch":
            group.addoption(
                row.option,
                dest="rubric_option_" + row.name,
                default=None,
                action="store_const",
                const="true",
                help=f"{row.help} (default: {row.default})".replace("%", "%%"),
            )
        elif row.flag:
            group.addoption(
                row.option,
                dest="rubric_option_" + row.name,
                default=None,
                metavar=row.values.split(",")[0].upper() if not row.choices else "|".join(row.choices),
                help=f"{row.help} (default: {row.default})".replace("%", "%%"),
            )
        kind: Any = {"globs": "args", "bool": "bool", "tag_floors": "linelist"}.get(row.kind, "string")
        named = [] if row.default == "none" else row.default.split()
        default: Any = {"globs": named, "bool": False}.get(row.kind)
        parser.addini(row.ini, help=f"{row.help} (default: {row.default})", type=kind, default=default)


def any_given(config: pytest.Config) -> bool:
    """Whether any of our values is set, so that a mistake in it is told at once.

    Names in the environment don't count: there is no mistake in them that could be told, and many
    shells have some for other tools.
    """
    for row in OPTIONS:
        if row.kind not in ("globs", "bool"):
            value, _, at = _given(config, row)
            if value is not None and not (at == "environment" and row.kind == "text"):
                return True
    return False


def names_case_file(config: pytest.Config, path: PurePath) -> bool:
    """Whether a file is looked at for cases without being named: by one of the globs of ``rubric_files``."""
    return any(path.match(glob) for glob in config.getini("rubric_files"))


def refuse_unknown(config: pytest.Config) -> None:
    """Raise :class:`pytest.UsageError` where the ini file has a `rubric_...` value that nobody knows.

    pytest only warns of it, and a gate with a mistyped name would hold for ever.
    """
    # the one place where pytest tells them; a pytest that does so otherwise still warns
    unknown = getattr(config, "_get_unknown_ini_keys", tuple)
    for name in sorted(unknown()):
        if name.startswith("rubric_"):
            from pytest_rubric.model.nearest import nearest

            meant = nearest(name.removeprefix("rubric_"), [row.name for row in OPTIONS])
            advice = (
                f"did you mean rubric_{meant}?" if meant else "`pytest --help` lists those that there are"
            )
            raise pytest.UsageError(f"ini option {name}: there is no such option; {advice}")


def settings(config: pytest.Config) -> Settings:
    """The session's settings. Raises :class:`pytest.UsageError` that names the option, what was
    found and what is allowed."""
    from pytest_rubric.model import Overrides, Settings, SuiteGates

    typed: dict[str, Any] = {}
    ini: dict[str, Any] = {}
    chosen: dict[str, Any] = {}
    for row in OPTIONS:
        if row.kind in ("globs", "bool"):
            continue
        value, origin, at = _given(config, row)
        if value is None:
            continue
        parsed = _parsed(config, row, value, origin, at)
        if row.name in OVERRIDES:
            (ini if at == "ini" else typed)[row.name] = parsed
        else:
            chosen[row.name] = parsed
    _check_baseline(config, chosen)
    _check_page(chosen)
    root = config.rootpath
    floors = chosen.pop("verdicts", None)
    extra = {"pass_floor": floors[0], "warn_floor": floors[1]} if floors else {}
    gates = {field: chosen.pop(row) for row, field in _GATES.items() if row in chosen}
    return Settings(
        root=root,
        typed=Overrides(**typed),
        ini=Overrides(**ini),
        **_stored_outputs(chosen),
        outputs_dir=chosen.pop("outputs", None),
        json_path=chosen.pop("json", None),
        html_path=chosen.pop("html", None),
        replies_dir=chosen.pop("replies_dir", None) or root / ".rubric_replies",
        allow_outside_root=bool(config.getini("rubric_allow_outside_root")),
        gates=SuiteGates(**gates),
        **extra,
        **chosen,
    )


def _check_baseline(config: pytest.Config, chosen: dict[str, Any]) -> None:
    """What is about a baseline needs one, unless it waits in the ini file for runs that have one; and it has
    a file of its own."""
    if (baseline := chosen.get("baseline")) is not None:
        results = chosen.get("json")
        if results is not None and results.resolve() == baseline.resolve():
            raise pytest.UsageError(
                f"--rubric-json: {results} is the baseline of --rubric-baseline, which the results of this "
                "run would replace; name another file"
            )
        return
    if chosen.get("update_baseline"):
        raise pytest.UsageError(
            "--rubric-update-baseline: no baseline file is named; add --rubric-baseline FILE, "
            "which may be a new one"
        )
    missing = {"max-drop": "that a case could fall from", "fail-if-worse": "that a run could be worse than"}
    for option, what in missing.items():
        if config.getoption("rubric_option_" + option.replace("-", "_")) is not None:
            raise pytest.UsageError(
                f"--rubric-{option}: there is no baseline {what}; add --rubric-baseline FILE"
            )


def _check_page(chosen: dict[str, Any]) -> None:
    """The page has a file of its own."""
    page = chosen.get("html")
    for name in ("json", "baseline"):
        other = chosen.get(name)
        if page is not None and other is not None and page.resolve() == other.resolve():
            raise pytest.UsageError(
                f"--rubric-html: {page} is the file of --rubric-{name}, which the page would replace; "
                "name another file"
            )


def _stored_outputs(chosen: dict[str, Any]) -> dict[str, Any]:
    """Where outputs are stored, and where those of earlier runs are: a folder of its own each.

    A run that judges the very files would compare each of them with itself.
    """
    saved = chosen.pop("save_outputs", None)
    previous = chosen.pop("previous_outputs", None)
    judged = chosen.get("outputs")
    for name, folder in (("save-outputs", saved), ("previous-outputs", previous)):
        if folder is not None and judged is not None and folder.resolve() == judged.resolve():
            raise pytest.UsageError(
                f"--rubric-{name}: {folder} is the folder of --rubric-outputs too: its outputs would be "
                "compared with themselves; name another folder"
            )
    return {"save_outputs": saved, "previous_outputs": previous or saved}


def _given(config: pytest.Config, row: Option) -> tuple[str | None, str, str]:
    """The value in force, how messages call its origin, and the level it came from."""
    if row.flag:
        value = config.getoption("rubric_option_" + row.name)
        if value is not None:
            return value, row.option, "command line"
    for name in row.env:
        if os.environ.get(name):
            return os.environ[name], f"environment variable {name}", "environment"
    value = config.getini(row.ini)
    if value:
        text = "\n".join(value) if isinstance(value, list) else str(value)
        return text, f"ini option {row.ini}", "ini"
    return None, "", ""


def _parsed(config: pytest.Config, row: Option, value: str, origin: str, at: str) -> object:
    if row.kind == "path":
        base = config.rootpath if at == "ini" else config.invocation_params.dir
        return (base / value).absolute()
    if row.kind == "tag_floors":
        return _tag_floors(value.splitlines(), origin)
    try:
        if row.kind == "choice":
            return _choice(value, row.choices)
        return _PARSERS[row.kind](value)
    except ValueError as error:
        raise pytest.UsageError(f"{origin}: found {value!r}, allowed: {error}") from None


def _choice(value: str, choices: tuple[str, ...]) -> str:
    if value not in choices:
        raise ValueError(", ".join(choices))
    return value


def _count_from_1(value: str) -> int:
    if not value.isascii() or not value.isdigit() or int(value) < 1:
        raise ValueError("a whole number from 1")
    return int(value)


def _count_from_0(value: str) -> int:
    if not value.isascii() or not value.isdigit():
        raise ValueError("a whole number from 0")
    return int(value)


def _switch(value: str) -> bool:
    if value.lower() not in ("true", "false"):
        raise ValueError("true, false")
    return value.lower() == "true"


def _seconds(value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise ValueError("seconds, more than 0")
    return seconds


def _score(value: str) -> object:
    from pytest_rubric.model.scale import parsed_score

    return parsed_score(value)


def _threshold(value: str) -> object:
    from pytest_rubric.model.scale import parsed_threshold

    return parsed_threshold(value)


def _floors(value: str) -> object:
    from pytest_rubric.model.scale import parsed_floors

    return parsed_floors(value)


def _floor(value: str) -> object:
    from pytest_rubric.model.scale import parsed_floor

    return parsed_floor(value)


def _tag_floors(lines: list[str], origin: str) -> dict[str, object]:
    from pytest_rubric.model.scale import parsed_tag_floor

    found: dict[str, object] = {}
    for line in lines:
        try:
            tag, floor = parsed_tag_floor(line)
        except ValueError as error:
            raise pytest.UsageError(f"{origin}: found {line!r}, allowed: {error}") from None
        if tag in found:
            raise pytest.UsageError(f"{origin}: found {tag!r} twice, allowed: each tag once")
        found[tag] = floor
    return found


def _kappa(value: str) -> object:
    from pytest_rubric.model.scale import parsed_kappa

    return parsed_kappa(value)


def _json_object(value: str) -> dict[str, object]:
    import json

    def refuse(name: str) -> object:
        raise ValueError(name)

    try:
        found = json.loads(value, parse_constant=refuse)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise ValueError('a JSON object, as in {"seed": 7}')
    return found


def _text(value: str) -> str:
    if not value.strip():
        raise ValueError("a text that is not empty")
    return value.strip()


_PARSERS: dict[str, Callable[[str], object]] = {
    "text": _text,
    "score": _score,
    "threshold": _threshold,
    "floors": _floors,
    "floor": _floor,
    "kappa": _kappa,
    "count_from_1": _count_from_1,
    "count_from_0": _count_from_0,
    "seconds": _seconds,
    "json": _json_object,
    "switch": _switch,
}
