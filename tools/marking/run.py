"""The run that is rated, as it is when the desk starts, and what a rater is shown of it, blind.

An item's id and place come from hashes that begin with the rater's name. So they stay the same
after a restart, reveal nothing about the model, and differ between raters.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from assay.answers.delivered import answer_id, answers_to
from assay.config import paths
from assay.config.params import load_params
from assay.content.criteria import Criterion, criteria_by_test
from assay.records.execution_records import Execution
from assay.records.hashing import content_hash
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


@dataclass(frozen=True)
class Item:
    """One dialogue to mark, or (with a criterion) one verdict to audit.

    The browser sees only `id`. `content` is the answer's hash, which marks and audits belong to.
    """

    id: str
    place: str
    prompt: Prompt
    answer: Answer
    content: str
    criterion: Criterion | None = None


def dialogues(run: MarkingRun, rater: str) -> list[Item]:
    """Every dialogue of the run; attempts of a model with the same outcome and files are one."""
    found: dict[tuple[str, str, str], Item] = {}
    for answer in run.answers:
        if answer.dialogue is not None and answer.status != "gap":
            key = (answer.model, answer.test, answer_id(answer))
            item = Item(*_hashes(rater, *key), run.prompts[answer.test], answer, key[2])
            found.setdefault(key, item)
    return sorted(found.values(), key=lambda item: item.place)


def verdicts(run: MarkingRun, rater: str, size: int, seed: int) -> list[Item]:
    """A random sample of verdicts: the same for all raters, each in an order of their own.

    A larger sample begins with the smaller one.
    """
    texts = {(test, item.id): item for test, listed in run.criteria.items() for item in listed}
    answers = {place_of(answer): answer for answer in run.answers}
    items = []
    drawn = sorted(_decided(run), key=lambda one: content_hash([seed, *one]))[:size]
    for model, test, attempt, criterion in drawn:
        answer = answers.get((model, test, attempt))
        if answer is not None and (test, criterion) in texts:
            content = answer_id(answer)
            hashes = _hashes(rater, model, test, attempt, content, criterion)
            prompt = run.prompts[test]
            items.append(Item(*hashes, prompt, answer, content, texts[test, criterion]))
    return sorted(items, key=lambda item: item.place)


def _decided(run: MarkingRun) -> set[tuple[str, str, int, str]]:
    """Every criterion that a judge decided on a single-shot answer that delivered something."""
    decided = set[tuple[str, str, int, str]]()
    for item in run.judgements:
        if item.status == "judged" and run.prompts[item.test].answer != "dialogue":
            found = (verdict.criterion for verdict in item.verdicts if verdict.passed is not None)
            decided.update((item.model, item.test, item.attempt, one) for one in found)
    return decided


def _hashes(rater: str, *key: str | int) -> tuple[str, str]:
    return content_hash([rater, "item", *key])[:16], content_hash([rater, "place", *key])
