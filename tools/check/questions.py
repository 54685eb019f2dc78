"""Questions are proved by their data set, and named by the criteria of its documents."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import fsum

from assay.config import paths
from assay.config.yaml_files import read_utf8
from assay.content.criteria import Criterion, load_criteria
from assay.content.questions import questions_in, questions_path
from assay.content.scenarios import Test
from assay.errors import AssayError, Problems
from assay.records.pipeline import METRICS
from tools.check.proofs import evidence_of, unproved

STRUCTURE = 0.2
"""The most that criteria without a question weigh in a metric, beside criteria with one."""


def check_questions(tests: Iterable[Test], problems: Problems) -> None:
    """Collect what is wrong with each file of questions, and with the criteria that name some.

    Mistakes in the criteria files themselves are left to those who load them.
    """
    named = {path.stem: set[str]() for path in sorted(paths.QUESTIONS.glob("*.yaml"))}
    unread = set[str | None]()
    for test in tests:
        try:
            criteria = load_criteria(test.criteria)
        except AssayError:
            unread.add(test.dataset)
            continue
        asked = {item.question.id for item in criteria if item.question}
        if asked:
            named[str(test.dataset)] |= asked
            for line in _unfit(test, criteria):
                problems.add(f"{test.criteria}: {line}")
    for dataset, ids in named.items():
        with problems.collecting():
            _check_file(dataset, None if dataset in unread else ids, problems)


def _unfit(test: Test, criteria: Sequence[Criterion]) -> Iterator[str]:
    """Why the test's criteria cannot be decided by questions."""
    if test.scenario.head.answer != "document":
        yield f"question: only documents are asked questions, not {test.scenario.head.answer}"
    for metric in METRICS:
        of_metric = [item for item in criteria if item.metric == metric]
        asked = fsum(item.weight for item in of_metric if item.question)
        structure = fsum(item.weight for item in of_metric if not item.question)
        most = asked * STRUCTURE / (1 - STRUCTURE)
        if structure > most + 1e-9:
            yield (
                f"evaluation_steps.{metric}: criteria without a question weigh {structure:g} "
                f"together, and those with one {asked:g}: they may weigh {most:.4g} (a fifth of "
                "all): lower their weights, or give them questions"
            )


def _check_file(dataset: str, named: Collection[str] | None, problems: Problems) -> None:
    """Collect wrong proofs, and questions that are not `named` (None: that is not known)."""
    path = questions_path(dataset)
    questions = questions_in(path, read_utf8(path))
    evidence = evidence_of(path)
    for question in questions.values():
        for line in unproved(question, evidence):
            problems.add(f"{path}: {question.id}: {line}")
        if named is not None and question.id not in named:
            problems.add(f"{path}: {question.id}: no criterion of a test on {dataset} names it")
