"""The process criteria of the dialogues: gold passes all, each careless dialogue fails its own."""

from pathlib import Path

import pytest

from assay.checks.subject import Subject
from assay.content.criteria import Criterion, criteria_of
from assay.content.scenarios import all_tests
from assay.errors import Problems
from assay.records.pipeline import Prompt
from stages.render import render
from tools.health.careless import careless
from tools.reference import echo, failing, gold

DIALOGUES = (
    "UpgradeReactApplication-ToDoApp_ReactJS",
    "MigrateAngularJSToReact-ToDoApp_AngularJS",
    "UpgradeExtendedReactToReact19-ExtendedReactApplication",
)
READ, STRUCTURE, CALLS, END = "was read before", "was declared before", "calls of the tools", "end"
FAILING = {
    "one file is not read": {READ},
    "the structure is declared first": {READ},
    "no structure is declared": {READ, STRUCTURE},
    "a file is written before the structure": {STRUCTURE},
    "calls name files that do not exist": {CALLS},
    "the dialogue is not ended": {END},
}


@pytest.fixture(autouse=True)
def in_product(product: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(product)


def prompt_of(test: str) -> Prompt:
    return render(all_tests(Problems())[test])


def process_criteria(prompt: Prompt) -> tuple[Criterion, ...]:
    return tuple(item for item in criteria_of(prompt) if "process" in item.tags)


@pytest.mark.parametrize("test", DIALOGUES)
def test_gold_passes_the_process_criteria_and_nothing_and_the_source_pass_none(test: str) -> None:
    prompt = prompt_of(test)
    criteria = process_criteria(prompt)
    everything = {item.id for item in criteria}
    assert len(criteria) == 4
    assert failing(criteria, gold(prompt).subject) == set()
    assert failing(criteria, echo(prompt).subject) == everything
    assert failing(criteria, Subject({}, "")) == everything


@pytest.mark.parametrize("test", DIALOGUES)
def test_each_careless_dialogue_fails_its_own_criteria_and_no_other(test: str) -> None:
    prompt = prompt_of(test)
    criteria = criteria_of(prompt)
    texts = {item.id: item.text for item in criteria}
    reference = gold(prompt).subject
    tried = {dialogue.label: dialogue.process for dialogue in careless(prompt)}
    assert tried.keys() == FAILING.keys()
    for label, process in tried.items():
        failed = [texts[name] for name in failing(criteria, reference.with_process(process))]
        assert len(failed) == len(FAILING[label]), (label, failed)
        for words in FAILING[label]:
            assert any(words in text for text in failed), (label, failed)


def test_the_good_dialogue_of_another_task_passes_no_process_criterion() -> None:
    for test in DIALOGUES:
        criteria = process_criteria(prompt_of(test))
        for other in DIALOGUES:
            if other != test:
                assert len(failing(criteria, gold(prompt_of(other)).subject)) == len(criteria)


def test_other_tests_have_no_careless_dialogues() -> None:
    assert not list(careless(prompt_of("VanillaToReact-Piano_NativeJS")))
