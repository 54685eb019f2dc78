"""A synthetic run is whole, says what it is, and is the same each time."""

from pathlib import Path

import pytest

from assay.config import paths
from assay.content.criteria import criteria_by_test
from assay.content.scenarios import known_tests, load_suite
from assay.records.change import KeptChange
from assay.records.jsonl import read_result
from stages.render import render
from tests.conftest import MadeOnce
from tests.invented import SEED, SUITE, invented_run
from tests.simulation.synthetic import invent, invented_models
from tests.stages.report.test_page import Parsed


@pytest.fixture(scope="module")
def folder(product: Path, made_once: MadeOnce) -> Path:
    return invented_run(3, product, made_once)


@pytest.mark.slow
def test_every_page_says_that_the_figures_are_invented(folder: Path) -> None:
    pages = list((folder / paths.REPORT).rglob("*.html"))
    assert len(pages) > 30
    for page in pages:
        assert "Synthetic figures" in page.read_text(), page
    assert (folder / paths.SYNTHETIC).exists()


@pytest.mark.slow
def test_it_says_what_changed_since_an_invented_base(folder: Path) -> None:
    change = read_result(folder / paths.CHANGE, KeptChange)
    assert change.base == "last-month" and change.changes and change.flips
    moved = [score for score in change.scores if score.judge_group == "llm"]
    assert len(moved) == 2 and moved[0].change == 0, "only every other model has new answers"
    by_answers = moved[1].parts["answers"]
    assert by_answers == pytest.approx(moved[1].change, abs=1e-3) and by_answers > 0
    text = Parsed((folder / paths.REPORT / "change.html").read_text()).text
    assert "What changed since last-month" in text and "Of earlier results" not in text


def test_the_same_seed_gives_the_same_models_answers_and_verdicts(
    product: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(product)
    prompt = render(known_tests()[load_suite(SUITE)[0]])
    criteria = criteria_by_test([prompt])[prompt.test]
    model, other, _ = invented_models(3, SEED)
    assert [model, other] == invented_models(3, SEED)[:2]
    first = invent(model, prompt, criteria, SEED)
    assert invent(model, prompt, criteria, SEED) == first
    assert invent(other, prompt, criteria, SEED) != first != invent(model, prompt, criteria, 2)
