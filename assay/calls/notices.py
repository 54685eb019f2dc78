"""Lines on the terminal about waits: whom this process waits for. No wait is silent."""

import sys
import time

SILENT_S = 5.0
"""A longer wait is announced."""
AGAIN_AFTER_S = 60.0
"""The same kind of wait is announced again after so long."""


class Notices:
    """Prints lines to the standard error, each kind at most once a minute."""

    def __init__(self) -> None:
        self._printed: dict[str, float] = {}

    def say(self, kind: str, text: str) -> None:
        now = time.monotonic()
        if now - self._printed.get(kind, -AGAIN_AFTER_S) >= AGAIN_AFTER_S:
            self._printed[kind] = now
            print(text, file=sys.stderr, flush=True)
