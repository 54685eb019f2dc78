"""Print the figures of the README's section "Why believe a score", from metrics/criteria.json.

python -m tools.health.summary      nothing is worked out again: `make health` does that
"""

import json

from stages.lib.base import paths


def summary() -> list[str]:
    """One line for each proof: over all tests, in numbers and percent."""
    tests = json.loads(paths.CRITERIA_HEALTH.read_bytes()).values()
    criteria = sum(sum(test["criteria"].values()) for test in tests)
    checked = sum(test["checked"] for test in tests)
    off_topic = [test["off_topic"]["share"] for test in tests]
    second = [test["second"]["share"] for test in tests if test["second"]]
    proofs = [proof for test in tests for proof in test["proofs"].values()]
    targeted = sum(proof["targeted"] for proof in proofs)
    return [
        f"criteria: {len(tests)} tests, {criteria:,} criteria, "
        f"{checked:,} of them ({checked / criteria:.0%}) with a check",
        f"gold: passes at least {min(test['gold'] for test in tests):.0f} % of a test",
        f"null: passes at most {max(test['null'] for test in tests):.0f} % of a test",
        f"off the topic: passes nothing in {off_topic.count(0)} tests, "
        f"at most {max(off_topic):.1f} % in the others",
        f"second answers: {len(second)}, which pass at least {min(second):.0f} %",
        f"mutants: {sum(test['mutants'] for test in tests):,} tried; "
        f"{len(proofs):,} of {checked:,} checked criteria isolated, "
        f"{targeted} of them by a mutant made from the check itself",
    ]


if __name__ == "__main__":
    print("\n".join(summary()))
