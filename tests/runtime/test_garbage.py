"""What lives as long as a session is no work for the collector of garbage, and nothing is lost by it."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path

import pytest

if not hasattr(gc, "freeze"):
    pytest.skip("this interpreter sets nothing aside", allow_module_level=True)


def python(code: str, *arguments: str) -> str:
    """What a process of its own prints: setting aside concerns all objects of one."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout


def test_what_is_alive_is_set_aside_and_given_back() -> None:
    code = """
import gc
from pytest_rubric.runtime.garbage import SetAside

kept = [[]]
aside = SetAside()
aside.begin()
print(any(each is kept for each in gc.get_objects()), gc.get_freeze_count() > 1000)
later = [[]]
print(any(each is later for each in gc.get_objects()))
aside.end()
print(any(each is kept for each in gc.get_objects()), gc.get_freeze_count())
"""
    assert python(code).split() == ["False", "True", "True", "True", "0"]


_GARBAGE = """
import gc, weakref
from pytest_rubric.runtime.garbage import SetAside

class Cycle:
    def __init__(self):
        self.me = self

gc.disable()
early, late = Cycle(), Cycle()
gone, stays = weakref.ref(early), weakref.ref(late)
del early
aside = SetAside()
aside.begin()
del late
gc.collect()
print(gone() is None, stays() is None)
aside.{then}()
{more}
print(gone() is None, stays() is None, gc.get_freeze_count() > 1000)
"""


@pytest.mark.parametrize(
    ("then", "more", "frozen"), [("renew", "", "True"), ("end", "gc.collect()", "False")]
)
def test_garbage_among_what_is_set_aside_goes_when_it_is_looked_through(
    then: str, more: str, frozen: str
) -> None:
    out = python(_GARBAGE.format(then=then, more=more))
    assert out.split() == ["False", "False", "True", "True", frozen]


_LEFT_BEHIND = """
import gc, sys, weakref
from pytest_rubric.runtime.garbage import SetAside

class Cycle:
    def __init__(self):
        self.me = self

class Releases(Cycle):
    def __init__(self, held):
        super().__init__()
        self.held = held

    def __del__(self):
        self.held.clear()

def releasing(held):
    try:
        yield
    finally:
        held.clear()

class Stands(list):
    pass

gc.disable()
aside = SetAside()
{before}
third, second = Cycle(), Cycle()
gone = weakref.ref(third)
{body}
del third, second
{after}
aside.renew()
print(gone() is None, sys.getprofile())
"""
_BY_END = """
inner = [third]
outer = [Releases(inner)]
first = Releases(outer)
"""
_BY_REFERENCE = "held = weakref.WeakKeyDictionary({second: third})"
_BY_GENERATOR = """
held = [third]
generator = releasing(held)
next(generator)
first = Stands([generator])
first.append(first)
del generator
"""


@pytest.mark.parametrize("aside_when", ["what is there", "what comes later"])
@pytest.mark.parametrize(
    ("body", "lets_go"),
    [
        pytest.param(_BY_END, "del first", id="a chain of ends"),
        pytest.param(_BY_REFERENCE, "", id="a weak reference"),
        pytest.param(_BY_GENERATOR, "del first", id="a generator"),
    ],
)
def test_garbage_that_ends_leave_behind_goes_as_well(body: str, lets_go: str, aside_when: str) -> None:
    begins = "aside.begin()"
    before, after = ("", f"{begins}\n{lets_go}") if aside_when == "what is there" else (begins, lets_go)
    assert python(_LEFT_BEHIND.format(body=body, before=before, after=after)) == "True None\n"


@pytest.mark.parametrize("profiles", ["sys.setprofile(lambda *event: None)", "cProfile.Profile().enable()"])
def test_a_profiler_goes_on(profiles: str) -> None:
    code = f"""
import cProfile, sys
from pytest_rubric.runtime.garbage import SetAside

aside = SetAside()
aside.begin()
{profiles}
before = sys.getprofile()
aside.renew()
print(sys.getprofile() is before)
"""
    assert python(code) == "True\n"


