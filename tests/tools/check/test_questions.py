"""make check: a question is proved by its data set, and named by the criteria of documents."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.tools.check.form import SCENARIO, complaints_of, write, write_form
from tools.check.questions import check_questions

QUESTIONS = "criteria/questions/Form.yaml"
DESCRIBE = "criteria/code_explanation/Describe-Form.yaml"
SPEC = "test('Long names are refused', async () => {});\n"
ANSWERS: Any = {"answer": "Yes", "wrong": ["No", "At times"]}
SHOWN: Any = {"id": "shown", "ask": "Is it?", "behaviour": "Long names are refused", **ANSWERS}
READ: Any = {
    "id": "read",
    "ask": "Can it?",
    "source": {"file": "src/form.js", "holds": "length>\n64"},
    **ANSWERS,
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_form()
    write("criteria/behaviours/Form.spec.ts", SPEC)
    write("scenarios/code_explanation/Describe.md", SCENARIO.format("code_explanation", "document"))


def criteria(path: str, **questions: dict[str, float]) -> None:
    """Criteria of these weights by metric; a name that begins with `check` is of one without."""
    steps = {
        metric: [
            {
                "criterion": name,
                "weight": weight,
                **({"check": {"words": 1}} if name.startswith("check") else {"question": name}),
            }
            for name, weight in of_metric.items()
        ]
        for metric, of_metric in questions.items()
    }
    write(path, yaml.safe_dump({"evaluation_steps": steps}))


def complaints(*questions: Any, **steps: dict[str, float]) -> list[str]:
    write(QUESTIONS, yaml.safe_dump({"questions": list(questions)}))
    criteria(DESCRIBE, **({"accuracy": {"shown": 1.0}, "completeness": {"read": 1.0}} | steps))
    return complaints_of(check_questions)


def test_what_the_data_set_shows_is_a_proof_whatever_the_white_space() -> None:
    assert complaints(SHOWN, READ) == []


@pytest.mark.parametrize(
    "change, line",
    [
        (
            {"behaviour": "Long names are refuse"},
            "shown: behaviour: there is none with the title 'Long names are refuse' "
            "(did you mean 'Long names are refused'?)",
        ),
        (
            {"behaviour": [], "source": {"file": "form.js", "holds": "x"}},
            "shown: source.file: the data set has no file 'form.js' (did you mean 'src/form.js'?)",
        ),
        (
            {"behaviour": [], "source": {"file": "src/form.js", "holds": "length >= 64"}},
            "shown: source.holds: src/form.js does not hold 'length >= 64'",
        ),
    ],
)
def test_what_the_data_set_does_not_show_is_named(change: Any, line: str) -> None:
    assert complaints(SHOWN | change, READ) == [f"{QUESTIONS}: {line}"]


def test_a_question_that_nothing_names_is_named_unless_criteria_cannot_be_read() -> None:
    line = f"{QUESTIONS}: more: no criterion of a test on Form names it"
    assert complaints(SHOWN, READ, SHOWN | {"id": "more"}) == [line]
    write(DESCRIBE, "evaluation_steps: {}\n")
    assert complaints_of(check_questions) == []


def test_questions_of_no_data_set_are_named() -> None:
    complaints(SHOWN, READ)
    write("criteria/questions/Frm.yaml", Path(QUESTIONS).read_text())
    line = "criteria/questions/Frm.yaml: there is no data set 'Frm' (did you mean 'Form'?)"
    assert complaints_of(check_questions) == [line]


def test_structure_is_at_most_a_fifth_of_each_metric() -> None:
    assert complaints(SHOWN, READ, accuracy={"shown": 2.0, "check": 0.5}) == []
    assert complaints(SHOWN, READ, accuracy={"shown": 2.0, "check 1": 0.5, "check 2": 0.1}) == [
        f"{DESCRIBE}: evaluation_steps.accuracy: criteria without a question weigh 0.6 together, "
        "and those with one 2: they may weigh 0.5 (a fifth of all): lower their weights, or give "
        "them questions"
    ]


def test_only_documents_have_questions() -> None:
    complaints(SHOWN, READ)
    write("scenarios/solution_migration/Port.md", SCENARIO.format("solution_migration", "files"))
    path = "criteria/solution_migration/Port-Form.yaml"
    criteria(path, accuracy={"shown": 1.0}, completeness={"read": 1.0})
    line = f"{path}: question: only documents are asked questions, not files"
    assert complaints_of(check_questions) == [line]
