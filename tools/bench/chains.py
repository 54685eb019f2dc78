"""The chain of each model: its stages from answers to verdicts, which need no other model."""

from collections.abc import Sequence
from dataclasses import dataclass

CHAIN = ("generate", "extract", "execute", "judge")
"""The stages of a model that run side by side with those of other models, in their order."""


@dataclass(frozen=True)
class PipelineState:
    """DVC's names of all stages, and of those that a changed file or parameter makes stale.

    A stage that only depends on another stage is not stale before that one has run.
    """

    stages: frozenset[str]
    stale: frozenset[str]


@dataclass(frozen=True)
class Chain:
    """The stages of one model to run, by DVC's names and in order.

    `forced`: even stages that are up to date run.
    """

    model: str
    stages: tuple[str, ...]
    forced: bool = False

    @property
    def command(self) -> list[str]:
        """DVC runs the stages one after another, beside other DVC processes in the same folder."""
        force = ["--force"] if self.forced else []
        return ["dvc", "--wait-for-lock", "repro", "--quiet", *force, "--single-item", *self.stages]


def pipeline_state() -> PipelineState:
    """The state of the pipeline in the working directory, as DVC reports it."""
    from dvc.repo import Repo

    with Repo() as repo:
        stages = frozenset(stage.addressing for stage in repo.index.stages)
        return PipelineState(stages, frozenset(repo.status()))


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
        stages = tuple(names[first_wanted:])
        if stages:
            chains.append(Chain(model, stages, forced=not set(stages).isdisjoint(forced)))
    return chains
