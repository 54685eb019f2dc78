"""Measuring source code: speed, memory, growth."""

import subprocess
import sys

from tests.perf.common import Row
from tests.project import ROOT

MODULE = """export class Shelf{n}<T extends {{ id: number }}> {{
  private items: T[] = [];
  add(item: T): void {{
    if (item.id > {n} && !this.items.some((other) => other.id === item.id)) {{
      this.items = [...this.items, item];
    }}
  }}
  label(item?: T): string {{
    return item ? `shelf {n}: ${{item.id ?? 'none'}}` : 'empty';
  }}
}}

"""


def measure() -> list[Row]:
    """measure_tree on 1 and 10 MB of TypeScript in files of 20 kB, each in a new process."""
    figures = {megabytes: _measured(megabytes, False) for megabytes in (1, 10)}
    growth = (figures[10][0] / figures[1][0]) / 10
    seconds, peak = figures[10]
    both, _ = _measured(2, True)
    return [
        (
            "measure, 10 MB of TypeScript",
            f"{10 / seconds:.1f} MB/s, peak {peak:.0f} MB",
            "measure_tree in its own process",
        ),
        (
            "the same with lizard beside it, 2 MB",
            f"{2 / both:.2f} MB/s",
            "lizard takes nearly all of it",
        ),
        (
            "measure, growth from 1 to 10 MB",
            f"{growth:.2f} × linear",
            "time at 10 MB / (10 × time at 1 MB)",
        ),
    ]


def _measured(megabytes: int, second_opinion: bool) -> tuple[float, float]:
    code = (
        "import sys, time, resource\n"
        "from tests.perf.measure import MODULE\n"
        "from assay.code.measure_tree import measure_tree\n"
        f"size, files, number = {megabytes} * 10**6, {{}}, 0\n"
        "while size > 0:\n"
        "    text = ''.join(MODULE.format(n=number * 60 + k) for k in range(60)).encode()\n"
        "    files[f'src/m{number}.ts'] = text; size -= len(text); number += 1\n"
        f"started = time.perf_counter(); measure_tree(files, second_opinion={second_opinion})\n"
        "print(time.perf_counter() - started, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss "
        "/ 1024)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    seconds, peak = map(float, done.stdout.split())
    return seconds, peak
