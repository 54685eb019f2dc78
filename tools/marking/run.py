"""The run that is rated: its prompts, answers and verdicts, read again after a stage wrote them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from stages.lib.base import paths
from stages.lib.base.jsonl import read_records
from stages.lib.base.params import load_params
from stages.lib.base.records import Answer, Extracted, Judgement, Prompt
from stages.lib.content.criteria import Criterion, criteria_of
from stages.lib.delivery.answers import answers_to


@dataclass(frozen=True)
class MarkingRun:
    """The answers of the models in params.yaml.

    `judgements` and `extracted` are there for audits only.
    """

    prompts: dict[str, Prompt]
    answers: tuple[Answer, ...]
    judgements: tuple[Judgement, ...] = ()
    extracted: tuple[Extracted, ...] = ()

    def criteria(self, test: str) -> tuple[Criterion, ...]:
        """The criteria of a test as their file says now."""
        return criteria_of(self.prompts[test])


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
        kinds = (
            (paths.answers, paths.verdicts, paths.extracted) if self.verdicts else (paths.answers,)
        )
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
    if not verdicts:
        return MarkingRun(prompts, answers)
    return MarkingRun(
        prompts,
        answers,
        tuple(item for model in models for item in read_records(paths.verdicts(model), Judgement)),
        tuple(item for model in models for item in read_records(paths.extracted(model), Extracted)),
    )
