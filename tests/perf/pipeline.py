"""The whole pipeline: the offline run, and one with nothing to do."""

import subprocess

from tests.perf.common import Row, folder, timed
from tests.project import ROOT, Project


def offline() -> list[Row]:
    """The committed run in a fresh clone, and then with nothing changed."""
    with folder() as place:
        subprocess.run(["git", "clone", "-q", str(ROOT), str(place / "clone")], check=True)
        clone = Project(place / "clone")
        cold, idle = timed(clone.repro), timed(clone.repro)
    return [
        ("offline default run, cold", f"{cold:.1f} s", "dvc repro in a fresh clone (under 60 s)"),
        ("the same with nothing changed", f"{idle:.1f} s", "dvc repro again"),
    ]
