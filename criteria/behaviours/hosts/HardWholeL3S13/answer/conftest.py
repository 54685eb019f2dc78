# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""Counts how often the program is called from outside it: 131 calls are allowed."""

import os
import sys
import threading
from importlib.util import find_spec
from pathlib import Path

import pytest

MOST = 131
FOLDER = str(Path(next(iter(find_spec("harbour").submodule_search_locations)))) + os.sep
CALLS = []


def is_inside(frame):
    return frame is not None and frame.f_code.co_filename.startswith(FOLDER)


def count(frame, event, _):
    is_import = frame.f_code.co_name == "<module>"
    if event == "call" and is_inside(frame) and not is_inside(frame.f_back) and not is_import:
        CALLS.append(frame.f_code.co_name)


sys.setprofile(count)
threading.setprofile(count)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    result = yield
    assert sys.getprofile() is count, "the count was switched off"
    assert len(CALLS) <= MOST, f"called {len(CALLS)} times, and {MOST} are allowed"
    return result
