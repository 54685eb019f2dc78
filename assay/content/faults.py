"""Faults by hand of good programs: criteria/behaviours/faults/<Program>.yaml."""

from pydantic import Field

from assay.config import paths
from assay.config.settings import Config, validated
from assay.config.yaml_files import read_yaml


class Replacement(Config):
    """One text of one file, which occurs in it, and what takes its place."""

    in_: str = Field(alias="in")
    find: str
    replace: str


class Fault(Replacement):
    """A fault in one line, and the beginning of the criterion that it contradicts."""

    fault: str
    criterion: str
    show_stopper: bool = False
    also: list[Replacement] = []


class FaultFile(Config):
    """criteria/behaviours/faults/<Program>.yaml: faults of one good answer, such as gold/<test>."""

    of: str
    faults: list[Fault]


def faults() -> dict[str, list[Fault]]:
    """The faults by hand, by the name of the answer that they are made in."""
    found: dict[str, list[Fault]] = {}
    for path in sorted((paths.BEHAVIOURS / "faults").glob("*.yaml")):
        file = validated(read_yaml(path), FaultFile, str(path))
        found.setdefault(file.of, []).extend(file.faults)
    return found
