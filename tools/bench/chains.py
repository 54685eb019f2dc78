"""The chain of each model: its stages from answers to verdicts, which need no other model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dvc.stage import PipelineStage

CHAIN = ("generate", "extract", "execute", "judge")
"""The stages of a model that run side by side with those of other models, in their order."""


@dataclass(frozen=True)
class StageRun:
    """A stage of dvc.yaml: its name, its command, and what DVC removes before it runs it."""

    name: str
    command: str
    removed: tuple[str, ...] = ()


@dataclass(frozen=True)
class PipelineState:
    """All stages by DVC's names, and the names that a changed file or parameter makes stale.

    A stage that only depends on another stage is not stale before that one has run.
    """

    stages: Mapping[str, StageRun]
    stale: frozenset[str]


@dataclass(frozen=True)
class Chain:
    """The stages of one model to run, in order."""

    model: str
    stages: tuple[StageRun, ...]


def pipeline_state() -> PipelineState:
    """The state of the pipeline in the working directory, as DVC reports it."""
    from dvc.repo import Repo

    with Repo() as repo:
        stages = {stage.addressing: _stage_run(stage) for stage in repo.index.stages}
        return PipelineState(stages, frozenset(repo.status()))


def _stage_run(stage: "PipelineStage") -> StageRun:
    removed = tuple(out.fs_path for out in stage.outs if not out.persist)
    return StageRun(stage.addressing, str(stage.cmd), removed)


def chains_to_run(
    models: Sequence[str], state: PipelineState, forced: Sequence[str] = ()
) -> list[Chain]:
    """The chains with a stage that is stale or forced: from the first such stage to the last."""
    wanted = state.stale | set(forced)
    chains = []
    for model in models:
        names = [f"{stage}@{model}" for stage in CHAIN]
        names = [name for name in names if name in state.stages]
        first_wanted = next((i for i, name in enumerate(names) if name in wanted), len(names))
        stages = tuple(state.stages[name] for name in names[first_wanted:])
        if stages:
            chains.append(Chain(model, stages))
    return chains
