"""Folders for what one answer needs while it is executed, in the system's folder for such things.

Their names tell the process that made them, so what a killed run left is found and removed.
"""

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """An empty folder, which is removed at the end."""
    with tempfile.TemporaryDirectory(prefix=f"assay-{os.getpid()}-") as folder:
        yield Path(folder)


def sweep_scratch() -> None:
    """Remove this user's scratch folders whose process is gone."""
    for folder in Path(tempfile.gettempdir()).glob("assay-*-*"):
        owner = re.match(r"assay-(\d+)-", folder.name)
        if owner is None or folder.is_symlink() or folder.stat().st_uid != os.getuid():
            continue
        if not psutil.pid_exists(int(owner[1])):
            shutil.rmtree(folder, ignore_errors=True)
