"""What known answers show when they run: faults by hand and semantic mutants lower the score."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain
from typing import Any, NamedTuple

from assay.errors import AssayError
from assay.progress import progress
from assay.records.criteria_health import CriteriaHealth, ExecutionProof
from assay.records.hashing import content_hash
from assay.sandbox.steps import Tools
from assay.sandbox.toolchains import load_toolchain
from tools.proof.broken_programs import (
    SAMPLE,
    SEED,
    Fault,
    answers_with_faults,
    fault_figures,
    mutant_figures,
)
from tools.proof.good_answers import BEHAVIOURS, Target, all_targets, good_answer
from tools.proof.sandbox_trials import machine

OPERATORS = "1"
"""The version of the operators and of the sample. A change raises it, and all is tried again."""


class AnswerFaults(NamedTuple):
    """A good answer of a test, and the faults that are written for it."""

    target: Target
    faults: tuple[Fault, ...]


def subjects() -> dict[str, list[AnswerFaults]]:
    """The gold and second answers of every test that behaviours decide, by test."""
    faults: dict[Target, list[Fault]] = {}
    for target, of_file in answers_with_faults().values():
        faults.setdefault(target, []).extend(of_file)
    found: dict[str, list[AnswerFaults]] = {}
    for target in all_targets():
        if target.kind != "source":
            answer = AnswerFaults(target, tuple(faults.get(target, ())))
            found.setdefault(target.test, []).append(answer)
    return found


def fingerprint(answers: Sequence[AnswerFaults]) -> str:
    """The hash of criteria, behaviours, toolchain, answer, faults and operators of one test."""
    parts: list[object] = [OPERATORS, SEED, SAMPLE]
    for answer, faults in answers:
        good = good_answer(answer)
        stated = []
        for item in good.criteria:  # a new optional key of a check changes nothing
            dumped = item.check and item.check.model_dump(mode="json", exclude_defaults=True)
            stated.append([item.id, item.weight, list(item.run), dumped])
        parts += [
            answer.name,
            load_toolchain(answer.toolchain).key,
            (BEHAVIOURS / f"{answer.program}.spec.ts").read_text(encoding="utf-8"),
            stated,
            {path: data.hex() for path, data in good.files.items()},
            [fault.model_dump(mode="json") for fault in faults],
        ]
    return content_hash(parts)


def proven(
    tests: Iterable[str], known: Mapping[str, CriteriaHealth], runs: bool = True
) -> Iterator[tuple[str, ExecutionProof | None]]:
    """Each test and its proof. What is known of the same content stays; the rest is tried.

    Where nothing can be executed, or nothing is to run, the rest has None, and a line on stderr
    says so.
    """
    everything = subjects()
    missing = dict[str, str]()
    for test in tests:
        if test in everything:
            before = known[test].execution if test in known else None
            wanted = fingerprint(everything[test])
            if before is not None and before.fingerprint == wanted:
                yield test, before
            else:
                missing[test] = wanted
    tools = _tools(missing, runs) if missing else None
    for test, wanted in missing.items():
        answers = everything[test]
        program = answers[0].target.program
        programs = [each.target.program for each in chain.from_iterable(everything.values())]
        most = -(-SAMPLE // programs.count(program))  # all good answers share a program's sample
        yield test, proof(wanted, answers, most, tools) if tools else None


def _tools(missing: Iterable[str], runs: bool) -> Tools | None:
    """What to execute with; None where it cannot be done, or is not to be done."""
    reason = "nothing is to run"
    try:
        if runs:
            return machine()
    except AssayError as error:
        reason = f"nothing can be executed here: {error}"
    names = list(missing)
    print(
        f"health: {len(names)} tests have no figures of execution ({reason}): {', '.join(names)}",
        file=sys.stderr,
    )
    return None


def proof(print_: str, answers: Sequence[AnswerFaults], most: int, tools: Tools) -> ExecutionProof:
    """Try all faults and mutants of a test's good answers, as many at once as there are cores."""
    good = [(good_answer(target), faults) for target, faults in answers]
    pairs = [(answer, fault) for answer, faults in good for fault in faults]
    label = f"faults and mutants of {answers[0].target.test}"
    workers = tools.config.jobs or os.cpu_count() or 1
    with progress(label, len(pairs) + len(good)) as tick, ThreadPoolExecutor(workers) as pool:
        tried = [pool.submit(fault_figures, answer, fault, tools) for answer, fault in pairs]
        groups = [pool.submit(mutant_figures, answer, most, tools) for answer, _ in good]
        futures: list[Future[Any]] = [*tried, *groups]
        for future in futures:
            future.result()
            tick()
    return ExecutionProof(
        fingerprint=print_,
        faults=tuple(future.result() for future in tried),
        mutants=tuple(chain.from_iterable(future.result() for future in groups)),
    )
