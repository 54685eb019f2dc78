"""The ledger's command: show what was paid, take damaged lines out, convert older ledgers.

python -m tools.ledger show | prune | convert     (--help after any)
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from assay.config import paths
from assay.errors import AssayError
from tools.command_line import ToolParser
from tools.exit_code import exit_code
from tools.ledger import convert, prune, show

Options = argparse.Namespace


def parser() -> ToolParser:
    """The command line; `run` of what it parses is the command's function."""
    whole = ToolParser(prog="python -m tools.ledger", description=__doc__)
    commands = whole.add_subparsers(required=True, metavar="COMMAND")
    shown = commands.add_parser("show", help="every call and what they cost, or one call")
    shown.set_defaults(run=run_show)
    shown.add_argument("key", metavar="KEY", nargs="?", default="", help="explain that call")
    shown.add_argument("--stage", choices=("generate", "judge"), help="calls of this stage alone")
    shown.add_argument("--model", metavar="NAME", help="calls for this model's answers alone")
    shown.add_argument("--test", metavar="ID", help="calls of this test alone")
    shown.add_argument("--full", action="store_true", help="everything: one JSON object a call")
    pruned = commands.add_parser("prune", help="name damaged lines; --yes takes them out")
    pruned.set_defaults(run=lambda options: print(prune.prune(for_good=options.yes)))
    pruned.add_argument("--yes", action="store_true", help="take them out, not only say so")
    converted = commands.add_parser("convert", help="take over ledgers of older versions")
    converted.set_defaults(run=lambda options: print(convert.convert(options.files)))
    converted.add_argument("files", type=Path, nargs="*", metavar="FILE", help="default: all here")
    return whole


def run_show(options: Options) -> None:
    chosen = {name: getattr(options, name) for name in ("stage", "model", "test")}
    purpose = {name: value for name, value in chosen.items() if value}
    show.show(options.key, purpose, full=options.full)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns 0, 1 after an error, 130 when interrupted."""

    def run() -> None:
        options = parser().parse_args(arguments)
        if not paths.PARAMS.exists():
            raise AssayError("params.yaml is missing: run from the root of the repository")
        options.run(options)

    return exit_code("ledger", run, "no call is lost, run it again")


if __name__ == "__main__":
    sys.exit(main())
