"""The one exception whose message a user reads, and a collector that reports many mistakes at once."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager


class AssayError(Exception):
    """A mistake of the user or of the surroundings: the message names the place and the remedy.

    Stages print it as it is and exit with 1; it never carries a traceback to the terminal.
    `lines` are its single mistakes where it lists several.
    """

    def __init__(self, message: str, lines: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.lines = tuple(lines) or (message,)


class Problems:
    """Collects mistakes while reading on, so that one run names all of them."""

    def __init__(self) -> None:
        self._lines: dict[str, None] = {}

    @contextmanager
    def collecting(self) -> Iterator[None]:
        """Turn an AssayError raised inside the block into collected lines."""
        try:
            yield
        except AssayError as error:
            for line in error.lines:
                self.add(line)

    def add(self, line: str) -> None:
        """Collect a mistake, once: two tests may meet the same one."""
        self._lines[line] = None

    def raise_if_any(self) -> None:
        """Raise one AssayError with every collected line, in the order found; do nothing if there is none."""
        lines = list(self._lines)
        if len(lines) == 1:
            raise AssayError(lines[0])
        if lines:
            raise AssayError("\n  - ".join([f"{len(lines)} problems:", *lines]), lines)
