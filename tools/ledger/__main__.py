"""The ledger's command: show it, check it, merge a colleague's, prune old calls.

python -m tools.ledger list | verify | show | export | merge | keep | prune     (--help after any)
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

from assay.config import paths
from assay.errors import AssayError
from assay.ledger.store import take_in_all
from tools.command_line import ToolParser
from tools.exit_code import exit_code
from tools.ledger import merge, prune, rows, show
from tools.ledger.files import STAGES, LedgerLine, counted
from tools.ledger.revision import ledgers_of
from tools.ledger.verify import verify

Options = argparse.Namespace
MAX_DAYS = 36_500


def parser() -> ToolParser:
    """The command line; `run` of what it parses is the command's function."""
    whole = ToolParser(
        prog="python -m tools.ledger", description="What is paid: look at it, check it, share it."
    )
    commands = whole.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[Options], int], help_: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=help_, description=help_)
        added.set_defaults(run=run)
        return added

    listed = command("list", run_list, "Every call, and what they cost together.")
    _filters(listed).add_argument("--test", metavar="ID", help="calls of this test alone")
    command(
        "verify",
        run_verify,
        "Check every line in both places; exit with 1 if anything is damaged.",
    )
    shown = command("show", run_show, "Explain one call.")
    shown.add_argument("key", metavar="KEY", help="its key, or how it begins")
    shown.add_argument("--full", action="store_true", help="everything, as JSON")
    exported = _filters(command("export", run_export, "One flat row a call, for a spreadsheet."))
    exported.add_argument(
        "--output", type=Path, metavar="FILE", help="a .csv or .jsonl file (default: CSV, printed)"
    )
    exported.add_argument("--texts", action="store_true", help="with what was asked and answered")
    merged = command("merge", run_merge, "Take over what a colleague paid.")
    merged.add_argument(
        "source",
        type=Path,
        nargs="?",
        metavar="FOLDER_OR_FILE",
        help="like <stage>/<model>.jsonl, or above it",
    )
    merged.add_argument(
        "--rev",
        metavar="REVISION",
        help="instead: the ledgers that the dvc.lock of a branch, tag or commit names",
    )
    kept = command(
        "keep",
        run_keep,
        "Take every published ledger, also those in DVC's cache, into the local store.",
    )
    kept.add_argument(
        "--quiet", action="store_true", help="say only what is wrong, and exit with 0"
    )
    _prune_options(
        command(
            "prune",
            run_prune,
            "List calls that are old or not asked any more; --yes moves them away.",
        )
    )
    return whole


def _filters(added: argparse.ArgumentParser) -> argparse.ArgumentParser:
    added.add_argument("--stage", choices=STAGES, help="calls of this stage alone")
    added.add_argument(
        "--model", metavar="NAME", help="the ledger of this model (for judge: of its answers) alone"
    )
    return added


def _prune_options(added: argparse.ArgumentParser) -> None:
    which = added.add_mutually_exclusive_group(required=True)
    which.add_argument("--older-than", type=_days, metavar="DAYS", help="calls older than this")
    which.add_argument(
        "--keep-suite", action="store_true", help="calls on prompts that the suite does not ask now"
    )
    added.add_argument("--yes", action="store_true", help="move them away, not only say so")


def _days(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text[:9]) > MAX_DAYS:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of days from 0 to {MAX_DAYS}")
    return int(text)


def run_list(options: Options) -> int:
    from rich.console import Console

    damaged: list[LedgerLine] = []
    chosen = rows.chosen(options.stage, options.model, options.test, damaged)
    table = rows.table([rows.row(call) for call in chosen])
    Console(width=None if sys.stdout.isatty() else 140).print(table)
    return _warned(damaged)


def run_verify(_: Options) -> int:
    report = verify()
    print(report.text())
    return 1 if report.damaged else 0


def run_show(options: Options) -> int:
    damaged: list[LedgerLine] = []
    calls = show.find(options.key, damaged)
    print(show.as_json(calls) if options.full else "\n\n".join(map(show.explained, calls)))
    return _warned(damaged)


def run_export(options: Options) -> int:
    damaged: list[LedgerLine] = []
    chosen = rows.chosen(options.stage, options.model, None, damaged)
    print(rows.export(chosen, options.output, texts=options.texts), end="")
    return _warned(damaged)


def run_merge(options: Options) -> int:
    if (options.source is None) == (options.rev is None):
        raise AssayError("name a folder or file, or a revision with --rev: see merge --help")
    with ExitStack() as stack:
        source = options.source or stack.enter_context(ledgers_of(options.rev))
        merged = [merge.merge(*found) for found in merge.sources(source)]
    print("\n".join(one.text() for one in merged))
    return 1 if any(one.refused for one in merged) else 0


def run_keep(options: Options) -> int:
    problems = take_in_all()
    if problems and not options.quiet:
        raise AssayError("\n".join(problems))
    if options.quiet:  # a stage that needs a ledger which cannot be taken stops with the reason
        print(*problems, sep="\n", end="\n" if problems else "", file=sys.stderr)
        return 0
    print("keep: the local store has every published ledger that is here")
    return 0


def run_prune(options: Options) -> int:
    if options.yes:
        take_in_all()  # or a stage would take the moved lines from a version in DVC's cache
    now = datetime.now(UTC)
    wanted = (
        prune.asked_by_suite() if options.keep_suite else prune.newer_than(options.older_than, now)
    )
    pruned = prune.prune(wanted, now.date().isoformat() if options.yes else None)
    for one in pruned:
        print(one.text())
    calls = sum(one.calls for one in pruned)
    cost = sum(one.cost_usd for one in pruned)
    total = f"{counted(calls, 'call')}, ${cost:.4f}"
    end = "moved" if options.yes else "nothing was changed; add --yes to move them away"
    print(f"prune: {total}: {end if pruned else 'nothing to move'}")
    return 0


def _warned(damaged: Sequence[LedgerLine]) -> int:
    if damaged:
        print(
            f"ledger: {counted(len(damaged), 'damaged line')} left out, the first at "
            f"{damaged[0].place}: "
            "python -m tools.ledger verify",
            file=sys.stderr,
        )
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns 0, 1 after an error or found damage, 130 when interrupted."""
    return exit_code("ledger", lambda: _run(arguments), "no line is lost, run it again")


def _run(arguments: Sequence[str] | None) -> int:
    options = parser().parse_args(arguments)
    if not paths.PARAMS.exists():
        raise AssayError("params.yaml is missing: run from the root of the repository")
    try:
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader of a pipe has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


if __name__ == "__main__":
    sys.exit(main())
