"""Mark dialogues, or audit a sample of verdicts, in a browser on this machine.

python -m tools.marking --rater NAME             dialogues, into human/marks/NAME.csv
python -m tools.marking --rater NAME --audit     verdicts, into human/audit/NAME.csv
"""

import os
import re
import sys
import webbrowser
from contextlib import suppress
from pathlib import Path

from waitress.server import create_server

from assay.config import paths
from assay.errors import AssayError
from tools.command_line import ToolParser
from tools.exit_code import exit_code
from tools.marking.app import create_app
from tools.marking.desk import AuditDesk, Desk, MarksDesk
from tools.marking.guard import Guard
from tools.marking.run import read_run

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
PORT = 8642
SAMPLE = 60


def main() -> None:
    parser = ToolParser(prog="python -m tools.marking", description=(__doc__ or "").split("\n")[0])
    add = parser.add_argument
    add("--rater", default="", help="your name: letters, digits, - and _")
    add("--port", type=int, default=PORT, help=f"0 takes a free one (default {PORT})")
    add("--audit", action="store_true", help="audit verdicts instead of marking dialogues")
    add("--sample", type=int, default=SAMPLE, help=f"verdicts to audit (default {SAMPLE})")
    add("--folder", type=Path, help="of another run, such as .assay/demo (default: this one)")
    add("--no-browser", action="store_true", help="only print the address")
    options = parser.parse_args()
    if options.folder and not (options.folder / paths.PARAMS).is_file():
        raise AssayError(f"{options.folder} has no {paths.PARAMS}: it is not the folder of a run")
    os.chdir(options.folder or ".")
    desk = desk_of(rater_name(options.rater), options.audit, options.sample)
    serve(desk, options.port, not options.no_browser)


def rater_name(name: str) -> str:
    """The name, asked for at a terminal if there is none.

    AssayError if no file could safely be called so.
    """
    if not name and sys.stdin.isatty():
        name = input("Your name as a rater (letters, digits, - and _): ").strip()
    if not name:
        raise AssayError("who is marking? make marking RATER=name")
    if not NAME.fullmatch(name):
        raise AssayError(
            f"'{name}' is no name for a file: up to 64 letters, digits, - and _, "
            "a letter or digit first"
        )
    for path in (*paths.MARKS.glob("*.csv"), *paths.AUDIT.glob("*.csv")):
        if path.stem != name and path.stem.casefold() == name.casefold():
            raise AssayError(
                f"there is already a rater '{path.stem}' ({path}): take that name, "
                "or a different one"
            )
    return name


def desk_of(rater: str, audit: bool, sample: int) -> Desk:
    """The desk, with its files read once.

    AssayError if there is nothing to rate or a line of the file is wrong.
    """
    if sample < 1:
        raise AssayError("--sample must be at least 1")
    run = read_run(verdicts=audit)
    desk = AuditDesk(rater, run, sample) if audit else MarksDesk(rater, run)
    if not desk.items:
        missing = "verdict on a single-shot answer" if audit else "dialogue"
        raise AssayError(
            f"this run has no {missing} yet: run `make bench` with a suite that has one"
        )
    desk.entries(desk.items)
    return desk


def serve(desk: Desk, port: int, browser: bool) -> None:
    """Answer on 127.0.0.1 until interrupted. AssayError if the port is not free."""
    guard = Guard(port)
    app = create_app(desk, guard)
    try:
        server = create_server(app, host="127.0.0.1", port=port, threads=4, ident=None)
    except (OSError, OverflowError) as error:
        raise AssayError(
            f"port {port} is not free ({error}): end what uses it, or choose --port 0"
        ) from error
    guard.port = int(server.effective_port)
    entries = desk.entries(desk.items)
    done = f"{sum(entry.done for entry in entries)} of {len(entries)} done"
    print(f"marking as {desk.rater}: {done}, {desk.stale()} stale; Ctrl-C ends")
    with suppress(KeyboardInterrupt):  # the way to end it
        print(f"Open in one browser: {guard.address}", flush=True)
        if browser:
            webbrowser.open(guard.address)
        server.run()
    print("marking: ended; everything is saved")


if __name__ == "__main__":
    sys.exit(exit_code("marking", main))
