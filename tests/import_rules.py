"""Reads a package with ``ast`` and tells who imports whom; the rules themselves are in the tests."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

Rows = Sequence[Sequence[str]]

# The package's own front door and back door stand outside the rows.
FACADE = "__init__"
ENTRY = "__main__"


@dataclass(frozen=True)
class Import:
    """One import. ``target`` is a dotted name: a module, or a name in one.

    ``typing_only`` is one under ``if TYPE_CHECKING``; one inside a function counts as run.
    """

    target: str
    line: int
    typing_only: bool


@dataclass(frozen=True)
class Module:
    """One file of the package."""

    name: str
    path: Path
    lines: int
    imports: tuple[Import, ...]

    @property
    def part(self) -> str:
        """The name in the rows: the first one below the package."""
        pieces = self.name.split(".")
        return pieces[1] if len(pieces) > 1 else FACADE


def parse_rows(page: str) -> list[list[str]]:
    """The rows of the first code block of a page: names, two blanks apart, then a remark."""
    block = page.split("```", 2)[1]
    rows = [re.split(r" {3,}", line.strip(), maxsplit=1)[0].split() for line in block.splitlines()]
    return [row for row in rows if row]


def read_package(folder: Path) -> dict[str, Module]:
    """All modules of the package in ``folder``, by dotted name."""
    modules = {}
    for path in sorted(folder.rglob("*.py")):
        pieces = [folder.name, *path.relative_to(folder).with_suffix("").parts]
        is_package = pieces[-1] == "__init__"
        name = ".".join(pieces[:-1] if is_package else pieces)
        text = path.read_text(encoding="utf-8")
        package = name if is_package else name.rpartition(".")[0]
        imports = tuple(_imports(ast.parse(text, str(path)), package, typing_only=False))
        modules[name] = Module(name, path, text.count("\n"), imports)
    return modules


def _imports(node: ast.AST, package: str, typing_only: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.Import():
                for alias in child.names:
                    yield Import(alias.name, child.lineno, typing_only)
            case ast.ImportFrom():
                base = _absolute(child, package)
                for alias in child.names:
                    yield Import(f"{base}.{alias.name}", child.lineno, typing_only)
            case ast.Call(args=[ast.Constant(value=str(target)), *_]) if _imports_by_name(child):
                yield Import(target, child.lineno, typing_only)
            case ast.If() if _is_type_checking(child.test):
                yield from _imports(ast.Module(child.body, []), package, typing_only=True)
                yield from _imports(ast.Module(child.orelse, []), package, typing_only)
            case _:
                yield from _imports(child, package, typing_only)


def _absolute(node: ast.ImportFrom, package: str) -> str:
    if not node.level:
        return node.module or ""
    pieces = package.split(".")
    base = ".".join(pieces[: len(pieces) - node.level + 1])
    return f"{base}.{node.module}" if node.module else base


def _imports_by_name(call: ast.Call) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return name in ("import_module", "__import__")


def _is_type_checking(test: ast.expr) -> bool:
    return ast.unparse(test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")


def owner(target: str, modules: Iterable[str]) -> str | None:
    """The module that an imported name belongs to; ``None`` where it is not of this package."""
    known = set(modules)
    while target:
        if target in known:
            return target
        target = target.rpartition(".")[0]
    return None


def wrong_direction(modules: Mapping[str, Module], rows: Rows) -> list[str]:
    """Every import that doesn't go from a row to one above it, or stay inside one part."""
    rank = {name: number for number, row in enumerate(rows) for name in row}
    found = []
    for module in modules.values():
        if module.part not in rank and module.part not in (FACADE, ENTRY):
            found.append(f"{module.name} stands in no row")
            continue
        for imported in module.imports:
            target = owner(imported.target, modules)
            if target is None:
                continue
            part = modules[target].part
            if not _may_import(module.part, part, rank, imported.typing_only):
                found.append(f"{module.name}:{imported.line} imports {target}")
    return found


def _may_import(part: str, other: str, rank: Mapping[str, int], typing_only: bool) -> bool:
    if part == FACADE:
        # It hands out names of all parts, but loads none of them before it is asked to.
        return typing_only
    if part == ENTRY:
        return rank.get(other) == len(set(rank.values())) - 1
    if part == other:
        return True
    return other in rank and rank[other] < rank[part]


def cycles(modules: Mapping[str, Module], *, by_part: bool = False) -> list[list[str]]:
    """The groups of modules (or of parts) that import each other when they run, sorted by name."""
    graph: dict[str, set[str]] = {}
    for module in modules.values():
        start = module.part if by_part else module.name
        edges = graph.setdefault(start, set())
        for imported in module.imports:
            target = owner(imported.target, modules)
            if target is not None and not imported.typing_only:
                edges.add(modules[target].part if by_part else target)
        edges.discard(start)
    reach = {start: _reachable(start, graph) for start in graph}
    groups = {frozenset(b for b in reach[a] if a in reach[b]) | {a} for a in graph}
    return sorted(sorted(group) for group in groups if len(group) > 1)


def _reachable(start: str, graph: Mapping[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    todo = [start]
    while todo:
        for target in graph.get(todo.pop(), ()):
            if target not in seen:
                seen.add(target)
                todo.append(target)
    return seen


def importers_of(modules: Mapping[str, Module], packages: Iterable[str], *, run: bool = False) -> list[str]:
    """The imports of these top-level packages, as ``module:line``; with ``run`` only those that run."""
    wanted = set(packages)
    return [
        f"{module.name}:{imported.line}"
        for module in modules.values()
        for imported in module.imports
        if imported.target.split(".")[0] in wanted and not (run and imported.typing_only)
    ]


def unexplained_private_imports(folder: Path) -> list[str]:
    """Lines that import ``_pytest`` without saying why in a comment on that line."""
    found = []
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        for imported in _imports(ast.parse(text, str(path)), "", typing_only=False):
            if imported.target.split(".")[0] != "_pytest":
                continue
            comment = lines[imported.line - 1].partition("#")[2]
            if not re.sub(r"noqa(?:: [A-Z0-9, ]+)?|type: ignore\S*|[\s#]", "", comment):
                found.append(f"{path.relative_to(folder).as_posix()}:{imported.line}")
    return found
