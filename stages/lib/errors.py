"""The one exception whose message a user reads, and a collector that reports many mistakes at once."""

from collections.abc import Iterator
from contextlib import contextmanager


class AssayError(Exception):
    """A mistake of the user or of the surroundings: the message names the place and the remedy.

    Stages print it as it is and exit with 1; it never carries a traceback to the terminal.
    """


class Problems:
    """Collects mistakes while reading on, so that one run names all of them."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    @contextmanager
    def collecting(self) -> Iterator[None]:
        """Turn an AssayError raised inside the block into one more collected line."""
        try:
            yield
        except AssayError as error:
            self._lines.append(str(error))

    def add(self, line: str) -> None:
        self._lines.append(line)

    def raise_if_any(self) -> None:
        """Raise one AssayError with every collected line, in the order found; do nothing if there is none."""
        if len(self._lines) == 1:
            raise AssayError(self._lines[0])
        if self._lines:
            raise AssayError("\n  - ".join([f"{len(self._lines)} problems:", *self._lines]))
