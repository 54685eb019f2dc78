"""Criteria health: what known answers prove about each test's criteria, by `make health`."""

from typing import NamedTuple

from assay.config.yaml_files import read_utf8
from assay.content.criteria import criteria_path
from assay.records.criteria_health import CriteriaHealth
from assay.records.hashing import text_hash
from stages.report.run_evidence import Evidence


class HealthLine(NamedTuple):
    """One test. `is_current`: its criteria are still those that were examined."""

    test: str
    health: CriteriaHealth
    is_current: bool


def health(evidence: Evidence) -> list[HealthLine]:
    """A line for each test of the run that was examined."""
    lines = []
    for prompt in evidence.prompts:
        found = evidence.health.get(prompt.test)
        if found:
            current = text_hash(read_utf8(criteria_path(prompt.type, prompt.test)))
            lines.append(HealthLine(prompt.test, found, found.criteria_sha256 == current))
    return lines
