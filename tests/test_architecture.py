"""The house rules of docs/architecture.md, and the proof that the checker sees what breaks them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests import import_rules
from tests.import_rules import Module

ROOT = Path(__file__).parents[1]
ROWS = [
    ["errors"],
    ["model"],
    ["scoring", "evidence"],
    ["loading", "runlog", "reporting"],
    ["runtime"],
    ["judging"],
    ["targets", "evaluators"],
    ["execution", "gating"],
    ["hookspecs"],
    ["plugin", "cli"],
]
PURE = ("errors", "model", "scoring", "evidence")
DOERS = {
    *(
        "aiohttp",
        "asyncio",
        "http",
        "httpx",
        "httpx2",
        "io",
        "jsonschema",
        "openai",
        "os",
        "pydantic",
        "pytest",
    ),
    *("shutil", "socket", "subprocess", "sys", "tabulate", "tempfile", "threading", "time", "urllib", "yaml"),
}
HEAVY = ("aiohttp", "jsonschema", "numpy", "openai", "pydantic", "scipy", "tabulate", "yaml")
STATISTICS = "pytest_rubric.gating.statistics"
MOST_LINES = 400


@pytest.fixture(scope="module")
def package() -> dict[str, Module]:
    return import_rules.read_package(ROOT / "pytest_rubric")


def test_the_page_and_this_test_have_the_same_rows() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert import_rules.parse_rows(page) == ROWS


def test_all_of_the_package_is_read(package: dict[str, Module]) -> None:
    assert {"pytest_rubric", "pytest_rubric.errors", "pytest_rubric.model.case"} <= set(package)
    assert sum(len(module.imports) for module in package.values()) > len(package)


def test_imports_go_upwards(package: dict[str, Module]) -> None:
    assert import_rules.wrong_direction(package, ROWS) == []


def test_no_module_imports_itself_in_a_circle(package: dict[str, Module]) -> None:
    assert import_rules.cycles(package) == []


def test_no_part_imports_itself_in_a_circle(package: dict[str, Module]) -> None:
    assert import_rules.cycles(package, by_part=True) == []


def test_only_the_plugin_imports_pytest(package: dict[str, Module]) -> None:
    others = {name: module for name, module in package.items() if module.part != "plugin"}
    assert import_rules.importers_of(others, ["pytest", "_pytest"]) == []


def test_only_statistics_imports_what_computes_it(package: dict[str, Module]) -> None:
    others = {name: module for name, module in package.items() if not name.startswith(STATISTICS)}
    assert len(others) < len(package)
    assert import_rules.importers_of(others, ["numpy", "scipy"]) == []


def test_the_pure_parts_do_nothing(package: dict[str, Module]) -> None:
    pure = {name: module for name, module in package.items() if module.part in PURE}
    assert import_rules.importers_of(pure, DOERS) == []


def test_the_hooks_are_annotations_only(package: dict[str, Module]) -> None:
    hooks = {name: module for name, module in package.items() if module.part == "hookspecs"}
    assert import_rules.importers_of(hooks, ["pytest_rubric", *DOERS], run=True) == []


def test_no_module_is_long(package: dict[str, Module]) -> None:
    assert {name: m.lines for name, m in package.items() if m.lines > MOST_LINES} == {}


def test_no_module_of_tests_is_long() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in (ROOT / "tests").rglob("*.py")
    }
    assert len(lengths) > 100
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}


@pytest.mark.parametrize("folder", ["pytest_rubric", "tests", "benchmarks", "examples"])
def test_private_parts_of_pytest_are_used_with_a_reason(folder: str) -> None:
    assert import_rules.unexplained_private_imports(ROOT / folder) == []


def test_the_plugins_entry_imports_nothing_heavy() -> None:
    code = f"import sys, pytest_rubric.plugin; print(sorted(set({HEAVY!r}) & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")


# --- the checker, on small trees --------------------------------------------------------------

SMALL = [["low"], ["left", "right"], ["top"]]


def tree(folder: Path, **files: str) -> dict[str, Module]:
    """A package ``house``: the text of each file by its dotted name in there (`init` for `__init__`)."""
    house = folder / "house"
    for name, text in {"init": "", **files}.items():
        path = house.joinpath(*(_SPECIAL.get(piece, piece) for piece in name.split("."))).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return import_rules.read_package(house)


_SPECIAL = {"init": "__init__", "main": "__main__"}


@pytest.mark.parametrize(
    "statement",
    [
        "import house.low",
        "from house import low",
        "from house.low import thing",
        "from . import low",
        "from .low import thing",
        "import os",
        "from pathlib import Path",
    ],
)
def test_an_import_from_above_is_fine(statement: str, tmp_path: Path) -> None:
    modules = tree(tmp_path, low="thing = 1", left=statement, right="", top="from house.right import x")
    assert import_rules.wrong_direction(modules, SMALL) == []


@pytest.mark.parametrize(
    "statement",
    [
        "import house.top",
        "import house.top as other",
        "from house import top",
        "from house.top import thing",
        "from . import top",
        "from .top import thing",
        "def f():\n    from house.top import thing",
        "class C:\n    def f(self):\n        import house.top",
        "try:\n    import house.top\nexcept ImportError:\n    pass",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from house.top import thing",
        "import typing\nif typing.TYPE_CHECKING:\n    import house.top",
        "from importlib import import_module\nimport_module('house.top')",
        "if True:\n    pass\nelse:\n    import house.top",
    ],
)
def test_an_import_from_below_is_found(statement: str, tmp_path: Path) -> None:
    modules = tree(tmp_path, low="", left=statement, right="", top="thing = 1")
    line = next(number for number, text in enumerate(statement.splitlines(), 1) if "top" in text)
    assert import_rules.wrong_direction(modules, SMALL) == [f"house.left:{line} imports house.top"]


def test_parts_of_one_row_do_not_import_each_other(tmp_path: Path) -> None:
    files = {"left.a": "from house.left import b", "left.b": "import house.right", "right": ""}
    assert import_rules.wrong_direction(tree(tmp_path, **files), SMALL) == [
        "house.left.b:1 imports house.right"
    ]


def test_nobody_imports_through_the_front_door(tmp_path: Path) -> None:
    modules = tree(tmp_path, low="", top="from house import thing")
    assert import_rules.wrong_direction(modules, SMALL) == ["house.top:1 imports house"]


def test_the_front_door_loads_nothing(tmp_path: Path) -> None:
    late = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from house.low import x\n"
    assert import_rules.wrong_direction(tree(tmp_path, init=late, low="x = 1"), SMALL) == []
    modules = tree(tmp_path, init="from house.low import x", low="x = 1")
    assert import_rules.wrong_direction(modules, SMALL) == ["house:1 imports house.low"]


def test_the_back_door_only_knows_the_last_row(tmp_path: Path) -> None:
    modules = tree(tmp_path, main="import house.top\nimport house.low", low="", top="")
    assert import_rules.wrong_direction(modules, SMALL) == ["house.__main__:2 imports house.low"]


def test_a_part_without_a_row_is_found(tmp_path: Path) -> None:
    assert import_rules.wrong_direction(tree(tmp_path, **{"attic.box": ""}), SMALL) == [
        "house.attic.box stands in no row"
    ]


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        ("from house.left import b", "from house.left import a", True),
        ("from house.left import b", "def f():\n    from house.left.a import x", True),
        ("from house.left import b", "", False),
        (
            "from house.left import b",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from house.left import a",
            False,
        ),
    ],
)
def test_circles_of_modules(first: str, second: str, found: bool, tmp_path: Path) -> None:
    modules = tree(tmp_path, **{"left.a": first, "left.b": second})
    assert import_rules.cycles(modules) == ([["house.left.a", "house.left.b"]] if found else [])


def test_a_circle_through_three_and_one_through_a_packages_init(tmp_path: Path) -> None:
    files = {
        "a": "import house.b",
        "b": "import house.c",
        "c": "import house.a",
        "p.init": "from house.p.inner import x",
        "p.inner": "from house.p import y",
    }
    circles = import_rules.cycles(tree(tmp_path, **files))
    assert circles == [["house.a", "house.b", "house.c"], ["house.p", "house.p.inner"]]


def test_a_circle_of_parts_without_a_circle_of_modules(tmp_path: Path) -> None:
    files = {
        "left.a": "import house.right.a",
        "right.a": "",
        "right.b": "import house.left.b",
        "left.b": "",
    }
    modules = tree(tmp_path, **files)
    assert import_rules.cycles(modules) == []
    assert import_rules.cycles(modules, by_part=True) == [["left", "right"]]


def test_importers_are_found_everywhere(tmp_path: Path) -> None:
    modules = tree(
        tmp_path,
        low="import pytester",
        left="import pytest",
        right="def f():\n    from _pytest.nodes import Node",
        top="from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import pytest",
    )
    wanted = ["pytest", "_pytest"]
    assert import_rules.importers_of(modules, wanted) == ["house.left:1", "house.right:2", "house.top:3"]
    assert import_rules.importers_of(modules, wanted, run=True) == ["house.left:1", "house.right:2"]


@pytest.mark.parametrize(
    ("line", "explained"),
    [
        ("from _pytest.nodes import Node", False),
        ("import _pytest.nodes  # noqa: F401", False),
        ("from _pytest import nodes  # type: ignore[attr-defined]", False),
        ("from _pytest.nodes import Node  # pytest has no public name for it", True),
        ("import pytest", True),
    ],
)
def test_a_private_import_needs_a_reason(line: str, explained: bool, tmp_path: Path) -> None:
    tree(tmp_path, low=line)
    assert import_rules.unexplained_private_imports(tmp_path) == ([] if explained else ["house/low.py:1"])


def test_rows_are_read_from_a_page() -> None:
    page = "# Title\n\n```\nlow\nleft  right       remark  with blanks\n\ntop               other\n```\n\n```\nno row\n```\n"
    assert import_rules.parse_rows(page) == SMALL
