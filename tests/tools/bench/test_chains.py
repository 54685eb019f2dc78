"""Which stages run side by side."""

from tools.bench.chains import PipelineState, StageRun, chains_to_run

NAMES = [
    f"{stage}@{model}" for stage in ("generate", "extract", "judge", "score") for model in "ab"
]
STAGES = {name: StageRun(name, f"run {name}") for name in NAMES}


def chains(*stale: str, forced: tuple[str, ...] = ()) -> list[tuple[str, list[str]]]:
    state = PipelineState(STAGES, frozenset(stale))
    return [
        (chain.model, [stage.name for stage in chain.stages])
        for chain in chains_to_run(["a", "b"], state, forced)
    ]


def test_nothing_stale_is_no_chain() -> None:
    assert chains() == []


def test_a_chain_begins_at_the_first_stale_stage_and_ends_with_the_verdicts() -> None:
    assert chains("generate@a", "extract@b", "judge@b") == [
        ("a", ["generate@a", "extract@a", "judge@a"]),
        ("b", ["extract@b", "judge@b"]),
    ]


def test_stages_that_need_other_models_are_left_to_dvc() -> None:
    assert chains("score@a", "compare", "report") == []


def test_a_gap_forces_its_stage_and_what_follows_it() -> None:
    assert chains(forced=("extract@b",)) == [("b", ["extract@b", "judge@b"])]
