"""Print the figures of the README's section "Why believe a score", from metrics/criteria.json.

python -m tools.health.summary      nothing is worked out again: `make health` does that
"""

from collections.abc import Sequence

from stages.lib.base import paths
from stages.lib.base.jsonl import read_results
from stages.lib.base.results.criteria import CriteriaHealth, ExecutionProof


def summary() -> list[str]:
    """One line for each proof: over all tests, in numbers and percent."""
    tests = list(read_results(paths.CRITERIA_HEALTH, CriteriaHealth).values())
    criteria = sum(test.criteria.accuracy + test.criteria.completeness for test in tests)
    checked = sum(test.checked for test in tests)
    gold = [test.gold for test in tests if test.gold is not None]
    null = [test.null for test in tests if test.null is not None]
    off_topic = [test.off_topic.share for test in tests if test.off_topic]
    second = [test.second.share for test in tests if test.second and test.second.share is not None]
    proofs = [proof for test in tests for proof in test.proofs.values()]
    targeted = sum(proof.targeted for proof in proofs)
    return [
        f"criteria: {len(tests)} tests, {criteria:,} criteria, "
        f"{checked:,} of them ({checked / criteria:.0%}) with a check",
        f"gold: passes at least {min(gold):.0f} % of a test",
        f"null: passes at most {max(null):.0f} % of a test",
        f"off the topic: passes nothing in {off_topic.count(0)} tests, "
        f"at most {max(off_topic):.1f} % in the others",
        f"second answers: {len(second)}, which pass at least {min(second):.0f} %",
        f"mutants: {sum(test.mutants for test in tests):,} tried; "
        f"{len(proofs):,} of {checked:,} checked criteria isolated, "
        f"{targeted} of them by a mutant made from the check itself",
        *executed([test.execution for test in tests if test.execution]),
    ]


def executed(proofs: Sequence[ExecutionProof]) -> list[str]:
    """What faults and mutants show when answers are run; nothing where none was tried."""
    faults = [fault for proof in proofs for fault in proof.faults]
    mutants = [mutant for proof in proofs for mutant in proof.mutants]
    stoppers = [fault for fault in faults if fault.show_stopper]
    if not faults or not mutants:
        return []
    fault_share = sum(fault.lowered_when_run for fault in faults)
    mutant_share = sum(mutant.noticed_when_run for mutant in mutants)
    return [
        f"faults by hand in {len(proofs)} tests: {len(faults)}; "
        f"{sum(fault.lowered_by_checks for fault in faults)} lower the score by checks alone, "
        f"{fault_share} ({fault_share / len(faults):.0%}) when run; "
        f"{sum(fault.is_costly for fault in stoppers)} of {len(stoppers)} show-stoppers cost at "
        "least 20 points of completeness",
        f"semantic mutants: {len(mutants)}; "
        f"{sum(mutant.noticed_by_checks for mutant in mutants)} noticed by checks alone, "
        f"{mutant_share} ({mutant_share / len(mutants):.0%}) when run",
    ]


if __name__ == "__main__":
    print("\n".join(summary()))
