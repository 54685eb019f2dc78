"""Write what a new data set, scenario or test needs: make new KIND=… NAME=…

python -m tools.new KIND NAME [--from FROM] [--rev REV] …
"""

import argparse
import sys
from collections.abc import Callable

from assay.errors import AssayError
from tools.command_line import ToolParser
from tools.exit_code import exit_code
from tools.new.commit_test import test_of_commit
from tools.new.hard.instance import new_hard
from tools.new.new_dataset import new_dataset
from tools.new.new_files import require_known
from tools.new.new_tests import CHECKS, new_criteria, new_scenario

KINDS: dict[str, Callable[[argparse.Namespace], list[str]]] = {
    "dataset": new_dataset,
    "scenario": new_scenario,
    "criteria": new_criteria,
    "test": test_of_commit,
    "hard": new_hard,
}
ANSWERS = tuple(CHECKS)
OPTIONS = {
    "rev": "dataset: a tag, branch or commit; test: the commit that it is made of",
    "type": "scenario: the folder under scenarios/",
    "category": "scenario: of a type that is new",
    "answer": f"scenario: {', '.join(ANSWERS)}",
    "datasets": "scenario: names with spaces between",
    "toolchain": "test of a commit: a folder of toolchains/",
    "family": "hard: what an answer has to do",
    "level": "hard: from 1",
    "seed": "hard: any text; a small number is public, anything else stays secret",
}


def parser() -> ToolParser:
    """The command line. A value that is empty, as make passes it, is not given."""
    whole = ToolParser(prog="python -m tools.new", description=__doc__)
    whole.add_argument("kind", metavar="KIND", help=", ".join(KINDS))
    whole.add_argument("name", metavar="NAME")
    folder = "dataset: a folder, or with --rev a git repository; test: a git repository"
    whole.add_argument("--from", dest="source", default="", help=folder)
    for option, meaning in OPTIONS.items():
        whole.add_argument(f"--{option}", default="", help=meaning)
    return whole


def main(arguments: list[str]) -> None:
    """Write the files, and print the next steps. AssayError names the wrong value."""
    options = parser().parse_args(arguments)
    require_known("KIND", [options.kind], KINDS)
    if not options.name and options.kind != "hard":
        raise AssayError(f"NAME: name the new {options.kind}: make new KIND={options.kind} NAME=…")
    options.answer = options.answer or ANSWERS[0]
    require_known("ANSWER", [options.answer], ANSWERS)
    print("\n".join(KINDS[options.kind](options)))


if __name__ == "__main__":
    sys.exit(exit_code("new", lambda: main(sys.argv[1:])))
