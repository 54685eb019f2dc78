"""Criteria health: what known answers prove about each test's criteria, by `make health`."""

from typing import NamedTuple

from assay.config.yaml_files import read_utf8
from assay.content.criteria import Criterion, criteria_path
from assay.records.criteria_health import CriteriaHealth, CriterionProof
from assay.records.hashing import text_hash
from assay.records.pipeline import Metric, Prompt
from stages.report.run_evidence import Evidence


class ProofLine(NamedTuple):
    """One checked criterion and the mutant that proves it. `argued`: why no mutant is needed."""

    criterion: str
    metric: Metric
    proof: CriterionProof | None
    argued: str | None


class HealthLine(NamedTuple):
    """One test. `is_current`: its criteria are still those that were examined."""

    test: str
    health: CriteriaHealth
    criteria: int
    proofs: tuple[ProofLine, ...]
    is_current: bool

    @property
    def proven(self) -> int:
        return sum(line.proof is not None for line in self.proofs)

    @property
    def targeted(self) -> int:
        """How many are proven by their own words alone."""
        return sum(line.proof is not None and line.proof.targeted for line in self.proofs)


def health(evidence: Evidence) -> list[HealthLine]:
    """A line for each test of the run that was examined."""
    return [
        _line(prompt, evidence.criteria[prompt.test], evidence.health[prompt.test])
        for prompt in evidence.prompts
        if prompt.test in evidence.health
    ]


def _line(prompt: Prompt, criteria: tuple[Criterion, ...], health: CriteriaHealth) -> HealthLine:
    proofs = tuple(
        ProofLine(item.text, item.metric, health.proofs.get(item.id), item.argued)
        for item in criteria
        if item.check is not None
    )
    current_hash = text_hash(read_utf8(criteria_path(prompt.type, prompt.test)))
    is_current = health.criteria_sha256 == current_hash
    return HealthLine(prompt.test, health, len(criteria), proofs, is_current)
