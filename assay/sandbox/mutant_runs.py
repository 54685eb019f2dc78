"""An answer's own tests, run on mutants of the source that they were written for.

Each run has a sandbox of its own, in which the source or one mutant of it lies and nothing else
differs: the tests cannot see which. A mutant is noticed if a test fails that passes on the source,
or if the tests exceed a bound that they do not exceed on the source.
"""

import time
from collections.abc import Collection, Sequence

from assay.records.execution_records import MutantRuns
from assay.sandbox.archive import write_files
from assay.sandbox.execution_config import MutantSeconds
from assay.sandbox.own_tests import SuiteRun
from assay.sandbox.source_mutants import MutantSet, SourceMutant
from assay.sandbox.steps import ExecutionSteps

BASE_RUNS = 2
"""So often the tests run on the source: one that fails there once says nothing of a mutant."""
SLOWEST = 3
"""So many times the bound of one mutant may the tests of a large suite take on the source. On a
mutant they may take twice as long as there."""


def mutant_runs(steps: ExecutionSteps, those: MutantSet, bounds: MutantSeconds) -> MutantRuns:
    """Run the tests on the source, and on one mutant after the other until the time is over.

    The answer's own version of a file under test is replaced by the source. MachineBusy if others
    had most of the machine while a run failed.
    """
    write_files(steps.folder, those.source)
    began = time.monotonic()
    runs = [steps.tests_again(SLOWEST * bounds.one) for _ in range(BASE_RUNS)]
    ended = time.monotonic()
    one = max(bounds.one, 2 * (ended - began) / BASE_RUNS)
    red = set.union(*(_titles(run, passed=False) for run in runs))
    passing = set.intersection(*(_titles(run, passed=True) for run in runs)) - red
    exceeded = max(run.exceeded for run in runs)
    if exceeded or not passing:
        reason = f"the tests {exceeded}" if exceeded else "no test passes"
        return MutantRuns(status="failed", reason=f"{reason} on the source")
    noticed = []
    for mutant in those.mutants:
        if time.monotonic() < ended + bounds.total:
            write_files(steps.folder, {mutant.file: those.mutated(mutant)})
            run = steps.tests_again(one, stops=not red)
            write_files(steps.folder, {mutant.file: those.source[mutant.file]})
            noticed.append(bool(run.exceeded) or _fails_one_of(passing, run))
    return _counted(those.mutants[: len(noticed)], noticed)


def _counted(mutants: Sequence[SourceMutant], noticed: Sequence[bool]) -> MutantRuns:
    pairs = zip(mutants, noticed, strict=True)
    survivors = [mutant.label for mutant, is_noticed in pairs if not is_noticed]
    return MutantRuns(
        status="passed", noticed=sum(noticed), tried=len(noticed), survivors=tuple(survivors)
    )


Title = tuple[str, str]


def _titles(run: SuiteRun, passed: bool) -> set[Title]:
    return {(test.file, test.title) for test in run.tests if test.passed == passed}


def _fails_one_of(passing: Collection[Title], run: SuiteRun) -> bool:
    """Whether one of the tests fails, or the file of one could not be loaded."""
    failed = _titles(run, passed=False)
    unloaded = {file for file, title in failed if not title}
    return any(title in failed or title[0] in unloaded for title in passing)
