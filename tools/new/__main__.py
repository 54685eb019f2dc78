"""Write what a new data set, scenario, test, model, judge or suite needs: make new KIND=… NAME=…

python -m tools.new KIND NAME [--from FROM] [--rev REV] …
"""

import argparse
import sys
from collections.abc import Callable

from assay.config.settings import did_you_mean
from assay.errors import AssayError
from tools.command_line import ToolParser
from tools.exit_code import exit_code
from tools.new.new_config import new_judge, new_model, new_suite
from tools.new.new_dataset import new_dataset
from tools.new.new_tests import CHECKS, new_criteria, new_scenario, new_test

KINDS: dict[str, Callable[[argparse.Namespace], list[str]]] = {
    "dataset": new_dataset,
    "scenario": new_scenario,
    "test": new_test,
    "criteria": new_criteria,
    "model": new_model,
    "judge": new_judge,
    "suite": new_suite,
}
ANSWERS = tuple(CHECKS)


def parser() -> ToolParser:
    """The command line. A value that is empty, as make passes it, is not given."""
    whole = ToolParser(prog="python -m tools.new", description=__doc__)
    whole.add_argument("kind", metavar="KIND", help=", ".join(KINDS))
    whole.add_argument("name", metavar="NAME")
    whole.add_argument(
        "--from",
        dest="source",
        default="",
        help="dataset: a folder, or with --rev a git repository; model, judge: a file to copy",
    )
    whole.add_argument("--rev", default="", help="dataset: a tag, branch or commit")
    whole.add_argument("--type", default="", help="scenario: the folder under scenarios/")
    whole.add_argument("--category", default="", help="scenario: of a type that is new")
    whole.add_argument("--answer", default="", help=f"scenario: {', '.join(ANSWERS)}")
    whole.add_argument("--datasets", default="", help="scenario: names with spaces between")
    whole.add_argument("--tests", default="", help="suite: ids with spaces between")
    return whole


def main(arguments: list[str]) -> None:
    """Write the files, and print the next steps. AssayError names the wrong value."""
    options = parser().parse_args(arguments)
    known = list(KINDS)
    if options.kind not in known:
        raise AssayError(f"KIND: '{options.kind}' is no kind{did_you_mean(options.kind, known)}")
    if not options.name:
        raise AssayError(f"NAME: name the new {options.kind}: make new KIND={options.kind} NAME=…")
    options.answer = options.answer or ANSWERS[0]
    if options.answer not in ANSWERS:
        raise AssayError(
            f"ANSWER: '{options.answer}' is no answer{did_you_mean(options.answer, list(ANSWERS))}"
        )
    print("\n".join(KINDS[options.kind](options)))


if __name__ == "__main__":
    sys.exit(exit_code("new", lambda: main(sys.argv[1:])))
