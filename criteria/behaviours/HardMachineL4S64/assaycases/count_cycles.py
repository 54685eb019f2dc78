# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""What an answer's programs take: count_cycles.py FOLDER MODULE SEED TASK... prints JSON."""

import json
import resource
import subprocess
import sys
from pathlib import Path

from machine import CYCLES, Fault, run
from tasks import OUT, case

INPUTS, SECONDS, LONGEST = 5, 10, 1 << 20
BUILD = """
import importlib, json, os, sys
lines = os.dup(1)
os.dup2(2, 1)
sys.path[:0] = sys.argv[1:2]
found = importlib.import_module(sys.argv[2]).program(sys.argv[3])
os.write(lines, json.dumps(found).encode())
"""


def cycles(folder, module, seed, task, most=CYCLES):
    """The most cycles over the inputs. Fault if the program is wrong, or takes more than `most`."""
    lines, found = program(folder, module, task), 0
    for number in range(INPUTS):
        memory, due = case(task, f"{seed}:{number}")
        taken, memory = run(lines, memory, most)
        if memory[OUT : OUT + len(due)] != due:
            raise Fault("the result is wrong")
        found = max(found, taken)
    return found


def program(folder, module, task):
    """Built in a process of its own, which knows no input."""
    build = [sys.executable, "-B", "-c", BUILD, folder, module, task]
    try:
        built = subprocess.run(
            build,
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            timeout=6 * SECONDS,
            preexec_fn=bounded,
        )
    except subprocess.TimeoutExpired:
        raise Fault(f"there is no program after {6 * SECONDS} s") from None
    try:
        lines = json.loads(built.stdout[:LONGEST])
    except ValueError:
        raise Fault("there is no program") from None
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise Fault("the program is no list of lines")
    return lines


def bounded():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))


if __name__ == "__main__":
    folder, module, seed, *tasks = sys.argv[1:]
    print(json.dumps({task: cycles(Path(folder), module, seed, task) for task in tasks}))
