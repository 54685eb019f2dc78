"""What reviews of a data set may find, truly or not: criteria/defects/<DataSet>.yaml."""

from functools import lru_cache
from pathlib import Path

from pydantic import Field

from assay.checks.review_checks import Findings
from assay.checks.reviews import Finding
from assay.config import paths
from assay.config.settings import Config, validated
from assay.config.yaml_files import parse_yaml
from assay.content.questions import Line, Proved
from assay.errors import AssayError


class Defect(Finding, Proved):
    """A defect that criteria name."""


class Decoy(Finding):
    """What looks wrong and is right, and `why`."""

    why: Line


class DefectsFile(Config):
    """criteria/defects/<DataSet>.yaml.

    `minor`: true findings that no criterion asks for. They are no inventions either.
    """

    defects: list[Defect] = Field(min_length=1)
    minor: list[Finding] = []
    decoys: list[Decoy] = []


def defects_path(dataset: str) -> Path:
    return paths.DEFECTS / f"{dataset}.yaml"


@lru_cache(maxsize=256)
def defects_in(path: Path, text: str) -> DefectsFile:
    """A file with this text. AssayError names file and key of a mistake."""
    file = validated(parse_yaml(text, str(path)), DefectsFile, str(path))
    seen = set[str]()
    for finding in (*file.defects, *file.minor, *file.decoys):
        if finding.id in seen:
            raise AssayError(f"{path}: the id '{finding.id}' occurs twice")
        seen.add(finding.id)
    return file


def findings_in(path: Path, text: str) -> Findings | None:
    """What checks look for; None without a text: the data set has no such file."""
    if not text:
        return None
    file = defects_in(path, text)
    return Findings(str(path), file.defects, file.minor, file.decoys)
