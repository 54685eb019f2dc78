"""Tests that a model writes, tried on mutants of the source.

python -m tools.proof.suites [TEST ...] [--only PART]   what good and spoiled suites score; exit
    code 1 if a good one misses what runs decide, or a spoiled one keeps half of its score or
    notices a mutant. PART of a suite's name, such as "gold inverted"
python -m tools.proof.suites --choose TEST [--skip N] [--seconds N]   try candidates so long, and
    add to the data set's file those that gold's tests notice
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatch
from itertools import islice, product
from pathlib import Path

import yaml

from assay.content.criteria import Criterion, load_criteria
from assay.content.scenarios import Test, known_tests
from assay.errors import AssayError
from assay.records.execution_records import Execution, MutantRuns, OwnTests
from assay.records.jsonl import write_text
from assay.records.pipeline import METRICS, DeliveredFile, Extracted
from assay.sandbox.execution_config import MutantSeconds
from assay.sandbox.mutant_runs import mutant_runs
from assay.sandbox.run_answer import Task, execute
from assay.sandbox.source_mutants import (
    MutantSet,
    SourceMutant,
    load_mutants,
    marked,
    mutants_path,
)
from assay.sandbox.staging import stage_files, with_source
from assay.sandbox.steps import ExecutionSteps, Tools, Workplace
from assay.sandbox.toolchains import install
from stages.execute.answer_tasks import task_of
from stages.judge.unasked import decided
from stages.render import render
from tools.command_line import ToolParser
from tools.exit_code import exit_code
from tools.proof.broken_programs import SEED, SemanticMutant, in_order
from tools.proof.good_answers import subject_of
from tools.proof.known_answers import gold, is_broken, second
from tools.proof.sandbox_trials import machine
from tools.proof.spoiled_suites import SPOILED, Files

ENTRIES = ("src/demo/*", "src/main.tsx", "src/index.js", "*/__main__.py")
"""Files that the prompts ask no tests for."""
LEAST = 0.7
"""A good suite earns this of each criterion that runs decide."""
MOST_KEPT = 50.0
"""A spoiled suite has a lower mean of accuracy and completeness."""


def main(words: Sequence[str]) -> int:
    parser = ToolParser(
        prog="python -m tools.proof.suites",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("tests", nargs="*", metavar="TEST")
    parser.add_argument("--choose", metavar="TEST")
    parser.add_argument("--only", default="")
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=300)
    options = parser.parse_args(words)
    if options.choose:
        choose(known_tests()[options.choose], options.skip, options.seconds, machine())
        return 0
    names = options.tests or _names()
    wrong = [line for name in names for line in try_suites(known_tests()[name], options.only)]
    print("\n".join(wrong))
    return 1 if wrong else 0


def _names() -> list[str]:
    """The tests whose data set has mutants."""
    tests = known_tests().items()
    return [name for name, test in tests if mutants_path(test.dataset or "").exists()]


def choose(test: Test, skip: int, seconds: float, tools: Tools) -> None:
    """Try candidates after the first `skip`, so long, and add those that gold's tests notice."""
    assert test.dataset
    source = with_source(test.dataset)
    files = gold(render(test)).files
    found = list(islice(candidates(source), skip, None))
    tried = _tried(test, files, source, found, seconds, tools)
    kept = [mutant for mutant, is_noticed in tried if is_noticed]
    path = mutants_path(test.dataset)
    known = load_mutants(test.dataset, source)
    chosen = {mutant.label: mutant for mutant in (*(known.mutants if known else ()), *kept)}
    values = [chosen[label].model_dump() for label in sorted(chosen)]
    text = yaml.safe_dump({"mutants": values}, sort_keys=False, allow_unicode=True, width=1000)
    write_text(path, text)
    print(f"{path}: {len(kept)} of {len(tried)} candidates are noticed; it has {len(chosen)} now")


def candidates(source: Mapping[str, bytes]) -> Iterator[SourceMutant]:
    """Mutants of the source that parse, one of each operator in turn, one a line."""
    ours = dict(source)
    for path, pattern in product(source, ENTRIES):
        if fnmatch(path, pattern):
            ours.pop(path, None)
    lines = set[tuple[str, int]]()
    for mutant in in_order(ours, f"{SEED}:suites"):
        whole = in_lines(mutant, ours[mutant.path])
        if (whole.file, whole.line) in lines:
            continue
        if not is_broken(mutant.path, mutant.applied(ours)[mutant.path].decode()):
            lines.add((whole.file, whole.line))
            yield whole


