"""Print the figures of the README's section "Why believe a score", from metrics/criteria.json.

python -m tools.health.summary      nothing is worked out again: `make health` does that
"""

from collections.abc import Sequence

from assay.config import paths
from assay.records.criteria_health import (
    CriteriaHealth,
    FaultFigures,
    MutantFigures,
)
from assay.records.jsonl import read_results


def summary() -> list[str]:
    """One line for each proof: over all tests, in numbers and percent."""
    tests = list(read_results(paths.CRITERIA_HEALTH, CriteriaHealth).values())
    proofs = [test.execution for test in tests if test.execution]
    faults = [fault for proof in proofs for fault in proof.faults]
    mutants = [mutant for proof in proofs for mutant in proof.mutants]
    return [
        *read(tests),
        *(of_faults(faults) if faults else []),
        *(of_mutants(mutants) if mutants else []),
    ]


def read(tests: Sequence[CriteriaHealth]) -> list[str]:
    """What known answers show without being run."""
    criteria = sum(test.criteria.accuracy + test.criteria.completeness for test in tests)
    checked = sum(test.checked for test in tests)
    return [
        f"criteria: {len(tests)} tests, {criteria:,} criteria, "
        f"{checked:,} of them ({checked / criteria:.0%}) with a check",
        *of_answers(tests),
        *of_proofs(tests, checked),
    ]


def of_answers(tests: Sequence[CriteriaHealth]) -> list[str]:
    """What gold, nothing, answers off the topic and second answers pass."""
    off_topic = [test.off_topic.share for test in tests if test.off_topic]
    second = [test.second.share or 0.0 for test in tests if test.second]
    return [
        f"gold: passes at least {min(test.gold or 0.0 for test in tests):.0f} % of a test",
        f"null: passes at most {max(test.null or 0.0 for test in tests):.0f} % of a test",
        f"off the topic: passes nothing in {off_topic.count(0)} tests, "
        f"at most {max(off_topic):.1f} % in the others",
        f"second answers: {len(second)}, which pass at least {min(second):.0f} %",
    ]


def of_proofs(tests: Sequence[CriteriaHealth], checked: int) -> list[str]:
    """How many checked criteria a mutant isolates."""
    proofs = [proof for test in tests for proof in test.proofs.values()]
    return [
        f"mutants: {sum(test.mutants for test in tests):,} tried; "
        f"{len(proofs):,} of {checked:,} checked criteria isolated, "
        f"{sum(proof.targeted for proof in proofs)} of them by a mutant made from the check itself"
    ]


def of_faults(faults: Sequence[FaultFigures]) -> list[str]:
    """How many faults by hand lower a score, and what show-stoppers cost."""
    read = sum(fault.lowered_by_checks for fault in faults)
    ran = sum(fault.lowered_when_run for fault in faults)
    stoppers = [fault for fault in faults if fault.show_stopper]
    return [
        f"faults by hand: {len(faults)}; {read} ({read / len(faults):.0%}) lower the score by "
        f"checks alone, {ran} ({ran / len(faults):.0%}) when run",
        f"show-stoppers: {len(stoppers)}; {sum(fault.is_costly for fault in stoppers)} cost at "
        "least 20 points of completeness when run",
    ]


def of_mutants(mutants: Sequence[MutantFigures]) -> list[str]:
    """How many semantic mutants lower a score."""
    read = sum(mutant.noticed_by_checks for mutant in mutants)
    ran = sum(mutant.noticed_when_run for mutant in mutants)
    return [
        f"semantic mutants: {len(mutants)}; {read} ({read / len(mutants):.0%}) lower the score by "
        f"checks alone, {ran} ({ran / len(mutants):.0%}) when run"
    ]


if __name__ == "__main__":
    print("\n".join(summary()))
