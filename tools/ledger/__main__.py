"""The ledger's command: show what was paid, prune old calls, convert ledgers of older versions.

python -m tools.ledger show | prune | convert     (--help after any)
"""

import argparse
import os
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from assay.config import paths
from assay.errors import AssayError
from tools.command_line import ToolParser
from tools.exit_code import exit_code
from tools.ledger import convert, prune, show

Options = argparse.Namespace
MAX_DAYS = 36_500


def parser() -> ToolParser:
    """The command line; `run` of what it parses is the command's function."""
    whole = ToolParser(prog="python -m tools.ledger", description=__doc__)
    commands = whole.add_subparsers(required=True, metavar="COMMAND")
    shown = commands.add_parser("show", help="every call and what they cost, or one call")
    shown.set_defaults(run=run_show)
    shown.add_argument("key", metavar="KEY", nargs="?", help="explain the call with this key")
    shown.add_argument("--stage", choices=("generate", "judge"), help="calls of this stage alone")
    shown.add_argument("--model", metavar="NAME", help="calls for this model's answers alone")
    shown.add_argument("--test", metavar="ID", help="calls of this test alone")
    shown.add_argument("--full", action="store_true", help="everything: one JSON object a call")
    pruned = commands.add_parser("prune", help="list calls that may go; --yes moves them away")
    pruned.set_defaults(run=run_prune)
    which = pruned.add_mutually_exclusive_group(required=True)
    which.add_argument("--older-than", type=_days, metavar="DAYS", help="calls older than this")
    which.add_argument("--damaged", action="store_true", help="lines that cannot be read")
    pruned.add_argument("--yes", action="store_true", help="move them away, not only say so")
    converted = commands.add_parser("convert", help="take over ledgers of older versions")
    converted.set_defaults(run=lambda options: print(convert.convert(options.files)))
    converted.add_argument("files", type=Path, nargs="*", metavar="FILE", help="default: all here")
    return whole


def _days(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text[:9]) > MAX_DAYS:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of days from 0 to {MAX_DAYS}")
    return int(text)


def run_show(options: Options) -> None:
    chosen = {name: getattr(options, name) for name in ("stage", "model", "test")}
    purpose = {name: value for name, value in chosen.items() if value}
    show.show(options.key, purpose, full=options.full)


def run_prune(options: Options) -> None:
    wanted: prune.Wanted | None = None
    if options.older_than is not None:
        wanted = prune.newer_than(options.older_than, datetime.now(UTC))
    print(prune.prune(wanted, for_good=options.yes))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns 0, 1 after an error, 130 when interrupted."""

    def run() -> None:
        options = parser().parse_args(arguments)
        if not paths.PARAMS.exists():
            raise AssayError("params.yaml is missing: run from the root of the repository")
        try:
            options.run(options)
            sys.stdout.flush()
        except BrokenPipeError:  # the reader of a pipe has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    return exit_code("ledger", run, "no call is lost, run it again")


if __name__ == "__main__":
    sys.exit(main())
