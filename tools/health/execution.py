"""The proof of executed criteria: faults by hand and semantic mutants lower the score.

Each trial is kept in .assay/trials/ by its content: an interrupted proof goes on where it stopped.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain
from typing import NamedTuple, TypeVar

from assay.content.criteria import Criterion
from assay.errors import AssayError
from assay.progress import progress
from assay.records.criteria_health import CriteriaHealth, ExecutionProof, FaultFigures
from assay.records.hashing import content_hash
from assay.sandbox.steps import Tools
from assay.sandbox.toolchains import load_toolchain
from tools.behaviours.faults import (
    Fault,
    FaultTrial,
    GoodAnswer,
    fault_files,
    fault_trial,
    good_answer,
    load_faults,
    target_of,
)
from tools.behaviours.mutation import SAMPLE, SEED, mutant_trials
from tools.behaviours.programs import BEHAVIOURS, Target, all_targets
from tools.behaviours.running import machine

T = TypeVar("T")

OPERATORS = "1"
"""The version of the operators and of the sample. A change raises it, and all is tried again."""


class AnswerFaults(NamedTuple):
    """A good answer of a test, and the faults that are written for it."""

    target: Target
    faults: tuple[Fault, ...]


def subjects() -> dict[str, list[AnswerFaults]]:
    """The gold and second answers of every test that behaviours decide, by test."""
    faults: dict[tuple[str, str], list[Fault]] = {}
    for path in fault_files():
        loaded = load_faults(path)
        target = target_of(path, loaded)
        faults.setdefault((target.program, target.name), []).extend(loaded.faults)
    found: dict[str, list[AnswerFaults]] = {}
    for target in all_targets():
        if target.kind != "source":
            mine = tuple(faults.get((target.program, target.name), ()))
            found.setdefault(target.test, []).append(AnswerFaults(target, mine))
    return found


def fingerprint(answers: Sequence[AnswerFaults]) -> str:
    """The hash of criteria, behaviours, toolchain, answers, faults and operators of one test."""
    parts: list[object] = [OPERATORS, SEED, SAMPLE]
    for answer, faults in answers:
        good = good_answer(answer)
        parts += [
            answer.name,
            load_toolchain(answer.toolchain).key,
            (BEHAVIOURS / f"{answer.program}.spec.ts").read_text(encoding="utf-8"),
            [_stated(item) for item in good.criteria],
            {path: data.hex() for path, data in good.files.items()},
            [fault.model_dump(mode="json") for fault in faults],
        ]
    return content_hash(parts)


def _stated(item: Criterion) -> list[object]:
    """What a criterion says. A new optional key of a check does not change it."""
    check = (
        None if item.check is None else item.check.model_dump(mode="json", exclude_defaults=True)
    )
    return [item.id, item.weight, list(item.run), check]


def proven(
    tests: Iterable[str], known: Mapping[str, CriteriaHealth], runs: bool = True
) -> Iterator[tuple[str, ExecutionProof | None]]:
    """Each test and its proof. What is known of the same content stays; the rest is tried.

    Where nothing can be executed, or nothing is to run, the rest has None, and a line on stderr
    says so.
    """
    everything = subjects()
    prints = {test: fingerprint(everything[test]) for test in tests if test in everything}
    current = {test: _current(known.get(test), wanted) for test, wanted in prints.items()}
    missing = [test for test, before in current.items() if before is None]
    tools = _tools(missing, runs)
    for test, before in current.items():
        if before is None and tools is not None:
            share = _share(everything, everything[test])
            yield test, proof(prints[test], everything[test], share, tools)
        else:
            yield test, before


def _current(known: CriteriaHealth | None, wanted: str) -> ExecutionProof | None:
    before = known.execution if known is not None else None
    return before if before is not None and before.fingerprint == wanted else None


def _tools(missing: Sequence[str], runs: bool) -> Tools | None:
    """What to execute with; None where there is nothing to do, or it cannot be done."""
    if not missing:
        return None
    reason = "nothing is to run"
    try:
        if runs:
            return machine()
    except AssayError as error:
        reason = f"nothing can be executed here: {error}"
    names = ", ".join(missing)
    print(
        f"health: {len(missing)} tests have no figures of execution ({reason}): {names}",
        file=sys.stderr,
    )
    return None


def _share(everything: Mapping[str, Sequence[AnswerFaults]], mine: Sequence[AnswerFaults]) -> int:
    """How many mutants each good answer gets of those that its program has."""
    program = mine[0].target.program
    answers = sum(each.target.program == program for group in everything.values() for each in group)
    return -(-SAMPLE // answers)


def proof(print_: str, answers: Sequence[AnswerFaults], most: int, tools: Tools) -> ExecutionProof:
    """Try all faults and mutants of a test's good answers, as many at once as there are cores."""
    good = [(good_answer(target), faults) for target, faults in answers]
    pairs = [(answer, fault) for answer, faults in good for fault in faults]
    label = f"faults and mutants of {answers[0].target.test}"
    workers = tools.config.jobs or os.cpu_count() or 1
    with (
        progress(label, len(pairs) + len(good)) as tick,
        ThreadPoolExecutor(workers) as pool,
    ):
        fault_futures = [pool.submit(_figures, answer, fault, tools) for answer, fault in pairs]
        mutant_futures = [pool.submit(mutant_trials, answer, most, tools) for answer, _ in good]
        faults = _awaited(fault_futures, tick)
        groups = _awaited(mutant_futures, tick)
    mutants = tuple(chain.from_iterable(groups))
    return ExecutionProof(fingerprint=print_, faults=tuple(faults), mutants=mutants)


def _awaited(futures: Iterable[Future[T]], tick: Callable[[], None]) -> list[T]:
    """Their results in this order. Each counts as done when it is there."""
    results = []
    for future in futures:
        results.append(future.result())
        tick()
    return results


def _figures(answer: GoodAnswer, fault: Fault, tools: Tools) -> FaultFigures:
    trial: FaultTrial = fault_trial(answer, fault, tools)
    return FaultFigures(
        of=answer.target.name,
        fault=fault.fault,
        show_stopper=fault.show_stopper,
        lowered_by_checks=trial.lowered_by_checks,
        lowered_when_run=trial.lowered_when_run,
        lost_by_checks=round(trial.lost_by_checks, 1),
        lost_when_run=round(trial.lost_when_run, 1),
    )
