"""Importing the SDK with its types deferred: nobody else in the process may see a difference."""

from __future__ import annotations

import subprocess
import sys

import pytest

_IMPORT = "from pytest_rubric.judging.sdk_import import import_openai\nopenai = import_openai()\nimport sys\n"


def run(code: str) -> str:
    """What the code prints in a process of its own, which has not imported the SDK yet."""
    done = subprocess.run(
        [sys.executable, "-c", code], check=False, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_types_that_nobody_asked_for_are_not_loaded() -> None:
    code = _IMPORT + "print('openai.types.responses.response' in sys.modules, openai.AsyncOpenAI.__name__)"
    assert run(code) == "False AsyncOpenAI"


@pytest.mark.parametrize(
    "use",
    [
        "from openai.types.responses import Response; found = Response",
        "import openai.types.responses; found = openai.types.responses.Response",
        "from openai.types import *; found = Completion",
        "from openai.types.chat import ChatCompletion; found = ChatCompletion",
        "from openai.types import chat; found = chat.ChatCompletion",
        "from openai.types.chat.chat_completion import ChatCompletion; found = ChatCompletion",
        "found = openai.AsyncOpenAI(api_key='x').chat.completions.create",
    ],
)
def test_whoever_asks_for_a_type_gets_it(use: str) -> None:
    told = f"{use}\nprint(found.__module__, found.__qualname__)"
    assert run(_IMPORT + told) == run("import openai\n" + told)


@pytest.mark.parametrize("package", ["openai.types", "openai.types.chat", "openai.types.responses"])
@pytest.mark.parametrize(
    "shown",
    [
        "sorted(name for name in dir(package) if not name.startswith('_'))",
        "package.__spec__.loader.__class__, package.__loader__.__class__, package.__file__, package.__path__",
        "inspect.getsource(package)[:200]",
    ],
)
def test_a_deferred_package_shows_what_any_import_would(package: str, shown: str) -> None:
    # all modules of the package are imported first: their names are attributes, in whatever order they came
    told = (
        "import importlib, inspect, pkgutil\n"
        f"package = importlib.import_module({package!r})\n"
        "for each in pkgutil.iter_modules(package.__path__):\n"
        "    importlib.import_module(f'{package.__name__}.{each.name}')\n"
        f"print({shown})"
    )
    assert run(_IMPORT + told) == run("import openai\n" + told)


def test_a_name_that_does_not_exist_is_an_attribute_error_as_ever() -> None:
    told = (
        "import openai.types\n"
        "try:\n    openai.types.Nothing\n"
        "except AttributeError as error:\n    print(error)\n"
        "print(hasattr(openai.types, 'Nothing'))"
    )
    assert run(_IMPORT + told) == run("import openai\n" + told)


def test_threads_that_ask_at_once_get_the_same_type() -> None:
    code = _IMPORT + (
        "import threading\n"
        "import openai.types.responses\n"
        "start = threading.Barrier(8)\n"
        "found = []\n"
        "def ask():\n"
        "    start.wait()\n"
        "    found.append(openai.types.responses.Response)\n"
        "threads = [threading.Thread(target=ask) for _ in range(8)]\n"
        "[thread.start() for thread in threads]\n"
        "[thread.join(60) for thread in threads]\n"
        "print(len(found), len(set(map(id, found))))"
    )
    assert run(code) == "8 1"


def test_an_sdk_that_is_loaded_already_is_taken_as_it_is() -> None:
    code = "import openai as before\nimport openai.types.responses.response\n" + _IMPORT
    assert run(code + "print(openai is before, type(openai.types).__name__)") == "True module"


def test_imports_afterwards_are_ordinary_ones() -> None:
    code = "import sys\nbefore = list(sys.meta_path)\n" + _IMPORT + "print(sys.meta_path == before)"
    assert run(code) == "True"
