"""Questions are proved by their data set, and named by the criteria of its documents."""

from collections.abc import Iterable, Iterator, Sequence
from math import fsum

from assay.config import paths
from assay.config.yaml_files import read_utf8
from assay.content.criteria import Criterion
from assay.content.questions import questions_in
from assay.content.scenarios import Test
from assay.errors import Problems
from assay.records.pipeline import METRICS
from tools.check.proofs import facts_of, named_ids, unnamed, unproved

STRUCTURE = 0.2
"""The most that criteria without a question weigh in a metric, beside criteria with one."""


def check_questions(tests: Iterable[Test], problems: Problems) -> None:
    """Collect what is wrong with each file of questions, and with the criteria that name some."""

    def ids_in(test: Test, criteria: Sequence[Criterion]) -> set[str]:
        asked = {item.question.id for item in criteria if item.question}
        for line in _unfit(test, criteria) if asked else ():
            problems.add(f"{test.criteria}: {line}")
        return asked

    for path, ids in named_ids(paths.QUESTIONS, tests, ids_in).items():
        with problems.collecting():
            questions = questions_in(path, read_utf8(path))
            facts = facts_of(path)
            for question in questions.values():
                for line in unproved(question, facts):
                    problems.add(f"{path}: {question.id}: {line}")
            for line in unnamed(path, questions, ids):
                problems.add(line)


def _unfit(test: Test, criteria: Sequence[Criterion]) -> Iterator[str]:
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
