"""A test made of a commit: task, gold answer, and the tests that the commit made pass."""

import argparse
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from assay.code.source_files import reason_unreadable
from assay.config import paths
from assay.content.criteria import criteria_path
from assay.content.selection import EVERYTHING, selected
from assay.errors import AssayError
from assay.sandbox.behaviours import CASES, Spec
from assay.sandbox.case_runs import is_own_test, reported_cases
from assay.sandbox.execution_config import load_execution
from assay.sandbox.machine_tools import open_tools
from assay.sandbox.staging import is_test, with_source
from assay.sandbox.steps import ExecutionSteps, Workplace
from assay.sandbox.toolchains import install, lacks_program, load_toolchain, toolchain_names
from tools.adopt.git_repository import Repository
from tools.new.new_dataset import adopted
from tools.new.new_files import (
    answer_of,
    as_yaml,
    filled,
    git_source,
    require_known,
    require_new,
    require_word,
    system_of,
    write,
)

MOST_CASES = 15
"""Cases that the commit made pass and that are a criterion each; more are one criterion in all."""


class Change(NamedTuple):
    """A commit and its parent, the files of both, and what the commit says of itself."""

    commit: str
    parent: str
    before: Mapping[str, bytes]
    after: Mapping[str, bytes]
    message: str

    @property
    def changed(self) -> dict[str, bytes]:
        """The files of the program that the commit wrote."""
        return {
            path: data
            for path, data in self.after.items()
            if not _is_test(path) and self.before.get(path) != data
        }

    @property
    def removed(self) -> list[str]:
        gone = self.before.keys() - self.after.keys()
        return sorted(path for path in gone if not _is_test(path))


class TwoRuns(NamedTuple):
    """The titles of the cases that passed both times, and at least once; the second log."""

    always: set[str]
    ever: set[str]
    log: str


class Titles(NamedTuple):
    """The cases that the commit made pass, those that passed before too, and what the source fails.

    A case of the parent that passed there is kept, also where the commit's tests do not compile
    on the parent, because one of them names what it lacks.
    """

    made: list[str]
    kept: list[str]
    failing: list[str]


def test_of_commit(options: argparse.Namespace) -> list[str]:
    """The test NAME=<Scenario>-<Dataset> of REV in FROM. AssayError says why there is none.

    The data set is the commit's parent. Its tests run on both: those that the parent fails and the
    commit passes are the criteria. Nothing is written if there is none.
    """
    scenario, dataset = _names(options)
    root = paths.DATASETS / dataset
    for path in (root, paths.SCENARIOS / options.type / f"{scenario}.md"):
        require_new(path)
    change = _change(options)
    written = adopted(dataset, git_source(options, change.parent))
    try:
        titles = _cases(change, root, options.toolchain)
        written += write(_files(change, options, titles))
    except BaseException:
        shutil.rmtree(root)
        raise
    return [*written, *_next(change, titles, options)]


def _names(options: argparse.Namespace) -> tuple[str, str]:
    git_source(options)
    scenario, _, dataset = options.name.partition("-")
    require_word("scenario", scenario)
    require_word("data set", dataset)
    require_known("TOOLCHAIN", [options.toolchain], toolchain_names())
    if not options.type:
        raise AssayError("TYPE: name the folder below scenarios/ for it, such as TYPE=code_change")
    require_word("type", options.type)
    return scenario, dataset


def _change(options: argparse.Namespace) -> Change:
    with TemporaryDirectory() as folder:
        repository = Repository(Path(folder), options.source)
        found = repository.parent_of(options.rev)
        if found is None:
            raise AssayError(f"REV: {options.source} has no commit '{options.rev}' with a parent")
        commit, parent, message = found
        before, after = (_chosen(repository.files(each).files) for each in (parent, commit))
    change = Change(commit, parent, before, after, message)
    if not change.changed:
        raise AssayError(f"REV: commit {commit[:12]} writes no file but tests: there is no task")
    return change


