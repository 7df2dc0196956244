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


def stems(paths: Sequence[Path], root: Path) -> dict[Path, str]:
    """The name of each case file's folder below an outputs or report folder.

    It is the file's name without its ending. Names that clash get as many of their folders (below
    ``root``, else from the top) in front as it takes, joined by ``-``: ``a-x`` and ``b-x``. Files
    that only differ in their endings keep these. Case doesn't tell names apart, since it doesn't
    on every disk. The result doesn't depend on the order of ``paths``.
    """
    files = sorted(set(paths))
    depths = dict.fromkeys(files, 0)
    while True:
        names = {path: _stem(path, root, depths[path]) for path in files}
        counts = Counter(name.casefold() for name in names.values())
        clashing = [path for path in files if counts[names[path].casefold()] > 1]
        deeper = [path for path in clashing if depths[path] <= len(_folders(path, root))]
        if not deeper:
            return _numbered(names)
        for path in deeper:
            depths[path] += 1


def _stem(path: Path, root: Path, depth: int) -> str:
    folders = _folders(path, root)
    # beyond the last folder only the whole name is left to tell files apart
    name = _without_ending(path.name) if depth <= len(folders) else path.name
    return "-".join([*folders[max(len(folders) - depth, 0) :], name])


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
    """The last resort (``a/b-x`` beside ``a-b/x``): a number behind all but the first."""
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
