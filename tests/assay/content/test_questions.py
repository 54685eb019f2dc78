"""Questions of a data set: what their file may contain, and how criteria name them."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from assay.content.criteria import Criterion, load_criteria
from assay.errors import AssayError

PATH = Path("Describe-Form.yaml")
QUESTIONS = Path("criteria/questions/Form.yaml")
LONG = {
    "id": "name-too-long",
    "ask": "What happens if the name has 70 characters?",
    "answer": "It is refused.",
    "wrong": ["It is cut.", "It is accepted."],
    "argued": "for a test",
}
SHORT = LONG | {"id": "name-too-short", "ask": "And with one?"}


def loaded(
    *questions: Any, accuracy: Any = "name-too-long", completeness: Any = "name-too-short"
) -> tuple[Criterion, ...]:
    """The criteria of a test: each names a question, or is what is given instead of its id."""
    QUESTIONS.parent.mkdir(parents=True, exist_ok=True)
    QUESTIONS.write_text(yaml.safe_dump({"questions": questions}), encoding="utf-8")
    given = {"accuracy": accuracy, "completeness": completeness}
    steps = {metric: [{"criterion": metric, **named(one)}] for metric, one in given.items()}
    PATH.write_text(yaml.safe_dump({"evaluation_steps": steps}), encoding="utf-8")
    return load_criteria(PATH)


def named(question: Any) -> Any:
    return {"question": question} if isinstance(question, str) else question


def test_a_criterion_has_its_question_with_the_file_of_the_data_set() -> None:
    accuracy, completeness = loaded(LONG, SHORT)
    assert accuracy.question and completeness.question
    assert accuracy.question.answers == ("It is refused.", "It is cut.", "It is accepted.")
    assert completeness.question.ask == "And with one?"
    assert loaded(LONG, completeness={"check": {"words": 1}})[1].question is None


def test_a_question_that_changed_is_asked_as_another_whatever_its_proof() -> None:
    before = loaded(LONG, SHORT)[0]
    first = before.asked_id
    assert loaded(LONG | {"argued": "otherwise"}, SHORT)[0].asked_id == first
    folded = LONG | {"ask": "What  happens if the name has 70 characters?"}
    assert loaded(folded, SHORT)[0].asked_id == first
    changed = ({"ask": "And?"}, {"answer": "No."}, {"wrong": ["It is cut.", "It crashes."]})
    others = [loaded(LONG | change, SHORT)[0] for change in changed]
    assert len({first, *(other.asked_id for other in others)}) == 1 + len(changed)
    assert {other.id for other in others} == {before.id}, "what people decided of it stays in use"


PROOF = {"file": "src/form.js", "holds": "length > 64"}


@pytest.mark.parametrize(
    "change, part",
    [
        ({"id": "Name"}, "'questions.0.id'"),
        ({"ask": " "}, "'questions.0.ask'"),
        ({"wrong": ["a"]}, "'questions.0.wrong'"),
        ({"wrong": ["a", "b", "c"]}, "'questions.0.wrong'"),
        ({"wrong": ["a", "it is  refused"]}, "'questions.0': name-too-long: two of its answers"),
        ({"wrong": ["a", "Not stated"]}, "'questions.0': name-too-long: two of its answers"),
        ({"argued": None}, "name-too-long needs exactly one of `behaviour`, `source` and `argued`"),
        ({"source": PROOF}, "name-too-long needs exactly one of"),
        ({"source": {"file": "x"}, "argued": None}, "'questions.0.source.holds' is missing"),
        ({"wrongs": []}, "unknown key 'questions.0.wrongs' (did you mean 'wrong'?)"),
        ({"id": "name-too-short"}, "'questions.1.id': name-too-short occurs twice"),
    ],
)
def test_a_wrong_question_is_named_with_file_and_key(change: Any, part: str) -> None:
    with pytest.raises(AssayError) as caught:
        loaded(LONG | change, SHORT)
    assert str(caught.value).startswith(str(QUESTIONS)) and part in str(caught.value)


@pytest.mark.parametrize("proof", [{"source": PROOF}, {"behaviour": "A"}, {"behaviour": ["A"]}])
def test_one_proof_of_any_kind_is_enough(proof: Any) -> None:
    assert loaded({**LONG, "argued": None, **proof}, SHORT)[0].question


@pytest.mark.parametrize(
    "named, part",
    [
        ("name-to-long", f"no question 'name-to-long' in {QUESTIONS} (did you mean 'name-too-lo"),
        ("name-too-short", "two criteria of the test name 'name-too-short'"),
    ],
)
def test_a_question_that_a_criterion_cannot_name_is_refused(named: str, part: str) -> None:
    with pytest.raises(AssayError) as caught:
        loaded(LONG, SHORT, accuracy=named)
    assert str(caught.value).startswith(f"{PATH}: 'evaluation_steps.accuracy.0.question': ")
    assert part in str(caught.value)


def test_beside_questions_a_criterion_has_a_check() -> None:
    with pytest.raises(AssayError, match=r"accuracy\.0\.question': is missing: other criteria"):
        loaded(LONG, SHORT, accuracy={})


def test_without_the_file_of_the_data_set_no_question_can_be_named() -> None:
    loaded(LONG, SHORT)
    QUESTIONS.unlink()
    with pytest.raises(AssayError, match="there is no question 'name-too-long' in criteria/quest"):
        load_criteria(PATH)