def test_what_somebody_else_set_aside_is_left_alone() -> None:
    code = """
import gc
from pytest_rubric.runtime.garbage import SetAside

gc.freeze()
aside = SetAside()
aside.begin()
aside.end()
print(gc.get_freeze_count() > 1000)
"""
    assert python(code).split() == ["True"]


def test_the_few_that_an_interpreter_begins_with_are_not_somebodys() -> None:
    code = """
import gc
from pytest_rubric.runtime.garbage import SetAside

real = gc.get_freeze_count
gc.get_freeze_count = lambda: real() or 375
aside = SetAside()
aside.begin()
print(real() > 1000)
"""
    assert python(code).split() == ["True"]


_AT_EXIT = """
import atexit, gc, io, subprocess, sys, threading
from pytest_rubric.runtime.garbage import SetAside

# registered first, so it runs after what is set aside has been left
atexit.register(lambda: print("skipped" if gc.get_freeze_count() > 1000 else "taken apart"))
aside = SetAside()
aside.begin()
{body}
aside.end()
"""


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("", id="nothing"),
        pytest.param("file = open(sys.argv[1], 'w')\nfile.write('x')\nfile.close()", id="a closed file"),
        pytest.param("file = open(sys.executable, 'rb')", id="a file to read from"),
        pytest.param("file = open(sys.argv[1], 'wb', buffering=0)", id="a file without a buffer"),
        pytest.param("file = io.StringIO()", id="text in memory"),
        pytest.param("import asyncio\nloop = asyncio.new_event_loop()\nloop.close()", id="a loop"),
        pytest.param("g = (each for each in 'ab')\nnext(g)", id="a generator expression"),
        pytest.param(
            "def two():\n    yield 1\n    yield 2\ng, h = two(), two()\nlist(g)", id="no generator at work"
        ),
        pytest.param(
            "class Stands:\n    @property\n    def __class__(self):\n        raise RuntimeError\ns = Stands()",
            id="an object that has no class to tell",
        ),
    ],
)
def test_at_exit_nothing_is_taken_apart_that_has_no_end_of_its_own(tmp_path: Path, body: str) -> None:
    assert python(_AT_EXIT.format(body=body), str(tmp_path / "log")) == "skipped\n"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("file = open(sys.argv[1], 'w')", id="text"),
        pytest.param("file = open(sys.argv[1], 'wb')", id="bytes"),
        pytest.param("import gzip\nfile = gzip.open(sys.argv[1], 'wb')", id="a compressed file"),
        pytest.param(
            "class Log:\n    def __del__(self):\n        pass\nlog = Log()", id="a class with an end"
        ),
        pytest.param("file = io.TextIOWrapper(io.BytesIO())\nfile.detach()", id="nobody knows"),
        pytest.param(
            "import contextlib\n@contextlib.contextmanager\ndef served():\n    try:\n        yield\n"
            "    finally:\n        pass\nserver = served()\nserver.__enter__()",
            id="a context that nobody left",
        ),
    ],
)
def test_at_exit_whatever_has_an_end_of_its_own_comes_to_it(tmp_path: Path, body: str) -> None:
    assert python(_AT_EXIT.format(body=body), str(tmp_path / "log")) == "taken apart\n"


def test_a_file_that_is_written_to_at_the_very_last_loses_nothing(tmp_path: Path) -> None:
    code = """
import atexit, sys
from pytest_rubric.runtime.garbage import SetAside

class Log:
    def __init__(self, path):
        self.file = open(path, "w")
        self.me = self
        atexit.register(self.end)

    def end(self):
        self.file.write("the last line")

log = Log(sys.argv[1])
aside = SetAside()
aside.begin()
log.file.write("one line, ")
aside.end()
"""
    python(code, str(tmp_path / "log"))
    assert (tmp_path / "log").read_text() == "one line, the last line"


def test_a_write_that_never_returns_does_not_hold_the_exit_up() -> None:
    body = """
code = "import os, time\\nparent = os.getppid()\\nwhile os.getppid() == parent: time.sleep(0.05)"
reads_nothing = subprocess.Popen(
    [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
)
stuck = threading.Thread(target=reads_nothing.stdin.write, args=(b"x" * 4_000_000,), daemon=True)
stuck.start()
stuck.join(0.2)
"""
    assert python(_AT_EXIT.format(body=body)) == "taken apart\n"
