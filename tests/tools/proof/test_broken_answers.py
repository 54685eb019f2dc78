"""Each kind of broken answer is noticed by the criteria that it is about, and by no others."""

import pytest

from assay.content.criteria import criteria_of
from assay.content.scenarios import known_tests
from stages.render import render
from tools.proof.broken_answers import careless_dialogues, misshapen
from tools.proof.known_answers import KnownAnswer, echo, failures, gold, passed
from tools.proof.search import Search

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


def search_of(test: str) -> Search:
    prompt = render(known_tests()[test])
    return Search(prompt, gold(prompt), {}, criteria_of(prompt))


@pytest.mark.parametrize("test", DIALOGUES)
def test_the_source_in_an_orderly_dialogue_passes_no_criterion_of_its_process(test: str) -> None:
    search = search_of(test)
    process = {item.id for item in search.checked if "process" in item.tags}
    source = echo(search.prompt)
    assert source is not None
    assert len(process) == 4 and process <= set(failures(search.checked, source.subject))


@pytest.mark.parametrize("test", DIALOGUES)
def test_each_careless_dialogue_fails_its_own_criteria_and_no_other(test: str) -> None:
    search = search_of(test)
    texts = {item.id: item.text for item in search.checked}
    tried = {mutant.label: mutant.process for mutant in careless_dialogues(search)}
    assert tried.keys() == FAILING.keys()
    for label, process in tried.items():
        assert process is not None
        subject = search.gold.subject.with_process(process)
        failed = [texts[name] for name in failures(search.checked, subject)]
        assert len(failed) == len(FAILING[label]), (label, failed)
        for words in FAILING[label]:
            assert any(words in text for text in failed), (label, failed)


def test_other_tests_have_no_careless_dialogues() -> None:
    assert not list(careless_dialogues(search_of("VanillaToReact-Piano_NativeJS")))


def test_a_document_loses_its_marks_or_the_order_of_its_sections() -> None:
    text = "# A\n## One\n- **Kind:** x\n## Two\n- **Kind:** y\n"
    found = {item.label: item.texts for item in misshapen("answer", text.encode())}
    assert found["headings of level one without their marks"]["answer"].startswith("A\n")
    assert found["every line 'Kind:' left out"]["answer"] == "# A\n## One\n\n## Two\n\n"
    swapped = found["the first and the last section of level 2 swapped"]["answer"]
    assert swapped.index("## Two") < swapped.index("## One")


def test_a_share_of_nothing_checked_is_none_and_not_zero() -> None:
    assert passed((), KnownAnswer({})) is None
