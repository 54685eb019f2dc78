"""A key that a command prints: `api_key_command` in the file of a model or judge."""

import shlex
import subprocess
from functools import lru_cache
from typing import NamedTuple

from assay.calls.call_errors import redacted
from assay.errors import AssayError

COMMAND_S = 30.0
"""A command that has not ended by then is given up."""


class PrintedKey(NamedTuple):
    """The key, or why there is none."""

    key: str
    problem: str = ""


def printed_key(command: str, config_path: str) -> str:
    """What the command prints, without white space around it. It is run once in this process.

    There is no shell. AssayError names the file and the problem, never what was printed.
    """
    printed = _run(command, COMMAND_S)
    if printed.problem:
        raise AssayError(
            f"{config_path}: api_key_command: `{redacted(command)}` {printed.problem}: "
            "correct the command. No call was made"
        )
    return printed.key


@lru_cache
def _run(command: str, timeout_s: float) -> PrintedKey:
    """A failure is kept too, so that calls that wait do not start the command again."""
    try:
        done = subprocess.run(
            shlex.split(command),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout_s,
            check=False,
        )
        key = done.stdout.decode().strip()
    except subprocess.TimeoutExpired:
        return PrintedKey("", f"has not ended after {timeout_s:g} s")
    except UnicodeDecodeError:
        return PrintedKey("", "prints something that is not UTF-8")
    except (OSError, ValueError, IndexError) as error:
        return PrintedKey("", f"cannot be run ({redacted(str(error))})")
    if done.returncode:
        return PrintedKey("", f"ends with exit code {done.returncode}")
    if not key.isprintable() or len(key.split()) != 1:
        return PrintedKey("", "must print a key and nothing else")
    return PrintedKey(key)
