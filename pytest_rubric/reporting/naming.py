"""How report files and their folders are named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

_ENDINGS = (".rubric.yaml", ".rubric.yml", ".yaml", ".yml")


def report_name(index: int, evaluator_id: str | None = None) -> str:
    """``case_3_eval_result.md``, or ``case_3_<evaluator-id>_eval_result.md`` for an item from
    ``evaluators:``. ``index`` is the 0-based position of the case in its file."""
    if evaluator_id is None:
        return f"case_{index}_eval_result.md"
    # an id may hold what a file name can't
    safe = "".join(char if char.isalnum() or char in "_-.+" else "-" for char in evaluator_id)
    return f"case_{index}_{safe}_eval_result.md"


def report_path(
    index: int, evaluator_id: str | None = None, *, target: str | None = None, stem: str | None = None
) -> str:
    """The report's path below the report folder, with ``/``: in a folder for its case file (``stem``,
    where there are several) and in one for its target (where a case has several)."""
    return "/".join(part for part in (stem, target, report_name(index, evaluator_id)) if part)


def comparison_path(report: str) -> str:
    """The place of ``comparison.json`` beside a report: ``case_3_comparison.json``."""
    return f"{report.removesuffix('_eval_result.md')}_comparison.json"


def stems(paths: Sequence[Path], root: Path) -> dict[Path, str]:
    """The name of each case file's folder below an outputs or report folder.

    It is the file's name without its ending. Names that clash get as many of their folders (below
    ``root``, else from the top) in front as it takes, joined by ``-``: ``a-x`` and ``b-x``. Files
    that only differ in their endings keep these. Case doesn't tell names apart, since it doesn't
    on every disk. The result doesn't depend on the order of ``paths``.
    """
    files = sorted(set(paths))
    folders = {path: _folders(path, root) for path in files}
    depths = dict.fromkeys(files, 0)
    while True:
        names = {path: _joined(folders[path], depths[path], _without_ending(path.name)) for path in files}
        clashing = _clashing(names)
        deeper = [path for path in clashing if depths[path] < len(folders[path])]
        if not deeper:
            break
        for path in deeper:
            depths[path] += 1
    whole = {path: _joined(folders[path], depths[path], path.name) for path in clashing}
    for path in set(clashing) - set(_clashing(whole)):
        names[path] = whole[path]
    return _numbered(names)


def _joined(folders: tuple[str, ...], depth: int, name: str) -> str:
    return "-".join([*folders[len(folders) - depth :], name])


def _clashing(names: dict[Path, str]) -> list[Path]:
    counts = Counter(name.casefold() for name in names.values())
    return [path for path, name in names.items() if counts[name.casefold()] > 1]


def _folders(path: Path, root: Path) -> tuple[str, ...]:
    if path.is_relative_to(root):
        return path.relative_to(root).parts[:-1]
    return tuple(part.strip("/\\:") for part in path.parts[:-1] if part.strip("/\\:"))


def _without_ending(name: str) -> str:
    for ending in _ENDINGS:
        if name.lower().endswith(ending) and len(name) > len(ending):
            return name[: -len(ending)]
    return name


def _numbered(names: dict[Path, str]) -> dict[Path, str]:
    """The last resort (``a/x`` beside ``a-x``): a number behind all but the first."""
    taken: set[str] = set()
    unique: dict[Path, str] = {}
    for path, name in names.items():
        candidate, number = name, 1
        while candidate.casefold() in taken:
            number += 1
            candidate = f"{name}-{number}"
        taken.add(candidate.casefold())
        unique[path] = candidate
    return unique
