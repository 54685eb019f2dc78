"""Try the criteria on known answers, and write metrics/criteria.json for the report.

python -m tools.health                          all tests
python -m tools.health TEST ...                 these tests again; the others stay as they are
python -m tools.health --execution [TEST ...]   what faults and mutants show when run, and no more
python -m tools.health --read [TEST ...]        what the checks show, and no more: nothing is run
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence

from assay.checks.subject import Subject
from assay.config import paths
from assay.config.settings import did_you_mean
from assay.config.yaml_files import read_utf8
from assay.content.criteria import Criterion, criteria_of, criteria_path
from assay.content.scenarios import all_tests
from assay.errors import AssayError, Problems
from assay.progress import tracked
from assay.records.criteria_health import (
    SHOW_STOPPER,
    CriteriaHealth,
    ExecutionProof,
    MetricCounts,
    MetricShares,
    OffTopic,
    SecondAnswer,
)
from assay.records.hashing import text_hash
from assay.records.jsonl import read_results, write_results
from assay.records.pipeline import Prompt
from stages.render import render
from tools.exit_code import exit_code
from tools.health.careless import careless
from tools.health.execution import proven
from tools.health.search import DECIMALS, Search
from tools.reference import Reference, echo, failing, from_text, gold, second_path, share

NEIGHBOURS = 3
"""How many golds of other tests are tried as answers off the topic."""


def prompts() -> dict[str, Prompt]:
    """Every test that the scenarios define, by id, as a model would see it."""
    problems = Problems()
    tests = all_tests(problems)
    problems.raise_if_any()
    return {name: render(tests[name]) for name in sorted(tests)}


def health(prompt: Prompt, others: Sequence[Prompt]) -> CriteriaHealth:
    """What known answers show about one test's criteria, rounded as in the file."""
    path = criteria_path(prompt.type, prompt.test)
    criteria = criteria_of(prompt)
    reference = gold(prompt)
    sources = {file.path: file.content for file in prompt.files if file.content}
    gold_share = _share_of(criteria, reference.subject)  # first: mutants share what it finds
    search = Search(criteria, reference, sources, tuple(careless(prompt)))
    proofs = search.run()
    checked = [item.id for item in criteria if item.check is not None]
    nothing = Subject({}, "", reference.is_document)
    return CriteriaHealth(
        criteria_sha256=text_hash(read_utf8(path)),
        criteria=MetricCounts(
            accuracy=sum(item.metric == "accuracy" for item in criteria),
            completeness=sum(item.metric == "completeness" for item in criteria),
        ),
        checked=len(checked),
        gold=gold_share,
        null=_share_of(criteria, nothing),
        echo=_by_metric(criteria, echo(prompt)) if prompt.dataset else None,
        off_topic=_off_topic(criteria, others),
        second=_second(prompt, criteria),
        mutants=search.tried,
        proofs=proofs,
        unproven=tuple(id_ for id_ in checked if id_ not in proofs),
    )


def _share_of(criteria: tuple[Criterion, ...], subject: Subject) -> float | None:
    return percent(share(criteria, failing(criteria, subject)))


def _by_metric(criteria: tuple[Criterion, ...], answer: Reference) -> MetricShares:
    failed = failing(criteria, answer.subject)
    return MetricShares(
        accuracy=percent(share(criteria, failed, "accuracy")),
        completeness=percent(share(criteria, failed, "completeness")),
    )


def percent(figure: float | None) -> float | None:
    """The figure rounded as in the file, so that computed and read figures are equal."""
    return None if figure is None else round(figure, DECIMALS)


def _off_topic(criteria: tuple[Criterion, ...], others: Sequence[Prompt]) -> OffTopic | None:
    """The good answer to another test that passes most."""
    if not others:
        return None
    shares = {other.test: _share_of(criteria, gold(other).subject) or 0.0 for other in others}
    best = max(shares, key=lambda test: (shares[test], test))
    return OffTopic(test=best, share=shares[best])


def neighbours(prompt: Prompt, everything: Mapping[str, Prompt]) -> list[Prompt]:
    """The tests whose answers look most like this one's, on another data set.

    Those of the same scenario first, then of the same type, then of the same category.
    """
    same_kind = [other for other in everything.values() if _comparable(prompt, other)]

    def distance(other: Prompt) -> tuple[bool, bool, bool, str]:
        return (
            other.scenario != prompt.scenario,
            other.type != prompt.type,
            other.category != prompt.category,
            other.test,
        )

    return sorted(same_kind, key=distance)[:NEIGHBOURS]