def _chosen(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """What may belong to a data set and is text, as answers and cases are."""
    chosen = selected(files, EVERYTHING, files.__getitem__).files
    return {path: files[path] for path in chosen if reason_unreadable(files[path]) is None}


def _cases(change: Change, root: Path, name: str) -> Titles:
    """Each side runs twice: a case that wavers is left out."""
    brought = with_source(root.name)
    toolchain = load_toolchain(name)
    if reason := lacks_program(toolchain):
        raise AssayError(f"TOOLCHAIN: {reason}")
    tools = open_tools(load_execution())
    installed = install(toolchain, lambda: tools.node)
    steps = ExecutionSteps(tools, Workplace(root, brought, toolchain, installed))
    cases = _tests(change.after)
    before = _twice(steps, brought, cases)
    after = _twice(steps, {**brought, **change.changed}, cases)
    if not after.ever:
        raise AssayError(f"REV: no test of the commit passes by {name}:\n{after.log}")
    failing = after.always - before.ever
    if not failing:
        raise AssayError(
            f"REV: no test fails before commit {change.commit[:12]} and passes after it "
            f"({len(after.always)} pass after it): nothing was written"
        )
    own = _twice(steps, brought, _tests(change.before)).always
    made = failing - own or failing
    kept = after.always & before.always | failing - made
    return Titles(sorted(made), sorted(kept), sorted(failing))


def _tests(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The tests among the files, with what they need."""
    return {path: data for path, data in files.items() if _is_test(path)}


def _twice(steps: ExecutionSteps, files: Mapping[str, bytes], cases: dict[str, bytes]) -> TwoRuns:
    spec = Spec(paths.BEHAVIOURS, "", (), frozenset(), cases=cases)
    first, _ = reported_cases(steps, files, spec)
    second, log = reported_cases(steps, files, spec)
    passed = [{title for title, passed in run.items() if passed} for run in (first, second)]
    return TwoRuns(passed[0] & passed[1], passed[0] | passed[1], log)


def _files(change: Change, options: argparse.Namespace, titles: Titles) -> dict[Path, str]:
    folder = paths.SCENARIOS / options.type
    scenario, _, dataset = options.name.partition("-")
    values = {"type": options.type, "category": options.category or "code_generation"}
    values |= {"dataset": dataset, "toolchain": options.toolchain, "task": change.message}
    behaviours = paths.BEHAVIOURS / dataset
    cases = {"titles": [*titles.made, *titles.kept], "defects": titles.failing}
    files = {
        folder / f"{scenario}.md": filled("of_commit.md", values),
        folder / "gold" / f"{options.name}.md": answer_of(
            {path: data.decode() for path, data in sorted(change.changed.items())}
        ),
        criteria_path(options.type, options.name): as_yaml({"evaluation_steps": _criteria(titles)}),
        behaviours / CASES: as_yaml(cases),
    }
    files |= {behaviours / path: data.decode() for path, data in _tests(change.after).items()}
    return files | system_of(folder)


def _criteria(titles: Titles) -> dict[str, object]:
    stays = [("What passed before still passes", titles.kept)]
    groups = [(f"It passes {title}"[:200], [title]) for title in titles.made]
    if len(groups) > MOST_CASES:
        groups = [("It passes the tests of the change", titles.made)]
    first = stays if titles.kept else [("The program builds", ["builds"])]
    return {"accuracy": _as_criteria(first), "completeness": _as_criteria(groups)}


def _as_criteria(groups: list[tuple[str, list[str]]]) -> list[dict[str, object]]:
    return [{"criterion": text, "run": run, "tags": ["behaviour"]} for text, run in groups]


def _next(change: Change, titles: Titles, options: argparse.Namespace) -> Iterator[str]:
    yield f"{len(titles.made)} tests fail before commit {change.commit[:12]} and pass after it"
    yield f"{len(titles.kept)} more pass before and after it"
    if change.removed:
        yield f"to settle: an answer cannot remove files: {', '.join(change.removed[:5])}"
    yield f"next: read the task in scenarios/{options.type}/: it must say all that the tests demand"
    yield f"then: replace each TODO, run `make check TESTS={options.name}`, add it to a suite"


def _is_test(path: str) -> bool:
    return is_test(path) or is_own_test(path)
