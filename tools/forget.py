"""Take back executions that nobody should believe, so that the next run executes them again.

python -m tools.forget --test ReactTo-ToDoApp_ReactJS       the executions of a test
python -m tools.forget --toolchain react-vite               those with a toolchain
python -m tools.forget --since 2026-11-24T10:00             those that ended then or later (UTC)

Several conditions must all hold. What is forgotten here is forgotten in .assay/executions, in
outputs/executed and in executions/, and a toolchain is tried by its canary again.
"""

import shutil
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from assay.config import paths
from assay.errors import AssayError
from assay.sandbox.store import StoredExecution, publish, read_executions
from tools.exit_code import exit_code

Matches = Callable[[StoredExecution], bool]


def forget(matches: Matches) -> int:
    """Remove the matching executions from all stores. Returns how many keys were forgotten."""
    forgotten = set[str]()
    folders = (paths.EXECUTION_STORE, paths.executed("any").parent, paths.COMMITTED_EXECUTIONS)
    for folder in folders:
        for path in sorted(folder.glob("*.jsonl")):
            items = read_executions(path)
            gone = {key for key, item in items.items() if matches(item)}
            if gone:
                publish(path, {key: item for key, item in items.items() if key not in gone})
            forgotten |= gone
    shutil.rmtree(paths.CANARIES, ignore_errors=True)
    return len(forgotten)


def _matching(test: str, toolchain: str, since: str) -> Matches:
    try:
        begin = datetime.fromisoformat(since) if since else None
    except ValueError as error:
        raise AssayError(f"--since {since}: no time such as 2026-11-24T10:00") from error

    def matches(item: StoredExecution) -> bool:
        execution = item.execution
        ended = str(item.times.get("ended", ""))
        is_late = begin is None or (
            ended != "" and _utc(datetime.fromisoformat(ended)) >= _utc(begin)
        )
        return test in ("", execution.test) and toolchain in ("", execution.toolchain) and is_late

    return matches


def _utc(time: datetime) -> datetime:
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def main(arguments: Sequence[str]) -> None:
    parser = ArgumentParser("python -m tools.forget")
    for name in ("--test", "--toolchain", "--since"):
        parser.add_argument(name, default="")
    options = parser.parse_args(arguments)
    if not (options.test or options.toolchain or options.since):
        raise AssayError("name what to forget: --test, --toolchain or --since")
    count = forget(_matching(options.test, options.toolchain, options.since))
    print(f"forget: {count} executions: the next `make bench` executes them again")


if __name__ == "__main__":
    sys.exit(exit_code("forget", lambda: main(sys.argv[1:])))
