"""make check: a defect has places and a proof in its data set, and a criterion that names it."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from assay.content.scenarios import known_tests
from assay.errors import AssayError, Problems
from tests.project import DATASET
from tools.check.defects import check_defects

DEFECTS = "criteria/defects/Form.yaml"
REVIEW = "criteria/code_analysis/Review-Form.yaml"
SCENARIO = (
    "---\ntitle: T\ncategory: code_documentation\ntype: code_analysis\nanswer: document\n"
    "datasets: [Form]\n---\nT\n"
)
LONG: dict[str, Any] = {
    "id": "long",
    "title": "Long names are refused",
    "at": ["src/form.js:1-2", "refuse"],
    "says": ["long"],
    "source": {"file": "src/form.js", "holds": "length > 64"},
}


def write(path: str, text: str) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text, encoding="utf-8")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write("datasets/Form/dataset.yaml", DATASET)
    write("datasets/Form/src/form.js", "if (name.length > 64) {\n  refuse();\n}\n")
    write("scenarios/code_analysis/Review.md", SCENARIO)


def complaints(*defects: Any, path: str = DEFECTS) -> list[str]:
    write(path, yaml.safe_dump({"defects": list(defects)}))
    steps = {
        "accuracy": [{"criterion": "a", "check": {"words": 1}}],
        "completeness": [{"criterion": "c", "check": {"all": [{"finds": "long"}]}}],
    }
    write(REVIEW, yaml.safe_dump({"evaluation_steps": steps}))
    return lines()


def lines() -> list[str]:
    problems = Problems()
    check_defects(known_tests().values(), problems)
    try:
        problems.raise_if_any()
    except AssayError as error:
        return list(error.lines)
    return []


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


def test_a_defect_that_nothing_names_is_named_unless_criteria_cannot_be_read() -> None:
    line = f"{DEFECTS}: more: no criterion of a test on Form names it"
    assert complaints(LONG, LONG | {"id": "more"}) == [line]
    write(REVIEW, "evaluation_steps: {}\n")
    assert lines() == []


def test_defects_of_no_data_set_are_named() -> None:
    expected = "criteria/defects/Frm.yaml: there is no data set 'Frm' (did you mean 'Form'?)"
    complaints(LONG)
    write("criteria/defects/Frm.yaml", Path(DEFECTS).read_text())
    assert lines() == [expected]
