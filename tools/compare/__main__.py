"""Show what changed each model's score since a git revision, and which verdicts flipped.

Without HEAD, the working tree is compared with BASE.

python -m tools.compare BASE [HEAD] [--most N] [--json FILE] [--csv FILE] [--report]
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from assay.config import paths
from assay.config.config_files import load_score
from assay.config.settings import ScoreConfig
from assay.errors import AssayError
from assay.records.jsonl import write_json
from tools.command_line import ToolParser
from tools.compare.changes import changes
from tools.compare.keep import keep
from tools.compare.revision import at, commit_of
from tools.compare.show import as_json, show, write_flips
from tools.compare.side import Side, read_side
from tools.compare.split import Split, split
from tools.exit_code import exit_code


def parser() -> ToolParser:
    added = ToolParser(
        prog="python -m tools.compare", description="Split what changed since a git revision."
    )
    added.add_argument("base", metavar="BASE", help="the git revision to compare with")
    added.add_argument(
        "head",
        metavar="HEAD",
        nargs="?",
        help="another one (default: the files that are there now)",
    )
    added.add_argument(
        "--most",
        type=_count,
        default=20,
        metavar="N",
        help="lines shown of each list (default: 20)",
    )
    added.add_argument("--json", type=Path, metavar="FILE", help="write everything there")
    added.add_argument("--csv", type=Path, metavar="FILE", help="write the flipped verdicts there")
    added.add_argument(
        "--report",
        action="store_true",
        help=f"keep the comparison in {paths.CHANGE}, for the report",
    )
    return added


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of lines")
    return int(text)


def splits_of(base: Side, head: Side, config: ScoreConfig) -> list[Split]:
    """Every model and judge group that both revisions have a score for. AssayError if none."""
    scored = []
    for model in head.models:
        if model not in base.models:
            continue
        before, after = base.models[model], head.models[model]
        for group in after.trials:
            if group in before.trials:
                change = split(model, group, before, after, config)
                scored += [change] if change else []
    if not scored:
        raise AssayError(
            f"no model has a score of the same judge group in both {base.name} and {head.name}"
        )
    return scored


def run(arguments: Sequence[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    if not paths.PARAMS.exists():
        raise AssayError("params.yaml is missing: run from the root of the repository")
    if options.report and options.head:
        raise AssayError("--report keeps a comparison with the files that are there now: no HEAD")
    with at(options.base) as name:
        base = read_side(name)
    with at(options.head) as name:
        head = read_side(name)
        config = load_score()
        found = splits_of(base, head, config)
    ends = (base.name, head.name)
    listed = changes(base, head)
    show(Console(width=None if sys.stdout.isatty() else 140), ends, found, listed, options.most)
    if options.json:
        write_json(options.json, as_json(ends, found, listed))
    if options.csv:
        write_flips(options.csv, found)
    if options.report:
        keep(options.base, commit_of(options.base), found, listed)
        print(f"Kept in {paths.CHANGE}: `make bench` writes it into the report.")
    return 0


if __name__ == "__main__":
    sys.exit(exit_code("compare", run))
