"""Executing the gold answers with a cold and a warm store.

Needs `outputs/extracted/gold.jsonl` (`dvc repro`) and what `execution: sandbox` needs.
"""

import subprocess
import sys
from pathlib import Path

import yaml

from assay.config import paths
from assay.records.jsonl import read_records
from assay.sandbox.store import SharedExecution
from tests.perf.common import Row, folder, timed
from tests.project import ROOT

LINKED = ("conf", "criteria", "datasets", "scenarios", "assay", "stages", "toolchains")
OUTPUTS = (paths.PROMPTS, paths.extracted("gold"))


def execution() -> list[Row]:
    """Install every toolchain, then execute gold with an empty store, then again."""
    with folder() as place:
        _laid_out(place)
        install = timed(lambda: _python(place, "-c", INSTALL))
        cold = timed(lambda: _python(place, "-m", "stages.execute", "models=[gold]"))
        warm = timed(lambda: _python(place, "-m", "stages.execute", "models=[gold]"))
        kept = read_records(place / paths.executed("gold"), SharedExecution)
    return [
        ("toolchains, all, once", f"{install:.0f} s", "npm and pip, their caches as they are"),
        ("execute gold, cold store", f"{cold:.0f} s", f"{len(kept)} answers, toolchains installed"),
        ("execute gold, warm store", f"{warm:.1f} s", "nothing is executed"),
    ]


INSTALL = """
from assay.config.yaml_files import read_yaml
from assay.sandbox.programs import node
from assay.sandbox.toolchains import install, load_toolchain, toolchain_names
from pathlib import Path
config = read_yaml(Path("conf/execution/default.yaml"))
for name in toolchain_names():
    install(load_toolchain(name), lambda: node(config["node"], config["node_version"]))
"""


def _laid_out(place: Path) -> None:
    """A folder in which the stage runs, with this clone's code, content and answers."""
    for name in LINKED:
        (place / name).symlink_to(ROOT / name)
    params = yaml.safe_load((ROOT / paths.PARAMS).read_text())
    (place / paths.PARAMS).write_text(yaml.safe_dump(params | {"execution": "sandbox"}))
    for path in OUTPUTS:
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_bytes((ROOT / path).read_bytes())


def _python(place: Path, *words: str) -> None:
    subprocess.run([sys.executable, *words], cwd=place, check=True, stdout=subprocess.DEVNULL)
