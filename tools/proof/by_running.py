"""What good answers show when they run: as they are, and broken in ways that lower the score."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path

from assay.config.settings import Config, validated
from assay.config.yaml_files import read_utf8, read_yaml
from assay.content.faults import faults
from assay.content.scenarios import known_tests
from assay.errors import AssayError
from assay.progress import progress
from assay.records.criteria_health import CriteriaHealth, ExecutionProof, RunTrial, TrialKind
from assay.records.hashing import content_hash
from assay.sandbox.execution_config import load_execution
from assay.sandbox.staging import host_files
from assay.sandbox.steps import Tools
from assay.sandbox.toolchains import load_toolchain
from stages.render import render
from tools.proof.broken_programs import SEED, semantic_mutants, with_fault
from tools.proof.known_answers import gold, second
from tools.proof.mutants import Mutant
from tools.proof.spoiled_suites import spoiled
from tools.proof.trials import AS_IT_IS, GoodAnswer, source_toolchain, source_trial, trials

OPERATORS = "2"
"""The version of the operators and of the sample. A change raises it, and all is tried again."""
EQUIVALENT = Path(__file__).with_name("equivalent.yaml")
SAMPLE = 10
"""Semantic mutants of a program, over all its good answers."""


class Equivalent(Config):
    """A semantic mutant that is not tried, by its label."""

    mutant: str
    why: str


def subjects() -> dict[str, list[GoodAnswer]]:
    """The gold and second answers of every test that behaviours or mutants decide, by test."""
    found: dict[str, list[GoodAnswer]] = {}
    for test in known_tests().values():
        if not test.scenario.head.toolchains(test.dataset):
            continue
        prompt = render(test)
        answers = {"gold": gold(prompt), "second": second(prompt)}
        good = [GoodAnswer(kind, test, answer) for kind, answer in answers.items() if answer]
        tasks = [each.task({}) for each in good]
        if any(task.spec or task.mutants for task in tasks):
            found[test.id] = good
    return found


def as_they_are(answers: Sequence[GoodAnswer], tools: Tools) -> Iterator[RunTrial]:
    """The source and these good answers of a test, with nothing wrong."""
    test = answers[0].test
    toolchain = source_toolchain(test)
    if toolchain and not answers[0].is_suite:
        yield source_trial(test.program, toolchain, tools)
    for each in answers:
        kind: TrialKind = "suite" if each.is_suite else "good"
        yield from trials(each, [(kind, AS_IT_IS)], 1, tools)


class RunProof:
    """The trials of every test."""

    def __init__(self) -> None:
        self.subjects = subjects()
        self.faults = faults()
        unknown = self.faults.keys() - {each.name for of in self.subjects.values() for each in of}
        if unknown:
            raise AssayError(f"criteria/behaviours/faults: of: no answer {min(unknown)}")
        self.equivalent: dict[str, set[str]] = {}
        for name, listed in read_yaml(EQUIVALENT).items():
            where = f"{EQUIVALENT}: {name}"
            self.equivalent[name] = {validated(e, Equivalent, where).mutant for e in listed}

    def fingerprint(self, test: str) -> str:
        """The hash of all that the test's trials depend on."""
        runner, config = load_toolchain("browser").key, load_execution()
        parts: list[object] = [OPERATORS, SEED, SAMPLE]
        for each in self.subjects[test]:
            stated = [fault.model_dump(mode="json") for fault in self.faults.get(each.name, ())]
            criteria = read_utf8(each.test.criteria)
            parts += [each.name, criteria, each.task({}).key(runner, config), stated]
            parts += sorted(self.equivalent.get(each.name, ()))
        return content_hash(parts)

    def outdated(self, known: Mapping[str, CriteriaHealth]) -> list[str]:
        """The tests without figures of execution that belong to their present content."""
        proofs = {test: of.execution for test, of in known.items() if test in self.subjects}
        return [
            test
            for test, proof in proofs.items()
            if proof is None or proof.fingerprint != self.fingerprint(test)
        ]

    def proof(self, test: str, tools: Tools) -> ExecutionProof:
        """All trials of a test, as many at once as there are cores."""
        done = list(as_they_are(self.subjects[test], tools))
        groups = [group for each in self.subjects[test] for group in self._broken(each)]
        workers = tools.config.jobs or os.cpu_count() or 1
        label = f"trials of {test}"
        with progress(label, len(groups)) as tick, ThreadPoolExecutor(workers) as pool:
            for future in [pool.submit(trials, *group, tools) for group in groups]:
                done += future.result()
                tick()
        return ExecutionProof(fingerprint=self.fingerprint(test), trials=tuple(done))

    def _broken(
        self, good: GoodAnswer
    ) -> Iterator[tuple[GoodAnswer, Iterable[tuple[TrialKind, Mutant]], int]]:
        """Groups of variants, and how many of each are tried."""
        files = good.answer.files
        program = good.test.program
        if good.is_suite:
            yield from ((good, [each], 1) for each in spoiled(files))
            return
        for fault in self.faults.get(good.name, ()):
            yield good, [with_fault(files, fault)], 1
        everything = chain.from_iterable(self.subjects.values())
        programs = [each.test.program for each in everything if not each.is_suite]
        host = host_files(program, "answer")
        own = {path: text for path, text in files.items() if path not in host}
        most = -(-SAMPLE // programs.count(program))  # all good answers share a program's sample
        equivalent = self.equivalent.get(good.name, ())
        drawn = semantic_mutants(own, good.name)
        yield good, (each for each in drawn if each[1].label not in equivalent), most
