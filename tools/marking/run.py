"""The run that is rated: its prompts, answers and verdicts, as they are when the desk starts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from assay.answers.delivered import answers_to
from assay.config import paths
from assay.config.params import load_params
from assay.content.criteria import Criterion, criteria_by_test
from assay.records.execution_records import Execution
from assay.records.jsonl import read_records
from assay.records.pipeline import Answer, Extracted, Judgement, Prompt, Record

Kind = TypeVar("Kind", bound=Record)
Place = tuple[str, str, int]
"""Model, test, attempt."""


@dataclass(frozen=True)
class MarkingRun:
    """The answers of the models in params.yaml, and the criteria of what is rated.

    `judgements` are there for audits only. `extracted` and `executions` lack what no stage wrote.
    """

    prompts: Mapping[str, Prompt]
    answers: Sequence[Answer]
    criteria: Mapping[str, Sequence[Criterion]]
    judgements: Sequence[Judgement]
    extracted: Mapping[Place, Extracted]
    executions: Mapping[Place, Execution]

    def extracted_of(self, answer: Answer) -> Extracted | None:
        """What extract found in the answer. None if it read another answer, or none."""
        found = self.extracted.get(place_of(answer))
        if found is None or answer.dialogue is None:
            return found
        delivered = {file.path: file.content for file in answer.dialogue.files}
        known = {file.path: file.content for file in found.files}
        return found if known == delivered else None

    def execution_of(self, answer: Answer) -> Execution | None:
        """The result of running the answer. None if it was not executed."""
        ran = self.executions.get(place_of(answer))
        if ran is None or ran.status == "not run" or self.extracted_of(answer) is None:
            return None
        return ran


def place_of(item: Answer | Extracted | Execution) -> Place:
    return (item.model, *item.place)


def read_run(verdicts: bool) -> MarkingRun:
    """The present run; with `verdicts`, for an audit.

    AssayError if a file is missing or damaged, or an answer is to another prompt.
    """
    models = load_params().models

    def of_all(path: Callable[[str], Path], kind: type[Kind], needed: bool) -> Iterator[Kind]:
        for model in models:
            if needed or path(model).exists():
                yield from read_records(path(model), kind)

    prompts = {prompt.test: prompt for prompt in read_records(paths.PROMPTS, Prompt)}
    rated = [item for item in prompts.values() if verdicts or item.answer == "dialogue"]
    extracted = of_all(paths.extracted, Extracted, needed=verdicts)
    executions = of_all(paths.executions, Execution, needed=False)
    return MarkingRun(
        prompts,
        [answer for model in models for answer in answers_to(prompts, model)],
        criteria_by_test(rated),
        list(of_all(paths.verdicts, Judgement, needed=True)) if verdicts else [],
        {place_of(item): item for item in extracted},
        {place_of(item): item for item in executions},
    )
