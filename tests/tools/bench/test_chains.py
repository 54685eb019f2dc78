"""Which stages run side by side."""

from tools.bench.chains import Chain, PipelineState, chains_to_run

STAGES = frozenset(
    f"{stage}@{model}" for stage in ("generate", "extract", "judge", "score") for model in "ab"
)


def chains(*stale: str, forced: tuple[str, ...] = ()) -> list[Chain]:
    return chains_to_run(["a", "b"], PipelineState(STAGES, frozenset(stale)), forced)


def test_nothing_stale_is_no_chain() -> None:
    assert chains() == []


def test_a_chain_begins_at_the_first_stale_stage_and_ends_with_the_verdicts() -> None:
    assert chains("generate@a", "extract@b", "judge@b") == [
        Chain("a", ("generate@a", "extract@a", "judge@a")),
        Chain("b", ("extract@b", "judge@b")),
    ]


def test_stages_that_need_other_models_are_left_to_dvc() -> None:
    assert chains("score@a", "compare", "report") == []


def test_a_gap_forces_its_stage_and_what_follows_it() -> None:
    assert chains(forced=("judge@b",)) == [Chain("b", ("judge@b",), forced=True)]
    assert "--force" in chains(forced=("judge@b",))[0].command
    assert "--force" not in chains("judge@b")[0].command
