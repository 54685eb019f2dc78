"""The run that is rated: its prompts, answers and verdicts, read again after a stage wrote them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from assay.answers.delivered import answers_to
from assay.config import paths
from assay.config.params import load_params
from assay.content.criteria import Criterion, criteria_of
from assay.records.executions import Execution
from assay.records.jsonl import read_records
from assay.records.pipeline import Answer, Extracted, Judgement, Prompt, Record

Kind = TypeVar("Kind", bound=Record)


@dataclass(frozen=True)
class MarkingRun:
    """The answers of the models in params.yaml.

    `judgements` are there for audits only. `extracted` and `executions` lack what no stage wrote.
    """

    prompts: dict[str, Prompt]
    answers: tuple[Answer, ...]
    judgements: tuple[Judgement, ...] = ()
    extracted: tuple[Extracted, ...] = ()
    executions: tuple[Execution, ...] = ()
    _criteria: dict[str, tuple[Criterion, ...]] = field(default_factory=dict, compare=False)

    def criteria(self, test: str) -> tuple[Criterion, ...]:
        """The criteria of a test. They are read once: a change of their file makes a new run."""
        if test not in self._criteria:
            self._criteria[test] = criteria_of(self.prompts[test])
        return self._criteria[test]

    def extracted_of(self, answer: Answer) -> Extracted | None:
        """What extract found in the answer. None if it read another answer, or none."""
        found = next((item for item in self.extracted if _key(item) == _key(answer)), None)
        if found is None or answer.dialogue is None:
            return found
        delivered = {file.path: file.content for file in answer.dialogue.files}
        known = {file.path: file.content for file in found.files}
        return found if known == delivered else None

    def execution_of(self, answer: Answer) -> Execution | None:
        """The result of running the answer. None if it was not executed."""
        ran = next((item for item in self.executions if _key(item) == _key(answer)), None)
        if ran is None or ran.status == "not run" or self.extracted_of(answer) is None:
            return None
        return ran


def _key(item: Answer | Extracted | Execution) -> tuple[str, str, int]:
    return (item.model, item.test, item.attempt)


@dataclass
class CurrentRun:
    """The present run: `get` reads the files again only after one of them changed."""

    verdicts: bool
    _seen: tuple[tuple[str, int, int], ...] = ()
    _run: MarkingRun | None = None

    def get(self) -> MarkingRun:
        """AssayError if a file is missing or damaged, or an answer is to another prompt."""
        models = load_params().models
        now = _states(self._files(models))
        if self._run is None or now != self._seen:
            self._run = _load(models, self.verdicts)
            self._seen = now
        return self._run

    def _files(self, models: Sequence[str]) -> list[Path]:
        kinds = [paths.answers, paths.extracted, paths.executions]
        kinds += [paths.verdicts] if self.verdicts else []
        criteria = sorted(paths.CRITERIA.glob("*/*.yaml"))
        return [
            paths.PARAMS,
            paths.PROMPTS,
            *criteria,
            *(kind(model) for kind in kinds for model in models),
        ]


def _states(files: Sequence[Path]) -> tuple[tuple[str, int, int], ...]:
    found = [(path, path.stat()) for path in files if path.exists()]
    return tuple((path.as_posix(), state.st_mtime_ns, state.st_size) for path, state in found)


def _load(models: Sequence[str], verdicts: bool) -> MarkingRun:
    prompts = {prompt.test: prompt for prompt in read_records(paths.PROMPTS, Prompt)}
    answers = tuple(answer for model in models for answer in answers_to(prompts, model))
    return MarkingRun(
        prompts,
        answers,
        tuple(_all(models, paths.verdicts, Judgement)) if verdicts else (),
        tuple(_all(models, paths.extracted, Extracted, verdicts)),
        tuple(_all(models, paths.executions, Execution, False)),
    )


def _all(
    models: Sequence[str], path: Callable[[str], Path], kind: type[Kind], needed: bool = True
) -> Iterator[Kind]:
    """The records of all models. A file that is not `needed` may be missing."""
    for model in models:
        if needed or path(model).exists():
            yield from read_records(path(model), kind)
