"""Benchmarks: `make perf` measures times and ratios on this machine and prints a table.

python -m tests.perf [offline] [ten_models] [calls] [dialogues] [execution] [believed] [report]
[scale]
"""

import os
import platform
import resource
import sys
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from tests.perf.believed import believed
from tests.perf.calls import calls
from tests.perf.common import Row
from tests.perf.dialogues import dialogues
from tests.perf.execution import execution
from tests.perf.pipeline import offline, ten_models
from tests.perf.report import report
from tests.perf.scale import scale

MEASURES: dict[str, Callable[[], list[Row]]] = {
    each.__name__: each
    for each in (offline, ten_models, calls, dialogues, execution, believed, report, scale)
}


def main() -> None:
    names = sys.argv[1:] or list(MEASURES)
    table = Table(
        title=f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python "
        f"{platform.python_version()}"
    )
    for column in ("measured", "figure", "how"):
        table.add_column(column)
    for name in names:
        for row in MEASURES[name]():
            table.add_row(*row)
    Console(width=140).print(table)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    Console(width=140).print(f"Largest child process: {peak:.0f} MB.")


if __name__ == "__main__":
    main()