def _comparable(prompt: Prompt, other: Prompt) -> bool:
    """Whether the other test asks for the same form of answer, about something else."""
    if other.test == prompt.test:
        return False
    if (other.answer == "document") != (prompt.answer == "document"):
        return False
    return other.dataset is None or other.dataset != prompt.dataset


def _second(prompt: Prompt, criteria: tuple[Criterion, ...]) -> SecondAnswer | None:
    """What a second good answer passes, if there is one."""
    path = second_path(prompt)
    if not path.exists():
        return None
    failed = failing(criteria, from_text(prompt, read_utf8(path)).subject)
    return SecondAnswer(share=percent(share(criteria, failed)), failed=tuple(sorted(failed)))


def main(words: Sequence[str]) -> None:
    """Examine the named tests, or all, and write the file. The others keep what it says of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tests", nargs="*", metavar="TEST")
    parser.add_argument("--execution", action="store_true")
    parser.add_argument("--read", action="store_true")
    chosen = parser.parse_args(words)
    everything = prompts()
    for name in chosen.tests:
        if name not in everything:
            raise AssayError(f"there is no test '{name}'{did_you_mean(name, list(everything))}")
    known = _known(everything)
    names = list(chosen.tests or (known if chosen.execution else everything))
    results = dict(known) if chosen.tests or chosen.execution else {}
    if not chosen.execution:
        results |= _examined(names, everything)
        write_results(paths.CRITERIA_HEALTH, results)
    for name, proof in proven(names, known, runs=not chosen.read):
        results[name] = results[name].model_copy(update={"execution": proof})
        for line in execution_lines(name, proof):
            print(line, flush=True)
        write_results(paths.CRITERIA_HEALTH, results)


def _examined(
    names: Sequence[str], everything: Mapping[str, Prompt]
) -> Iterator[tuple[str, CriteriaHealth]]:
    for name in tracked("health", names):
        prompt = everything[name]
        result = health(prompt, neighbours(prompt, everything))
        for line in lines_of(name, result, criteria_of(prompt)):
            print(line, flush=True)
        yield name, result


def _known(everything: Mapping[str, Prompt]) -> dict[str, CriteriaHealth]:
    """What the file has about existing tests."""
    if not paths.CRITERIA_HEALTH.exists():
        return {}
    results = read_results(paths.CRITERIA_HEALTH, CriteriaHealth)
    return {name: result for name, result in results.items() if name in everything}


def execution_lines(test: str, proof: ExecutionProof | None) -> Iterator[str]:
    """What the terminal shows of a proof: two counts, and what nothing noticed."""
    if proof is None:
        return
    faults = sum(each.lowered_when_run for each in proof.faults)
    mutants = sum(each.noticed_when_run for each in proof.mutants)
    yield (
        f"{test}: {faults} of {len(proof.faults)} faults and {mutants} of {len(proof.mutants)} "
        "mutants lower the score when run"
    )
    for fault in proof.faults:
        if not fault.lowered_when_run:
            yield f"  NOT FOUND: {fault.of}: {fault.fault}"
        elif fault.show_stopper and fault.lost_when_run < SHOW_STOPPER:
            yield f"  CHEAP: {fault.of}: {fault.fault}: {fault.lost_when_run:.1f} points"
    for mutant in proof.mutants:
        if not mutant.noticed_when_run:
            yield f"  survives: {mutant.of}: {mutant.operator}: {mutant.mutant}"


def lines_of(test: str, result: CriteriaHealth, criteria: tuple[Criterion, ...]) -> Iterator[str]:
    """What the terminal shows of one test: the shares, and each criterion without a mutant."""
    gold_share = "nothing checked" if result.gold is None else f"{result.gold:.1f} %"
    off_topic = result.off_topic.share if result.off_topic else 0.0
    proven = f"{len(result.proofs)} of {result.checked} checked criteria proven"
    yield f"{test}: gold {gold_share}, off the topic {off_topic:.1f} %, {proven}"
    for item in criteria:
        if item.id in result.unproven:
            yield f"  {'argued' if item.argued else 'UNPROVEN'}: {item.metric}: {item.text}"


if __name__ == "__main__":
    sys.exit(exit_code("health", lambda: main(sys.argv[1:])))
