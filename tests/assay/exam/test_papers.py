"""Which documents the exam has, and what is known of them."""

from collections import Counter
from pathlib import Path

import pytest

from assay.content.criteria import Criterion
from assay.content.questions import Question
from assay.exam.papers import Paper, papers
from assay.records.pipeline import Prompt, SourceFile
from tests.stages.validity import small_run

TESTS = [f"Describe-{name}" for name in "ABCDEF"]


def asked(answer: str) -> Question:
    return Question(id="q", ask="What?", answer=answer, wrong=("a", "b"), argued="for a test")


def criterion(question: Question | None) -> Criterion:
    return small_run.criterion("a").model_copy(update={"question": question})


def prompts() -> list[Prompt]:
    source = (SourceFile(path="a.js", content="const limit = 8;\n"),)
    return [
        small_run.prompt(test).model_copy(update={"files": source}) for test in [*TESTS, "Plain"]
    ]


@pytest.fixture
def exam(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Paper]:
    monkeypatch.chdir(tmp_path)
    folder = Path("scenarios/one/gold")
    folder.mkdir(parents=True)
    for test in TESTS:
        text = f"# {test}\n\n{test} has 8 seats. It is open.\n"
        (folder / f"{test}.md").write_text(text, encoding="utf-8")
    return drawn(1)


def drawn(seed: int) -> list[Paper]:
    criteria = {test: (criterion(asked("8 seats")), criterion(None)) for test in TESTS}
    return papers(prompts(), criteria | {"Plain": (criterion(None),)}, 3, seed)


def test_each_test_with_questions_has_gold_and_altered_papers(exam: list[Paper]) -> None:
    assert Counter(paper.prompt.test for paper in exam) == dict.fromkeys(TESTS, 3)
    assert [paper.kind for paper in exam[::3]] == ["gold"] * len(TESTS)
    kinds = Counter(paper.kind for paper in exam if paper.kind != "gold")
    kinds_of_papers = {"denied", "numbers", "soup", "source", "another test", "orders"}
    assert kinds == dict.fromkeys(kinds_of_papers, 2), "each kind as often"


def test_no_altered_paper_states_what_gold_states(exam: list[Paper]) -> None:
    for paper in exam:
        stated = f"{paper.prompt.test} has 8 seats. It is open." in paper.text
        assert stated == (paper.kind == "gold"), paper.text


def test_another_seed_draws_other_papers(exam: list[Paper]) -> None:
    assert drawn(1) == exam
    assert [paper.kind for paper in drawn(2)] != [paper.kind for paper in exam]


def test_a_test_without_gold_has_no_papers(exam: list[Paper]) -> None:
    Path(f"scenarios/one/gold/{TESTS[0]}.md").unlink()
    assert Counter(paper.prompt.test for paper in drawn(1)) == dict.fromkeys(TESTS[1:], 3)


def test_of_changed_numbers_only_answers_with_numbers_are_known() -> None:
    paper = Paper(prompts()[0], 2, "numbers", "")
    assert paper.states(criterion(asked("8 seats"))) is False
    assert paper.states(criterion(asked("It is open"))) is None
    assert paper.states(criterion(asked("By `sqlite3`"))) is None, "the name stays as it is"
    assert Paper(prompts()[0], 1, "gold", "").states(criterion(asked("It is open"))) is True


FAULTS = """
of: gold/Plain
faults:
  - {fault: one, criterion: It a, in: a.js, find: "sum + 1", replace: "sum"}
  - {fault: two, criterion: It b, in: a.js, find: "twice", replace: "never"}
"""


@pytest.mark.parametrize(("seed", "kind"), [(1, "gold"), (2, "program with faults")])
def test_a_program_is_gold_or_has_faults_that_fit(exam: list[Paper], seed: int, kind: str) -> None:
    folder = Path("criteria/behaviours/faults")
    folder.mkdir(parents=True)
    (folder / "Plain.yaml").write_text(FAULTS)
    Path("scenarios/one/gold/Plain.md").write_text("sum + 1; twice; twice")
    own = [
        criterion(None).model_copy(update={"id": name, "text": f"It {name} so", "run": ("x",)})
        for name in "abc"
    ]
    plain = [one for one in prompts() if one.test == "Plain"]
    (paper,) = papers(plain, {"Plain": own}, 3, seed)
    assert paper.kind == kind
    known = {one.id: paper.states(one) for one in own}
    if kind == "gold":
        assert known == {"a": True, "b": True, "c": True} and paper.text == "sum + 1; twice; twice"
    else:
        assert known == {"a": False, "b": None, "c": None}, "a text that stands twice is left alone"
        assert paper.text == "sum; twice; twice"
