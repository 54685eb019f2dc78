"""What changed between two revisions is named with both values."""

from tools.compare.changes import Change, changes
from tools.compare.side import JudgeSettings, Side


def side(**judges: JudgeSettings) -> Side:
    return Side("a revision", {}, {}, judges, {}, frozenset())


def test_a_judges_change_names_each_key_and_both_values() -> None:
    old = {"litellm_model": "openai/x", "sampling.temperature": "0", "instructions": "text 1a"}
    new = {"litellm_model": "openai/x", "sampling.temperature": "0.5", "sampling.top_p": "0.9"}
    found = changes(side(j=old, same=old), side(j={**new, "instructions": "text 2b"}, same=old))
    how = (
        "instructions: text 1a → text 2b, sampling.temperature: 0 → 0.5, "
        "sampling.top_p: not set → 0.9"
    )
    assert found == [Change("judge", "j", how)]
    assert changes(side(j=old), side()) == [Change("judge", "j", "removed")]
