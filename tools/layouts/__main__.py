"""Print how many files extraction reads right in each layout.

python -m tools.layouts             all gold and second answers (minutes)
python -m tools.layouts --every 5   every fifth of them
"""

import argparse
import sys
from collections.abc import Iterator, Sequence

from tools.exit_code import exit_code
from tools.layouts.corpus import CorpusAnswer, corpus
from tools.layouts.layouts import LAYOUTS
from tools.layouts.reading import Tally, tally


def lines_of(answers: Sequence[CorpusAnswer]) -> Iterator[str]:
    """The table: a line for each layout, and the sums with and without fences."""
    yield "| layout | files | right | unread | wrong |"
    yield "|---|---|---|---|---|"
    for fenced in (True, False):
        group = "fenced" if fenced else "no fence"
        tallies = list[Tally]()
        for layout in LAYOUTS:
            if layout.fenced is fenced:
                tallies.append(tally(layout, answers))
                yield _line(f"{group}: {layout.name}", tallies[-1])
        yield _line(f"**{group}**", Tally.sum(tallies))


def _line(name: str, counts: Tally) -> str:
    share = 100 * counts.right / counts.files
    return f"| {name} | {counts.files:,} | {share:.2f} % | {counts.unread} | {counts.wrong} |"


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="take every n-th answer")
    options = parser.parse_args(arguments)
    for line in lines_of(corpus()[:: options.every]):
        print(line, flush=True)


if __name__ == "__main__":
    sys.exit(exit_code("layouts", lambda: main(sys.argv[1:])))
