"""How every tool ends: an error or an interrupt is one line on stderr, never a traceback."""

import os
import sys
from collections.abc import Callable

from assay.errors import AssayError


def exit_code(name: str, run: Callable[[], int | None], interrupted: str = "run it again") -> int:
    """Run a tool and return its exit code.

    What `run` returns (None is 0); 1 after an error; 130 after an interrupt, with `interrupted` as
    the message that says what to do; 0 if nobody reads the output any more.
    """
    try:
        code = run() or 0
        sys.stdout.flush()
        return code
    except AssayError as error:
        print(f"{name}: error: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # whoever reads has enough, such as `head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print(f"{name}: interrupted: {interrupted}", file=sys.stderr)
        return 130
