"""Show how each model's score changed since a git revision, which verdicts flipped, and why.

Without HEAD, the working tree is compared with BASE.

python -m tools.compare BASE [HEAD] [--json FILE] [--report]
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from assay.config import paths
from assay.errors import AssayError
from assay.records.jsonl import write_result
from tools.command_line import ToolParser
from tools.compare.comparison import compare, keep, show
from tools.compare.git_revision import checked_out, commit_of
from tools.exit_code import exit_code
from tools.terminal_tables import console


def run(arguments: Sequence[str] | None = None) -> int:
    parser = ToolParser(
        prog="python -m tools.compare", description="What changed since a git revision."
    )
    add = parser.add_argument
    add("base", metavar="BASE", help="the git revision to compare with")
    add("head", metavar="HEAD", nargs="?", help="another one (default: the working tree)")
    add("--json", type=Path, metavar="FILE", help="write everything there")
    add("--report", action="store_true", help=f"keep it in {paths.CHANGE}, for the report")
    options = parser.parse_args(arguments)
    if not paths.PARAMS.exists():
        raise AssayError("params.yaml is missing: run from the root of the repository")
    if options.report and options.head:
        raise AssayError("--report keeps a comparison with the files that are there now: no HEAD")
    with checked_out(options.base) as base, checked_out(options.head) as head:
        compared = compare(base, head)
    show(console(), compared)
    if options.json:
        write_result(options.json, compared)
    if options.report:
        keep(compared, commit_of(options.base))
        print(f"Kept in {paths.CHANGE}: `make bench` writes it into the report.")
    return 0


if __name__ == "__main__":
    sys.exit(exit_code("compare", run))
