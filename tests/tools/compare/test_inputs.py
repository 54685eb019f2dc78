"""What differs in a revision's inputs is named with both values."""

from assay.records.change import OtherChange
from tools.compare.inputs import Inputs, Settings, changes


def inputs(code: str = "", **judges: Settings) -> Inputs:
    return Inputs((), {}, {}, judges, {"assay/code/loc.py": {"text": code}})


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
    found = changes(inputs("0a"), inputs("0b"))
    assert found == [OtherChange(kind="code", name="assay/code/loc.py", how="text: 0a → 0b")]
