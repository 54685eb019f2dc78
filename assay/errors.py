"""The exception whose message a user reads, and a collector that reports many errors at once."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager


class AssayError(Exception):
    """A wrong input or a problem of the machine. The message names the place and the remedy.

    Stages print it and exit with 1, without a traceback. `lines` are the single errors, if it lists
    several.
    """

    def __init__(self, message: str, lines: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.lines = tuple(lines) or (message,)


class RunStopped(AssayError):
    """A bound of the whole run is reached, or it was interrupted: no further call may start."""


class Problems:
    """Collects errors, so that one run reports all of them."""

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
        """Collect an error, once: two tests may meet the same one."""
        self._lines[line] = None

    def raise_if_any(self) -> None:
        """Raise one AssayError with all collected lines in order; do nothing if there are none."""
        lines = list(self._lines)
        if len(lines) == 1:
            raise AssayError(lines[0])
        if lines:
            raise AssayError("\n  - ".join([f"{len(lines)} problems:", *lines]), lines)


def printable(text: str) -> str:
    """The text without anything that a terminal obeys or that turns its direction.

    Control characters, bidirectional marks and other characters without a form become "�".
    """
    return "".join(one if one.isprintable() else "�" for one in text)
