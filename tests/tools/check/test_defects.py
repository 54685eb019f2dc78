"""make check: a defect has places and a proof in its data set, and a criterion that names it."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.tools.check.form import SCENARIO, complaints_of, write, write_form
from tools.check.defects import check_defects

DEFECTS = "criteria/defects/Form.yaml"
REVIEW = "criteria/code_analysis/Review-Form.yaml"
LONG: dict[str, Any] = {
    "id": "long",
    "title": "Long names are refused",
    "at": ["src/form.js:1-2", "refuse"],
    "says": ["long"],
    "source": {"file": "src/form.js", "holds": "length > 64"},
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_form()
    write("scenarios/code_analysis/Review.md", SCENARIO.format("code_analysis", "document"))


def complaints(*defects: Any) -> list[str]:
    write(DEFECTS, yaml.safe_dump({"defects": list(defects)}))
    steps = {
        "accuracy": [{"criterion": "a", "check": {"words": 1}}],
        "completeness": [{"criterion": "c", "check": {"all": [{"finds": "long"}]}}],
    }
    write(REVIEW, yaml.safe_dump({"evaluation_steps": steps}))
    return complaints_of(check_defects)


def test_places_and_proofs_of_the_data_set_are_right() -> None:
    assert complaints(LONG) == []
    assert complaints(LONG | {"at": "*"}) == []


@pytest.mark.parametrize(
    "change, line",
    [
        (
            {"at": "form.js:1"},
            "at: the data set has no file 'form.js' (did you mean 'src/form.js'?)",
        ),
        ({"at": "src/form.js:2-9"}, "at: src/form.js:2-9 lies behind the end of the file"),
        ({"at": ["src/form.js", "accept"]}, "at: 'accept' stands nowhere in the source"),
        (
            {"source": {"file": "src/form.js", "holds": "> 65"}},
            "source.holds: src/form.js does not hold '> 65'",
        ),
    ],
)
def test_what_the_data_set_does_not_have_is_named(change: Any, line: str) -> None:
    assert complaints(LONG | change) == [f"{DEFECTS}: long: {line}"]


def test_a_defect_that_nothing_names_is_named() -> None:
    line = f"{DEFECTS}: more: no criterion of a test on Form names it"
    assert complaints(LONG, LONG | {"id": "more"}) == [line]
