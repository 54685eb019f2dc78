"""What the terminal shows of a proof: its lines about one test, and the sums over all tests."""

from collections.abc import Iterator, Sequence
from itertools import chain

from assay.content.criteria import Criterion
from assay.records.criteria_health import CriteriaHealth, ExecutionProof


def lines_of(test: str, result: CriteriaHealth, criteria: Sequence[Criterion]) -> Iterator[str]:
    """The shares of one test, and each criterion without a mutant."""
    gold_share = "nothing checked" if result.gold is None else f"{result.gold:.1f} %"
    off_topic = result.off_topic.share if result.off_topic else 0.0
    proven = f"{len(result.proofs)} of {result.checked} checked criteria proven"
    yield f"{test}: gold {gold_share}, off the topic {off_topic:.1f} %, {proven}"
    for item in criteria:
        if item.id in result.unproven:
            yield f"  {'argued' if item.argued else 'UNPROVEN'}: {item.metric}: {item.text}"


def execution_lines(test: str, proof: ExecutionProof) -> Iterator[str]:
    """Two counts, and what nothing noticed."""
    faults = sum(each.lowered_when_run for each in proof.faults)
    mutants = sum(each.noticed_when_run for each in proof.mutants)
    yield (
        f"{test}: {faults} of {len(proof.faults)} faults and {mutants} of {len(proof.mutants)} "
        "mutants lower the score when run"
    )
    for fault in proof.faults:
        if not fault.lowered_when_run:
            yield f"  NOT FOUND: {fault.of}: {fault.fault}"
        elif fault.show_stopper and not fault.is_costly:
            yield f"  CHEAP: {fault.of}: {fault.fault}: {fault.lost_when_run:.1f} points"
    for mutant in proof.mutants:
        if not mutant.noticed_when_run:
            yield f"  survives: {mutant.of}: {mutant.operator}: {mutant.mutant}"


def summary(tests: Sequence[CriteriaHealth]) -> list[str]:
    """One line for each proof, in numbers and percent: the figures of README and docs."""
    proofs = [test.execution for test in tests if test.execution]
    return [*read_summary(tests), *execution_summary(proofs)]


def read_summary(tests: Sequence[CriteriaHealth]) -> Iterator[str]:
    """What known answers show without being run."""
    criteria = sum(test.criteria.accuracy + test.criteria.completeness for test in tests)
    checked = sum(test.checked for test in tests)
    yield (
        f"criteria: {len(tests)} tests, {criteria:,} criteria, "
        f"{checked:,} of them ({checked / criteria:.0%}) with a check"
    )
    yield from answers_summary(tests)
    targeted = [proof.targeted for test in tests for proof in test.proofs.values()]
    yield (
        f"mutants: {sum(test.mutants for test in tests):,} tried; "
        f"{len(targeted):,} of {checked:,} checked criteria isolated, "
        f"{sum(targeted)} of them by a mutant made from the check itself"
    )


def answers_summary(tests: Sequence[CriteriaHealth]) -> Iterator[str]:
    """What gold, nothing, answers off the topic and second answers pass."""
    off_topic = [test.off_topic.share for test in tests if test.off_topic]
    second = [test.second.share or 0.0 for test in tests if test.second]
    yield f"gold: passes at least {min(test.gold or 0.0 for test in tests):.0f} % of a test"
    yield f"null: passes at most {max(test.null or 0.0 for test in tests):.0f} % of a test"
    yield (
        f"off the topic: passes nothing in {off_topic.count(0)} tests, "
        f"at most {max(off_topic):.1f} % in the others"
    )
    yield f"second answers: {len(second)}, which pass at least {min(second):.0f} %"


def execution_summary(proofs: Sequence[ExecutionProof]) -> Iterator[str]:
    """How many faults by hand and semantic mutants lower a score, and what show-stoppers cost."""
    faults = list(chain.from_iterable(proof.faults for proof in proofs))
    mutants = list(chain.from_iterable(proof.mutants for proof in proofs))
    costly = [fault.is_costly for fault in faults if fault.show_stopper]
    if faults:
        noticed = [(fault.lowered_by_checks, fault.lowered_when_run) for fault in faults]
        yield f"faults by hand: {_noticed(noticed)}"
        yield (
            f"show-stoppers: {len(costly)}; {sum(costly)} cost at least 20 points of completeness "
            "when run"
        )
    if mutants:
        noticed = [(mutant.noticed_by_checks, mutant.noticed_when_run) for mutant in mutants]
        yield f"semantic mutants: {_noticed(noticed)}"


def _noticed(noticed: Sequence[tuple[bool, bool]]) -> str:
    number = len(noticed)
    read = sum(by_checks for by_checks, _ in noticed)
    ran = sum(when_run for _, when_run in noticed)
    return (
        f"{number}; {read} ({read / number:.0%}) lower the score by checks alone, "
        f"{ran} ({ran / number:.0%}) when run"
    )
