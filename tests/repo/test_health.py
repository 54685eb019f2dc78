"""Criteria health, computed again: gold passes, wrong answers fail, mutants isolate criteria."""

from functools import cache
from pathlib import Path

import pytest

from assay.checks.runs import MUTANTS
from assay.config import paths
from assay.config.yaml_files import read_yaml
from assay.content.criteria import criteria_of
from assay.records.criteria_health import CriteriaHealth
from assay.records.jsonl import read_results
from assay.records.pipeline import METRICS
from tests.project import ROOT
from tests.shipped import shipped
from tools.proof.by_reading import health, neighbours, prompts
from tools.proof.by_running import RunProof
from tools.proof.known_answers import second_path

ALL = read_results(ROOT / paths.CRITERIA_HEALTH, CriteriaHealth)
COMMITTED = {test: found for test, found in ALL.items() if test in shipped().tests}
DOCUMENTS = "code_documentation"


@pytest.fixture(autouse=True)
def in_product(product: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(product)


everything = cache(prompts)


def test_every_shipped_test_was_examined() -> None:
    """Tests that a team adds may wait for `make health`."""
    assert shipped().tests == COMMITTED.keys() == everything().keys()


@pytest.mark.parametrize("test", sorted(COMMITTED))
@pytest.mark.slow
def test_the_committed_proof_is_what_the_program_finds_now(test: str) -> None:
    prompt = everything()[test]
    committed = COMMITTED[test].model_copy(update={"execution": None})
    assert health(prompt, neighbours(prompt, everything())) == committed


@pytest.mark.slow
def test_the_committed_figures_of_execution_belong_to_this_content() -> None:
    """Else run `make health`, which tries them again or leaves them out."""
    proven = {test: found for test, found in COMMITTED.items() if found.execution}
    assert RunProof().outdated(proven) == []


@pytest.mark.parametrize(("test", "committed"), sorted(COMMITTED.items()))
def test_gold_passes_all_and_what_misses_the_task_next_to_nothing(
    test: str, committed: CriteriaHealth
) -> None:
    assert committed.gold == 100
    assert committed.null == 0
    assert committed.off_topic is not None
    assert committed.off_topic.share < 10, committed.off_topic.test
    if everything()[test].category == "code_translation":
        assert committed.echo is not None
        assert committed.echo.accuracy is not None
        assert committed.echo.accuracy < 35
        assert (committed.echo.completeness or 0) < 65


@pytest.mark.parametrize(("test", "committed"), sorted(COMMITTED.items()))
def test_every_checked_criterion_is_proven_by_a_mutant_or_argued(
    test: str, committed: CriteriaHealth
) -> None:
    criteria = {item.id: item for item in criteria_of(everything()[test])}
    assert not [criteria[name].text for name in committed.unproven if not criteria[name].argued]
    assert committed.proofs.keys() | set(committed.unproven) == {
        name for name, item in criteria.items() if item.check
    }


@pytest.mark.parametrize("test", sorted(COMMITTED))
def test_criteria_are_many_enough_tagged_and_mostly_decided_by_program(test: str) -> None:
    prompt = everything()[test]
    criteria = criteria_of(prompt)
    for metric in METRICS:
        mine = [item for item in criteria if item.metric == metric]
        least = 2 if any(MUTANTS in item.run for item in mine) else 10  # mutants are many
        assert least <= len(mine) <= 25
    assert all(item.tags for item in criteria)
    decided = sum(bool(item.check or item.run) for item in criteria) / len(criteria)
    assert decided >= (0.6 if prompt.category == DOCUMENTS else 0.8)


def test_the_readme_has_the_number_of_criteria_that_are_decided_by_running() -> None:
    criteria = [item for prompt in everything().values() for item in criteria_of(prompt)]
    number = sum(bool(item.run) for item in criteria)
    assert f"{number} are decided\n  by running the answer" in Path("README.md").read_text()


@pytest.mark.parametrize("test", sorted(name for name, found in COMMITTED.items() if found.second))
def test_a_second_good_answer_passes_and_each_of_its_failures_is_settled(test: str) -> None:
    """`<test>.faults.yaml` has a reason for each criterion that it fails by its own fault."""
    prompt = everything()[test]
    second = COMMITTED[test].second
    assert second is not None and second.share is not None
    assert second.share >= 90
    path = second_path(prompt).with_suffix(".faults.yaml")
    reasons = dict(read_yaml(path)) if path.exists() else {}
    texts = {item.id: item.text for item in criteria_of(prompt)}
    assert sorted(reasons) == sorted(texts[name] for name in second.failed)


def test_every_scenario_that_asks_for_files_has_a_second_good_answer() -> None:
    asked = {prompt.scenario for prompt in everything().values() if prompt.answer == "files"}
    full = {
        everything()[test].scenario for test in read_yaml(Path("conf/suite/full.yaml"))["tests"]
    }
    answered = {everything()[test].scenario for test, found in COMMITTED.items() if found.second}
    assert len(asked & full) == 17
    assert asked & full <= answered


def test_a_code_analysis_has_the_list_of_its_defects() -> None:
    analysed = {
        prompt.dataset for prompt in everything().values() if prompt.type == "code_analysis"
    }
    listed = {path.stem for path in Path("criteria/defects").glob("*.yaml")}
    assert listed == analysed
