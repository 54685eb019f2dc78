"""Whether work stays within a bound of memory: it is tried in a child process first.

Of some bad code one step of the parser takes gigabytes, and a failed allocation ends the process.
So the parser's own bound, which is in steps, cannot hold this.
"""

import os
import resource
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

MOST_MEMORY = 512 << 20
"""Bytes for one file: four times what 2 MB of ordinary code take."""
_STATM = Path("/proc/self/statm")


def stays_in_memory(work: Callable[[], object]) -> bool:
    """Whether the work ends with at most MOST_MEMORY more than the process has now.

    True without a trial where the system has no /proc, such as macOS: it keeps no such limit.
    """
    if not _STATM.exists():
        return True
    child = os.fork()
    if child == 0:
        _try(work)
    _, status = os.waitpid(child, 0)
    return status == 0


def _try(work: Callable[[], object]) -> NoReturn:
    """Do the work and end the process: with 0, unless memory or anything else failed."""
    try:
        pages = int(_STATM.read_bytes().split()[0])
        limit = pages * os.sysconf("SC_PAGE_SIZE") + MOST_MEMORY
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        soft = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # the allocator's last words
        work()
        os._exit(0)
    except BaseException:
        os._exit(1)
