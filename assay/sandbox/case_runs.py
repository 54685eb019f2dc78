"""Named test cases as behaviours: a program's folder of tests, laid over an answer and run there.

They run in the answer's own process, so what they say can be forged (docs/execution.md).
"""

from collections.abc import Mapping
from pathlib import PurePosixPath

from assay.sandbox.behaviours import Attempt, Spec, SpecResult, all_of, of_tries
from assay.sandbox.reports import MESSAGE, OwnTest
from assay.sandbox.scratch import scratch_folder
from assay.sandbox.staging import matches
from assay.sandbox.steps import ExecutionSteps
from assay.sandbox.wording import plain, tail

TRIES = 3
OF_ANSWER = ("*.test.*", "*.spec.*", "test_*.py", "*_test.py", "conftest.py", "*_test.go")
"""Files of an answer's own tests, which the tools of some languages run with every other."""
OF_JAVA = ("*src/test/*.java", "*src/test/resources/*")


def case_results(steps: ExecutionSteps, files: Mapping[str, bytes], spec: Spec) -> SpecResult:
    """The cases on an answer of these files.

    A package that the toolchain lacks makes them *not run*, unless the cases themselves name it:
    then the answer should have brought it.
    """
    with scratch_folder() as scratch:
        beside = steps.beside(scratch, _laid_over(steps, files, spec))
        tries = _tries(beside, spec)
    demanded = b"\n".join(spec.cases.values())
    lacks = {name for name in beside.missing if name.encode() not in demanded}
    if lacks:
        steps.missing |= lacks
        reason = f"the toolchain lacks {', '.join(sorted(lacks))}"
        return SpecResult(all_of(spec, "not run", reason), {})
    return of_tries(spec, tries)


def reported_cases(
    steps: ExecutionSteps, files: Mapping[str, bytes], spec: Spec
) -> tuple[dict[str, bool], str]:
    """Whether each case in the report passed, whatever its title; and the log."""
    with scratch_folder() as scratch:
        beside = steps.beside(scratch, _laid_over(steps, files, spec))
        step, found = beside.try_cases(spec.test_files)
    return {title: test.passed for title, test in found.items()}, step.log


def _tries(steps: ExecutionSteps, spec: Spec) -> dict[str, list[Attempt]]:
    """The tries of each case: all at first, then those that failed, then those that waver."""
    tries = {title: list[Attempt]() for title in spec.titles}
    waiting = list(spec.titles)
    for number in range(TRIES):
        attempts = _attempts(steps, spec)
        for title in waiting:
            tries[title].append(attempts[title])
        wanted = "passed" if number else "failed"
        waiting = [title for title in waiting if attempts[title].status == wanted]
        if not waiting or all(each.status == "failed" for each in attempts.values()):
            break
    return tries


def _laid_over(steps: ExecutionSteps, files: Mapping[str, bytes], spec: Spec) -> dict[str, bytes]:
    """The files under the cases, without what would run with these or rule over them."""
    names = (path for path in files if steps.names_files or not is_own_test(path))
    return {**{path: files[path] for path in names}, **spec.cases}


def is_own_test(path: str) -> bool:
    """Whether a tool would run the file with the cases, or let it rule over them."""
    return matches(PurePosixPath(path).name, OF_ANSWER) or matches(path, OF_JAVA)


def _attempts(steps: ExecutionSteps, spec: Spec) -> dict[str, Attempt]:
    """One try of all cases. A report that the exit code contradicts is not believed."""
    step, found = steps.try_cases(spec.test_files)
    has_failed = any(not test.passed for test in found.values())
    if found and step.status != "not run" and has_failed == (step.status == "passed"):
        reason = f"the report says otherwise than the command, which {step.status}: {step.reason}"
        return {title: Attempt("failed", reason, "") for title in spec.titles}
    how = step.reason if step.status == "failed" else step.status
    missing = f"the report has no such case: {how}\n{tail(step.log, MESSAGE)}".strip()
    return {title: _attempt(found.get(title), missing) for title in spec.titles}


def _attempt(test: OwnTest | None, missing: str) -> Attempt:
    if test is None:
        return Attempt("failed", missing, "")
    if test.passed:
        return Attempt("passed", "", "")
    return Attempt("failed", plain(test.message).strip()[:MESSAGE] or "it gave no message", "")
