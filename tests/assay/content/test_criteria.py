"""Criteria files: what they may contain, and the ids of criteria."""

from pathlib import Path

import pytest
import yaml

from assay.content.criteria import Criterion, load_criteria
from assay.errors import AssayError

PATH = Path("Port-Mini.yaml")


def loaded(text: str) -> tuple[Criterion, ...]:
    PATH.write_text(text, encoding="utf-8")
    return load_criteria(PATH)


def steps(accuracy: object, completeness: object = ("c",)) -> str:
    listed = list(completeness) if isinstance(completeness, tuple) else completeness
    return yaml.safe_dump({"evaluation_steps": {"accuracy": accuracy, "completeness": listed}})


def message(text: str) -> str:
    with pytest.raises(AssayError) as caught:
        loaded(text)
    return str(caught.value)


def test_criteria_come_with_accuracy_first_in_the_order_of_the_file() -> None:
    found = loaded("evaluation_steps:\n  completeness: [c, d]\n  accuracy: [b, a]\n")
    assert [(criterion.metric, criterion.text) for criterion in found] == [
        ("accuracy", "b"),
        ("accuracy", "a"),
        ("completeness", "c"),
        ("completeness", "d"),
    ]


def test_a_criterion_may_be_a_plain_string_or_be_spelled_in_two_ways() -> None:
    plain = loaded(steps(["a"]))[0]
    assert plain == loaded(steps([{"criterion": "a", "weight": 1}]))[0]
    assert plain == loaded(steps([{"criteria": "a", "weight": 1}]))[0]
    assert plain.check is None


def test_a_file_that_changed_is_read_again() -> None:
    assert [item.text for item in loaded(steps(["a"]))] == ["a", "c"]
    assert [item.text for item in loaded(steps(["b"]))] == ["b", "c"]


def test_id_depends_on_metric_and_text_alone() -> None:
    plain, weighted = (
        loaded(steps(["a", "b"])),
        loaded(steps([{"criterion": "a", "weight": 3, "check": {"file": "x"}}])),
    )
    assert plain[0].id == weighted[0].id
    assert plain[0].id != plain[1].id
    accuracy, completeness = loaded(steps(["same"], ("same",)))
    assert accuracy.id != completeness.id


def test_white_space_of_a_statement_is_folded_before_it_is_hashed() -> None:
    folded = loaded("evaluation_steps:\n accuracy:\n - >\n  one\n  two\n completeness: [c]\n")
    assert folded[0].text == "one two"
    assert folded[0].id == loaded(steps(["one  two "]))[0].id


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (steps([]), ("accuracy", "at least 1 item")),
        (steps(["a"], []), ("completeness", "at least 1 item")),
        (steps("a"), ("accuracy", "valid list")),
        (steps(["a", "  "]), ("accuracy.1.criterion",)),
        (steps([{"weight": 1.0}]), ("accuracy.0.criterion", "is missing")),
        (steps([{"criterion": "a", "weight": 0}]), ("accuracy.0.weight", "greater than 0")),
        (steps([{"criterion": "a", "weight": "1"}]), ("accuracy.0.weight", "valid number")),
        (steps([{"criterion": "a", "weight": float("inf")}]), ("accuracy.0.weight", "finite")),
        (steps([{"criterion": "a", "wieght": 1}]), ("accuracy.0.wieght", "unknown key")),
        (steps([{"criterion": "a", "criteria": "b"}]), ("accuracy.0.criteria", "unknown key")),
        (steps(["a", " a"]), ("accuracy", "'a' occurs twice")),
        ("evaluation_steps: {accuracy: [a]}", ("completeness", "is missing")),
        ("evaluation_step: {}", ("did you mean 'evaluation_steps'",)),
        ("", ("the whole file",)),
        ("evaluation_steps: [", ("Port-Mini.yaml:", "malformed YAML")),
    ],
)
def test_wrong_file_is_rejected_with_file_and_key(text: str, parts: tuple[str, ...]) -> None:
    found = message(text)
    assert found.startswith("Port-Mini.yaml")
    assert all(part in found for part in parts), found
