"""What differs in a revision's inputs is named with both values."""

from assay.records.change import OtherChange
from tools.compare.inputs import Inputs, JudgeSettings, changes


def inputs(*code: str, **judges: JudgeSettings) -> Inputs:
    return Inputs((), {}, {}, judges, frozenset(code))


def test_a_judges_change_names_each_key_and_both_values() -> None:
    old = {"litellm_model": "openai/x", "sampling.temperature": "0", "instructions": "text 1a"}
    new = {"litellm_model": "openai/x", "sampling.temperature": "0.5", "sampling.top_p": "0.9"}
    found = changes(inputs(j=old, same=old), inputs(j={**new, "instructions": "text 2b"}, same=old))
    how = (
        "instructions: text 1a → text 2b, sampling.temperature: 0 → 0.5, "
        "sampling.top_p: not set → 0.9"
    )
    assert found == [OtherChange(kind="judge", name="j", how=how)]
    assert changes(inputs(j=old), inputs()) == [OtherChange(kind="judge", name="j", how="removed")]


def test_a_changed_file_of_extraction_or_judging_is_named_once() -> None:
    found = changes(inputs("0a  assay/code/loc.py"), inputs("0b  assay/code/loc.py"))
    assert [(item.kind, item.name) for item in found] == [("code", "assay/code/loc.py")]
