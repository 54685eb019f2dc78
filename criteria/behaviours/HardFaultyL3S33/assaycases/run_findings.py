# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""Runs findings on programs: for each folder below PROGRAMS a line with those that fail, as JSON.

run_findings.py PROGRAMS NAME..., with the file of findings as standard input. Each program has a
process of its own, and in it each finding. One that takes longer than SECONDS fails.
"""

import json
import os
import signal
import sys
from pathlib import Path

import pytest  # noqa: F401  (loaded once, before the forks)

SECONDS = 5


def ends_well(work):
    """Whether it does, in a process of its own."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] == 0
    signal.alarm(SECONDS)
    try:
        work()
    except BaseException:
        os._exit(1)
    os._exit(0)


def try_all(text, names):
    space = {"__name__": "findings"}
    try:
        exec(compile(text, "findings.py", "exec"), space)
    except BaseException:
        return names
    return [name for name in names if not ends_well(space[name])]


if __name__ == "__main__":
    text, path = sys.stdin.read(), list(sys.path)
    answers = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    for folder in sorted(Path(sys.argv[1]).iterdir()):
        if child := os.fork():
            os.waitpid(child, 0)
            continue
        sys.path[:] = [str(folder), *path]
        os.write(answers, json.dumps([folder.name, try_all(text, sys.argv[2:])]).encode() + b"\n")
        os._exit(0)
