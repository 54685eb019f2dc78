"""Defects of a data set: what their file may contain, and how criteria name them."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from assay.checks.review_checks import Finds, Precise
from assay.content.criteria import Criterion, load_criteria
from assay.errors import AssayError

PATH = Path("Review-Form.yaml")
DEFECTS = Path("criteria/defects/Form.yaml")
LEAK: dict[str, Any] = {
    "id": "leak",
    "title": "A timer is left",
    "at": ["src/form.js:3"],
    "says": ["timer"],
    "argued": "for a test",
}
MINOR = {key: LEAK[key] for key in ("title", "at", "says")} | {"id": "var"}
DECOY = MINOR | {"id": "text", "why": "It is right."}


def loaded(check: Any, defects: Any = None, **more: Any) -> Criterion:
    """A criterion with this check of a test on a data set with such defects."""
    file = {"defects": defects or [LEAK], "minor": [MINOR], "decoys": [DECOY]} | more
    DEFECTS.parent.mkdir(parents=True, exist_ok=True)
    DEFECTS.write_text(yaml.safe_dump(file), encoding="utf-8")
    steps = {"accuracy": [{"criterion": "a", "check": check}], "completeness": ["c"]}
    PATH.write_text(yaml.safe_dump({"evaluation_steps": steps}), encoding="utf-8")
    return load_criteria(PATH)[0]


def message(check: Any, defects: Any = None, **more: Any) -> str:
    with pytest.raises(AssayError) as caught:
        loaded(check, defects, **more)
    return str(caught.value)


def test_a_check_carries_place_and_patterns_of_its_defect() -> None:
    check = loaded({"finds": "leak"}).check
    assert isinstance(check, Finds)
    assert check.finds.at == ("src/form.js:3",)
    assert check.model_dump()["finds"]["says"] == ("timer",)


def test_precision_knows_defects_and_minor_findings_and_decoys() -> None:
    check = loaded({"precise": 0.5}).check
    assert isinstance(check, Precise)
    assert [finding.id for finding in check.known] == ["leak", "var"]
    assert [finding.id for finding in check.decoys] == ["text"]


def test_a_changed_defect_is_read_again() -> None:
    loaded({"finds": "leak"})
    check = loaded({"finds": "leak"}, [LEAK | {"says": "clock"}]).check
    assert isinstance(check, Finds)
    assert check.finds.says == ("clock",)


def test_an_unknown_id_is_named_with_its_file_and_the_nearest() -> None:
    text = message({"all": [{"words": 1}, {"not": {"finds": "leek"}}]})
    assert text.startswith(f"{PATH}: 'evaluation_steps.accuracy.0.check.all.1")
    assert f"there is no defect or decoy 'leek' in {DEFECTS} (did you mean 'leak'?)" in text


@pytest.mark.parametrize("check", [{"finds": "leak"}, {"precise": 0.5}])
def test_a_test_whose_data_set_has_no_defects_cannot_ask_for_one(check: Any) -> None:
    loaded(check)
    DEFECTS.unlink()
    with pytest.raises(AssayError, match="needs a data set with a file of defects"):
        load_criteria(PATH)


@pytest.mark.parametrize(
    "change, line",
    [
        ({"defects": [LEAK, LEAK]}, "the id 'leak' occurs twice"),
        ({"minor": [MINOR | {"id": "leak"}]}, "the id 'leak' occurs twice"),
        ({"defects": [LEAK | {"source": {"file": "a", "holds": "b"}}]}, "needs exactly one of"),
        ({"defects": [MINOR]}, "needs exactly one of"),
        ({"defects": [LEAK | {"at": "form"}]}, "'defects.0.at': names no file"),
        ({"defects": [LEAK | {"says": "("}]}, "'defects.0.says.0': is no regular expression"),
        ({"decoys": [MINOR]}, "key 'decoys.0.why' is missing"),
    ],
)
def test_a_mistake_is_named_with_file_and_key(change: Any, line: str) -> None:
    text = message({"precise": 0.5}, **change)
    assert str(DEFECTS) in text
    assert line in text
