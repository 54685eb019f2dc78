"""Criteria health: what known answers prove about each test's criteria, by `make health`."""

from typing import NamedTuple

from assay.config.yaml_files import read_utf8
from assay.content.criteria import Criterion, criteria_path
from assay.records.criteria_health import CriteriaHealth
from assay.records.hashing import text_hash
from stages.report.run_evidence import Evidence


class HealthLine(NamedTuple):
    """One test. `is_current`: its criteria are still those that were examined.

    `checked`: its criteria with a check; `proofs` of the health has their mutants.
    """

    test: str
    health: CriteriaHealth
    criteria: int
    checked: list[Criterion]
    is_current: bool

    @property
    def proven(self) -> int:
        return sum(item.id in self.health.proofs for item in self.checked)

    @property
    def targeted(self) -> int:
        """How many are proven by their own words alone."""
        proofs = [self.health.proofs.get(item.id) for item in self.checked]
        return sum(proof is not None and proof.targeted for proof in proofs)


def health(evidence: Evidence) -> list[HealthLine]:
    """A line for each test of the run that was examined."""
    lines = []
    for prompt in evidence.prompts:
        found = evidence.health.get(prompt.test)
        if found:
            criteria = evidence.criteria[prompt.test]
            checked = [item for item in criteria if item.check is not None]
            current = text_hash(read_utf8(criteria_path(prompt.type, prompt.test)))
            is_current = found.criteria_sha256 == current
            lines.append(HealthLine(prompt.test, found, len(criteria), checked, is_current))
    return lines
