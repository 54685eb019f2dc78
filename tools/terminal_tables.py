"""Tables on a terminal, and in a log that has no width of its own."""

import sys
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text


def console(width: int = 140) -> Console:
    """For standard output. `width`: the columns of a log."""
    return Console(width=None if sys.stdout.isatty() else width)


def table(
    head: Iterable[str], rows: Iterable[Sequence[str]], texts: Sequence[str] = (), title: str = ""
) -> Table:
    """A line for each row. The columns `texts` are aligned to the left, all others to the right."""
    made = Table(title=title or None, title_justify="left")
    for name in head:
        made.add_column(name, justify="left" if name in texts else "right", overflow="fold")
    for row in rows:
        made.add_row(*map(Text, row))
    return made
