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


def test_garbage_goes_first_and_later_garbage_after_the_end() -> None:
    code = """
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
print(gone() is None)
del late
gc.collect()
print(stays() is not None)
aside.end()
gc.collect()
print(stays() is None)
"""
    assert python(code).split() == ["True", "True", "True"]


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


def test_a_file_that_nobody_closed_is_written_to_its_end_at_exit(tmp_path: Path) -> None:
    code = """
import sys
from pytest_rubric.runtime.garbage import SetAside

class Log:
    def __init__(self, path):
        self.file = open(path, "w")
        self.write = self.file.write
        self.me = self

aside = SetAside()
aside.begin()
log = Log(sys.argv[1])
log.write("the last line")
closed = open(sys.argv[1] + ".closed", "w")
closed.close()
aside.end()
"""
    python(code, str(tmp_path / "log"))
    assert (tmp_path / "log").read_text() == "the last line"
