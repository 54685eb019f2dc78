"""Check that criteria and behaviours name each other."""

from assay.checks.runs import CHECK, MUTANTS, STEPS
from assay.config import paths
from assay.config.settings import did_you_mean
from assay.content.criteria import load_criteria
from assay.content.scenarios import Test, all_tests
from assay.errors import Problems
from assay.sandbox.behaviours import CASES, Spec, load_spec
from assay.sandbox.source_mutants import mutants_path
from assay.sandbox.toolchains import toolchain_names


def check_titles(problems: Problems) -> None:
    """Collect what does not fit together.

    This is every `run:` without its behaviour, every behaviour without a criterion, every unknown
    toolchain, and every file of behaviours that does not parse or is for no program.
    """
    tests = all_tests(problems).values()
    specs = dict[str, Spec | None]()
    named = dict[str, set[str]]()
    known = toolchain_names()
    for test in tests:
        for name in test.scenario.head.toolchains(test.dataset):
            if name not in known:
                problems.add(
                    f"{test.scenario.path}: toolchain: there is no toolchains/{name}/toolchain.yaml"
                    f"{did_you_mean(name, known)}"
                )
        if test.program not in specs:
            specs[test.program] = None
            with problems.collecting():
                specs[test.program] = load_spec(test.program)
        named.setdefault(test.program, set()).update(
            _run_names(test, specs[test.program], problems)
        )
    _check_programs(list(specs), problems)
    for program, spec in specs.items():
        if spec is None:
            continue
        for part in spec.parts:
            for title in part.titles:
                if title not in named[program]:
                    problems.add(f"{part.path}: no criterion names the behaviour '{title}'")


def _check_programs(programs: list[str], problems: Problems) -> None:
    """Collect every file of behaviours whose name is no program of any test."""
    files = {
        path: path.name.removesuffix(".spec.ts") for path in paths.BEHAVIOURS.glob("*.spec.ts")
    }
    folders = {path: path.parent.name for path in paths.BEHAVIOURS.glob(f"*/{CASES}")}
    for path, name in sorted((files | folders).items()):
        if name not in programs:
            problems.add(f"{path}: there is no program '{name}'{did_you_mean(name, programs)}")


def _run_names(test: Test, spec: Spec | None, problems: Problems) -> set[str]:
    """The names under `run:` of the test's criteria; unknown ones are collected."""
    names = set[str]()
    if test.criteria.exists():
        with problems.collecting():
            names = {name for criterion in load_criteria(test.criteria) for name in criterion.run}
    titles = list(spec.titles) if spec else []
    if MUTANTS in names and not mutants_path(test.program).exists():
        problems.add(f"{test.criteria}: run: there is no file {mutants_path(test.program)}")
    for name in sorted(names - {*titles, *STEPS, CHECK}):
        place = spec.path if spec else f"criteria/behaviours/{test.program}.spec.ts"
        problems.add(
            f"{test.criteria}: run: there is no behaviour '{name}' in "
            f"{place}{did_you_mean(name, titles)[:200]}"
        )
    return names