def in_lines(mutant: SemanticMutant, data: bytes) -> SourceMutant:
    """The mutant as whole lines."""
    start, end, _, text = mutant.change
    first = data.rfind(b"\n", 0, start) + 1
    last = data.find(b"\n", end)
    last = len(data) if last < 0 else last
    after = data[first:start] + text.encode() + data[end:last]
    line = data.count(b"\n", 0, start) + 1
    before = data[first:last].decode()
    return SourceMutant(file=mutant.path, line=line, before=before, after=after.decode())


def _task(test: Test, files: Files) -> Task:
    delivered = tuple(DeliveredFile(path=path, content=text) for path, text in files.items())
    item = Extracted(model="suite", test=test.id, attempt=1, files=delivered, ignored={})
    task = task_of(item, test, test.scenario.head.answer)
    assert isinstance(task, Task), task
    return task


def _tried(
    test: Test,
    files: Files,
    source: Mapping[str, bytes],
    mutants: Sequence[SourceMutant],
    seconds: float,
    tools: Tools,
) -> list[tuple[SourceMutant, bool]]:
    """Those that could be tried in the time, and whether the suite notices each."""
    task = _task(test, files)
    those = MutantSet(marked(source, {mutant.file for mutant in mutants}), tuple(mutants))
    with tempfile.TemporaryDirectory(prefix="assay-") as scratch:
        stage_files(Path(scratch), task.files, task.toolchain)
        installed = install(task.toolchain, lambda: tools.node)
        place = Workplace(Path(scratch), task.files, task.toolchain, installed)
        bounds = MutantSeconds(one=tools.config.mutant_seconds.one, total=seconds)
        ran = mutant_runs(ExecutionSteps(tools, place), those, bounds)
    if ran.status == "failed":
        raise AssayError(f"{test.id}: {ran.reason}")
    return [(each, each.label not in ran.survivors) for each in mutants[: ran.tried]]


def try_suites(test: Test, only: str) -> Iterator[str]:
    """Print what good and spoiled suites score. Yields a line for each that is not as it must."""
    tools = machine()
    prompt = render(test)
    answers = {"gold": gold(prompt), "second": second(prompt)}
    for name, files in _suites({name: each.files for name, each in answers.items() if each}):
        if only in name:
            task = _task(test, files)
            installed = install(task.toolchain, lambda: tools.node)
            execution = execute(task, tools, installed, "").execution
            print(name, end=" ")
            faults = _faults(test, task, execution, is_good=name in answers)
            yield from (f"{test.id} {name} {fault}" for fault in faults)


def _faults(test: Test, task: Task, execution: Execution, is_good: bool) -> list[str]:
    """What is not as it must be of a suite that was run. Prints its scores."""
    criteria = load_criteria(test.criteria)
    earned = _earned(criteria, task, execution)
    shares = _shares(criteria, earned)
    ran = execution.mutants or MutantRuns(status="not run")
    own = execution.own_tests or OwnTests(status="not run")
    print(f"{test.id}: {shares}, {ran.noticed} of {ran.tried} mutants; {own.reason}", flush=True)
    if is_good:
        missed = [item.text for item in criteria if item.run and earned[item.id] < LEAST]
        return [f"misses '{text}'" for text in missed]
    keeps = sum(shares.values()) / len(shares) >= MOST_KEPT
    return [f"keeps {shares}"] if keeps else _noticed(task, ran)


def _noticed(task: Task, ran: MutantRuns) -> list[str]:
    """The mutants that a spoiled suite notices."""
    if not ran.noticed or task.mutants is None:
        return []
    labels = {mutant.label for mutant in task.mutants.mutants} - {*ran.survivors}
    return [f"notices {label}" for label in sorted(labels)]


def _suites(answers: Mapping[str, Files]) -> Iterator[tuple[str, Files]]:
    """Each good suite with its name, and after it the same suite spoiled."""
    for name, files in answers.items():
        yield name, files
        for how, spoil in SPOILED.items():
            yield f"{name} {how}", spoil(files)


def _earned(criteria: Sequence[Criterion], task: Task, execution: Execution) -> dict[str, float]:
    """What the suite earns of each criterion, as the stage `judge` decides without a model."""
    subject = subject_of({file.path: file.content.encode() for file in task.delivered.files})
    programs = [item for item in criteria if item.run or item.check]
    return {item.id: decided(item, subject, execution).earned for item in programs}


def _shares(criteria: Sequence[Criterion], earned: Mapping[str, float]) -> dict[str, float]:
    """Percent of the weight that is earned, of what runs and checks decide, by metric."""
    found: dict[str, float] = {}
    for metric in METRICS:
        mine = [item for item in criteria if item.metric == metric and item.id in earned]
        sum_earned = sum(item.weight * earned[item.id] for item in mine)
        found[metric] = round(100 * sum_earned / sum(item.weight for item in mine), 1)
    return found


if __name__ == "__main__":
    sys.exit(exit_code("suites", lambda: main(sys.argv[1:])))
