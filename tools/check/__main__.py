"""Check params.yaml, the configs it names, conf/calls, the criteria and human/ before a run.

python -m tools.check                       what the next run needs
python -m tools.check --all [TEST ...]      also all other content (make check): with the gold
                                            answers of all tests, or of these, whose test cases
                                            are then run
"""

import sys
from collections.abc import Sequence

from assay.content.scenarios import all_tests
from assay.errors import AssayError
from tools.check.before_run import check
from tools.exit_code import exit_code


def check_all(tests: Sequence[str]) -> None:
    """Print warnings and what was looked at. AssayError lists all errors, as `check`."""
    from tools.check.all_content import check_content

    findings = check_content(tests)
    with findings.problems.collecting():
        check()
    if tests:
        from tools.check.cases_proof import prove_cases

        with findings.problems.collecting():
            prove_cases(all_tests(findings.problems), tests, findings.problems)
    for line in findings.warnings:
        print(f"warning: {line}")
    findings.problems.raise_if_any()
    counts = ", ".join(f"{count} {kind}" for kind, count in findings.counts.items())
    print(f"check: {counts}: no error, {len(findings.warnings)} warnings")


def main(arguments: Sequence[str]) -> None:
    if arguments[:1] == ["--all"]:
        check_all(arguments[1:])
    elif arguments:
        raise AssayError(f"'{arguments[0]}': give --all [TEST ...] or nothing")
    else:
        check()


if __name__ == "__main__":
    sys.exit(exit_code("check", lambda: main(sys.argv[1:])))
